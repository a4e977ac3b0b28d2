"""What a player is told, in his language: the log of every card, the countries, and what is his (§9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Event, Seat, whole
from engines.europax import picks, prose, tables
from engines.europax.flows import flows
from engines.europax.lead import lead
from engines.europax.picture import picture, with_hands
from engines.europax.plans import kept
from engines.europax.state import State
from engines.report import Block, Heading, Lead, Text

T = {
    "log": ("What happened", "Ce qui s'est passé"),
    "now": ("The market", "Le marché"),
    "last": ("{}, the last", "{}, la dernière"),
    "dropped": ("It is dropped from your plan.", "Elle est retirée de votre plan."),
}


@whole
def blocks(view: State, seat: Seat | None, events: Sequence[Event], before: State | None = None) -> Iterator[Block]:
    """The report on what led to a position, for a player or (None) anybody."""
    french = view.reads_french(seat)
    yield Heading(title(view, before, french), 1)
    yield Lead(lead(view, seat, events, before, french))
    if view.ranks is not None:
        yield tables.ranking(view, view.ranks, french)
    if view.order:
        yield with_hands(picture(view, seat, french, events, before), view, seat, french)
        yield tables.standings(view, seat, french, before)
        yield from tables.debts(view, french)
    yield from forgotten(view, events, french)
    if before and before.order and view.cash != before.cash:
        yield tables.flow(view, flows(view, before, events), seat, french)
    yield from log(view, events, french)
    if view.order:
        yield Heading(T["now"][french], 3)
        yield from tables.talons(view, french)
        yield from tables.hands(view, seat, french)
    if seat and view.ranks is None and (lines := kept(view, seat)):
        yield tables.plan(lines, french)


def title(view: State, before: State | None, french: bool) -> str:
    """What is reported, in words."""
    if before is None:
        return "Europax"
    told = prose.title_and_far(before, french)
    return T["last"][french].format(told) if view.ranks is not None else told


def forgotten(view: State, events: Sequence[Event], french: bool) -> Iterator[Text]:
    """What was dropped from the reader's own plan, and why."""
    places = picks.places(view)
    for number in dict.fromkeys(event.args["card"] for event in events if event.kind == "stale"):
        why = picks.where(number, *places[number], french)
        yield Text(f"{why} {T['dropped'][french]}", quiet=True)


def log(view: State, events: Sequence[Event], french: bool) -> Iterator[Block]:
    """A paragraph for each card: a line for each demand, then what came of it."""
    paragraphs: list[list[str]] = []
    flowing = False
    for kind, words in prose.sentences(view, events, french):
        if kind in ("card", "end") or not paragraphs:
            paragraphs.append([words])
        elif kind == "supply" or not flowing:
            paragraphs[-1].append(words)
        else:
            paragraphs[-1][-1] += f" {words}"
        flowing = kind not in ("card", "supply")
    if paragraphs:
        yield Heading(T["log"][french], 3)
        yield from (Text("\n".join(lines)) for lines in paragraphs)
