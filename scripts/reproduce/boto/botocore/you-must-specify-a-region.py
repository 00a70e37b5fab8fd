# /// script
# requires-python = ">=3.11"
# dependencies = ["botocore==1.43.67"]
#
# [tool.errkb]
# light = true
# ///
"""A regional service without a region."""

import os

import botocore.session

for name in [name for name in os.environ if name.startswith("AWS_")]:
    del os.environ[name]
os.environ["AWS_EC2_METADATA_DISABLED"] = "true"

session = botocore.session.get_session()


def trigger():
    session.create_client("sqs")


def fixed():
    session.create_client("sqs", region_name="eu-west-1")
