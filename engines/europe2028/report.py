"""What an empire is told: what happened and what it means, the map, how all stand, its own cards, the log (§9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Event, Seat, whole
from engines.dice import LoadedDice
from engines.europe2028 import ending, prose, tables
from engines.europe2028.asks import standing_ask
from engines.europe2028.card_picks import in_order
from engines.europe2028.drawing import KEY, drawing, happened
from engines.europe2028.lead import lead, round_begins
from engines.europe2028.state import KINDS, SECRET_WORDS, SECRETS, State
from engines.europe2028.words import KIND_NAMES, capital, cards_named, title, token_name
from engines.europe2028.working import HELD_LANDING, Working
from engines.language.names import enumerated
from engines.language.standing import said_again
from engines.report import Block, Heading, Lead, Table, Text, columns

AFTER = ("opened", "drew")
"""What happens between turns."""


@whole
def blocks(view: State, seat: Seat | None, events: Sequence[Event], before: State | None = None) -> Iterator[Block]:
    """The report on what led to a position, for an empire or (None) anybody."""
    yield Heading(heading(view, before), 1)
    yield Lead(lead(view, seat, events, before))
    yield drawing(view, seat, happened(events))
    yield Text(KEY, quiet=True)
    yield tables.standings(view, seat)
    yield from conquests(view, events)
    yield summary(view, seat)
    if seat and view.ranks is None:
        yield from own(view, seat)
    yield from tables.fights(view)
    yield from log(view, events, before)
    yield tables.market(view)
    yield from tables.undealt(view)
    yield tables.tokens(view)
    yield tables.regions(view)
    yield tables.specials(view)
    yield tables.landing(view)
    yield tables.empires(view)
    yield from tables.disposed(view)


def heading(view: State, before: State | None) -> str:
    """What the report is about: the phase that is over."""
    if before is None:
        return "The game begins"
    return f"{title(before)}: the end" if view.ranks is not None else title(before)


def conquests(view: State, events: Sequence[Event]) -> Iterator[Block]:
    """The regions that changed hands."""
    taken = [event.args for event in events if event.kind == "conquered"]
    if taken:
        rows = tuple(
            (
                view.region(a["region"]).name,
                tables.name_cell(view, a["seat"]),
                KIND_NAMES[a["kind"]],
                tables.name_cell(view, a["loser"]) if a["loser"] else "the market",
            )
            for a in taken
        )
        yield Table("conquests", columns("Region", "conquered by", "token", "from"), rows, "Conquests")


def summary(view: State, seat: Seat | None) -> Text:
    """Who is nearest to the end, what is left in the decks, and who begins."""
    most = max(ending.conquered(view, seat) for seat in view.seats)
    best = [prose.who(view, seat) for seat in view.order if ending.conquered(view, seat) == most]
    counted = "hold" if view.options.end_all else "have conquered"
    if len(best) == 1:
        counted = "holds" if view.options.end_all else "has conquered"
    worth = f"regions worth {ending.vp_text(most)} VP, and {view.options.end_vp} VP end the game"
    leads = f"{capital(enumerated(best))} {counted} {worth}" if most else "Nobody has conquered a region yet"
    begins = f" {round_begins(view, seat)}" if view.kind == "round" else ""
    return Text(f"{leads}. {tables.left(view)}{begins}")


# --- one's own ----------------------------------------------------------------------------------------------------


def own(view: State, seat: Seat) -> Iterator[Block]:
    """The hand, the objectives, what landing costs, and what was said for longer."""
    yield Heading("Yours", 2)
    secret = view.secret.get(seat)
    kept = "; or ".join(map(secret_words, view.dealt.get(seat, ()) if secret is None else (secret,)))
    wanted = enumerated([view.region(code).name for code in view.world.empires[seat].objective])
    cards = f"Your cards: {cards_named(in_order(view.hand(seat)))}."
    open_ = f"Open objective: {wanted}; you hold {tables.goal(view, seat)}."
    yield Text("\n".join([cards, f"Secret objective: {kept}.", open_, prices(view, seat)]))
    if kinds := view.wanted.get(seat, ()):
        yield Text(f"Next tokens: {', then '.join(map(token_name, kinds))}.")
    if said := said_again(standing_ask(view, seat), view.standing.get(seat, ())):
        yield Text("Standing challenges:\n" + "\n".join(order.words for order in said))


def secret_words(secret: str) -> str:
    wants, vp = SECRETS[secret]
    return f"{secret}, {SECRET_WORDS[wants]}, {vp} VP"


def prices(view: State, seat: Seat) -> str:
    """What it costs this empire to land."""
    working = Working(view, LoadedDice())
    usual = tables.fares(working, seat)
    market = f"Coins to land in the market: {usual}." if view.market else "Nothing is open in the market."
    conquered = next((code for code in sorted(view.held) if view.held[code].kind), "")
    costs = {KIND_NAMES[kind]: working.price(seat, kind, conquered) if conquered else HELD_LANDING for kind in KINDS}
    dear = set(costs.values())
    told = str(dear.pop()) if len(dear) == 1 else ", ".join(f"{name} {cost}" for name, cost in costs.items())
    return f"{market} On a region that another has conquered: {told}."


# --- what happened ------------------------------------------------------------------------------------------------


def log(view: State, events: Sequence[Event], before: State | None) -> Iterator[Block]:
    """Each turn in the order of play, and what is turned up and drawn for the next. By the book a turn may go on."""
    heading = capital(prose.who(view, before.turn)) if before and before.turn else "What happened"
    found = list[str]()
    after = [prose.told(view, event) for event in events if event.kind in AFTER]
    for event in events:
        if event.kind in ("turn", "end"):
            yield from paragraph(heading, found)
            heading = capital(prose.who(view, event.args["seat"])) if event.kind == "turn" else "The score"
            found = []
        found += [prose.told(view, event)] if event.kind not in AFTER else []
    yield from paragraph(heading, found)
    yield from paragraph("For what comes next", after)


def paragraph(heading: str, found: Sequence[str]) -> Iterator[Block]:
    said = [words for words in found if words]
    if said:
        yield Heading(heading, 3)
        yield Text("\n".join(said))
