"""Authoring: what is known of an error -> the skeleton of a record, everything computed that can be.

`site` reads a raise in Python source, `paste` an error in a text, `skeleton` makes record and evidence of either, `new`
ties them together. What only a person can write is left marked (`TODO`), and lint does not let it pass.
"""

from __future__ import annotations

from errkb.author.new import new_record

__all__ = ["new_record"]
