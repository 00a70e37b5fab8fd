"""Spans of whole lines in a block: (begin, end) pairs of byte offsets."""

from __future__ import annotations

__all__ = ["Span", "joined", "outside", "without"]

Span = tuple[int, int]


def joined(spans: list[Span]) -> list[Span]:
    """Return spans of whole lines in order, those that touch made one."""
    spans.sort()
    joined: list[Span] = []
    for low, high in spans:
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined


def outside(starts: list[int], shapes: list[Span]) -> list[int]:
    """Return those of the offsets that are in none of the spans; both are in order."""
    if not shapes:
        return starts
    found, number = [], 0
    for start in starts:
        while number < len(shapes) and shapes[number][1] <= start:
            number += 1
        if number == len(shapes) or start < shapes[number][0]:
            found.append(start)
    return found


def without(spans: list[Span], shapes: list[Span]) -> list[Span]:
    """Return the spans without those parts of them that are in others; all are in order."""
    if not shapes:
        return spans
    found, number = [], 0
    for begin, high in spans:
        low = begin
        while number < len(shapes) and shapes[number][1] <= low:
            number += 1
        at = number
        while at < len(shapes) and shapes[at][0] < high:
            if low < shapes[at][0]:
                found.append((low, shapes[at][0]))
            low = shapes[at][1]
            at += 1
        if low < high:
            found.append((low, high))
    return found
