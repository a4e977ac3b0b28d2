"""What a game's master chooses about it, whatever is played: how long is waited, who may write when, what is voted on.

A rule is declared once, here: a field of `Rules` with its usual value, and a `Rule`, a sentence of the order language
that sets it (“GRACE 12 hours”). The form of a new game, the command line, letters and the ledger read and write these
sentences; a new rule is a field and a sentence.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import timedelta
from functools import lru_cache
from typing import Any, Literal, get_args

from engines import language
from engines.abilities import Hushed
from engines.base import Engine
from engines.language.ask import Ask, Line, Many, Number, OneOf, Part, Pick, Word, way
from engines.language.names import Choice
from engines.options import SWITCH
from pbem.models import Game, canonical
from pbem.pace import PaceError, Quiet
from pbem.play import Refused
from pbem.play.scoring import SYSTEMS

MOST_AWAY = 60
"""The most days of a year that a rule may let players be away."""
MOST_HOURS = 24 * 60
"""The longest span that a rule may name."""


@dataclass(frozen=True)
class Rules:
    """The choices for one game. Lengths are in hours or minutes as named.

    `press_kinds`: the kinds of phases in which players may write to each other. A new game takes () for what is usual
    in it, and "all" for all; in games of before () is all.
    `nmr`: what happens when the deadline passes and orders are missing: "default" lets the engine's default stand
    after the grace, "wait" waits `wait_hours`. `draws`: whether a draw must name all survivors, may name any, or is not
    voted on; `votes`: whether all see who is for what. `scoring`: the system of `pbem.play.scoring`, "" for what is
    usual in the game. `ends_after`: the last year or round that is played, 0 for no other than the game's own, and
    `end_counts` what stands then. `diaries`: whether all may read them at the end: by their writers' leave, always, or
    never. `rated`: whether it counts for ratings. `names`: whether an anonymous game tells at its end who played.

    `quiet`: when there is no deadline (`pbem.pace.quiet`). `gap_hours`: the least time before a fixed hour.
    `delay_minutes`: between the last "ready" and the resolution. `first_hours`: the first phase is that much longer.
    `seating`: who comes first takes the seat he likes, or all are drawn by wishes at the start. `open_to`: all, or
    who was invited or knows the word. `reliable_percent`: so many of at least `reliable_turns` turns were given in time
    by whoever may play; `newcomers`: who has not had so many turns yet may play too. `deputies`: who may stand in for a
    player. `giving`: whether a player may give his seat to somebody, and if the game master must agree. `watchers`:
    whether people who do not play may get the public reports. `seats_each`: how many seats one person may hold.
    `absence_days`: on so many days of a year a player's absence moves deadlines.

    `extra`: how often a seat gets `extra_hours` more by itself before its turn is missed. `guard_hours`: how long the
    first phase waits for who is silent, and again for who takes his seat. `open_after`: so many turns missed in a row
    open a seat; 0 for never. `roll_call_hours`: how long everybody has to say that he is there before the game begins;
    0 for no roll call. `stand_ins`: how the server may speak for a player who chose it (`pbem.play.standins`), and for
    how many turns in a row (`stand_in_turns`). `absences`: whether all are told of them, or only who is concerned.
    """

    press: Literal["all", "none"] = "all"
    press_kinds: tuple[str, ...] = ()
    nmr: Literal["default", "wait"] = "default"
    grace_hours: float = 12
    draws: Literal["survivors", "any", "none"] = "survivors"
    votes: Literal["secret", "open"] = "secret"
    scoring: str = ""
    ends_after: int = 0
    end_counts: Literal["points", "draw"] = "points"
    diaries: Literal["leave", "open", "closed"] = "leave"
    rated: bool = True
    names: Literal["told", "kept"] = "told"
    extensions: bool = True
    longest_extension_hours: float = 72
    anonymous: bool = False
    quiet: tuple[str, ...] = ()
    gap_hours: float = 12
    first_hours: float = 0
    delay_minutes: float = 0
    remind_hours: tuple[float, ...] = (24, 3)
    seating: Literal["first", "draw"] = "first"
    open_to: Literal["all", "invited"] = "all"
    reliable_percent: int = 0
    reliable_turns: int = 0
    newcomers: bool = True
    deputies: Literal["outsiders", "players", "none"] = "outsiders"
    giving: Literal["master", "players", "none"] = "master"
    watchers: bool = True
    seats_each: int = 1
    wait_hours: float = 14 * 24
    extra: int = 0
    extra_hours: float = 24
    guard_hours: float = 0
    open_after: int = 3
    roll_call_hours: float = 0
    stand_ins: tuple[str, ...] = ("standing", "advice")
    stand_in_turns: int = 6
    absences: Literal["all", "own"] = "all"
    absence_days: int = 14

    def __post_init__(self) -> None:
        """Raises Refused "bad rule", "bad pace"."""
        allowed = {
            "press": ("all", "none"),
            "nmr": ("default", "wait"),
            "draws": ("survivors", "any", "none"),
            "votes": ("secret", "open"),
            "scoring": ("", *SYSTEMS),
            "end_counts": ("points", "draw"),
            "diaries": ("leave", "open", "closed"),
            "names": ("told", "kept"),
            "absences": ("all", "own"),
        }
        for key, values in allowed.items():
            if getattr(self, key) not in values:
                raise Refused("bad rule", key=key, value=getattr(self, key), allowed=values)
        for field in fields(self):
            most = {"hours": MOST_HOURS, "minutes": MOST_HOURS * 60}.get(field.name.rpartition("_")[2])
            found = getattr(self, field.name)
            for value in found if isinstance(found, tuple) else (found,):
                if most is not None and not 0 <= value <= most:
                    raise Refused("bad rule", key=field.name, value=value, allowed=(f"0 to {most}",))
        if not 0 <= self.absence_days <= MOST_AWAY:
            raise Refused("bad rule", key="absence_days", value=self.absence_days, allowed=(f"0 to {MOST_AWAY}",))
        try:
            Quiet.parse(self.quiet)
        except PaceError as error:
            raise Refused("bad pace", why=str(error)) from error

    @property
    def grace(self) -> timedelta:
        return timedelta(hours=self.grace_hours)

    @property
    def delay(self) -> timedelta:
        return timedelta(minutes=self.delay_minutes)

    @property
    def patience(self) -> timedelta:
        """How long late orders are waited for."""
        return timedelta(hours=self.wait_hours) if self.nmr == "wait" else self.grace

    @property
    def more(self) -> timedelta:
        """What a seat's budget gives at a time."""
        return timedelta(hours=self.extra_hours)

    @property
    def guard(self) -> timedelta:
        return timedelta(hours=self.guard_hours)

    @property
    def roll_call(self) -> timedelta:
        return timedelta(hours=self.roll_call_hours)


