"""What a rule is: a sentence of the order language that sets fields of `Rules`, and the kinds of such sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from engines import language
from engines.language.grammar import GrammarPart, Number, OneOf, OrderPattern, Pick, Repeat, Word, alternative
from engines.language.names import Choice
from engines.options import ON_OFF
from pbem.games import Refusal
from pbem.games.rules.choices import MOST_HOURS, Rules

Group = Literal["pace", "missed turns", "seats", "press", "endings"]
GROUPS: tuple[Group, ...] = get_args(Group)
"""What a rule is about, in the order in which they are asked for."""
Kinds = Sequence[str]
"""The kinds of phases of a game."""
Args = Mapping[str, Any]


@dataclass(frozen=True)
class Rule:
    """A sentence that sets fields of `Rules`.

    `parts` spell it after its `word`; `sets` are the fields that its arguments set, and `says` the arguments that spell
    some rules. `help` tells it to who opens a game. `fixed`: it cannot be changed once the game has begun.
    """

    word: str
    group: Group
    help: str
    parts: Callable[[Kinds], tuple[GrammarPart, ...]]
    sets: Callable[[Args], dict[str, Any]]
    says: Callable[[Rules], Args]
    fixed: bool = False

    def build_rule_line(self, kinds: Kinds) -> OrderPattern:
        words = tuple(Word(word) for word in self.word.split())
        return OrderPattern(self.word, (*words, *self.parts(kinds)), self.word.lower(), self.help)

    def format_rule(self, rules: Rules, kinds: Kinds) -> str:
        """The sentence that spells some rules."""
        return language.write_order(self.build_rule_line(kinds), self.says(rules))


def choice_rule(word: str, field: str, group: Group, help_: str, codes: Sequence[str], fixed: bool = False) -> Rule:
    """One of some words."""
    picks = (Pick("choice", tuple(Choice(code) for code in codes)),)
    return Rule(
        word,
        group,
        help_,
        lambda _: picks,
        lambda args: {field: args["choice"]},
        lambda rules: {"choice": getattr(rules, field)},
        fixed,
    )


def switch_rule(word: str, field: str, group: Group, help_: str, fixed: bool = False) -> Rule:
    """ON or OFF."""
    return Rule(
        word,
        group,
        help_,
        lambda _: (Pick("flag", ON_OFF),),
        lambda args: {field: args["flag"] == "ON"},
        lambda rules: {"flag": "ON" if getattr(rules, field) else "OFF"},
        fixed,
    )


def count_rule(word: str, field: str, group: Group, help_: str, low: int, high: int, fixed: bool = False) -> Rule:
    """A whole number."""
    return Rule(
        word,
        group,
        help_,
        lambda _: (Number("count", low, high),),
        lambda args: {field: args["count"]},
        lambda rules: {"count": getattr(rules, field)},
        fixed,
    )


MINUTES = {"minutes": 1, "hours": 60, "days": 24 * 60}
UNITS = (
    Choice("minutes", names=("minute", "min", "m")),
    Choice("hours", names=("hour", "h")),
    Choice("days", names=("day", "d")),
)


def span_rule(word: str, field: str, group: Group, help_: str, fixed: bool = False) -> Rule:
    """A length of time. The field counts hours or minutes, as its name says."""
    each = 60 if field.endswith("_hours") else 1
    return Rule(
        word,
        group,
        help_,
        lambda _: (Number("count", 0, MOST_HOURS), Pick("unit", UNITS, implied="hours")),
        lambda args: {field: drop_zero_fraction(total_minutes(word, args) / each)},
        lambda rules: length_args(getattr(rules, field) * each),
        fixed,
    )


def total_minutes(word: str, args: Args) -> int:
    """A length of time that was said. Raises Refusal "rule too long"."""
    found: int = args["count"] * MINUTES[args["unit"]]
    if found > MOST_HOURS * 60:
        raise Refusal("rule too long", rule=word, days=MOST_HOURS // 24)
    return found


def drop_zero_fraction(number: float) -> float:
    return int(number) if number == int(number) else number


def length_args(minutes: float) -> Args:
    """A length of time in its largest unit but days, in which nobody counts two of them."""
    unit = "minutes" if minutes % 60 else "hours"
    return {"count": round(minutes / MINUTES[unit]), "unit": unit}


def press_parts(kinds: Kinds) -> tuple[GrammarPart, ...]:
    several = Repeat(
        "kinds", (Pick("kind", tuple(Choice(kind) for kind in kinds)),), 1, max(1, len(kinds)), "and", (",",)
    )
    return (
        OneOf(
            "when",
            (
                alternative("all", Word("ALL")),
                alternative("none", Word("NONE")),
                alternative("in", Word("IN"), several),
            ),
        ),
    )


def press_fields(args: Args) -> dict[str, Any]:
    chosen = args["when"]
    if chosen["way"] == "in":
        return {"press": "all", "press_kinds": tuple(row["kind"] for row in chosen["kinds"])}
    return {"press": chosen["way"], "press_kinds": ("all",)}


def press_args(rules: Rules) -> Args:
    if rules.press == "none" or rules.press_kinds in ((), ("all",)):
        return {"when": {"way": rules.press}}
    return {"when": {"way": "in", "kinds": [{"kind": kind} for kind in rules.press_kinds]}}


REMINDERS = Repeat("hours before", (Number("hours", 0, MOST_HOURS),), 1, 5, "and", (",",))


def reminder_args(rules: Rules) -> Args:
    times = [{"hours": round(hours)} for hours in rules.remind_hours]
    return {"way": "before", "hours before": times} if times else {"way": "never"}


STAND_INS = Repeat("by", (Pick("way", (Choice("standing"), Choice("advice"))),), 1, 2, "and", (",",))


def stand_in_args(rules: Rules) -> Args:
    ways = [{"way": name} for name in rules.stand_ins]
    return {"which": {"way": "some", "by": ways} if ways else {"way": "none"}}
