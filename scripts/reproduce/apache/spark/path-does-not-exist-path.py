# /// script
# requires-python = ">=3.11"
# dependencies = ["pyspark==4.0.1"]
#
# [tool.errkb]
# timeout = 240
# memory = 65536
# requires = ["java"]
# ///
"""A file that is not there."""

import os

os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

from pyspark.sql import SparkSession


def session():
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    return builder.config("spark.driver.host", "127.0.0.1").getOrCreate()


from pathlib import Path

Path("sales.csv").write_text("name,amount\na,1\n")


def trigger():
    session().read.csv("/nonexistent/sales.csv")


def fixed():
    session().read.csv(Path("sales.csv").resolve().as_uri())
