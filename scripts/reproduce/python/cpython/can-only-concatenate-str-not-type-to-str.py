# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "int"}
# ///
"""A number is put into a sentence with +."""

count = 3


def trigger():
    print("processed " + count + " rows")


def fixed():
    print(f"processed {count} rows")
