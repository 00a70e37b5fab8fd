"""Records of a source that holds nothing but an index: fetched when somebody asks for one, a repository at a time.

What was fetched answers from then on, also in `errkb explain`; nothing is fetched there. Reading it back is on the way
to an answer: standard library only.
"""

from __future__ import annotations

import json

from errkb.dataset.atomic import write_text
from errkb.dataset.home import explained
from errkb.errors import DatasetError, ErrkbError, KnowledgeBaseError
from errkb.model.report import Entry
from errkb.sync.store import Store

__all__ = ["at_hand", "fetch_repo"]


def at_hand(store: Store, entry: Entry) -> Entry:
    """Return the whole record of an entry that only the index tells of, or that entry if it was not fetched."""
    try:
        file = store.release().of_repo(entry.record["repo"])
        rows = json.loads(store.admitted(file).read_bytes()) if file else []
        found = next((row for row in rows if row[0]["id"] == entry.record["id"]), None)
    except (OSError, ValueError, TypeError, LookupError, KnowledgeBaseError):
        return entry
    return entry if found is None else Entry(found[0], found[1], found[2], entry.source)


def fetch_repo(store: Store, repo: str, *, offline: bool) -> None:
    """Fetch and keep the records of a repository; raises `ErrkbError`."""
    from errkb.sync.admit import Admission
    from errkb.sync.places import open_origin
    from errkb.sync.run import SyncReport, fetch_files
    from errkb.sync.synced import entries_of

    name, address = store.folder.name, store.settings.address
    origin = open_origin(address, offline=offline)
    try:
        with store.locked():
            release = store.release()
            file, beside = release.of_repo(repo), release.files.get(f"sidecars/{repo}.json")
            if file is None:
                raise DatasetError(f"{release.version} has no records of {repo}", where=address)
            files = [one for one in (file, beside) if one is not None]
            fetch_files(store, origin, files, SyncReport(name, address), lambda *_: None)
            found = entries_of(store, file, beside, repo=repo, admission=Admission(), source=name)
            rows = [[entry.record, entry.evidence, entry.verified] for entry in found]
            place = store.admitted(file)
            with explained(place):
                write_text(place, json.dumps(rows, ensure_ascii=False))
    except ErrkbError as error:
        hint = f"the index may be older than what is published: errkb sync {name}"
        raise type(error)(error.message, where=error.where, hint=hint) from error
    finally:
        origin.close()
