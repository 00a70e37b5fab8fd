# /// script
# requires-python = ">=3.11"
# dependencies = ["pyspark==4.0.1"]
#
# [tool.errkb]
# timeout = 240
# memory = 65536
# requires = ["java"]
# ///
"""A mistyped column."""

import os

os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

from pyspark.sql import SparkSession


def session():
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    return builder.config("spark.driver.host", "127.0.0.1").getOrCreate()


def trigger():
    frame = session().createDataFrame([("a", 1)], ["name", "amount"])
    frame.select("amont")


def fixed():
    frame = session().createDataFrame([("a", 1)], ["name", "amount"])
    frame.select("amount")
