"""From the path of a frame to package and repository."""

import pytest

from errkb.parse.frames import locate, make_frame
from errkb.parse.packages import REPOS, repo_of


@pytest.mark.parametrize(
    ("file", "package", "repo"),
    [
        ("/usr/lib/python3.10/dist-packages/torch/utils/x.py", "torch", "pytorch/pytorch"),
        ("/env/lib/python3.9/site-packages/sklearn/utils/validation.py", "sklearn", "scikit-learn/scikit-learn"),
        (r"C:\Users\user\anaconda3\Lib\site-packages\PIL\Image.py", "PIL", "python-pillow/Pillow"),
        ("/env/site-packages/six.py", "six", "benjaminp/six"),
        ("/env/site-packages/unheard_of/x.py", "unheard_of", None),
        ("/env/site-packages/google/protobuf/x.py", "google.protobuf", "protocolbuffers/protobuf"),
        ("/env/site-packages/pip/_vendor/urllib3/x.py", "pip", "pypa/pip"),
        ("/usr/lib/dist-packages/urllib3-1.14-py2.7.egg/urllib3/util/retry.py", "urllib3", "urllib3/urllib3"),
        ("/app/lib/foo.zip/requests/api.py", None, None),
        ("/app/requests-2.0-py3-none-any.whl/requests/api.py", "requests", "psf/requests"),
        ("site-packages/numpy/core/x.py", "numpy", "numpy/numpy"),
        ("/usr/lib/python3.11/asyncio/runners.py", "asyncio", "python/cpython"),
        (r"C:\Python310\lib\asyncio\base_events.py", "asyncio", "python/cpython"),
        (r"C:\Users\u\AppData\Local\Programs\Python\Python39\lib\encodings\cp1252.py", "encodings", "python/cpython"),
        (r"Python\Python39\lib\encodings\cp1252.py", "encodings", "python/cpython"),
        (r"~\anaconda3\lib\importlib\__init__.py", "importlib", "python/cpython"),
        ("/home/u/.conda/envs/vllm/lib/python3.12/multiprocessing/process.py", "multiprocessing", "python/cpython"),
        ("/Library/Frameworks/Python.framework/Versions/3.11/lib/python3.11/json/decoder.py", "json", "python/cpython"),
        ("<frozen importlib._bootstrap>", "importlib", "python/cpython"),
        ("/vllm-workspace/vllm/vllm/v1/engine/core.py", "vllm", "vllm-project/vllm"),
        ("/sgl-workspace/sglang/python/sglang/srt/x.py", "sglang", "sgl-project/sglang"),
        ("/home/u/transformers/src/transformers/trainer.py", "transformers", "huggingface/transformers"),
        ("/srv/inference/xinference/api/x.py", "xinference", "xorbitsai/inference"),
        (r"pandas\_libs\index.pyx", "pandas", "pandas-dev/pandas"),
        ("uvloop/loop.pyx", "uvloop", "MagicStack/uvloop"),
        ("../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp", "torch", "pytorch/pytorch"),
        ("/home/u/project/train.py", None, None),
        ("/home/u/project/torch/train.py", None, None),
        ("/home/u/vllm/examples/x.py", None, None),
        ("/app/python/json_tools/x.py", None, None),
        ("manage.py", None, None),
        ("<string>", None, None),
        ("/env/lib/python3.7/site-pac", None, None),
        ("", None, None),
    ],
)
def test_locate(file, package, repo):
    """Installed packages, the standard library and known checkouts are told; the user's own files are nobody's."""
    assert locate(file) == (package, repo)


def test_frame():
    """A frame carries what its path says."""
    frame = make_frame("/x/site-packages/yaml/scanner.py", 3, "f")
    assert (frame.package, frame.repo, frame.line, frame.function) == ("yaml", "yaml/pyyaml", 3, "f")


def test_table():
    """Every entry names an owner and a project; namespaces fall back on their parent."""
    assert all(repo.count("/") == 1 and " " not in repo for repo in REPOS.values())
    assert repo_of("azure.storage.blob") == REPOS["azure"]
    assert repo_of("unheard.of") is None
