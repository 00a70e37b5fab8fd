# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Neighbours are read up to the last element."""

values = [1, 4, 9]


def trigger():
    for i in range(len(values)):
        print(values[i + 1] - values[i])


def fixed():
    for left, right in zip(values, values[1:]):
        print(right - left)
