# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.44.2", "numpy==1.26.4"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# captures = {path_or_repo_id = "outputs"}
# ///
"""A folder that is looked for in the wrong place."""

import http.server
import json
import os
import threading
import traceback
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


from transformers import AutoConfig


def trigger():
    try:
        AutoConfig.from_pretrained("outputs")
    except OSError as error:
        traceback.print_exception(error, chain=False)  # as logs without the causes show it


def fixed():
    folder = Path(__file__).resolve().parent / "outputs" / "checkpoint-500"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"model_type": "bert"}))
    AutoConfig.from_pretrained(folder)
