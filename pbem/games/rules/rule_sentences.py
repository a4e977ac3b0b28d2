"""Every rule there is, in the order in which they are asked for; read and written, a line each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines import language
from engines.language.grammar import Number, OneOf, OrderGrammar, Pick, Word, alternative
from engines.language.names import Choice
from engines.memo import memoize
from pbem.games import Refusal
from pbem.games.results.scoring import SYSTEMS
from pbem.games.rules.choices import MOST_AWAY, USUAL, Rules
from pbem.games.rules.sentence_kinds import (
    REMINDERS,
    STAND_INS,
    Group,
    Kinds,
    Rule,
    choice_rule,
    count_rule,
    press_args,
    press_fields,
    press_parts,
    reminder_args,
    span_rule,
    stand_in_args,
    switch_rule,
)

RULES: tuple[Rule, ...] = (
    span_rule("FIRST", "first_hours", "pace", "the first phase is that much longer (0 hours)"),
    span_rule("GAP", "gap_hours", "pace", "the least time between a phase and a deadline at a fixed hour (12 hours)"),
    span_rule("DELAY", "delay_minutes", "pace", "how long orders can still be changed once all are ready (0 hours)"),
    switch_rule("EXTENSIONS", "extensions", "pace", "whether players may vote for more time (ON)"),
    span_rule("EXTENSION", "longest_extension_hours", "pace", "the most time that one vote gives (72 hours)"),
    count_rule("ABSENCE", "absence_days", "missed turns", "days a year that a player can be away (14)", 0, MOST_AWAY),
    Rule(
        "REMIND",
        "missed turns",
        "how many hours before the deadline those are reminded who have not written (24, 3)",
        lambda _: (OneOf("when", (alternative("never", Word("NEVER")), alternative("before", REMINDERS))),),
        lambda args: {"remind_hours": tuple(row["hours"] for row in args["when"].get("hours before", ()))},
        lambda rules: {"when": reminder_args(rules)},
    ),
    span_rule("GRACE", "grace_hours", "missed turns", "how long late orders are waited for (12 hours)"),
    choice_rule(
        "MISSING",
        "nmr",
        "missed turns",
        "what comes when orders are missing: after the grace the game's default, or waiting (default)",
        ("default", "wait"),
    ),
    span_rule("WAIT", "wait_hours", "missed turns", "how long a game that waits does so before it goes on (336 hours)"),
    count_rule(
        "EXTRA", "extra", "missed turns", "how often a seat gets more time by itself before it misses a turn (0)", 0, 20
    ),
    span_rule("EXTRA TIME", "extra_hours", "missed turns", "how much time that is (24 hours)"),
    span_rule(
        "GUARD",
        "guard_hours",
        "missed turns",
        "the first phase waits that long for who is silent, and again for who takes their seat (0 hours: it does not)",
    ),
    count_rule(
        "OPEN AFTER",
        "open_after",
        "missed turns",
        "after so many turns missed in a row a seat is offered to others (3; 0 for never)",
        0,
        99,
    ),
    span_rule(
        "ROLL CALL",
        "roll_call_hours",
        "missed turns",
        "how long everybody has to say that they are there before the game begins (0 hours: nobody is asked)",
    ),
    Rule(
        "STAND INS",
        "missed turns",
        "how the server may speak for a player who wishes it: their last orders again, advice (standing, advice)",
        lambda _: (OneOf("which", (alternative("none", Word("NONE")), alternative("some", STAND_INS))),),
        lambda args: {"stand_ins": tuple(row["way"] for row in args["which"].get("by", ()))},
        stand_in_args,
    ),
    count_rule("STAND IN TURNS", "stand_in_turns", "missed turns", "for how many turns in a row it does (6)", 0, 99),
    choice_rule(
        "ABSENCES",
        "absences",
        "missed turns",
        "who hears of late and missing orders: all, or only the player and the game master (all)",
        ("all", "own"),
    ),
    switch_rule("ANONYMOUS", "anonymous", "seats", "who plays what stays secret until the end (OFF)", fixed=True),
    choice_rule(
        "SEATING",
        "seating",
        "seats",
        "who comes first takes the seat they like, or the seats are drawn by wishes when all are there (first)",
        ("first", "draw"),
        fixed=True,
    ),
    choice_rule(
        "OPEN",
        "open_to",
        "seats",
        "who may play: all, or those who were invited or know the word, and the game is not listed (all)",
        ("all", "invited"),
    ),
    Rule(
        "RELIABLE",
        "seats",
        "who may play: whoever gave so many percent of so many turns in time (0 percent over 0 turns)",
        lambda _: (Number("percent", 0, 100), Word("percent"), Word("over"), Number("turns", 0, 500), Word("turns")),
        lambda args: {"reliable_percent": args["percent"], "reliable_turns": args["turns"]},
        lambda rules: {"percent": rules.reliable_percent, "turns": rules.reliable_turns},
    ),
    switch_rule("NEWCOMERS", "newcomers", "seats", "who has not had so many turns yet may play too (ON)"),
    count_rule("EACH", "seats_each", "seats", "how many seats one person may hold (1)", 1, 40, fixed=True),
    choice_rule(
        "DEPUTIES",
        "deputies",
        "seats",
        "who may stand in for a player: people who do not play in the game, other players too, or none (outsiders)",
        ("outsiders", "players", "none"),
    ),
    choice_rule(
        "GIVING",
        "giving",
        "seats",
        "whether a player may give their seat away: if the game master agrees, as the players like, or not (master)",
        ("master", "players", "none"),
    ),
    switch_rule("WATCHERS", "watchers", "seats", "whether people who do not play may get the public reports (ON)"),
    Rule(
        "PRESS",
        "press",
        "when players write to each other (what is usual in the game)",
        press_parts,
        press_fields,
        press_args,
    ),
    choice_rule(
        "DRAWS",
        "draws",
        "endings",
        "who shares a draw: all who are left, any who agree, or none is voted on (survivors)",
        ("survivors", "any", "none"),
    ),
    choice_rule("VOTES", "votes", "endings", "whether all see who votes for what (secret)", ("secret", "open")),
    count_rule(
        "UNASKED",
        "unasked_after",
        "endings",
        "after so many turns missed in a row votes do not wait for a player, whose seat then shares every draw "
        "(2; 0 for never)",
        0,
        99,
    ),
    count_rule("LAST", "ends_after", "endings", "the last year or round that is played, 0 for no such (0)", 0, 9999),
    choice_rule(
        "COUNTS",
        "end_counts",
        "endings",
        "what stands after that last year or round: the points, or a draw of all who are left (points)",
        ("points", "draw"),
    ),
    Rule(
        "SCORING",
        "endings",
        "by which system the end is scored (what is usual in the game)",
        lambda _: (Pick("system", tuple(Choice(code) for code in ("usual", *SYSTEMS))),),
        lambda args: {"scoring": "" if args["system"] == "usual" else args["system"]},
        lambda rules: {"system": rules.scoring or "usual"},
        fixed=True,
    ),
    choice_rule(
        "DIARIES",
        "diaries",
        "endings",
        "whether all may read diaries at the end: by leave of who wrote them, always (open), or never (leave)",
        ("leave", "open", "closed"),
    ),
    choice_rule(
        "NAMES",
        "names",
        "endings",
        "whether an anonymous game tells at its end who played what, or keeps it (told)",
        ("told", "kept"),
        fixed=True,
    ),
    switch_rule("RATED", "rated", "endings", "whether the game counts for ratings (ON)", fixed=True),
)


HELP_CREATE_HINT = "The line “help create” tells all that can be agreed."
PHRASES = {"begins": "{word} begins no line that is known here.", "example": HELP_CREATE_HINT}
"""Nobody who agrees on rules gives an order, so none is held out to them as an example."""


@memoize(32)
def build_rules_grammar(kinds: tuple[str, ...]) -> OrderGrammar:
    """All rules as sentences, for a game with these kinds of phases."""
    return OrderGrammar(
        "Rules of the game", tuple(rule.build_rule_line(kinds) for rule in RULES), due=False, phrases=PHRASES
    )


def explain_rules(word: str = "") -> str:
    """Return what the rules mean, or those that begin with this word; each as it is usually written. "" if there is
    none."""
    usual, wanted = Rules(press_kinds=("all",)), word.upper().split()
    told = [rule for rule in RULES if rule.word.split()[: len(wanted)] == wanted]
    return "\n".join(f"{rule.format_rule(usual, ())}\n    {rule.help}" for rule in told)


@memoize(128)
def build_group_grammar(group: Group, kinds: tuple[str, ...]) -> OrderGrammar:
    """The same for the rules about one thing."""
    return OrderGrammar(
        group.capitalize(), tuple(rule.build_rule_line(kinds) for rule in RULES if rule.group == group), due=False
    )


def parse_rules(text: str, kinds: Kinds, before: Rules = USUAL) -> Rules:
    """The rules of before with those that are said, a line each. Raises Refusal "bad rules", "rule too long"."""
    reading = language.parse_orders(build_rules_grammar(tuple(kinds)), text)
    faults = [remark.text for remark in reading.remarks if remark.level == "error"]
    if faults:
        raise Refusal("bad rules", faults=faults)
    by_word = {rule.word: rule for rule in RULES}
    said: dict[str, Any] = {}
    for order in reading.orders:
        said |= by_word[order.verb].sets(order.args)
    return replace(before, **said)


def format_rules(rules: Rules, kinds: Kinds, usual: Rules | None = None) -> tuple[str, ...]:
    """The sentences that spell some rules; with `usual`, those that differ from it."""
    return tuple(
        rule.format_rule(rules, kinds) for rule in RULES if usual is None or rule.says(rules) != rule.says(usual)
    )
