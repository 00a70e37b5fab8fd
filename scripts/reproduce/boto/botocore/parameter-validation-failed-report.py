# /// script
# requires-python = ">=3.11"
# dependencies = ["botocore==1.43.67"]
# ///
"""A number where DynamoDB's client wants text."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from botocore.session import Session


class Service(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *args):
        pass


def put(number):
    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = Session().create_client(
        "dynamodb",
        region_name="eu-central-1",
        endpoint_url=f"http://127.0.0.1:{server.server_port}",
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )
    client.put_item(TableName="orders", Item={"id": {"N": number}})


def trigger():
    put(7)


def fixed():
    put("7")
