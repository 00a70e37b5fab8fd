# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {length = "2", index_length = "3"}
# ///
"""A computed column is one element short."""

import numpy as np
import pandas as pd

prices = pd.DataFrame({"price": [3.0, 4.5, 5.0]})


def trigger():
    prices["change"] = np.diff(prices["price"])


def fixed():
    prices["change"] = prices["price"].diff()
