# /// script
# requires-python = ">=3.11"
# dependencies = ["openai==3.57.0"]
# ///
"""No key in the environment."""

from openai import OpenAI


def trigger():
    OpenAI()


def fixed():
    OpenAI(api_key="sk-test")
