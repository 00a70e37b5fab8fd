# /// script
# requires-python = ">=3.11"
# dependencies = ["botocore==1.43.67"]
#
# [tool.errkb]
# light = true
# ///
"""No keys anywhere."""

import os

import botocore.session

for name in [name for name in os.environ if name.startswith("AWS_")]:
    del os.environ[name]
os.environ["AWS_EC2_METADATA_DISABLED"] = "true"

from botocore.config import Config

session = botocore.session.get_session()


def call(**options):
    address = "http://127.0.0.1:9"
    client = session.create_client("s3", region_name="eu-west-1", endpoint_url=address, **options)
    client.list_buckets()


def trigger():
    call()


def fixed():
    try:
        call(config=Config(signature_version=botocore.UNSIGNED, retries={"max_attempts": 0}))
    except botocore.exceptions.EndpointConnectionError:
        pass  # signed with nothing, and sent
