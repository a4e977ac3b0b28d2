"""What a check says: how bad it is, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Level: TypeAlias = Literal["ok", "WARN", "FAULT"]
OK: Level = "ok"
WARN: Level = "WARN"
"""It works, but not as a host who read this would want it."""
FAULT: Level = "FAULT"
"""It does not work, or lets somebody do what they must not."""


@dataclass(frozen=True)
class Finding:
    """One thing a check has to say; `text` is a sentence with what to do ("" if all is well)."""

    level: Level
    text: str = ""
