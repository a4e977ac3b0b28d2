"""The language of a pace: which rule each kind of phase has."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import time, timedelta

from pbem.pace.days import DAYS, NUMBER, parse_weekdays, similar_weekday
from pbem.pace.lengths import LONGEST_TEXT, PaceError, format_length, parse_length

EVERY = r"(?:every |each |on |all |tous les |chaque |le |les )?"
DAY = "|".join(sorted(NUMBER, key=len, reverse=True))
HOUR = re.compile(
    rf"({EVERY}(?:daily|days?|(?:{DAY})(?: ?, ?(?:{DAY}))*)) (?:at |à )?(\d{{1,2}}) ?(?:h|hours|o'clock|uhr)?"
)
"""Days with an hour that is no time of day: as a length of time it would be taken for something else."""
FIXED = re.compile(rf"{EVERY}(?P<days>[a-z][a-z ,/–-]*?),? (?:at |à )?(?P<hour>\d{{1,2}})[:h](?P<minute>\d\d)")
DAILY = frozenset({"daily", "day", "days", "jour", "jours"})
ALLOWED = (
    "A pace is a length of time (48h, 3d, 90m), or days with a time (daily 20:00; mon,thu 18:00); each may have a kind "
    "of phase before it, with “;” between: movement daily 20:00; retreat 12h."
)


@dataclass(frozen=True)
class IntervalRule:
    """A deadline this long after the phase opened."""

    span: timedelta

    def __str__(self) -> str:
        return format_length(self.span)


@dataclass(frozen=True)
class ClockRule:
    """A deadline at this local time on these weekdays (0 is Monday)."""

    days: frozenset[int]
    at: time

    def __str__(self) -> str:
        days = "daily" if len(self.days) == 7 else ",".join(DAYS[d] for d in sorted(self.days))
        return f"{days} {self.at:%H:%M}"


@dataclass(frozen=True)
class Pace:
    """The rule for each kind of phase; `default` for the kinds that have none of their own."""

    default: IntervalRule | ClockRule
    kinds: tuple[tuple[str, IntervalRule | ClockRule], ...] = field(default=())

    @staticmethod
    def parse(text: str, known: Collection[str] = ()) -> Pace:
        """`known`: the kinds of phases the game has; () for a pace that was accepted before. Raises PaceError."""
        if len(text) > LONGEST_TEXT:
            raise PaceError(f"The pace is longer than {LONGEST_TEXT} characters. {ALLOWED}")
        entries = [parse_pace_entry(part) for part in text.split(";") if part.strip()]
        if not entries:
            raise PaceError(f"The pace is empty. {ALLOWED}")
        kinds = [e for e in entries if e[0]]
        for kind, _ in kinds:
            if known and kind not in known:
                raise PaceError(f"{explain_unknown_kind(kind, known)} {ALLOWED}")
        general = [rule for kind, rule in entries if not kind]
        if len(general) > 1 or len({k for k, _ in kinds}) < len(kinds):
            raise PaceError(f"“{text.strip()}” has two rules for the same kind of phase. {ALLOWED}")
        return Pace(general[0] if general else kinds[0][1], tuple(kinds))

    def rule_for_kind(self, kind: str) -> IntervalRule | ClockRule:
        return dict(self.kinds).get(kind.lower(), self.default)

    @property
    def shortest_span(self) -> timedelta | None:
        """The length of its shortest phases; None if all end at a time of day."""
        rules = (self.default, *(rule for _, rule in self.kinds))
        return min((rule.span for rule in rules if isinstance(rule, IntervalRule)), default=None)

    def __str__(self) -> str:
        named = [f"{kind} {rule}" for kind, rule in self.kinds]
        implied = bool(self.kinds) and self.kinds[0][1] == self.default
        return "; ".join(named if implied else [str(self.default), *named])


def explain_unknown_kind(word: str, known: Collection[str]) -> str:
    """Return what is said to a kind of phase that the game does not have."""
    near = difflib.get_close_matches(word, known, 1, 0.5)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"“{word[:40]}” is no kind of phase of this game.{hint} Its kinds are: {', '.join(known)}."


def parse_pace_entry(text: str) -> tuple[str, IntervalRule | ClockRule]:
    """One rule with the kind of phase it is for ("" for all others)."""
    words = text.lower().split()
    for start in (0, 1):
        if hour := HOUR.fullmatch(" ".join(words[start:])):
            raise PaceError(f"“{text.strip()}” is not understood. For a time of day write {hour[1]} {hour[2]}:00.")
        if found := parse_pace_rule(" ".join(words[start:])):
            return "".join(words[:start]), found
    near = similar_weekday(text.lower())
    hint = f" Did you mean {near}?" if near else ""
    raise PaceError(f"“{text.strip()[:60]}” is not understood.{hint} {ALLOWED}")


def parse_pace_rule(text: str) -> IntervalRule | ClockRule | None:
    if re.match(r"\d(?!.*:)", text):
        return IntervalRule(parse_length(text))
    found = FIXED.fullmatch(text)
    days = (frozenset(range(7)) if found["days"] in DAILY else parse_weekdays(found["days"])) if found else None
    if not found or days is None:
        return None
    if int(found["hour"]) > 23 or int(found["minute"]) > 59:
        raise PaceError(f"“{found['hour']}:{found['minute']}” is no time of day; 00:00 to 23:59 are.")
    return ClockRule(days, time(int(found["hour"]), int(found["minute"])))
