"""What a player is told: what mattered, the map, standings, what his units could do, every turn, all lands (§9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Event, Seat, whole
from engines.cantillon import combat, prose, tables
from engines.cantillon.drawing import drawing, happened
from engines.cantillon.facts import in_hundred
from engines.cantillon.lead import lead
from engines.cantillon.outlook import Outlook
from engines.cantillon.state import State, title
from engines.cantillon.words import YIELDS
from engines.report import Block, Column, Heading, Lead, Row, Table, Text, columns


@whole
def blocks(view: State, seat: Seat | None, events: Sequence[Event], before: State | None = None) -> Iterator[Block]:
    """The report on what led to a position, for a player or (None) anybody."""
    yield Heading(title(before) if before else "Cantillon's Europe", 1)
    yield Lead(lead(view, seat, events, before) if before else opening(seat, view))
    yield drawing(
        view, seat, "What happened, and how it stands now" if before else title(view), tuple(happened(events))
    )
    yield from tables.standings(view, seat)
    if seat and view.lands:
        yield from own(view, seat)
    yield from log(view, events)
    yield from tables.lands(view)


def opening(seat: Seat | None, view: State) -> str:
    """What is to be done first."""
    first = "Everybody names the cities he would like; the last in the order of play has the first choice."
    if not seat:
        return first
    before = len(view.order) - 1 - view.order.index(seat)
    mine = "yours is the first" if not before else f"{before} of {len(view.order)} choose before you"
    return f"{first[:-1]}: {mine}."


# --- what happened ----------------------------------------------------------------------------------------------


def log(view: State, events: Sequence[Event]) -> Iterator[Block]:
    """Each turn in the order of play; steps of one turn in one paragraph."""
    found: list[Event] = []
    heading = "Before the first round" if not view.round or view.kind == "setup" else ""
    for event in events:
        if event.kind in ("turn", "end"):
            yield from paragraph(view, heading, found)
            heading = f"The turn of {prose.who(event.args['seat'])}" if event.kind == "turn" else "The end"
            found = []
        found.append(event)
    yield from paragraph(view, heading, found)


def paragraph(view: State, heading: str, found: Sequence[Event]) -> Iterator[Block]:
    if said := [words for event in prose.gathered(found) if (words := prose.told(view, event))]:
        yield Heading(heading or "What happened", 3)
        yield Text("\n".join(said))


# --- for the reader ---------------------------------------------------------------------------------------------


def own(view: State, seat: Seat) -> Iterator[Block]:
    """The treasury, contracts, leave to pass; while he plays, steps, targets and standing lines."""
    yield from tables.agreements(view, seat)
    if view.ranks is None and seat not in view.out:
        outlook = Outlook(view, seat)
        if steps := tuple(free_rows(outlook)):
            yield Table("steps", columns("Free", "from", "yields"), steps, "Free land and seas within reach")
        if targets := tuple(target_rows(outlook)):
            head = columns("Attack on", "from", "tosses", Column("odds of one", "r"))
            yield Table("targets", head, targets, "Targets")
    if lines := view.standing.get(seat, ()):
        yield Text("Your standing lines:\n" + "\n".join(lines))


def free_rows(outlook: Outlook) -> Iterator[Row]:
    """Every free area into which a unit could step now, and whence."""
    found: dict[str, list[str]] = {}
    for letter, starts in outlook.stepping.items():
        for start in starts:
            for goal in outlook.steps(letter, start):
                if not outlook.working.owner(goal):
                    found.setdefault(goal, []).append(start)
    for goal, starts in found.items():
        land = outlook.board.lands.get(goal)
        yields = YIELDS[land.goods] if land else ""
        yield outlook.board.name(goal), prose.named(outlook.view, dict.fromkeys(starts)), yields


def target_rows(outlook: Outlook) -> Iterator[Row]:
    """Everything that could be attacked, with tosses and odds."""
    for goal, starts in outlook.attacks.items():
        count = combat.tosses(outlook.working, goal)
        held = f"{outlook.board.name(goal)}, {prose.who(outlook.working.owner(goal))}"
        yield held, prose.named(outlook.view, starts), count, in_hundred(combat.odds(count))
