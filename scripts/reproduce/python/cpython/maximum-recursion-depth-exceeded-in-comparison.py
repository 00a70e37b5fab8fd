# /// script
# requires-python = ">=3.8,<3.12"
# dependencies = []
# ///
"""The end of a recursion is never met."""


def countdown_wrong(n):
    if n == 0:
        return 0
    return countdown_wrong(n - 1)


def countdown(n):
    if n <= 0:
        return 0
    return countdown(n - 1)


def trigger():
    countdown_wrong(0.5)


def fixed():
    countdown(0.5)
