"""A pinned publisher's key: nothing is taken that it has not signed."""

from __future__ import annotations

import pytest

from errkb.errors import DatasetError, UsageError
from errkb.sync.source import SyncRequest

from .conftest import V1, V2, said

minisign = pytest.importorskip("minisign")


@pytest.fixture
def keys():
    """Return a publisher's keys."""
    return minisign.KeyPair.generate()


def sign(folder, keys):
    """Sign a published dataset as `minisign -Sm manifest.json` does."""
    data = (folder / "manifest.json").read_bytes()
    (folder / "manifest.json.minisig").write_bytes(bytes(keys.secret_key.sign(data)))


def test_signed_datasets_are_taken(kb, publish, web, keys, tmp_path):
    """A key is given as its line or as its file, and is kept for all later versions."""
    (tmp_path / "errors.pub").write_bytes(bytes(keys.public_key) + b"\n")
    sign(publish(V1, "pump"), keys)
    kb.sync(SyncRequest(web.address, name="there", key=str(tmp_path / "errors.pub")))
    sign(publish(V2, "pump"), keys)
    kb.sync(SyncRequest("there", key=keys.public_key.to_base64().decode()))
    assert said(kb, "pump") == V2
    assert [one.synced.signed for one in kb.sources() if one.synced] == [True]


def another(folder):
    sign(folder, minisign.KeyPair.generate())


def changed(folder):
    path = folder / "manifest.json"
    path.write_bytes(path.read_bytes() + b" ")


def torn(folder):
    path = folder / "manifest.json.minisig"
    path.write_bytes(path.read_bytes()[:50])


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (lambda folder: (folder / "manifest.json.minisig").unlink(), "there is no manifest.json.minisig"),
        (another, "not signed by the pinned key"),
        (changed, "not signed by the pinned key"),
        (torn, "not signed by the pinned key"),
        (lambda folder: (folder / "manifest.json.minisig").write_bytes(bytes(10_000)), "larger than"),
    ],
)
def test_what_is_not_signed_is_not_taken(kb, publish, web, keys, *, harm, says):
    """Whoever holds the server but not the key cannot change what answers."""
    sign(publish(V1, "pump"), keys)
    kb.sync(SyncRequest(web.address, name="there", key=keys.public_key.to_base64().decode()))
    folder = publish(V2, "pump")
    sign(folder, keys)
    harm(folder)
    with pytest.raises(DatasetError, match=says):
        kb.sync(SyncRequest("there"))
    assert said(kb, "pump") == V1


@pytest.mark.parametrize("key", ["", "nonsense", "RWQ", "RW" + "A" * 54, "é"])
def test_what_is_no_key(kb, publish, web, key):
    """It is said, and nothing is fetched."""
    publish(V1, "pump")
    with pytest.raises(UsageError, match="no public key"):
        kb.sync(SyncRequest(web.address, key=key))
    assert web.asked == []


def test_a_key_is_not_replaced(kb, publish, web, keys):
    """A source that is tied to one publisher is not handed to another by a sync."""
    sign(publish(V1, "pump"), keys)
    kb.sync(SyncRequest(web.address, name="there", key=keys.public_key.to_base64().decode()))
    other = minisign.KeyPair.generate().public_key.to_base64().decode()
    with pytest.raises(UsageError, match="another publisher's key"):
        kb.sync(SyncRequest("there", key=other))
