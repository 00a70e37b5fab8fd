# /// script
# requires-python = ">=3.11"
# dependencies = ["scikit-learn==1.7.2", "pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {n_features = "3", estimator = "LogisticRegression", n_features_in = "4"}
# ///
"""New texts get a vocabulary of their own."""

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

texts, new, y = ["red apple", "green pear"], ["blue plum jam"], [0, 1]


def trigger():
    model = LogisticRegression().fit(TfidfVectorizer().fit_transform(texts), y)
    model.predict(TfidfVectorizer().fit_transform(new))


def fixed():
    make_pipeline(TfidfVectorizer(), LogisticRegression()).fit(texts, y).predict(new)
