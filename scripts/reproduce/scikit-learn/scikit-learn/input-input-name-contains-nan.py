# /// script
# requires-python = ">=3.11"
# dependencies = ["scikit-learn==1.7.2", "pandas==2.3.3", "numpy==2.3.5"]
# ///
"""A gap in the target."""

import numpy as np
from sklearn.linear_model import LinearRegression

X, y = np.arange(6.0).reshape(3, 2), np.array([1.0, np.nan, 3.0])


def trigger():
    LinearRegression().fit(X, y)


def fixed():
    mask = ~np.isnan(y)
    LinearRegression().fit(X[mask], y[mask])
