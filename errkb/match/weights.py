"""What each kind of evidence is worth: the one table behind every score.

A weight is added to the log-odds of a match once for each unit of the evidence, so each unit moves the odds by a fixed
factor. Those in `FITTED` come from `scripts/calibrate.py`, which fills templates, cuts and alters them, mixes in
healthy lines and messages of no record, and fits the table so that a score of 0.9 is right nine times in ten. The
others are set by hand, in the order of how hard each is to get by accident: generated data says nothing about them.
"""

from __future__ import annotations

__all__ = ["FITTED", "WEIGHTS"]

FITTED: dict[str, float] = {
    "prior": -4.7,
    "literal": 0.16,
    "long": 0.026,
    "share": 4.0,
    "start": 0.7,
    "end": 0.9,
    "generic": -0.65,
    "broken-word": -2.8,
    "cut": -1.6,
    "cut-value": -0.28,
    "cut-sentence": -0.85,
    "unlike": -0.18,
    "class": 1.8,
    "other-class": -1.0,
    "other-repo": -2.8,
    "plain-line": -1.9,
}
"""Kind -> weight of one unit; the units are in `errkb.match.evidence`."""

WEIGHTS: dict[str, float] = FITTED | {
    "other-module": -0.8,
    "other-class-long": -0.5,
    "classless": 0.75,
    "only-class": 5.0,
    "code": 6.2,
    "short-code": 4.2,
    "other-code": -1.5,
    "other-text": -1.5,
    "raised-in": 2.0,
    "frame": 1.0,
    "file": 3.0,
    "function": 2.6,
    "other-function": -1.5,
    "builtin": -0.4,
    "alias": -0.3,
    "alike": 1.0,
    "rivals": -1.0,
}
