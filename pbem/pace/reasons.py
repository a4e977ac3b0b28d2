"""Why a deadline is when it is: the steps that led there, each a kind and its facts. `pbem.wording` says them. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal

Kind = Literal[
    "after",
    "daily",
    "weekly",
    "gap",
    "quiet",
    "hours",
    "first",
    "away",
    "master",
    "host",
    "votes",
    "exact",
    "repaced",
    "pause",
    "outage",
    "extra",
    "guard",
    "offer",
    "untold",
    "told late",
]
REASON_FACTS: Mapping[Kind, frozenset[str]] = {
    "after": frozenset({"span", "since"}),
    "daily": frozenset({"at", "zone"}),
    "weekly": frozenset({"days", "at", "zone"}),
    "gap": frozenset({"span", "since"}),
    "quiet": frozenset({"day"}),
    "hours": frozenset({"since", "start", "end", "zone"}),
    "first": frozenset({"span"}),
    "away": frozenset({"seat", "label", "day"}),
    "master": frozenset({"span"}),
    "host": frozenset({"span"}),
    "votes": frozenset({"span"}),
    "exact": frozenset(),
    "repaced": frozenset(),
    "pause": frozenset({"span"}),
    "outage": frozenset({"left", "span"}),
    "extra": frozenset({"span"}),
    "guard": frozenset({"span"}),
    "offer": frozenset({"span"}),
    "untold": frozenset({"since"}),
    "told late": frozenset({"since"}),
}
"""What each step needs to be told: lengths of time in seconds (`span`, and `left` from then on), an instant (`since`)
and a local day (`day`) in ISO, a local time (`at`) of a `zone`, on weekdays (`days`, 0 is Monday);
quiet hours from `start` to `end`; a `seat` by its code, with its `label`."""


@dataclass(frozen=True)
class Reason:
    """One step, as it is kept."""

    kind: Kind
    facts: Mapping[str, Any]

    @property
    def data(self) -> dict[str, Any]:
        return {"kind": self.kind, **self.facts}


def make_reason(kind: Kind, **facts: timedelta | datetime | date | str | list[int]) -> Reason:
    """A step with its facts. Raises TypeError if they are not those that are needed."""
    if facts.keys() != REASON_FACTS[kind]:
        raise TypeError(f"“{kind}” needs {', '.join(sorted(REASON_FACTS[kind]))}")
    return Reason(kind, {name: fact_to_json(fact) for name, fact in facts.items()})


def fact_to_json(fact: timedelta | datetime | date | str | list[int]) -> object:
    """A fact as JSON has it."""
    if isinstance(fact, timedelta):
        return int(fact.total_seconds())
    return fact.isoformat() if isinstance(fact, date) else fact


def load_reasons(kept: Iterable[Mapping[str, Any]]) -> tuple[Reason, ...]:
    """Steps from their data."""
    return tuple(Reason(one["kind"], {name: one[name] for name in one if name != "kind"}) for one in kept)


def parse_reasons(text: str) -> tuple[Reason, ...]:
    """The steps that a phase keeps."""
    return load_reasons(json.loads(text)) if text else ()
