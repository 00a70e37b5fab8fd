# /// script
# requires-python = ">=3.11"
# dependencies = ["keras==3.15.1", "numpy==2.4.6", "scipy==1.17.1", "jax==0.10.2"]
#
# [tool.errkb]
# timeout = 180
# memory = 16384
# captures = {filepath = "model"}
# ///
"""The path has no extension; the NumPy backend is enough."""

import os

os.environ["KERAS_BACKEND"] = "numpy"

import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2)])
model.save("model.keras")


def trigger():
    keras.saving.load_model("model")


def fixed():
    keras.saving.load_model("model.keras")
