# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["curl", "openssl"]
# memory = 65536
# ///
"""A self-signed certificate."""

import subprocess
import sys
import time


def serve(*options):
    make = "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost"
    subprocess.run([*make.split(), "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    command = ["openssl", "s_server", "-accept", "8443", "-key", "key.pem", "-cert", "cert.pem", "-www", "-quiet"]
    subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(1)


def curl(*arguments):
    code = subprocess.run(["curl", "-sS", "-o", "page", "--resolve", "shop.test:8443:127.0.0.1", *arguments]).returncode
    sys.exit(code)


def trigger():
    serve()
    curl("https://localhost:8443/")


def fixed():
    serve()
    curl("--cacert", "cert.pem", "https://localhost:8443/")
