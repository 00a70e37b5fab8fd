# /// script
# requires-python = ">=3.11"
# dependencies = ["pydantic==2.12.5"]
# ///
"""A validator of the whole model in the style of version 1."""

from pydantic import BaseModel, model_validator, root_validator


def trigger():
    class Span(BaseModel):
        start: int
        end: int

        @root_validator
        def ordered(cls, values):
            assert values["start"] <= values["end"]
            return values


def fixed():
    class Span(BaseModel):
        start: int
        end: int

        @model_validator(mode="after")
        def ordered(self):
            assert self.start <= self.end
            return self

    Span(start=1, end=2)
