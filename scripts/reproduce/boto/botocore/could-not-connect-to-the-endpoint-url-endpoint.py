# /// script
# requires-python = ">=3.11"
# dependencies = ["botocore==1.43.67"]
#
# [tool.errkb]
# captures = {endpoint_url = "http://127.0.0.1:1/"}
# ///
"""The address of a local S3 is that of a closed port."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from botocore.config import Config
from botocore.session import Session

ANSWER = b"<ListAllMyBucketsResult><Buckets/></ListAllMyBucketsResult>"


class Service(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(ANSWER)))
        self.end_headers()
        self.wfile.write(ANSWER)

    def log_message(self, *args):
        pass


def ask(url):
    client = Session().create_client(
        "s3",
        region_name="eu-central-1",
        endpoint_url=url,
        aws_access_key_id="test",
        aws_secret_access_key="test",
        config=Config(retries={"total_max_attempts": 1}, connect_timeout=5),
    )
    try:
        client.list_buckets()
    except Exception as error:
        raise error.with_traceback(None) from None


def trigger():
    ask("http://127.0.0.1:1")


def fixed():
    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    ask(f"http://127.0.0.1:{server.server_port}")
