# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# captures = {output_shape = "(3,)", shape = "(3,3)"}
# ///
"""An in-place operation would have to change the shape."""

import numpy as np

a = np.zeros(3)
b = np.ones((3, 1))


def trigger():
    global a
    a += b


def fixed():
    global a
    a += b.ravel()
