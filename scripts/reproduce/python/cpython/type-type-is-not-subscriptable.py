# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "Box"}
# ///
"""A class without type parameters gets one."""

from typing import Generic, TypeVar

T = TypeVar("T")


def trigger():
    class Box:
        pass

    def unpack(box: Box[int]): ...


def fixed():
    class Box(Generic[T]):
        pass

    def unpack(box: Box[int]): ...
