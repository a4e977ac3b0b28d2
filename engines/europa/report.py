"""What a party is told: the map, the track of elections, standings, and a log of throws and votes (§9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engines.atlas.chart import Chart
from engines.base import Event, Seat, whole
from engines.colours import STYLES
from engines.europa import prose
from engines.europa.chart import CHART
from engines.europa.faces import Face, Faces, read_faces
from engines.europa.state import PERIODS, Card, State, quality, title_of
from engines.europa.story import STORY
from engines.europa.table import FACES, FILES
from engines.report import STANDINGS, Block, Cell, Heading, Map, Piece, Row, Sign, Style, Table, Text

LOOKS = {
    "EU": Style("European Union", "EU", "#2E5FA8", "#8FB4E6", "dots"),
    "OPEN": Style("open to pawns", "o", "#FFF3B0", "#FFF3B0", ""),
    "COVERED": Style("covered by an overlay", "c", "#B9B4AA", "#C6C1B7", "falling"),
}
"""How regions look by what they are; pieces look like their parties."""
STANDARD = read_faces(FILES[FACES])
SPIRALS = {"T": Sign("spiral", "", "#FFFFFF", "Tension"), "W": Sign("spiral", "", "#D4001A", "War")}


@whole
def blocks(
    view: State,
    seat: Seat | None,
    events: Sequence[Event],
    before: State | None = None,
    faces: Faces = STANDARD,
) -> Iterator[Block]:
    """The report on what led to a position, for a party or (None) anybody."""
    yield Heading(title_of(before.phase) if before else "Europa 1945–2030", 1)
    yield from () if before else (Text(STORY[0]),)
    yield drawing(view)
    yield standings(view, seat)
    yield state_of_europe(view, faces)
    yield from log(before or view, events)
    yield from own_lines(view, seat)
    yield from track(view)
    yield from period(view) if before and before.turn != view.turn else ()
    yield from cards(view, faces) if before is None or before.turn != view.turn else ()
    yield members(view)


# --- the map -----------------------------------------------------------------------------------------------------


def drawing(view: State, chart: Chart = CHART) -> Map:
    """The map as it is now: members, open and covered countries, points and votes, pawns, Tension and War."""
    there = [c for c in view.table.countries.values() if c.code in chart.regions]
    shown = {c.code for c in there}
    return Map(
        chart,
        title_of(view.phase),
        owners={c.code: look for c in there if (look := look_of(view, c.code))},
        pieces=tuple(
            Piece("pawn", seat, code, "", str(count))
            for code, pawns in sorted(view.board.items())
            for seat, count in pawns.items()
            if count and code in shown
        ),
        styles={s: STYLES[s] for s in view.seats},
        looks=LOOKS,
        stars=frozenset(view.eu) & shown,
        tags={c.code: tag(view, c.code) for c in there if view.card(c.code)},
        signs=tuple(
            Sign(SPIRALS[m].kind, code, SPIRALS[m].fill, SPIRALS[m].name)
            for code, m in sorted(view.markers.items())
            if code in shown
        ),
        links=tuple((c.code, to) for c in there for to in c.dotted if c.code < to and to in shown),
    )


def look_of(view: State, code: str) -> str:
    if code in view.eu:
        return "EU"
    if view.table.overlay(view.country(code), view.turn):
        return "COVERED"
    return "OPEN" if view.open_to_pawns(code) else ""


def tag(view: State, code: str) -> str:
    """The number of an election, points and votes needed: "7: 30/4", "30/4+1" under Tension."""
    card, country = view.card(code), view.country(code)
    number = f"{card.number}: " if card else ""
    return f"{number}{country.points}/{country.votes}{'+1' if view.markers.get(code) == 'T' else ''}"


# --- tables ------------------------------------------------------------------------------------------------------


def standings(view: State, seat: Seat | None) -> Table:
    """Points and pawns of each party, in the order of play."""
    order = (*view.order, *(s for s in view.seats if s not in view.order))
    rows = tuple(standing(view, each, seat) for each in order)
    return Table(STANDINGS, ("Party", "points", "VP", "pawns", "left"), rows, align="lrrrr")


def standing(view: State, each: Seat, seat: Seat | None) -> Row:
    """VP are told to their owner, or to all if that was agreed or the game is over."""
    vp = view.vp_shown.get(each, view.vp.get(each) if each == seat else None)
    return (
        Cell(STYLES[each].name, seat=each, strong=each == seat),
        str(view.pp[each]),
        "?" if vp is None else str(vp),
        str(view.recruits.get(each, 0)),
        str(view.reserve.get(each, 0)),
    )


def state_of_europe(view: State, faces: Faces = STANDARD) -> Text:
    most = max(view.pp[seat] for seat in view.seats)
    leading = prose.parties([seat for seat in view.seats if view.pp[seat] == most])
    union = f"The EU has {len(view.eu)} of {len(view.table.countries)} countries{size(view, faces)}."
    if view.ranks is not None:
        return Text(f"{union} Conflict level {view.level}.")
    conflict = f"Conflict level {view.level}: the game would now end in a {quality(view.level)} victory."
    return Text(f"{union} {conflict} President so far: {leading}.")


def track(view: State) -> Iterator[Block]:
    """The elections of the turn in their order; it holds all that the map shows."""
    if view.track:
        rows = tuple(track_row(view, card) for card in view.track)
        head = ("No.", "Country", "pts", "votes", "", "Pawns", "")
        yield Table("track", head, rows, "The elections of this turn", "rlrrlll")


def track_row(view: State, card: Card) -> Row:
    country, pawns = view.country(card.country), view.board.get(card.country, {})
    marker = prose.MARKERS.get(view.markers.get(card.country, ""), "")
    here = ", ".join(f"{seat} {count}" for seat, count in pawns.items() if count)
    status = {"pending": "open" if view.open_to_pawns(card.country) else "closed"}.get(card.status, card.status)
    return (
        str(card.number),
        f"{country.code} {country.name}",
        str(country.points),
        str(view.need(card.country)),
        marker,
        here,
        status,
    )


def size(view: State, faces: Faces) -> str:
    """How large the union is: ", 2.1 million km² and 170 million people"; "" while it is empty or faces are missing."""
    area, people = faces.together(view.eu) or (0, 0)
    return f", {many(area)} km² and {many(people * 1000)} people" if people else ""


def many(number: int) -> str:
    """ "468", "83,900", "8.1 million", "147 million"."""
    if number < 1_000_000:
        return f"{number:,}"
    return f"{number / 1_000_000:.{0 if number >= 100_000_000 else 1}f} million"


def period(view: State) -> Iterator[Block]:
    """What the years of a new turn bring."""
    yield Heading(PERIODS[view.turn - 1], 3)
    yield Text(STORY[view.turn - 1])


def cards(view: State, faces: Faces) -> Iterator[Block]:
    """The faces of the cards that are new on this turn; on the first turn those for information too (§1.3a)."""
    new = [c for c in view.table.countries.values() if c.turn == view.turn and c.code in faces.countries]
    rows: list[Row] = [face_row(f"{c.code} {c.native}", faces.countries[c.code]) for c in new]
    if rows and view.turn == 1:
        rows += [("For information only",), *(face_row(name, face) for name, face in faces.information.items())]
    if rows:
        head = ("Country", "Capital", "km²", "People")
        yield Table("cards", head, tuple(rows), "New country cards", "llrr")


def face_row(name: str, face: Face) -> Row:
    return (name, face.capital, many(face.area), many(face.population * 1000))


def members(view: State) -> Text:
    """Who is in the EU, turn by turn."""
    turns = sorted({member.turn for member in view.eu.values()})
    joined = (f"turn {t}: {', '.join(sorted(c for c, m in view.eu.items() if m.turn == t))}" for t in turns)
    return Text(f"In the EU since {'; '.join(joined)}." if turns else "Nobody is in the EU yet.")


# --- what happened -----------------------------------------------------------------------------------------------


def log(view: State, events: Sequence[Event]) -> Iterator[Block]:
    """Every throw, every vote and every pawn, in order, under headings."""
    for section, group in groupby(events, lambda event: prose.SECTIONS.get(event.kind, "")):
        told = list(group)
        rows = elections(view, told) if section == "Elections" else lines(view, told)
        if rows:
            yield Heading(section or "The turn", 3)
            yield Text("\n".join(rows))


def lines(view: State, events: Iterable[Event]) -> list[str]:
    return [words for event in events if (words := prose.told(view, event))]


def elections(view: State, events: Iterable[Event]) -> list[str]:
    """One paragraph for each country; those without any pawns together at the end."""
    found: list[str] = []
    empty: list[str] = []
    for code, group in groupby(events, lambda event: str(event.args["country"])):
        told = list(group)
        if told[-1].kind == "nationalists" and not sum(told[-1].args["pawns"].values()):
            empty.append(code)
        else:
            card = view.card(code)
            number = f"{card.number}. " if card and told[0].kind != "on the table" else ""
            found.append(number + " ".join(lines(view, told)))
    return [*found, *([f"Nationalists, since nobody stood: {', '.join(empty)}."] if empty else [])]


def own_lines(view: State, seat: Seat | None) -> Iterator[Block]:
    lines = view.standing.get(seat, ()) if seat else ()
    if lines:
        yield Heading("Your standing lines", 3)
        yield Text("\n".join(lines))
