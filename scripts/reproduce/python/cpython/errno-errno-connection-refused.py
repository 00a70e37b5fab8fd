# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {errno = "111"}
# ///
"""Nothing listens yet."""

import socket
import threading
import time


def serve():
    time.sleep(0.3)
    socket.create_server(("127.0.0.1", 5432)).accept()


def trigger():
    socket.create_connection(("127.0.0.1", 5432))


def fixed():
    threading.Thread(target=serve, daemon=True).start()
    for attempt in range(20):
        try:
            socket.create_connection(("127.0.0.1", 5432), timeout=3).close()
            break
        except ConnectionRefusedError:
            time.sleep(0.1)
    else:
        raise SystemExit("it did not come up")