USUAL = Rules()


@lru_cache(maxsize=1024)
def loaded(text: str) -> Rules:
    """Rules as a game keeps them. One that this version does not know any more is left out."""
    known = {field.name for field in fields(Rules)}
    kept = json.loads(text).items()
    chosen: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in kept if key in known}
    return Rules(**chosen)


def dumped(rules: Rules) -> str:
    return canonical(asdict(rules))


def rules_of(game: Game) -> Rules:
    """The choices for a game."""
    return loaded(game.rules)


def names_told(game: Game) -> bool:
    """Whether all may know who plays what: unless the game is anonymous; then once it is over, if it does not keep
    names even so."""
    rules = rules_of(game)
    return not rules.anonymous or (game.status == "finished" and rules.names == "told")


def usual(engine: Engine[Any]) -> Rules:
    """What a new game of this kind has unless something else is chosen."""
    return Rules(press_kinds=with_press((), engine))


def with_press(words: Sequence[str], engine: Engine[Any]) -> tuple[str, ...]:
    """The kinds of phases with press in a new game, by name. Raises Refused "no such kind"."""
    by_book = engine.press_kinds if isinstance(engine, Hushed) else engine.kinds
    return engine.kinds if [*map(str.lower, words)] == ["all"] else known_kinds(words or by_book, engine.kinds)


def known_kinds(words: Sequence[str], kinds: Sequence[str]) -> tuple[str, ...]:
    """Kinds of phases by name. Raises Refused "no such kind"."""
    for word in words:
        if word.lower() not in kinds:
            near = difflib.get_close_matches(word.lower(), kinds, 1, 0.5)
            raise Refused("no such kind", word=word[:40], near=near, kinds=kinds)
    return tuple(dict.fromkeys(word.lower() for word in words))


# --- as sentences -----------------------------------------------------------------------------------------------

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
    parts: Callable[[Kinds], tuple[Part, ...]]
    sets: Callable[[Args], dict[str, Any]]
    says: Callable[[Rules], Args]
    fixed: bool = False

    def line(self, kinds: Kinds) -> Line:
        words = tuple(Word(word) for word in self.word.split())
        return Line(self.word, (*words, *self.parts(kinds)), self.word.lower(), self.help)

    def said(self, rules: Rules, kinds: Kinds) -> str:
        """The sentence that spells some rules."""
        return language.write(self.line(kinds), self.says(rules))


