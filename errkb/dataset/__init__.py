"""Reading, checking and writing records: `records/`, sidecars, segments."""
