"""Records from files and folders anyone may have written: rows, then records that are checked, each with its place.

reading    a path -> rows, whatever the format
tables     rows of CSV, Parquet, Arrow, DuckDB and SQLite -> JSON data; tables beside the records -> sidecars
checking   rows -> records that keep the contract, and findings about the others
"""
