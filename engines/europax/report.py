"""What a player is told, in their language: the log of every card, the countries, and what is theirs (§9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Event, Seat, returns_tuple
from engines.europax import picks, prose, tables
from engines.europax.flows import money_flows
from engines.europax.lead import write_europax_lead
from engines.europax.picture import draw_boards, with_own_hands
from engines.europax.plans import kept_orders
from engines.europax.state import EuropaxState
from engines.report import Block, Heading, Lead, Paragraph

REPORT_PHRASES = {
    "log": ("What happened", "Ce qui s'est passé"),
    "now": ("The market", "Le marché"),
    "last": ("{}, the last", "{}, la dernière"),
    "dropped": ("It is dropped from your plan.", "Elle est retirée de votre plan."),
}


@returns_tuple
def build_europax_report(
    view: EuropaxState, seat: Seat | None, events: Sequence[Event], before: EuropaxState | None = None
) -> Iterator[Block]:
    """The report on what led to a position, for a player or (None) anybody."""
    french = view.reads_french(seat)
    yield Heading(report_title(view, before, french), 1)
    yield Lead(write_europax_lead(view, seat, events, before, french))
    if view.ranks is not None:
        yield tables.ranking_table(view, view.ranks, french)
    if view.order:
        yield with_own_hands(draw_boards(view, seat, french, events, before), view, seat, french)
        yield tables.europax_standings_table(view, seat, french, before)
        yield from tables.debt_texts(view, french)
    yield from dropped_card_texts(view, events, french)
    if before and before.order and view.cash != before.cash:
        yield tables.flow_table(view, money_flows(view, before, events), seat, french)
    yield from europax_log_blocks(view, events, french)
    if view.order:
        yield Heading(REPORT_PHRASES["now"][french], 3)
        yield from tables.talon_texts(view, french)
        yield from tables.hands_blocks(view, seat, french)
    if seat and view.ranks is None and (lines := kept_orders(view, seat)):
        yield tables.plan_table(lines, french)


def report_title(view: EuropaxState, before: EuropaxState | None, french: bool) -> str:
    """Return what is reported, in words."""
    if before is None:
        return "Europax"
    told = prose.title_with_progress(before, french)
    return REPORT_PHRASES["last"][french].format(told) if view.ranks is not None else told


def dropped_card_texts(view: EuropaxState, events: Sequence[Event], french: bool) -> Iterator[Paragraph]:
    """Yield what was dropped from the reader's own plan, and why."""
    places = picks.card_places(view)
    for number in dict.fromkeys(event.args["card"] for event in events if event.kind == "stale"):
        why = picks.why_unplayable(number, *places[number], french)
        yield Paragraph(f"{why} {REPORT_PHRASES['dropped'][french]}", quiet=True)


def europax_log_blocks(view: EuropaxState, events: Sequence[Event], french: bool) -> Iterator[Block]:
    """A paragraph for each card: a line for each demand, then what came of it."""
    paragraphs: list[list[str]] = []
    flowing = False
    for kind, words in prose.event_sentences(view, events, french):
        if kind in ("card", "end") or not paragraphs:
            paragraphs.append([words])
        elif kind == "supply" or not flowing:
            paragraphs[-1].append(words)
        else:
            paragraphs[-1][-1] += f" {words}"
        flowing = kind not in ("card", "supply")
    if paragraphs:
        yield Heading(REPORT_PHRASES["log"][french], 3)
        yield from (Paragraph("\n".join(lines)) for lines in paragraphs)
