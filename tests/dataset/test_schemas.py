"""The exported JSON Schemas."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from errkb.dataset.schemas import export

ROOT = Path(__file__).parents[2]


def test_the_folder_equals_the_export(tmp_path):
    """`scripts/export_schemas.py` writes exactly what is in `schema/`."""
    subprocess.run([sys.executable, ROOT / "scripts" / "export_schemas.py", tmp_path], check=True, capture_output=True)
    written = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert written == {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "schema").iterdir()}


@pytest.mark.parametrize(("name", "schema"), export().items())
def test_every_schema_is_valid(name, schema):
    """Draft 2020-12, named relative to its folder, with a title, and closed to unknown keys where keys are listed."""
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert (schema["$id"], bool(schema["title"])) == (name, True)
    for shape in [schema, *schema.get("$defs", {}).values()]:
        assert "properties" not in shape or shape["additionalProperties"] is False


def test_every_record_fits_its_schema():
    """Records and sidecars that errkb ships are valid by the schemas too."""
    schemas = {name: Draft202012Validator(schema) for name, schema in export().items()}
    for path in sorted((ROOT / "records").rglob("*.json")):
        kind = path.name.split(".")[1] if path.name.count(".") == 2 else "record"
        kind = "article" if path.parent.name == "_info" else kind
        kind = "exceptions" if path.name == "_exceptions.json" else kind
        assert schemas[f"{kind}.schema.json"].is_valid(json.loads(path.read_bytes())), path
