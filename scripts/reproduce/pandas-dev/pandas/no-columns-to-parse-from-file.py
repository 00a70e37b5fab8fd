# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
# ///
"""An upload was read before."""

import io

import pandas as pd

upload = io.BytesIO(b"a,b\n1,2\n")
upload.read()


def trigger():
    pd.read_csv(upload)


def fixed():
    upload.seek(0)
    pd.read_csv(upload)
