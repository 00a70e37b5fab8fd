# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# light = true
# captures = {operation = "maximum"}
# ///
"""No score is high enough."""

import numpy as np

scores = np.array([0.2, 0.4])
hits = scores[scores > 0.5]


def trigger():
    hits.max()


def fixed():
    hits.max() if hits.size else None
