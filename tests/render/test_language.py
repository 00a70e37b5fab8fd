"""`errkb.render.language`."""

from __future__ import annotations

import pytest

from errkb.render.language import guess_language


@pytest.mark.parametrize(
    ("code", "path", "expected"),
    [
        ("# before\nx = f(1)\n# after\nx = f(2)", "a/b.py", "python"),
        ("# after\nx: int = 3", "Objects/object.c", "python"),
        ("# before\npip install torch\n# after\npip install torch==2.4", "a.py", "bash"),
        ("$ vllm serve model", "a.py", "bash"),
        ("CUDA_VISIBLE_DEVICES=0 python train.py", "a.py", "bash"),
        ('{"a": 1}', "a.py", "json"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@", "a.py", "diff"),
        ("// before\nawait fetch(url)", "lib/fetch.js", "javascript"),
        ("const x = {...y}", "src/a.ts", "typescript"),
        ("image: python\nports:\n  - 80", "a.py", "yaml"),
        ("[tool.x]\na = 1", "a.py", "toml"),
        ("FROM python:3.11\nRUN pip install x", "a.py", "docker"),
        ("let x: u32 = 1;", "src/lib.rs", "rust"),
        ("?", "README", "text"),
        ("", "", "text"),
        ("#!/usr/bin/env python3\nx", "", "python"),
    ],
)
def test_guess(code, path, expected):
    """Common shapes of example code are told apart."""
    assert guess_language(code, path) == expected


@pytest.mark.parametrize("code", ["(" * 5000, "\0", "x = '\\d'", "[" * 9999])
def test_hostile_code_is_harmless(code, recwarn):
    """Deep nesting, NUL and odd escapes neither raise nor warn."""
    guess_language(code, "a.py")
    assert not recwarn.list
