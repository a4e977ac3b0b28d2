"""What a player is told: what mattered, the map, standings, what his units could do, every turn, all lands (§9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Event, Seat, whole
from engines.cantillon import combat, overview, prose
from engines.cantillon.facts import in_hundred
from engines.cantillon.lead import lead
from engines.cantillon.moves import UNITS
from engines.cantillon.outlook import Outlook
from engines.cantillon.picture import drawing, happened
from engines.cantillon.state import State, title
from engines.report import Block, Heading, Lead, Row, Text
from engines.report import Table as Rows


@whole
def blocks(view: State, seat: Seat | None, events: Sequence[Event], before: State | None = None) -> Iterator[Block]:
    """The report on what led to a position, for a player or (None) anybody."""
    yield Heading(title(before) if before else "Cantillon's Europe", 1)
    yield Lead(lead(view, seat, events, before) if before else opening(seat, view))
    yield drawing(view, seat, f"{title(before)}: what happened" if before else title(view), tuple(happened(events)))
    yield overview.standings(view, seat)
    if seat and view.lands:
        yield from own(view, seat)
    yield from log(view, events)
    yield from overview.lands(view)


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
    found: list[str] = []
    heading = "Before the first round" if not view.round or view.kind == "setup" else ""
    for event in events:
        if event.kind == "turn":
            yield from paragraph(heading, found)
            heading, found = f"The turn of {prose.who(event.args['seat'])}", []
        elif event.kind == "end":
            yield from paragraph(heading, found)
            heading, found = "The end", [prose.told(view, event)]
        else:
            found.append(prose.told(view, event))
    yield from paragraph(heading, found)


def paragraph(heading: str, found: Sequence[str]) -> Iterator[Block]:
    said = [words for words in found if words]
    if said:
        yield Heading(heading or "What happened", 3)
        yield Text("\n".join(said))


# --- for the reader ---------------------------------------------------------------------------------------------


def own(view: State, seat: Seat) -> Iterator[Block]:
    """The treasury, contracts, leave to pass; while he plays, steps, targets and standing lines."""
    yield from overview.agreements(view, seat)
    if view.ranks is None and seat not in view.out:
        outlook = Outlook(view, seat)
        if steps := tuple(step_rows(outlook)):
            yield Rows("steps", ("Unit", "can step to"), steps, "Steps", "ll")
        if targets := tuple(target_rows(outlook)):
            yield Rows("targets", ("Attack on", "from", "tosses", "odds of one"), targets, "Targets", "llrr")
    if lines := view.standing.get(seat, ()):
        yield Text("Your standing lines:\n" + "\n".join(lines))


def step_rows(outlook: Outlook) -> Iterator[Row]:
    """Every step that could be made now, unit by unit."""
    for letter, unit in UNITS.items():
        for start in outlook.units[letter]:
            goals = [goal for goal in outlook.steps(letter, start) if not (letter == "A" and outlook.hostile(goal))]
            if goals:
                yield f"{unit} in {outlook.board.name(start)}", prose.named(outlook.view, goals)


def target_rows(outlook: Outlook) -> Iterator[Row]:
    """Everything that could be attacked, with tosses and odds."""
    for goal, starts in outlook.attacks.items():
        count = combat.tosses(outlook.table, goal)
        held = f"{outlook.board.name(goal)}, {prose.who(outlook.table.owner(goal))}"
        yield held, prose.named(outlook.view, starts), str(count), in_hundred(combat.odds(count))
