# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets==4.8.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {path = "train_data"}
# ///
"""A folder of this machine is looked for on the Hub."""

import http.server
import os
import threading
from pathlib import Path


class Hub(http.server.BaseHTTPRequestHandler):
    """Answers as the Hub does for what it does not have."""

    def do_GET(self):
        self.send_response(404)
        self.send_header("X-Error-Code", "RepoNotFound")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_HEAD = do_POST = do_GET

    def log_message(self, *arguments):
        pass


os.environ["HF_ENDPOINT"] = "http://127.0.0.1:8000"
threading.Thread(target=http.server.ThreadingHTTPServer(("127.0.0.1", 8000), Hub).serve_forever, daemon=True).start()


from datasets import load_dataset

Path("data/train_data").mkdir(parents=True)
Path("data/train_data/a.csv").write_text("a,b\n1,2\n")


def trigger():
    load_dataset("train_data")


def fixed():
    load_dataset("csv", data_files={"train": "data/train_data/*.csv"})
