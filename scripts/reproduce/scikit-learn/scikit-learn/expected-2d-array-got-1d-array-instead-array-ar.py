# /// script
# requires-python = ">=3.11"
# dependencies = ["scikit-learn==1.7.2", "pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {array = "[1. 2. 3.]"}
# ///
"""One feature as a plain list of numbers."""

import numpy as np
from sklearn.linear_model import LinearRegression

x, y = np.array([1.0, 2.0, 3.0]), np.array([2.0, 4.0, 6.0])


def trigger():
    LinearRegression().fit(x, y)


def fixed():
    LinearRegression().fit(x.reshape(-1, 1), y).predict([[4.0]])
