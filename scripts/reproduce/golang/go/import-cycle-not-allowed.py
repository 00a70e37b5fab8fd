# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# memory = 65536
# timeout = 300
# ///
"""Two packages that import each other."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {"GOCACHE": f"{Path.cwd()}/cache", "GOPATH": f"{Path.cwd()}/path"}
os.environ |= {"GOPROXY": "off", "HOME": str(Path.cwd())}
USER = 'package user\n\nimport _ "example.com/shop/order"\n\ntype User struct{}\n\nfunc (u User) Mail(text string) {}\n'
BEFORE = 'package order\n\nimport "example.com/shop/user"\n\nfunc Notify(u user.User) { u.Mail("shipped") }\n'
AFTER = 'package order\n\ntype Mailer interface{ Mail(text string) }\n\nfunc Notify(m Mailer) { m.Mail("shipped") }\n'


def go(order):
    Path("go.mod").write_text("module example.com/shop\n\ngo 1.19\n")
    for name, text in {"user": USER, "order": order}.items():
        Path(name).mkdir()
        Path(name, f"{name}.go").write_text(text)
    sys.exit(subprocess.run(["go", "build", "./..."]).returncode)


def trigger():
    go(BEFORE)


def fixed():
    go(AFTER)
