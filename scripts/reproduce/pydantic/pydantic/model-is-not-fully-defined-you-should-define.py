# /// script
# requires-python = ">=3.11"
# dependencies = ["pydantic==2.12.5"]
#
# [tool.errkb]
# light = true
# captures = {model = "Order"}
# ///
"""A type that is not there yet."""

import sys

from pydantic import BaseModel


class Order(BaseModel):
    customer: "Customer"


def trigger():
    Order(customer={"name": "a"})


def fixed():
    class Customer(BaseModel):
        name: str

    Order.model_rebuild(_types_namespace={"Customer": Customer})
    Order(customer={"name": "a"})
    sys.exit(0)
