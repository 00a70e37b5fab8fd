# /// script
# requires-python = ">=3.11"
# dependencies = ["keras==3.15.1", "numpy==2.4.6", "scipy==1.17.1", "jax==0.10.2"]
#
# [tool.errkb]
# timeout = 180
# memory = 16384
# captures = {value = "784"}
# ///
"""Images for a model that wants flat vectors; the NumPy backend is enough."""

import os

os.environ["KERAS_BACKEND"] = "numpy"

import keras
import numpy as np

images = np.zeros((4, 28, 28))


def trigger():
    dense = keras.layers.Dense(10)
    dense.build((None, 784))
    dense(images)


def fixed():
    dense = keras.layers.Dense(10)
    dense.build((None, 784))
    dense(keras.layers.Flatten()(images))
