"""Every rule there is, in the order in which they are asked for; read and written, a line each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines import language
from engines.kept import keeps
from engines.language.ask import Ask, Number, OneOf, Pick, Word, way
from engines.language.names import Choice
from pbem.play import Refused
from pbem.play.rules.choices import MOST_AWAY, USUAL, Rules
from pbem.play.rules.sentences import (
    REMINDERS,
    STAND_INS,
    Group,
    Kinds,
    Rule,
    choice,
    count,
    press_parts,
    press_says,
    press_sets,
    reminded,
    span,
    stood_in,
    switch,
)
from pbem.play.scoring import SYSTEMS

RULES: tuple[Rule, ...] = (
    span("FIRST", "first_hours", "pace", "the first phase is that much longer (0 hours)"),
    span("GAP", "gap_hours", "pace", "the least time between a phase and a deadline at a fixed hour (12 hours)"),
    span("DELAY", "delay_minutes", "pace", "how long orders can still be changed once all are ready (0 hours)"),
    switch("EXTENSIONS", "extensions", "pace", "whether players may vote for more time (ON)"),
    span("EXTENSION", "longest_extension_hours", "pace", "the most time that one vote gives (72 hours)"),
    count("ABSENCE", "absence_days", "missed turns", "days a year that a player can be away (14)", 0, MOST_AWAY),
    Rule(
        "REMIND",
        "missed turns",
        "how many hours before the deadline those are reminded who have not written (24, 3)",
        lambda _: (OneOf("when", (way("never", Word("NEVER")), way("before", REMINDERS))),),
        lambda args: {"remind_hours": tuple(row["hours"] for row in args["when"].get("hours before", ()))},
        lambda rules: {"when": reminded(rules)},
    ),
    span("GRACE", "grace_hours", "missed turns", "how long late orders are waited for (12 hours)"),
    choice(
        "MISSING",
        "nmr",
        "missed turns",
        "what comes when orders are missing: after the grace the game's default, or waiting (default)",
        ("default", "wait"),
    ),
    span("WAIT", "wait_hours", "missed turns", "how long a game that waits does so before it goes on (336 hours)"),
    count(
        "EXTRA", "extra", "missed turns", "how often a seat gets more time by itself before it misses a turn (0)", 0, 20
    ),
    span("EXTRA TIME", "extra_hours", "missed turns", "how much time that is (24 hours)"),
    span(
        "GUARD",
        "guard_hours",
        "missed turns",
        "the first phase waits that long for who is silent, and again for who takes his seat (0 hours: it does not)",
    ),
    count(
        "OPEN AFTER",
        "open_after",
        "missed turns",
        "after so many turns missed in a row a seat is offered to others (3; 0 for never)",
        0,
        99,
    ),
    span(
        "ROLL CALL",
        "roll_call_hours",
        "missed turns",
        "how long everybody has to say that he is there before the game begins (0 hours: nobody is asked)",
    ),
    Rule(
        "STAND INS",
        "missed turns",
        "how the server may speak for a player who wishes it: his last orders again, advice (standing, advice)",
        lambda _: (OneOf("which", (way("none", Word("NONE")), way("some", STAND_INS))),),
        lambda args: {"stand_ins": tuple(row["way"] for row in args["which"].get("by", ()))},
        stood_in,
    ),
    count("STAND IN TURNS", "stand_in_turns", "missed turns", "for how many turns in a row it does (6)", 0, 99),
    choice(
        "ABSENCES",
        "absences",
        "missed turns",
        "who hears of late and missing orders: all, or only the player and the game master (all)",
        ("all", "own"),
    ),
    switch("ANONYMOUS", "anonymous", "seats", "who plays what stays secret until the end (OFF)", fixed=True),
    choice(
        "SEATING",
        "seating",
        "seats",
        "who comes first takes the seat he likes, or the seats are drawn by wishes when all are there (first)",
        ("first", "draw"),
        fixed=True,
    ),
    choice(
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
    switch("NEWCOMERS", "newcomers", "seats", "who has not had so many turns yet may play too (ON)"),
    count("EACH", "seats_each", "seats", "how many seats one person may hold (1)", 1, 40, fixed=True),
    choice(
        "DEPUTIES",
        "deputies",
        "seats",
        "who may stand in for a player: people who do not play in the game, other players too, or none (outsiders)",
        ("outsiders", "players", "none"),
    ),
    choice(
        "GIVING",
        "giving",
        "seats",
        "whether a player may give his seat away: if the game master agrees, as the players like, or not (master)",
        ("master", "players", "none"),
    ),
    switch("WATCHERS", "watchers", "seats", "whether people who do not play may get the public reports (ON)"),
    Rule(
        "PRESS",
        "press",
        "when players write to each other (what is usual in the game)",
        press_parts,
        press_sets,
        press_says,
    ),
    choice(
        "DRAWS",
        "draws",
        "endings",
        "who shares a draw: all who are left, any who agree, or none is voted on (survivors)",
        ("survivors", "any", "none"),
    ),
    choice("VOTES", "votes", "endings", "whether all see who votes for what (secret)", ("secret", "open")),
    count(
        "UNASKED",
        "unasked_after",
        "endings",
        "after so many turns missed in a row votes do not wait for a player, whose seat then shares every draw "
        "(2; 0 for never)",
        0,
        99,
    ),
    count("LAST", "ends_after", "endings", "the last year or round that is played, 0 for no such (0)", 0, 9999),
    choice(
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
    choice(
        "DIARIES",
        "diaries",
        "endings",
        "whether all may read diaries at the end: by leave of who wrote them, always (open), or never (leave)",
        ("leave", "open", "closed"),
    ),
    choice(
        "NAMES",
        "names",
        "endings",
        "whether an anonymous game tells at its end who played what, or keeps it (told)",
        ("told", "kept"),
        fixed=True,
    ),
    switch("RATED", "rated", "endings", "whether the game counts for ratings (ON)", fixed=True),
)


LISTED = "The line “help create” tells all that can be agreed."
PHRASES = {"begins": "{word} begins no line that is known here.", "example": LISTED}
"""Nobody who agrees on rules gives an order, so none is held out to him as an example."""


@keeps(32)
def ask(kinds: tuple[str, ...]) -> Ask:
    """All rules as sentences, for a game with these kinds of phases."""
    return Ask("Rules of the game", tuple(rule.line(kinds) for rule in RULES), due=False, phrases=PHRASES)


def explained(word: str = "") -> str:
    """What the rules mean, or those that begin with this word; each as it is usually written. "" if there is none."""
    usual, wanted = Rules(press_kinds=("all",)), word.upper().split()
    told = [rule for rule in RULES if rule.word.split()[: len(wanted)] == wanted]
    return "\n".join(f"{rule.said(usual, ())}\n    {rule.help}" for rule in told)


@keeps(128)
def about(group: Group, kinds: tuple[str, ...]) -> Ask:
    """The same for the rules about one thing."""
    return Ask(group.capitalize(), tuple(rule.line(kinds) for rule in RULES if rule.group == group), due=False)


def read(text: str, kinds: Kinds, before: Rules = USUAL) -> Rules:
    """The rules of before with those that are said, a line each. Raises Refused "bad rules", "rule too long"."""
    reading = language.read(ask(tuple(kinds)), text)
    faults = [remark.text for remark in reading.remarks if remark.level == "error"]
    if faults:
        raise Refused("bad rules", faults=faults)
    by_word = {rule.word: rule for rule in RULES}
    said: dict[str, Any] = {}
    for order in reading.orders:
        said |= by_word[order.verb].sets(order.args)
    return replace(before, **said)


def written(rules: Rules, kinds: Kinds, usual: Rules | None = None) -> tuple[str, ...]:
    """The sentences that spell some rules; with `usual`, those that differ from it."""
    return tuple(rule.said(rules, kinds) for rule in RULES if usual is None or rule.says(rules) != rule.says(usual))
