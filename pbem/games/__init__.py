"""The use cases: each function one transaction of an open `Store.write_session()` session, with the time handed in.

There is no text for players here: what cannot be done is raised as a `Refusal` code with its facts, and what must be
told goes to the outbox by kind. `pbem.wording` and the templates make sentences of both.
"""

from __future__ import annotations

from typing import Any


class Refusal(Exception):  # noqa: N818 - a refusal is no error of the program
    """What was asked cannot be done now; nothing has changed. `facts` are what the sentence about it needs."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.code} {self.facts}" if self.facts else self.code
