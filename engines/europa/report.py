"""What a party is told: what happened and what it means for it, the map, standings, and every throw and vote (§9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engines.base import Event, Seat, returns_tuple
from engines.europa import prose, tables, words
from engines.europa.data import FACES, FILES
from engines.europa.drawing import draw_europa_map
from engines.europa.faces import Face, Faces, read_faces
from engines.europa.lead import write_europa_lead
from engines.europa.state import PERIODS, EuropaState, europa_phase_title, victory_quality
from engines.europa.story import STORY
from engines.language.names import join_english_list
from engines.report import Block, Heading, Lead, Paragraph, Table, TableRow, format_figure, make_columns

STANDARD = read_faces(FILES[FACES])


@returns_tuple
def build_europa_report(
    view: EuropaState,
    seat: Seat | None,
    events: Sequence[Event],
    before: EuropaState | None = None,
    faces: Faces = STANDARD,
) -> Iterator[Block]:
    """The report on what led to a position, for a party or (None) anybody."""
    yield Heading(europa_phase_title(before) if before else "Europa 1945–2030", 1)
    yield Lead(write_europa_lead(view, seat, events, before))
    yield from () if before else (Paragraph(STORY[0]),)
    yield draw_europa_map(view, seat, joined=[str(event.args["country"]) for event in events if event.kind == "joined"])
    yield tables.europa_standings_table(view, seat)
    yield state_of_europe_text(view, faces)
    yield from europa_log_blocks(before or view, events)
    yield from own_standing_blocks(view, seat)
    yield from tables.track_blocks(view)
    yield from tables.conflict_blocks(view)
    yield from period_blocks(view) if before and before.turn != view.turn else ()
    yield from card_face_blocks(view, faces) if before is None or before.turn != view.turn else ()
    yield members_text(view)


def state_of_europe_text(view: EuropaState, faces: Faces = STANDARD) -> Paragraph:
    most = max(view.pp[seat] for seat in view.seats)
    ahead = [seat for seat in view.seats if view.pp[seat] == most]
    leading = words.name_parties(ahead) if len(ahead) < len(view.seats) else "nobody, for all have the same points"
    union = f"The EU has {len(view.eu)} of {len(view.table.countries)} countries{union_size(view, faces)}."
    if view.ranks is not None:
        return Paragraph(f"{union} Conflict level {view.conflict_level}.")
    conflict = (
        f"Conflict level {view.conflict_level}: the game would now end in a "
        f"{victory_quality(view.conflict_level)} victory."
    )
    return Paragraph(f"{union} {conflict} President so far: {leading}.")


def union_size(view: EuropaState, faces: Faces) -> str:
    """Return how large the union is: ", 2.1 million km² and 170 million people"; "" while it is empty or faces are
    missing."""
    area, people = faces.sum_faces(view.eu) or (0, 0)
    return f", {format_large_number(area)} km² and {format_large_number(people * 1000)} people" if people else ""


def format_large_number(number: int) -> str:
    """ "468", "83 900", "8.1 million", "147 million"."""
    if number < 1_000_000:
        return format_figure(number)
    return f"{number / 1_000_000:.{0 if number >= 100_000_000 else 1}f} million"


def period_blocks(view: EuropaState) -> Iterator[Block]:
    """Yield what the years of a new turn bring."""
    yield Heading(PERIODS[view.turn - 1], 3)
    yield Paragraph(STORY[view.turn - 1])


def card_face_blocks(view: EuropaState, faces: Faces) -> Iterator[Block]:
    """The faces of the cards that are new on this turn; on the first turn those for information too (§1.3a)."""
    new = [c for c in view.table.countries.values() if c.turn == view.turn and c.code in faces.countries]
    rows: list[TableRow] = [face_row(f"{c.native} ({c.code})", faces.countries[c.code]) for c in new]
    if rows and view.turn == 1:
        rows += [("For information only",), *(face_row(name, face) for name, face in faces.information.items())]
    if rows:
        head = make_columns("Country", "Capital", "km²", "People")
        yield Table("cards", head, tuple(rows), "New country cards")


def face_row(name: str, face: Face) -> TableRow:
    return (name, face.capital, face.area, face.population * 1000)


def members_text(view: EuropaState) -> Paragraph:
    """Return who is in the EU, turn by turn."""
    turns = sorted({member.turn for member in view.eu.values()})
    joined = (f"turn {turn}: {join_english_list(countries_joined_on(view, turn))}" for turn in turns)
    return Paragraph(f"In the EU since {'; '.join(joined)}." if turns else "Nobody is in the EU yet.")


def countries_joined_on(view: EuropaState, turn: int) -> list[str]:
    return sorted(view.get_country(code).spoken_name for code, member in view.eu.items() if member.turn == turn)


# --- what happened -----------------------------------------------------------------------------------------------


def europa_log_blocks(view: EuropaState, events: Sequence[Event]) -> Iterator[Block]:
    """Every throw, every vote and every pawn under headings, the most important first."""
    for section in prose.HEADINGS:
        told = [event for event in events if prose.SECTIONS.get(event.kind, prose.TURN) == section]
        rows = LOGS.get(section, event_lines)(view, told)
        if rows:
            yield Heading(section, 3)
            yield Paragraph("\n".join(rows))


def event_lines(view: EuropaState, events: Iterable[Event]) -> list[str]:
    return [told for event in events if (told := prose.tell_europa_event(view, event))]


def election_paragraphs(view: EuropaState, events: Iterable[Event]) -> list[str]:
    """One paragraph for each country: those that joined, those that were lost, and together those without pawns."""
    found: dict[str, list[str]] = {kind: [] for kind in ("joined", "nationalists", "")}
    empty: list[str] = []
    for code, group in groupby(events, lambda event: str(event.args["country"])):
        told = list(group)
        result = next((event for event in told if event.kind in found), None)
        if result and result.kind == "nationalists" and not sum(result.args["pawns"].values()):
            empty.append(code)
        else:
            found[result.kind if result else ""].append(election_paragraph(view, code, told))
    every = [row for rows in found.values() for row in rows]
    where = f"In {prose.name_countries(view, empty)} nobody stood, so the nationalists win there."
    return [*every, *([where] if empty else [])]


def election_paragraph(view: EuropaState, code: str, events: Sequence[Event]) -> str:
    """Return what came of an election, then how."""
    card = view.find_card(code)
    number = f"{card.number}. " if card and events[0].kind != "on the table" else ""
    outcome = [event for event in events if event.kind in ("joined", "nationalists")]
    moves = [event for event in events if event.kind == "moved"]
    votes = [event for event in events if event not in outcome and event not in moves]
    return number + " ".join([*event_lines(view, [*outcome, *votes]), *prose.move_sentences(view, moves)])


def placement_lines(view: EuropaState, events: Iterable[Event]) -> list[str]:
    """One line for each party, in the order in which they placed."""
    found: dict[str, list[Event]] = {}
    for event in events:
        found.setdefault(str(event.args["seat"]), []).append(event)
    return [prose.placements_sentence(view, seat, some) for seat, some in found.items()]


LOGS = {prose.ELECTIONS: election_paragraphs, prose.PLACING: placement_lines}


def own_standing_blocks(view: EuropaState, seat: Seat | None) -> Iterator[Block]:
    standing = view.standing.get(seat, ()) if seat else ()
    if standing:
        yield Heading("Your standing lines", 3)
        yield Paragraph("\n".join(standing))
