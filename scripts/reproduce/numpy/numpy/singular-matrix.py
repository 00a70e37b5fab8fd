# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
# ///
"""A regression with two equal columns."""

import numpy as np

X = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
y = np.array([1.0, 2.0, 3.0])


def trigger():
    np.linalg.inv(X.T @ X) @ X.T @ y


def fixed():
    beta, residuals, rank, _ = np.linalg.lstsq(X, y, rcond=None)
    print(f"{rank} independent columns")
