"""What a party is told: what happened and what it means for it, the map, standings, and every throw and vote (§9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engines.base import Event, Seat, whole
from engines.europa import prose, tables, words
from engines.europa.data import FACES, FILES
from engines.europa.drawing import drawing
from engines.europa.faces import Face, Faces, read_faces
from engines.europa.lead import lead
from engines.europa.state import PERIODS, State, quality, title
from engines.europa.story import STORY
from engines.language.names import enumerated
from engines.report import Block, Heading, Lead, Row, Table, Text, columns, figure

STANDARD = read_faces(FILES[FACES])


@whole
def blocks(
    view: State,
    seat: Seat | None,
    events: Sequence[Event],
    before: State | None = None,
    faces: Faces = STANDARD,
) -> Iterator[Block]:
    """The report on what led to a position, for a party or (None) anybody."""
    yield Heading(title(before) if before else "Europa 1945–2030", 1)
    yield Lead(lead(view, seat, events, before))
    yield from () if before else (Text(STORY[0]),)
    yield drawing(view, seat, joined=[str(event.args["country"]) for event in events if event.kind == "joined"])
    yield tables.standings(view, seat)
    yield state_of_europe(view, faces)
    yield from log(before or view, events)
    yield from own_lines(view, seat)
    yield from tables.track(view)
    yield from tables.conflicts(view)
    yield from period(view) if before and before.turn != view.turn else ()
    yield from cards(view, faces) if before is None or before.turn != view.turn else ()
    yield members(view)


def state_of_europe(view: State, faces: Faces = STANDARD) -> Text:
    most = max(view.pp[seat] for seat in view.seats)
    ahead = [seat for seat in view.seats if view.pp[seat] == most]
    leading = words.called(ahead) if len(ahead) < len(view.seats) else "nobody, for all have the same points"
    union = f"The EU has {len(view.eu)} of {len(view.table.countries)} countries{size(view, faces)}."
    if view.ranks is not None:
        return Text(f"{union} Conflict level {view.level}.")
    conflict = f"Conflict level {view.level}: the game would now end in a {quality(view.level)} victory."
    return Text(f"{union} {conflict} President so far: {leading}.")


def size(view: State, faces: Faces) -> str:
    """How large the union is: ", 2.1 million km² and 170 million people"; "" while it is empty or faces are missing."""
    area, people = faces.together(view.eu) or (0, 0)
    return f", {many(area)} km² and {many(people * 1000)} people" if people else ""


def many(number: int) -> str:
    """ "468", "83 900", "8.1 million", "147 million"."""
    if number < 1_000_000:
        return figure(number)
    return f"{number / 1_000_000:.{0 if number >= 100_000_000 else 1}f} million"


def period(view: State) -> Iterator[Block]:
    """What the years of a new turn bring."""
    yield Heading(PERIODS[view.turn - 1], 3)
    yield Text(STORY[view.turn - 1])


def cards(view: State, faces: Faces) -> Iterator[Block]:
    """The faces of the cards that are new on this turn; on the first turn those for information too (§1.3a)."""
    new = [c for c in view.table.countries.values() if c.turn == view.turn and c.code in faces.countries]
    rows: list[Row] = [face_row(f"{c.native} ({c.code})", faces.countries[c.code]) for c in new]
    if rows and view.turn == 1:
        rows += [("For information only",), *(face_row(name, face) for name, face in faces.information.items())]
    if rows:
        head = columns("Country", "Capital", "km²", "People")
        yield Table("cards", head, tuple(rows), "New country cards")


def face_row(name: str, face: Face) -> Row:
    return (name, face.capital, face.area, face.population * 1000)


def members(view: State) -> Text:
    """Who is in the EU, turn by turn."""
    turns = sorted({member.turn for member in view.eu.values()})
    joined = (f"turn {turn}: {enumerated(joined_on(view, turn))}" for turn in turns)
    return Text(f"In the EU since {'; '.join(joined)}." if turns else "Nobody is in the EU yet.")


def joined_on(view: State, turn: int) -> list[str]:
    return sorted(view.country(code).spoken for code, member in view.eu.items() if member.turn == turn)


# --- what happened -----------------------------------------------------------------------------------------------


def log(view: State, events: Sequence[Event]) -> Iterator[Block]:
    """Every throw, every vote and every pawn under headings, the most important first."""
    for section in prose.HEADINGS:
        told = [event for event in events if prose.SECTIONS.get(event.kind, prose.TURN) == section]
        rows = LOGS.get(section, lines)(view, told)
        if rows:
            yield Heading(section, 3)
            yield Text("\n".join(rows))


def lines(view: State, events: Iterable[Event]) -> list[str]:
    return [told for event in events if (told := prose.told(view, event))]


def elections(view: State, events: Iterable[Event]) -> list[str]:
    """One paragraph for each country: those that joined, those that were lost, and together those without pawns."""
    found: dict[str, list[str]] = {kind: [] for kind in ("joined", "nationalists", "")}
    empty: list[str] = []
    for code, group in groupby(events, lambda event: str(event.args["country"])):
        told = list(group)
        result = next((event for event in told if event.kind in found), None)
        if result and result.kind == "nationalists" and not sum(result.args["pawns"].values()):
            empty.append(code)
        else:
            found[result.kind if result else ""].append(election(view, code, told))
    every = [row for rows in found.values() for row in rows]
    where = f"In {prose.some(view, empty)} nobody stood, so the nationalists win there."
    return [*every, *([where] if empty else [])]


def election(view: State, code: str, events: Sequence[Event]) -> str:
    """What came of an election, then how."""
    card = view.card(code)
    number = f"{card.number}. " if card and events[0].kind != "on the table" else ""
    outcome = [event for event in events if event.kind in ("joined", "nationalists")]
    moves = [event for event in events if event.kind == "moved"]
    votes = [event for event in events if event not in outcome and event not in moves]
    return number + " ".join([*lines(view, [*outcome, *votes]), *prose.moves(view, moves)])


def placements(view: State, events: Iterable[Event]) -> list[str]:
    """One line for each party, in the order in which they placed."""
    found: dict[str, list[Event]] = {}
    for event in events:
        found.setdefault(str(event.args["seat"]), []).append(event)
    return [prose.placements(view, seat, some) for seat, some in found.items()]


LOGS = {prose.ELECTIONS: elections, prose.PLACING: placements}


def own_lines(view: State, seat: Seat | None) -> Iterator[Block]:
    standing = view.standing.get(seat, ()) if seat else ()
    if standing:
        yield Heading("Your standing lines", 3)
        yield Text("\n".join(standing))