def choice(word: str, field: str, group: Group, help_: str, codes: Sequence[str], fixed: bool = False) -> Rule:
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


def switch(word: str, field: str, group: Group, help_: str, fixed: bool = False) -> Rule:
    """ON or OFF."""
    return Rule(
        word,
        group,
        help_,
        lambda _: (Pick("flag", SWITCH),),
        lambda args: {field: args["flag"] == "ON"},
        lambda rules: {"flag": "ON" if getattr(rules, field) else "OFF"},
        fixed,
    )


def count(word: str, field: str, group: Group, help_: str, low: int, high: int, fixed: bool = False) -> Rule:
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


def span(word: str, field: str, group: Group, help_: str, fixed: bool = False) -> Rule:
    """A length of time. The field counts hours or minutes, as its name says."""
    each = 60 if field.endswith("_hours") else 1
    return Rule(
        word,
        group,
        help_,
        lambda _: (Number("count", 0, MOST_HOURS), Pick("unit", UNITS, implied="hours")),
        lambda args: {field: whole(minutes(word, args) / each)},
        lambda rules: length(getattr(rules, field) * each),
        fixed,
    )


def minutes(word: str, args: Args) -> int:
    """A length of time that was said. Raises Refused "rule too long"."""
    found: int = args["count"] * MINUTES[args["unit"]]
    if found > MOST_HOURS * 60:
        raise Refused("rule too long", rule=word, days=MOST_HOURS // 24)
    return found


def whole(number: float) -> float:
    return int(number) if number == int(number) else number


def length(minutes: float) -> Args:
    """A length of time in its largest unit but days, in which nobody counts two of them."""
    unit = "minutes" if minutes % 60 else "hours"
    return {"count": round(minutes / MINUTES[unit]), "unit": unit}


def press_parts(kinds: Kinds) -> tuple[Part, ...]:
    several = Many(
        "kinds", (Pick("kind", tuple(Choice(kind) for kind in kinds)),), 1, max(1, len(kinds)), "and", (",",)
    )
    return (OneOf("when", (way("all", Word("ALL")), way("none", Word("NONE")), way("in", Word("IN"), several))),)


def press_sets(args: Args) -> dict[str, Any]:
    chosen = args["when"]
    if chosen["way"] == "in":
        return {"press": "all", "press_kinds": tuple(row["kind"] for row in chosen["kinds"])}
    return {"press": chosen["way"], "press_kinds": ("all",)}


def press_says(rules: Rules) -> Args:
    if rules.press == "none" or rules.press_kinds in ((), ("all",)):
        return {"when": {"way": rules.press}}
    return {"when": {"way": "in", "kinds": [{"kind": kind} for kind in rules.press_kinds]}}


REMINDERS = Many("times", (Number("hours", 0, MOST_HOURS),), 1, 5, "and", (",",))


def reminded(rules: Rules) -> Args:
    times = [{"hours": round(hours)} for hours in rules.remind_hours]
    return {"way": "before", "times": times} if times else {"way": "never"}


STAND_INS = Many("ways", (Pick("way", (Choice("standing"), Choice("advice"))),), 1, 2, "and", (",",))


def stood_in(rules: Rules) -> Args:
    ways = [{"way": name} for name in rules.stand_ins]
    return {"which": {"way": "some", "ways": ways} if ways else {"way": "none"}}


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
        lambda args: {"remind_hours": tuple(row["hours"] for row in args["when"].get("times", ()))},
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
        lambda args: {"stand_ins": tuple(row["way"] for row in args["which"].get("ways", ()))},
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


@lru_cache(maxsize=32)
def ask(kinds: tuple[str, ...]) -> Ask:
    """All rules as sentences, for a game with these kinds of phases."""
    return Ask("Rules of the game", tuple(rule.line(kinds) for rule in RULES), due=False, phrases=PHRASES)


def explained(word: str = "") -> str:
    """What the rules mean, or those that begin with this word; each as it is usually written. "" if there is none."""
    usual, wanted = Rules(press_kinds=("all",)), word.upper().split()
    told = [rule for rule in RULES if rule.word.split()[: len(wanted)] == wanted]
    return "\n".join(f"{rule.said(usual, ())}\n    {rule.help}" for rule in told)


@lru_cache(maxsize=128)
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
