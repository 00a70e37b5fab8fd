# /// script
# requires-python = ">=3.11"
# dependencies = ["huggingface-hub==2.4.0"]
#
# [tool.errkb]
# timeout = 120
# ///
"""A dataset is looked for among the models."""

import hashlib
import http.server
import os
import threading


class Hub(http.server.BaseHTTPRequestHandler):
    """Answers as the Hub does: the repository is a dataset."""

    def do_GET(self):
        body = b"a,b" if self.path.startswith("/datasets/") else b""
        self.send_response(200 if body else 404)
        if body:
            self.send_header("ETag", hashlib.sha1(body).hexdigest())
            self.send_header("X-Repo-Commit", "a" * 40)
        else:
            self.send_header("X-Error-Code", "RepoNotFound")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    do_HEAD = do_GET

    def log_message(self, *arguments):
        pass


os.environ["HF_ENDPOINT"] = "http://127.0.0.1:8000"
threading.Thread(target=http.server.ThreadingHTTPServer(("127.0.0.1", 8000), Hub).serve_forever, daemon=True).start()

from huggingface_hub import hf_hub_download


def trigger():
    hf_hub_download("org/my-data", "train.csv")


def fixed():
    hf_hub_download("org/my-data", "train.csv", repo_type="dataset")
