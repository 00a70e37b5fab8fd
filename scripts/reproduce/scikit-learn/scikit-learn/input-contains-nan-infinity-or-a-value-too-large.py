# /// script
# requires-python = ">=3.7,<3.10"
# dependencies = ["scikit-learn==0.24.2", "numpy==1.21.6", "scipy==1.7.3"]
# ///
"""A gap in the data, with a release before 1.0."""

import numpy as np
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

X, y = np.array([[1.0], [np.nan], [3.0], [4.0]]), [0, 0, 1, 1]


def trigger():
    LogisticRegression().fit(X, y)


def fixed():
    make_pipeline(SimpleImputer(strategy="median"), LogisticRegression()).fit(X, y)
