# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.49.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# captures = {filename = "preprocessor_config.json"}
# ///
"""A folder without the settings of the feature extractor."""

import json
from pathlib import Path

from transformers import AutoFeatureExtractor

Path("out").mkdir()
Path("out/config.json").write_text(json.dumps({"model_type": "wav2vec2"}))


def trigger():
    AutoFeatureExtractor.from_pretrained("out")


def fixed():
    Path("out/preprocessor_config.json").write_text(json.dumps({"feature_extractor_type": "Wav2Vec2FeatureExtractor"}))
    AutoFeatureExtractor.from_pretrained("out")
