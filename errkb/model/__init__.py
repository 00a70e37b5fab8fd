"""All nouns of errkb, without any I/O.

`record`, `sidecar`, `published` and `contract` are pydantic models; they are *not* imported here, so that the way
to an answer (`event`, `match`, `report`: slotted dataclasses) starts without pydantic.
"""
