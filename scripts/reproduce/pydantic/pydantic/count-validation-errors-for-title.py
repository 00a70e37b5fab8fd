# /// script
# requires-python = ">=3.11"
# dependencies = ["pydantic==2.12.5", "pydantic-settings==2.12.0"]
#
# [tool.errkb]
# captures = {count = "2"}
# ///
"""Two fields are missing: None is allowed, yet one has to say so."""

from pydantic import BaseModel


class UserBefore(BaseModel):
    id: int
    nickname: str | None
    email: str | None


class User(BaseModel):
    id: int
    nickname: str | None = None
    email: str | None = None


def trigger():
    UserBefore.model_validate({"id": "7"})


def fixed():
    User.model_validate({"id": "7"})
