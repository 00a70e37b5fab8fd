# /// script
# requires-python = ">=3.11"
# dependencies = ["pydantic==2.12.5"]
#
# [tool.errkb]
# captures = {import_path = "pydantic:ConstrainedStr"}
# ///
"""A constrained string of version 1."""

from typing import Annotated

import pydantic


def trigger():
    class Sku(pydantic.ConstrainedStr):
        max_length = 8


def fixed():
    sku = Annotated[str, pydantic.StringConstraints(max_length=8)]
    pydantic.TypeAdapter(sku).validate_python("ABC")
