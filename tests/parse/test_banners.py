"""Versions that a text names by itself."""

import pytest

from errkb.model.event import Line
from errkb.parse.banners import Banners


def found(*texts):
    """Return the banners of lines in short."""
    lines = [Line(text, number, 0, 0, len(text)) for number, text in enumerate(texts, 1)]
    return [(banner.package, banner.version) for banner in look(lines)]


def look(lines):
    """Return the banners of lines."""
    banners = Banners()
    banners.look(lines)
    return banners.found


@pytest.mark.parametrize(
    ("text", "package", "version"),
    [
        ("vLLM API server version 0.10.2", "vllm", "0.10.2"),
        ("Initializing a V1 LLM engine (v0.10.2.dev3+gabc) with config", "vllm", "0.10.2.dev3+gabc"),
        ("Python 3.11.4 | packaged by conda-forge", "python", "3.11.4"),
        ("torch==2.3.0", "torch", "2.3.0"),
        ("[pip3] torch==2.3.1+cu121", "torch", "2.3.1+cu121"),
        ("PyTorch version: 2.3.1+cu121", "torch", "2.3.1+cu121"),
        ("- `transformers` version: 4.40.0", "transformers", "4.40.0"),
        ("Node.js v20.11.1", "node", "20.11.1"),
        ("NodeJS Version : v8.11.4", "node", "8.11.4"),
        ("pip 24.0 from /usr/lib/python3/dist-packages/pip", "pip", "24.0"),
        ("unhandled system error, NCCL version 2.18.6", "nccl", "2.18.6"),
        ("| NVIDIA-SMI 535.54   Driver Version: 535.54   CUDA Version: 12.2 |", "cuda", "12.2"),
        ('"User-Agent": "axios/0.19.0"', "axios", "0.19.0"),
        ("Redis version=7.4.2, bits=64", "redis", "7.4.2"),
    ],
)
def test_shapes(text, package, version):
    """Names come lower-case and as packages are installed."""
    assert (package, version) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "because a==1.2.3 depends on b==2.0.2",
        "version 1.2.3",
        "the version 2.0 of",
        "10.0.0.1",
        "x == 1.5",
        "File version 3.1",
    ],
)
def test_no_banners(text):
    """Requirements inside sentences, comparisons and bare numbers name no version."""
    assert found(text) == []


def test_each_once_with_its_first_line():
    """A version that is printed again is not repeated."""
    lines = [Line("torch==2.3.0", number, 0, 0, 12) for number in (3, 4)]
    assert [(banner.version, banner.line) for banner in look(lines)] == [("2.3.0", 3)]


def test_number_is_bounded():
    """A frozen list of thousands of packages does not fill the answer."""
    assert len(found(*(f"package{n}==1.{n}" for n in range(1000)))) <= 200
