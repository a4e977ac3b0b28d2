"""What is chosen about one game: the fields of `Rules`, what they may be, and how a game keeps them."""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import timedelta
from typing import Any, Literal

from engines.abilities import PressLimited
from engines.base import Engine
from engines.memo import memoize
from pbem.games import Refusal
from pbem.games.results.scoring import SYSTEMS
from pbem.pace import PaceError, QuietTimes
from pbem.storage.models import Game, canonical_json

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
    voted on; `votes`: whether all see who is for what; `unasked_after`: so many turns missed in a row after
    which nobody waits for a player's vote, 0 for never. `scoring`: the system of `pbem.games.results.scoring`, "" for
    what is usual in the game. `ends_after`: the last year or round that is played, 0 for no other than the game's own,
    and `end_counts` what stands then. `diaries`: whether all may read them at the end: by their writers' leave, always,
    or never. `rated`: whether it counts for ratings. `names`: whether an anonymous game tells at its end who played.

    `quiet`: when there is no deadline (`pbem.pace.quiet`). `gap_hours`: the least time before a fixed hour.
    `delay_minutes`: between the last "ready" and the resolution. `first_hours`: the first phase is that much longer.
    `seating`: who comes first takes the seat they like, or all are drawn by wishes at the start. `open_to`: all, or
    who was invited or knows the word. `reliable_percent`: so many of at least `reliable_turns` turns were given in time
    by whoever may play; `newcomers`: who has not had so many turns yet may play too. `deputies`: who may stand in for a
    player. `giving`: whether a player may give their seat to somebody, and if the game master must agree. `watchers`:
    whether people who do not play may get the public reports. `seats_each`: how many seats one person may hold.
    `absence_days`: on so many days of a year a player's absence moves deadlines.

    `extra`: how often a seat gets `extra_hours` more by itself before its turn is missed. `guard_hours`: how long the
    first phase waits for who is silent, and again for who takes their seat. `open_after`: so many turns missed in a row
    open a seat; 0 for never. `roll_call_hours`: how long everybody has to say that they are there before the game
    begins; 0 for no roll call. `stand_ins`: how the server may speak for a player who chose it
    (`pbem.games.orders.fallback_orders`), and for how many turns in a row (`stand_in_turns`). `absences`: whether all
    are told of them, or only who is concerned.
    """

    press: Literal["all", "none"] = "all"
    press_kinds: tuple[str, ...] = ()
    nmr: Literal["default", "wait"] = "default"
    grace_hours: float = 12
    draws: Literal["survivors", "any", "none"] = "survivors"
    votes: Literal["secret", "open"] = "secret"
    unasked_after: int = 2
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
        """Raises Refusal "bad rule", "bad pace"."""
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
                raise Refusal("bad rule", key=key, value=getattr(self, key), allowed=values)
        for field in fields(self):
            most = {"hours": MOST_HOURS, "minutes": MOST_HOURS * 60}.get(field.name.rpartition("_")[2])
            found = getattr(self, field.name)
            for value in found if isinstance(found, tuple) else (found,):
                if most is not None and not 0 <= value <= most:
                    raise Refusal("bad rule", key=field.name, value=value, allowed=(f"0 to {most}",))
        if not 0 <= self.absence_days <= MOST_AWAY:
            raise Refusal("bad rule", key="absence_days", value=self.absence_days, allowed=(f"0 to {MOST_AWAY}",))
        try:
            QuietTimes.parse(self.quiet)
        except PaceError as error:
            raise Refusal("bad pace", why=str(error)) from error

    @property
    def grace_span(self) -> timedelta:
        return timedelta(hours=self.grace_hours)

    @property
    def ready_delay(self) -> timedelta:
        return timedelta(minutes=self.delay_minutes)

    @property
    def late_order_span(self) -> timedelta:
        """Return how long late orders are waited for."""
        return timedelta(hours=self.wait_hours) if self.nmr == "wait" else self.grace_span

    @property
    def extra_span(self) -> timedelta:
        """Return what a seat's budget gives at a time."""
        return timedelta(hours=self.extra_hours)

    @property
    def guard_span(self) -> timedelta:
        return timedelta(hours=self.guard_hours)

    @property
    def roll_call_span(self) -> timedelta:
        return timedelta(hours=self.roll_call_hours)


USUAL = Rules()


@memoize(1024)
def load_rules(text: str) -> Rules:
    """Rules as a game keeps them. One that this version does not know any more is left out."""
    known = {field.name for field in fields(Rules)}
    kept = json.loads(text).items()
    chosen: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in kept if key in known}
    return Rules(**chosen)


def dump_rules(rules: Rules) -> str:
    return canonical_json(asdict(rules))


def rules_of(game: Game) -> Rules:
    """The choices for a game."""
    return load_rules(game.rules)


def are_names_told(game: Game) -> bool:
    """Return whether all may know who plays what: unless the game is anonymous; then once it is over, if it does not
    keep names even so."""
    rules = rules_of(game)
    return not rules.anonymous or (game.status == "finished" and rules.names == "told")


def usual_rules(engine: Engine[Any]) -> Rules:
    """Return what a new game of this kind has unless something else is chosen."""
    return Rules(press_kinds=resolve_press_kinds((), engine))


def resolve_press_kinds(words: Sequence[str], engine: Engine[Any]) -> tuple[str, ...]:
    """The kinds of phases with press in a new game, by name. Raises Refusal "no such kind"."""
    by_book = engine.press_kinds if isinstance(engine, PressLimited) else engine.kinds
    return engine.kinds if [*map(str.lower, words)] == ["all"] else parse_phase_kinds(words or by_book, engine.kinds)


def parse_phase_kinds(words: Sequence[str], kinds: Sequence[str]) -> tuple[str, ...]:
    """Kinds of phases by name. Raises Refusal "no such kind"."""
    for word in words:
        if word.lower() not in kinds:
            near = difflib.get_close_matches(word.lower(), kinds, 1, 0.5)
            raise Refusal("no such kind", word=word[:40], near=near, kinds=kinds)
    return tuple(dict.fromkeys(word.lower() for word in words))
