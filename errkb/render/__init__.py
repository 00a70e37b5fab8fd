"""Showing what errkb knows: terminal, Markdown and the JSON of the contract.

`contract` is on the way to every scripted answer and imports neither rich nor pydantic; `canvas` is the only module
that imports rich. What is said, and in which order, is decided once for all views: `answer` for an explanation,
`page` for a record.
"""
