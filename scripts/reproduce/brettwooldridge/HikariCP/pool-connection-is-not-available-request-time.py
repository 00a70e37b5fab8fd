# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["java", "javac"]
# files = ["/usr/share/java/HikariCP.jar", "/usr/share/java/slf4j-api.jar", "/usr/share/java/slf4j-nop.jar"]
# memory = 65536
# captures = {pool = "HikariPool-1"}
# ///
"""A connection that nobody gives back."""

import subprocess
import sys
from pathlib import Path

JARS = ["HikariCP", "slf4j-api", "slf4j-nop"]
CLASSPATH = ":".join([*(f"/usr/share/java/{jar}.jar" for jar in JARS), "."])
BEFORE = """\
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import javax.sql.DataSource;

class App {
    static Object stub(Class<?> kind) {
        return Proxy.newProxyInstance(App.class.getClassLoader(), new Class<?>[] {kind}, (self, method, args) -> {
            Class<?> type = method.getReturnType();
            if (type == boolean.class) return true;
            if (type == int.class) return 0;
            return type == Connection.class ? stub(Connection.class) : null;
        });
    }

    public static void main(String[] args) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setDataSource((DataSource) stub(DataSource.class));
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(300);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            for (int i = 0; i < 2; i++) {
                pool.getConnection();
            }
        }
    }
}
"""
AFTER = """\
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import javax.sql.DataSource;

class App {
    static Object stub(Class<?> kind) {
        return Proxy.newProxyInstance(App.class.getClassLoader(), new Class<?>[] {kind}, (self, method, args) -> {
            Class<?> type = method.getReturnType();
            if (type == boolean.class) return true;
            if (type == int.class) return 0;
            return type == Connection.class ? stub(Connection.class) : null;
        });
    }

    public static void main(String[] args) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setDataSource((DataSource) stub(DataSource.class));
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(300);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            for (int i = 0; i < 2; i++) {
                try (Connection connection = pool.getConnection()) {
                    connection.isValid(1);
                }
            }
        }
    }
}
"""


def java(program):
    Path("App.java").write_text(program)
    subprocess.run(["javac", "-cp", CLASSPATH, "App.java"], check=True)
    sys.exit(subprocess.run(["java", "-cp", CLASSPATH, "App"]).returncode)


def trigger():
    java(BEFORE)


def fixed():
    java(AFTER)
