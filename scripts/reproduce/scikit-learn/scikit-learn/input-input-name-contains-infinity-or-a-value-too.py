# /// script
# requires-python = ">=3.11"
# dependencies = ["scikit-learn==1.7.2", "pandas==2.3.3", "numpy==2.3.5"]
# ///
"""A ratio with a zero below."""

import pandas as pd
from sklearn.impute import SimpleImputer

X = pd.DataFrame({"price": [1.0, 2.0], "previous": [0.0, 1.0]})


def trigger():
    X["change"] = X["price"] / X["previous"]
    SimpleImputer().fit(X)


def fixed():
    X["change"] = X["price"] / X["previous"].where(X["previous"] != 0)
    SimpleImputer().fit(X)
