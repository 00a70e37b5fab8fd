# /// script
# requires-python = ">=3.11"
# dependencies = ["scikit-learn==1.7.2", "pandas==2.3.3", "numpy==2.3.5"]
# ///
"""One column of a table, as a Series."""

import pandas as pd
from sklearn.preprocessing import StandardScaler

df = pd.DataFrame({"price": [1.0, 2.0, 3.0]})


def trigger():
    StandardScaler().fit_transform(df["price"])


def fixed():
    StandardScaler().fit_transform(df[["price"]])
