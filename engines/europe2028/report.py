"""What an empire is told: what happened and what it means, the map, how all stand, its own cards, the log (§9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Event, Seat, returns_tuple
from engines.dice import LoadedDice
from engines.europe2028 import ending, prose, tables
from engines.europe2028.card_picks import sort_hand
from engines.europe2028.drawing import draw_europe2028_map, drawn_conquests
from engines.europe2028.grammars import standing_ask
from engines.europe2028.lead import round_begin_sentence, write_europe2028_lead
from engines.europe2028.state import KINDS, SECRET_WORDS, SECRETS, Europe2028State
from engines.europe2028.turn_context import HELD_LANDING, Europe2028TurnContext
from engines.europe2028.words import KIND_NAMES, capitalize_sentence, europe2028_phase_title, name_cards, token_name
from engines.language.names import join_english_list
from engines.language.standing import read_standing_lines
from engines.report import Block, Heading, Lead, Paragraph, Table, make_columns

AFTER = ("opened", "drew")
"""What happens between turns."""


@returns_tuple
def build_europe2028_report(
    view: Europe2028State, seat: Seat | None, events: Sequence[Event], before: Europe2028State | None = None
) -> Iterator[Block]:
    """The report on what led to a position, for an empire or (None) anybody."""
    yield Heading(report_heading(view, before), 1)
    yield Lead(write_europe2028_lead(view, seat, events, before))
    yield draw_europe2028_map(view, seat, drawn_conquests(events))
    yield tables.europe2028_standings_table(view, seat)
    yield from conquest_blocks(view, events)
    yield summary_text(view, seat)
    if seat and view.ranks is None:
        yield from own_report_blocks(view, seat)
    yield from tables.fight_blocks(view)
    yield from europe2028_log_blocks(view, events, before)
    yield tables.market_table(view)
    yield from tables.undealt_blocks(view)
    yield tables.tokens_table(view)
    yield tables.regions_table(view)
    yield tables.features_table(view)
    yield tables.landing_table(view)
    yield tables.empires_table(view)
    yield from tables.disposed_blocks(view)


def report_heading(view: Europe2028State, before: Europe2028State | None) -> str:
    """Return what the report is about: the phase that is over."""
    if before is None:
        return "The game begins"
    return f"{europe2028_phase_title(before)}: the end" if view.ranks is not None else europe2028_phase_title(before)


def conquest_blocks(view: Europe2028State, events: Sequence[Event]) -> Iterator[Block]:
    """The regions that changed hands."""
    taken = [event.args for event in events if event.kind == "conquered"]
    if taken:
        rows = tuple(
            (
                view.get_region(a["region"]).name,
                tables.empire_cell(view, a["seat"]),
                KIND_NAMES[a["kind"]],
                tables.empire_cell(view, a["loser"]) if a["loser"] else "the market",
            )
            for a in taken
        )
        yield Table("conquests", make_columns("Region", "conquered by", "token", "from"), rows, "Conquests")


def summary_text(view: Europe2028State, seat: Seat | None) -> Paragraph:
    """Return who is nearest to the end, what is left in the decks, and who begins."""
    most = max(ending.conquered_half_points(view, seat) for seat in view.seats)
    best = [prose.name_empire(view, seat) for seat in view.order if ending.conquered_half_points(view, seat) == most]
    counted = "hold" if view.options.end_all else "have conquered"
    if len(best) == 1:
        counted = "holds" if view.options.end_all else "has conquered"
    worth = f"regions worth {ending.vp_text(most)} VP, and {view.options.end_vp} VP end the game"
    leads = (
        f"{capitalize_sentence(join_english_list(best))} {counted} {worth}"
        if most
        else "Nobody has conquered a region yet"
    )
    begins = f" {round_begin_sentence(view, seat)}" if view.kind == "round" else ""
    return Paragraph(f"{leads}. {tables.decks_left_text(view)}{begins}")


# --- one's own ----------------------------------------------------------------------------------------------------


def own_report_blocks(view: Europe2028State, seat: Seat) -> Iterator[Block]:
    """The hand, the objectives, what landing costs, and what was said for longer."""
    yield Heading("Yours", 2)
    secret = view.secret.get(seat)
    kept = "; or ".join(map(secret_text, view.dealt.get(seat, ()) if secret is None else (secret,)))
    wanted = join_english_list([view.get_region(code).name for code in view.world.empires[seat].objective])
    cards = f"Your cards: {name_cards(sort_hand(view.known_hand(seat)))}."
    open_ = f"Open objective: {wanted}; you hold {tables.objective_progress(view, seat)}."
    yield Paragraph("\n".join([cards, f"Secret objective: {kept}.", open_, landing_prices_text(view, seat)]))
    if kinds := view.wanted.get(seat, ()):
        yield Paragraph(f"Next tokens: {', then '.join(map(token_name, kinds))}.")
    if said := read_standing_lines(standing_ask(view, seat), view.standing.get(seat, ())):
        yield Paragraph("Standing challenges:\n" + "\n".join(order.words for order in said))


def secret_text(secret: str) -> str:
    wants, vp = SECRETS[secret]
    return f"{SECRET_WORDS[wants]}, {vp} VP"


def landing_prices_text(view: Europe2028State, seat: Seat) -> str:
    """Return what it costs this empire to land."""
    working = Europe2028TurnContext(view, LoadedDice())
    usual = tables.landing_prices(working, seat)
    market = f"Coins to land in the market: {usual}." if view.market else "Nothing is open in the market."
    conquered = next((code for code in sorted(view.held) if view.held[code].kind), "")
    costs = {
        KIND_NAMES[kind]: working.landing_price(seat, kind, conquered) if conquered else HELD_LANDING for kind in KINDS
    }
    dear = set(costs.values())
    told = str(dear.pop()) if len(dear) == 1 else ", ".join(f"{name} {cost}" for name, cost in costs.items())
    return f"{market} On a region that another has conquered: {told}."


# --- what happened ------------------------------------------------------------------------------------------------


def europe2028_log_blocks(
    view: Europe2028State, events: Sequence[Event], before: Europe2028State | None
) -> Iterator[Block]:
    """Each turn in the order of play, and what is turned up and drawn for the next. By the book a turn may go on."""
    heading = capitalize_sentence(prose.name_empire(view, before.turn)) if before and before.turn else "What happened"
    found = list[str]()
    after = [prose.tell_europe2028_event(view, event) for event in events if event.kind in AFTER]
    for event in events:
        if event.kind in ("turn", "end"):
            yield from paragraph_blocks(heading, found)
            heading = (
                capitalize_sentence(prose.name_empire(view, event.args["seat"]))
                if event.kind == "turn"
                else "The score"
            )
            found = []
        found += [prose.tell_europe2028_event(view, event)] if event.kind not in AFTER else []
    yield from paragraph_blocks(heading, found)
    yield from paragraph_blocks("For what comes next", after)


def paragraph_blocks(heading: str, found: Sequence[str]) -> Iterator[Block]:
    said = [words for words in found if words]
    if said:
        yield Heading(heading, 3)
        yield Paragraph("\n".join(said))
