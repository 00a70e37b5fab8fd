# /// script
# requires-python = ">=3.11,<3.14"
# dependencies = []
#
# [tool.errkb]
# captures = {expected = "2"}
# ///
"""A loop over a dict gets its keys only."""

prices = {"apple": 3, "pear": 4}


def trigger():
    for name, price in prices:
        print(name, price)


def fixed():
    for name, price in prices.items():
        print(name, price)
