"""The tables of a segment: written once, then only read, by any number of processes (the only import of duckdb)."""

from errkb.store.reading import query
from errkb.store.tables import FILE_NAME, TABLES
from errkb.store.writing import write

__all__ = ["FILE_NAME", "TABLES", "query", "write"]
