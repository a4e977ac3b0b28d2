"""Which games a season has, and who is to play in them: drawn by lot from a seed, so that it can be played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

BEGINS = datetime(2025, 9, 29, 6, tzinfo=UTC)
"""A Monday: six months from here hold both changes of the clocks in Europe and in North America."""
MONTH = timedelta(days=30.5)
ZONES = (
    "Europe/Paris",
    "America/New_York",
    "Asia/Tokyo",
    "Europe/London",
    "Australia/Sydney",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Europe/Helsinki",
    "America/Los_Angeles",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Pacific/Auckland",
)
QUIET = (
    "sat, sun, 22:00 to 08:00",
    "21:00 to 09:00",
    "sat, sun",
    "24 dec to 2 jan, 23:00 to 07:00",
    "sun, holidays DE, 22:00 to 07:30",
    "fri, sat, 22:00 to 06:00",
    "none",
)
KINDS = (("reliable", 56), ("forgetful", 16), ("on holiday", 14), ("gone", 7), ("unreachable", 7))
"""The kinds of people, and how many of a hundred are of each."""
PACES = ("tue {}", "wed {}", "mon,thu {}", "7d", "8d", "10d", "12d")
MANY = 60
"""A season of so many games is a whole one, with a league of 28."""
SLOW = ("tue {}", "9d", "12d")
"""Paces of games with many phases."""


@dataclass(frozen=True)
class Box:
    """An engine with what is agreed about it: options, and how many play."""

    engine: str
    options: tuple[str, ...]
    players: int
    kinds: str = "{}"
    """Its pace, with the rule for most phases left open."""
    paces: tuple[str, ...] = PACES


BOXES = (
    Box("europa", ("PLAYERS 3",), 3, paces=SLOW),
    Box("cantillon", ("PLAYERS 3", "GOAL ROUNDS 5"), 3),
    Box("europax", ("PLAYERS 3",), 3),
    Box("europe2028", ("PLAYERS 3", "MAX-ROUNDS 5"), 3),
    Box("cantillon", ("PLAYERS 2", "GOAL ROUNDS 6"), 2),
    Box("diplomacy", ("END 1901",), 7, "movement {}; retreat 24h; adjustment 24h"),
    Box("europax", ("PLAYERS 2",), 2),
    Box("europe2028", ("PLAYERS 2", "MAX-ROUNDS 6"), 2),
    Box("cantillon", ("PLAYERS 4", "GOAL ROUNDS 4"), 4),
    Box("europax", ("PLAYERS 4",), 4),
)
"""What is played; a season goes round them."""
SMALL = (
    Box("europax", ("PLAYERS 2",), 2),
    Box("europe2028", ("PLAYERS 2", "MAX-ROUNDS 6"), 2),
    Box("europa", ("PLAYERS 3",), 3),
    Box("diplomacy", ("END 1901",), 7, "movement {}; retreat 24h; adjustment 24h"),
)
"""The same in a season of few games, whose league is of Cantillon's Europe."""


@dataclass(frozen=True)
class Member:
    """Somebody who plays: his kind and where he lives."""

    name: str
    kind: str
    zone: str

    @property
    def address(self) -> str:
        return f"{self.name}@players.example"


@dataclass(frozen=True)
class Table:
    """A game that is to be opened by its master, the first of its `players`. `lines`: how, in his own words."""

    slug: str
    engine: str
    zone: str
    quiet: str
    lines: tuple[str, ...]
    opens: datetime
    players: tuple[Member, ...]


