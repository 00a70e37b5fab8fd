# /// script
# requires-python = ">=3.11"
# dependencies = ["scikit-learn==1.7.2", "pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {lengths = "[7, 3]"}
# ///
"""The parts of a split in the wrong order."""

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import train_test_split

X, y = np.arange(20.0).reshape(10, 2), np.arange(10.0)


def trigger():
    X_train, y_train, X_test, y_test = train_test_split(X, y)
    LinearRegression().fit(X_train, y_train)


def fixed():
    X_train, X_test, y_train, y_test = train_test_split(X, y)
    LinearRegression().fit(X_train, y_train)
