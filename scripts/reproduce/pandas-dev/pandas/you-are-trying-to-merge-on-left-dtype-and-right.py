# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {left_dtype = "int64", right_dtype = "object", key = "id"}
# ///
"""Customer numbers as numbers here, as text there."""

import io

import pandas as pd

ORDERS, CUSTOMERS = "id,sum\n1,10\n", "id,name\n1,Ann\n"


def trigger():
    orders = pd.read_csv(io.StringIO(ORDERS))
    customers = pd.read_csv(io.StringIO(CUSTOMERS), dtype=str)
    orders.merge(customers, on="id")


def fixed():
    orders = pd.read_csv(io.StringIO(ORDERS), dtype={"id": str})
    customers = pd.read_csv(io.StringIO(CUSTOMERS), dtype={"id": str})
    orders.merge(customers, on="id", how="left", validate="many_to_one")
