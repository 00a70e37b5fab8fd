# /// script
# requires-python = ">=3.11"
# dependencies = ["botocore==1.43.67"]
#
# [tool.errkb]
# light = true
# captures = {error_code = "NoSuchKey", operation_name = "GetObject"}
# ///
"""A key that is not in the bucket."""

import os

import botocore.session

for name in [name for name in os.environ if name.startswith("AWS_")]:
    del os.environ[name]
os.environ["AWS_EC2_METADATA_DISABLED"] = "true"

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from botocore.exceptions import ClientError

BODY = b"<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>"


class Bucket(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(404)
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *arguments):
        pass


server = HTTPServer(("127.0.0.1", 0), Bucket)
threading.Thread(target=server.serve_forever, daemon=True).start()
keys = {"aws_access_key_id": "none", "aws_secret_access_key": "none"}
address = f"http://127.0.0.1:{server.server_port}"
s3 = botocore.session.get_session().create_client("s3", region_name="eu-west-1", endpoint_url=address, **keys)


def read(key):
    return s3.get_object(Bucket="data", Key=key)["Body"].read()


def trigger():
    read("gone.csv")


def fixed():
    try:
        read("gone.csv")
    except ClientError as error:
        if error.response["Error"]["Code"] != "NoSuchKey":
            raise
