# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["openssl"]
# captures = {reason = "self-signed certificate"}
# ///
"""A server with a certificate of its own making."""

import http.server
import ssl
import subprocess
import threading
import urllib.request

OPENSSL = "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost"


def serve():
    extra = ["-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*OPENSSL.split(), *extra], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain("cert.pem", "key.pem")
    server = http.server.HTTPServer(("127.0.0.1", 8443), http.server.SimpleHTTPRequestHandler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def trigger():
    serve()
    urllib.request.urlopen("https://localhost:8443")


def fixed():
    serve()
    context = ssl.create_default_context(cafile="cert.pem")
    urllib.request.urlopen("https://localhost:8443", context=context).read()
