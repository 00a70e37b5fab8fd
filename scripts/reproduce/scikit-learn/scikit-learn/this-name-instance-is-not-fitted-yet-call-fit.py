# /// script
# requires-python = ">=3.11"
# dependencies = ["scikit-learn==1.7.2", "pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {name = "LinearRegression"}
# ///
"""Cross-validation fits copies only."""

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import cross_val_score

X, y = np.arange(20.0).reshape(10, 2), np.arange(10.0)
model = LinearRegression()


def trigger():
    cross_val_score(model, X, y)
    model.predict(X)


def fixed():
    cross_val_score(model, X, y)
    model.fit(X, y)
    model.predict(X)
