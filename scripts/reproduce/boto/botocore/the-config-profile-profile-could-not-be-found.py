# /// script
# requires-python = ">=3.11"
# dependencies = ["botocore==1.43.67"]
#
# [tool.errkb]
# light = true
# captures = {profile = "dev"}
# ///
"""The heading lacks the word profile."""

import os
from pathlib import Path

import botocore.session

for name in [name for name in os.environ if name.startswith("AWS_")]:
    del os.environ[name]
os.environ["AWS_EC2_METADATA_DISABLED"] = "true"


def region(heading):
    Path("config").write_text(f"[{heading}]\nregion = eu-west-1\n")
    os.environ["AWS_CONFIG_FILE"] = "config"
    os.environ["AWS_SHARED_CREDENTIALS_FILE"] = "missing"
    botocore.session.Session(profile="dev").get_scoped_config()


def trigger():
    region("dev")


def fixed():
    region("profile dev")