@dataclass(frozen=True)
class League:
    """The league of a season."""

    slug: str
    box: Box
    rounds: int
    pace: str
    zone: str
    quiet: str
    rules: tuple[str, ...]
    entrants: tuple[Member, ...]
    opens: datetime

    @property
    def games(self) -> int:
        return self.rounds * (len(self.entrants) // self.box.players)


@dataclass(frozen=True)
class Plan:
    """A season: who there is, the games besides the league, and its length."""

    members: tuple[Member, ...]
    tables: tuple[Table, ...]
    league: League
    begins: datetime
    ends: datetime
    outages: tuple[tuple[datetime, timedelta, bool], ...]
    """When the server goes away, for how long, and whether its machine is started anew."""

    @property
    def games(self) -> int:
        return len(self.tables) + self.league.games


def draw_up_plan(games: int, months: float, seed: int) -> Plan:
    """A season of so many games, those of the league among them."""
    luck = Random(seed)
    ends = BEGINS + months * MONTH
    members = tuple(make_members(max(12, round(games * 1.2)), luck))
    league = make_league(games, months, members, luck)
    spread = (ends - BEGINS) * 0.45
    boxes = BOXES if games >= MANY else SMALL
    tables = tuple(table(boxes, n, members, spread, luck) for n in range(games - league.games))
    return Plan(members, tables, league, BEGINS, ends, outages(months))


def outages(months: float) -> tuple[tuple[datetime, timedelta, bool], ...]:
    """A night of some hours, and in a season that is long enough a whole day, after which the machine is another."""
    first = (BEGINS + timedelta(days=17, hours=9), timedelta(hours=7, minutes=20), False)
    second = (BEGINS + timedelta(days=108, hours=7), timedelta(hours=26), True)
    return (first, second) if months > 4 else (first,)


def make_members(count: int, luck: Random) -> Sequence[Member]:
    kinds = [kind for kind, share in KINDS for _ in range(share)]
    luck.shuffle(kinds)
    return [Member(f"p{n}", kinds[n % len(kinds)], ZONES[n % len(ZONES)]) for n in range(count)]


def make_league(games: int, months: float, members: Sequence[Member], luck: Random) -> League:
    """A league of Diplomacy at four tables; in a short season one of two tables of Cantillon's Europe."""
    whole = games >= MANY and months > 5
    box = Box("diplomacy", ("END 1902",), 7) if whole else Box("cantillon", ("PLAYERS 2", "GOAL ROUNDS 3"), 2)
    pace = "movement mon,thu 19:00; retreat 24h; adjustment 24h" if whole else "mon,thu 19:00"
    rules = ("GRACE 6 hours", "ABSENCE 14")
    size = 28 if whole else 4
    return League(
        "liga", box, 4 if whole else 2, pace, "Europe/Paris", QUIET[0], rules, tuple(luck.sample(members, size)),
        BEGINS + timedelta(days=2),
    )  # fmt: skip


def table(boxes: Sequence[Box], number: int, members: Sequence[Member], spread: timedelta, luck: Random) -> Table:
    box = boxes[number % len(boxes)]
    zone, quiet = ZONES[number % len(ZONES)], QUIET[number % len(QUIET)]
    pace = box.kinds.format(luck.choice(box.paces).format(luck.choice(("18:00", "19:30", "20:00"))))
    lines = [*box.options, f"pace {pace}", f"zone {zone}", f"quiet {quiet}", *unusual_rule_lines(luck)]
    lead = luck.choice([member for member in members if member.kind == "reliable"])
    others = luck.sample([member for member in members if member != lead], box.players - 1)
    opens = BEGINS + timedelta(hours=6) + spread * luck.random()
    return Table(f"{box.engine}-{number}", box.engine, zone, quiet, tuple(lines), opens, (lead, *others))


def unusual_rule_lines(luck: Random) -> list[str]:
    """The rules of a game that are not as usual."""
    lines = [f"GRACE {luck.choice((0, 6, 12, 24))} hours", f"ABSENCE {luck.choice((14, 14, 30, 60))}"]
    lines += [f"OPEN AFTER {luck.choice((2, 3))}"]
    lines += [luck.choice(("REMIND 24, 3", "REMIND 48, 12", "REMIND 36"))]
    often = (
        (0.10, ("MISSING wait", "WAIT 96 hours")),
        (0.15, ("EXTRA 1", "EXTRA TIME 48 hours")),
        (0.15, ("ROLL CALL 72 hours",)),
        (0.15, ("GUARD 48 hours",)),
        (0.15, ("DELAY 1 hours",)),
        (0.15, ("ABSENCES own",)),
        (0.15, ("SEATING draw",)),
        (0.10, ("FIRST 48 hours",)),
    )
    for share, said in often:
        lines += said if luck.random() < share else ()
    return lines
