"""A triage report as text: one module per format, each with `chunks(report)`, the pieces of the document in order.

What is told of an error, and in which order errors come, is decided once, in `clusters`. Everything that comes from a
log is foreign: each module escapes it for its own format.
"""
