"""Results as mail judges print them, read: the orders of each phase, and the position before it, which is followed from
the one at the start by what the judge says became of each order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from engines.diplomacy.data import STANDARD
from engines.diplomacy.units import Location, Province, Unit, province_of

HEAD = re.compile(r"(Movement|Retreat|Adjustment) (?:results|orders) for (Spring|Fall|Winter) of (\d{4})\b.*")
START = re.compile(r"Starting position for (Spring|Fall|Winter) of (\d{4}):")
LINE = re.compile(r"(?P<power>[A-Z][a-z]+):\s+(?P<said>.*?)\.?(?:\s+\(\*(?P<marks>[^*]*)\*\))?")
CHANGE = re.compile(r"(?P<deed>Builds an?|Removes the) (?P<kind>army|fleet) in (?:the )?(?P<at>.+)", re.IGNORECASE)
WAIVED = re.compile(r"(?P<count>\d*) ?builds? waived", re.IGNORECASE)
COAST = re.compile(r"(.+?) \((north|south|east|west) coast\)")
LETTERS = {"Movement": "M", "Retreat": "R", "Adjustment": "A"}
TITLES = {"dislodged": "The following units were dislodged", "ownership": "Ownership of supply centers"}


@dataclass
class JudgedPhase:
    """A phase: the position before it, and what was ordered in it by seat, as it is written here."""

    phase: str
    units: set[Unit] = field(default_factory=set)
    dislodged: set[Unit] = field(default_factory=set)
    centres: dict[Province, str] = field(default_factory=dict)
    said: dict[str, list[str]] = field(default_factory=dict)


def read_results(text: str) -> list[JudgedPhase]:
    """The phases that were resolved. Raises ValueError naming the line that cannot be read."""
    reader = ResultsFollower()
    for number, line in enumerate(text.splitlines(), 1):
        try:
            reader.read_result_line(line.strip())
        except (KeyError, ValueError) as error:
            raise ValueError(f"line {number} is no line of a judge's results: {line.strip()[:80]!r}") from error
    return reader.phases


class ResultsFollower:
    """Reads line by line. `now` is the position after all that was read."""

    def __init__(self) -> None:
        self.phases: list[JudgedPhase] = []
        self.now = JudgedPhase("", centres={at: seat for seat, mine in STANDARD.homes.items() for at in mine})
        self.mode = ""

    def read_result_line(self, line: str) -> None:
        if START.fullmatch(line):
            self.mode = "start"
        elif head := HEAD.fullmatch(line):
            kind, season, year = head.groups()
            self.begin_phase(f"{season[0]}{year}{LETTERS[kind]}", kind)
        elif title := next((mode for mode, words in TITLES.items() if line.startswith(words)), ""):
            self.mode = title
        elif found := LINE.fullmatch(line):
            seat, marks = found["power"].upper(), (found["marks"] or "").split(", ")
            if seat not in STANDARD.powers:
                raise ValueError(seat)
            getattr(self, self.mode or "nothing")(seat, found["said"], marks)
        elif line and self.mode != "dislodged":
            raise ValueError(line)

    def begin_phase(self, phase: str, kind: str) -> None:
        """A new phase: it starts from where the one before led."""
        now = self.now
        self.phases.append(JudgedPhase(phase, {*now.units}, {*now.dislodged}, dict(now.centres)))
        self.now = JudgedPhase("", {*now.units}, centres=dict(now.centres))
        self.mode = kind.lower()
        if kind == "Movement":
            self.now.units = set()

    def note_order(self, seat: str, text: str) -> None:
        self.phases[-1].said.setdefault(seat, []).append(text)

    # --- a line, by where it stands -----------------------------------------------------------------------------

    def start(self, seat: str, said: str, _: list[str]) -> None:
        self.now.units.add(parse_full_unit(said, seat))

    def movement(self, seat: str, said: str, marks: list[str]) -> None:
        who, text, to = parse_judge_order(said, seat)
        if text:
            self.note_order(seat, text)
        stays = not to or any(mark in marks for mark in ("bounce", "no convoy", "void"))
        if "dislodged" in marks and stays:
            self.now.dislodged.add(who)
        else:
            self.now.units.add(who if stays else Unit(who.kind, to, seat))

    def retreat(self, seat: str, said: str, marks: list[str]) -> None:
        who, text, to = parse_judge_order(said, seat)
        self.note_order(seat, text.replace(" - ", " R "))
        if to and "bounce" not in marks:
            self.now.units.add(Unit(who.kind, to, seat))

    def adjustment(self, seat: str, said: str, _: list[str]) -> None:
        if change := CHANGE.fullmatch(said):
            who = parse_full_unit(f"{change['kind'].title()} {change['at']}", seat)
            built = change["deed"].lower().startswith("builds")
            gone = next((one for one in self.now.units if province_of(one.at) == province_of(who.at)), who)
            self.note_order(seat, f"BUILD {who}" if built else f"REMOVE {gone}")
            self.now.units = self.now.units | {who} if built else self.now.units - {gone}
        elif waived := WAIVED.fullmatch(said):
            for _each in range(min(int(waived["count"] or 1), len(STANDARD.centres))):
                self.note_order(seat, "WAIVE")
        elif "unusable" not in said:
            raise ValueError(said)

    def ownership(self, seat: str, said: str, _: list[str]) -> None:
        self.now.centres = {at: owner for at, owner in self.now.centres.items() if owner != seat}
        if said != "none":
            self.now.centres |= {find_location(name): seat for name in said.split(", ")}

    def nothing(self, seat: str, said: str, _: list[str]) -> None:
        raise ValueError(f"{seat}: {said}")


# --- a line of orders -------------------------------------------------------------------------------------------


def parse_judge_order(said: str, seat: str) -> tuple[Unit, str, Location]:
    """Return who is ordered, how it is written here ("" for no order), and where it goes."""
    if match := re.fullmatch(r"(.+), No order processed", said, re.IGNORECASE):
        return parse_full_unit(match[1], seat), "", ""
    for word, letter in (("HOLD", "H"), ("DISBAND", "DISBAND")):
        if match := re.fullmatch(rf"(.+) {word}", said):
            return (who := parse_full_unit(match[1], seat)), f"{who} {letter}", ""
    if match := re.fullmatch(r"(.+?) (SUPPORT|CONVOY) (.+?)(?: -> (.+))?", said):
        who, helped = parse_full_unit(match[1], seat), parse_helped(match[3])
        to = f" - {find_location(match[4])}" if match[4] else ""
        return who, f"{who} {match[2][0]} {helped}{to}", ""
    first, *way = re.sub(r" VIA CONVOY$", "", said).split(" -> ")
    if not way:
        raise ValueError(said)
    who, to = parse_full_unit(first, seat), find_location(way[-1])
    return who, f"{who} - {to}{' VIA' if len(way) > 1 or said.endswith('VIA CONVOY') else ''}", to


def parse_full_unit(said: str, seat: str) -> Unit:
    kind, _, at = said.partition(" ")
    if kind not in ("Army", "Fleet"):
        raise ValueError(said)
    return Unit("A" if kind == "Army" else "F", find_location(at), seat)


def parse_helped(said: str) -> str:
    """A unit that is helped; a place alone, if none stands there."""
    return str(parse_full_unit(said, "")) if said.startswith(("Army ", "Fleet ")) else find_location(said)


def find_location(name: str) -> Location:
    """A place by its name: "St Petersburg (south coast)" is "STP/SC". KeyError if there is none."""
    if coast := COAST.fullmatch(name):
        return f"{province_by_name()[fold_place_name(coast[1])]}/{coast[2][0].upper()}C"
    return province_by_name()[fold_place_name(name)]


def fold_place_name(name: str) -> str:
    return name.lower().replace(".", "").strip()


@lru_cache(maxsize=1)
def province_by_name() -> dict[str, Province]:
    return dict(iter_place_names())


def iter_place_names() -> Iterator[tuple[str, Province]]:
    for place in STANDARD.places.values():
        yield from ((fold_place_name(name), place.code) for name in (*place.names, place.name))
