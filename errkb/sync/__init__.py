"""Published datasets of the contract, fetched over HTTP or from a folder, and kept below a home.

    manifest    what a publisher offers: versions, files, sizes, hashes; what is refused before anything is fetched
    signature   the publisher's key, if one is pinned
    origin      where it comes from: http, or a folder
    store       what was fetched: files by hash, versions side by side, which one is in use
    run         origin -> store, only what has changed, everything verified
    admit       which foreign records are taken, which are put right, which are left out
    synced      a version of the store, read like a dataset

Nothing here is imported on the way to an answer but `store` and `ondemand`, and those only where a source holds nothing
but an index.
"""
