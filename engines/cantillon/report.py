"""What a player is told: what mattered, the map, standings, what their units could do, every turn, all lands (§9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Event, Seat, returns_tuple
from engines.cantillon import combat, prose, tables
from engines.cantillon.drawing import draw_cantillon_map, event_strokes
from engines.cantillon.facts import in_hundred
from engines.cantillon.lead import write_cantillon_lead
from engines.cantillon.outlook import SeatOutlook
from engines.cantillon.state import CantillonState, cantillon_phase_title
from engines.cantillon.words import YIELDS
from engines.report import Block, Column, Heading, Lead, Paragraph, Table, TableRow, make_columns


@returns_tuple
def build_cantillon_report(
    view: CantillonState, seat: Seat | None, events: Sequence[Event], before: CantillonState | None = None
) -> Iterator[Block]:
    """The report on what led to a position, for a player or (None) anybody."""
    yield Heading(cantillon_phase_title(before) if before else "Cantillon's Europe", 1)
    yield Lead(write_cantillon_lead(view, seat, events, before) if before else cantillon_opening_lead(seat, view))
    yield draw_cantillon_map(
        view,
        seat,
        "What happened, and how it stands now" if before else cantillon_phase_title(view),
        tuple(event_strokes(events)),
    )
    yield from tables.cantillon_standings_tables(view, seat)
    if seat and view.lands:
        yield from reader_blocks(view, seat)
    yield from turn_log(view, events)
    yield from tables.lands_table(view)


def cantillon_opening_lead(seat: Seat | None, view: CantillonState) -> str:
    """Return what is to be done first."""
    first = "Everybody names the cities they would like; the last in the order of play has the first choice."
    if not seat:
        return first
    before = len(view.order) - 1 - view.order.index(seat)
    mine = "yours is the first" if not before else f"{before} of {len(view.order)} choose before you"
    return f"{first[:-1]}: {mine}."


# --- what happened ----------------------------------------------------------------------------------------------


def turn_log(view: CantillonState, events: Sequence[Event]) -> Iterator[Block]:
    """Each turn in the order of play; steps of one turn in one paragraph."""
    found: list[Event] = []
    heading = "Before the first round" if not view.round or view.kind == "setup" else ""
    for event in events:
        if event.kind in ("turn", "end"):
            yield from log_paragraph(view, heading, found)
            heading = f"The turn of {prose.name_or_code(event.args['seat'])}" if event.kind == "turn" else "The end"
            found = []
        found.append(event)
    yield from log_paragraph(view, heading, found)


def log_paragraph(view: CantillonState, heading: str, found: Sequence[Event]) -> Iterator[Block]:
    if said := [words for event in prose.gather_idle(found) if (words := prose.describe_event(view, event))]:
        yield Heading(heading or "What happened", 3)
        yield Paragraph("\n".join(said))


# --- for the reader ---------------------------------------------------------------------------------------------


def reader_blocks(view: CantillonState, seat: Seat) -> Iterator[Block]:
    """The treasury, contracts, leave to pass; while they play, steps, targets and standing lines."""
    yield from tables.agreements_table(view, seat)
    if view.ranks is None and seat not in view.out:
        outlook = SeatOutlook(view, seat)
        if steps := tuple(free_rows(outlook)):
            yield Table("steps", make_columns("Free", "from", "yields"), steps, "Free land and seas within reach")
        if targets := tuple(target_rows(outlook)):
            head = make_columns("Attack on", "from", "tosses", Column("odds of one", "r"))
            yield Table("targets", head, targets, "Targets")
    if lines := view.standing.get(seat, ()):
        yield Paragraph("Your standing lines:\n" + "\n".join(lines))


def free_rows(outlook: SeatOutlook) -> Iterator[TableRow]:
    """Every free area into which a unit could step now, and whence."""
    found: dict[str, list[str]] = {}
    for letter, starts in outlook.steppable_starts.items():
        for start in starts:
            for goal in outlook.possible_steps(letter, start):
                if not outlook.working.owner_of(goal):
                    found.setdefault(goal, []).append(start)
    for goal, starts in found.items():
        land = outlook.board.lands.get(goal)
        yields = YIELDS[land.goods] if land else ""
        yield outlook.board.name_with_code(goal), prose.name_areas(outlook.view, dict.fromkeys(starts)), yields


def target_rows(outlook: SeatOutlook) -> Iterator[TableRow]:
    """Everything that could be attacked, with tosses and odds."""
    for goal, starts in outlook.possible_attacks.items():
        count = combat.count_tosses(outlook.working, goal)
        held = f"{outlook.board.name_with_code(goal)}, {prose.name_or_code(outlook.working.owner_of(goal))}"
        yield held, prose.name_areas(outlook.view, starts), count, in_hundred(combat.winning_odds(count))
