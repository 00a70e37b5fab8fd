# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["apt-get"]
# captures = {package = "shoptool"}
# memory = 65536
# ///
"""The lists were never fetched."""

import os
import subprocess
import sys
from pathlib import Path

for folder in ("etc/preferences.d", "etc/apt.conf.d", "lists/partial", "cache/archives/partial"):
    Path(folder).mkdir(parents=True, exist_ok=True)
Path("status").touch()
HERE = Path.cwd()
Path("apt.conf").write_text(f"""
Dir::Etc "{HERE}/etc"; Dir::State::lists "{HERE}/lists"; Dir::Cache "{HERE}/cache"; Dir::State::status "{HERE}/status";
Dir::Log "{HERE}"; APT::Sandbox::User "root"; Debug::NoLocking "true"; APT::Architecture "amd64";
""")
os.environ["APT_CONFIG"] = "apt.conf"
PACKAGE = """Package: shoptool
Version: 1.0
Architecture: all
Maintainer: A <a@example.com>
Filename: shoptool.deb
Size: 1
SHA256: 6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b

"""


def install(listed):
    if listed:
        Path("repository").mkdir()
        Path("repository/Packages").write_text(PACKAGE)
        Path("etc/sources.list").write_text(f"deb [trusted=yes] copy:{HERE}/repository ./\n")
        subprocess.run(["apt-get", "-qq", "update"], check=True)
    sys.exit(subprocess.run(["apt-get", "install", "-s", "shoptool"], stdout=subprocess.DEVNULL).returncode)


def trigger():
    install(listed=False)


def fixed():
    install(listed=True)
