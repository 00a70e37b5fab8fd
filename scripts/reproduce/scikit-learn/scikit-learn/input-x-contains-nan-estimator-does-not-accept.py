# /// script
# requires-python = ">=3.11"
# dependencies = ["scikit-learn==1.7.2", "pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {estimator = "LogisticRegression"}
# ///
"""A gap in the data."""

import numpy as np
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

X, y = np.array([[1.0], [np.nan], [3.0], [4.0]]), [0, 0, 1, 1]


def trigger():
    LogisticRegression().fit(X, y)


def fixed():
    make_pipeline(SimpleImputer(strategy="median"), LogisticRegression()).fit(X, y)
