"""How things stand now: the map with a seat's orders drawn on it, its hand and tokens, what it has to spend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from engines.base import Seat, returns_tuple
from engines.dice import LoadedDice
from engines.europe2028 import tables
from engines.europe2028.card_picks import fight_points_note, sort_hand
from engines.europe2028.cards import SUIT_OF, SUITS, card_rank, fits_kind, is_joker
from engines.europe2028.check import ForeseenOrders
from engines.europe2028.drawing import draw_europe2028_map, drawn_orders
from engines.europe2028.lead import game_end_sentences
from engines.europe2028.state import OBJECTIVE_VP, SECRET_WORDS, SECRETS, TOKENS, WAREHOUSE, Europe2028State
from engines.europe2028.turn_context import Europe2028TurnContext
from engines.europe2028.words import KIND_NAMES, capitalize_sentence, cards_fit_text, coins_text, token_name
from engines.language.grammar import Order
from engines.language.names import join_english_list
from engines.palette import BLACK_SUIT, JOKER, RED_SUIT
from engines.report import Block, CardHand, Lead, Paragraph, TableCard

SIGNS = {"S": "♠", "D": "♦", "H": "♥", "C": "♣"}
COLOURS = {"S": BLACK_SUIT, "D": RED_SUIT, "H": RED_SUIT, "C": BLACK_SUIT, "": JOKER}
"""Of suits; "" for jokers."""
Mark = Literal["", "said", "shut"]


@returns_tuple
def build_europe2028_board(view: Europe2028State, seat: Seat | None, orders: Sequence[Order] = ()) -> Iterator[Block]:
    """The position as a seat, or (None) anybody, sees it, with the orders the seat has given."""
    yield draw_europe2028_map(view, seat, drawn_orders(view, seat, orders) if seat else None)
    if view.ranks is not None:
        yield Lead(" ".join(game_end_sentences(view, seat)))
    elif seat:
        yield from own_board_blocks(view, seat, orders)
    yield from tables.fight_blocks(view)
    yield tables.europe2028_standings_table(view, seat)
    yield tables.market_table(view)


def own_board_blocks(view: Europe2028State, seat: Seat, orders: Sequence[Order]) -> Iterator[Block]:
    """Yield what a seat orders with."""
    if view.kind == "setup":
        yield secrets_hand(view, seat, orders)
    named = places_in_orders(view, seat, orders)
    yield CardHand("Your cards", tuple(hand_card(view, seat, each, named) for each in sort_hand(view.known_hand(seat))))
    if view.kind != "setup":
        yield CardHand("Your tokens", tuple(token_card(view, seat, each, orders) for each in TOKENS))
        yield purse_text(view, seat, orders)
        yield objectives_text(view, seat)


# --- cards --------------------------------------------------------------------------------------------------------


def hand_card(view: Europe2028State, seat: Seat, code: str, named: Mapping[str, int]) -> TableCard:
    """A card of the hand: what it counts in a fight, whom it moves, and its place in the order that names it."""
    suit = "" if is_joker(code) else code[-1]
    title = "Joker" if is_joker(code) else f"{card_rank(code)}{SIGNS[suit]}"
    return TableCard(
        title,
        fight_points_note(code),
        f"card {code}",
        SUITS.get(suit, "joker"),
        COLOURS[suit],
        describe_card_use(view, seat, code),
        "said" if code in named else "",
        named.get(code, 0),
    )


def describe_card_use(view: Europe2028State, seat: Seat, code: str) -> str:
    """The tokens that a card fits; by the book the attacks on the table."""
    here = [view.get_region(fight.region).name for fight in view.fights if fits_kind(code, fight.kind)]
    if view.fights:
        return f"fits the attack at {join_english_list(here)}" if here else "fits no attack on the table"
    kinds = [kind for kind in KIND_NAMES if fits_kind(code, kind)]
    if is_joker(code):
        return "fits any token"
    free = [at for name, at in view.tokens[seat].items() if name.startswith(kinds[0]) and at.place != WAREHOUSE]
    return f"fits {KIND_NAMES[kinds[0]]} tokens{'' if free or view.kind == 'setup' else '; yours is not unlocked yet'}"


def places_in_orders(view: Europe2028State, seat: Seat, orders: Sequence[Order]) -> dict[str, int]:
    """The cards that orders name, each with its place in the first that does."""
    working, found = Europe2028TurnContext(view, LoadedDice()), dict[str, int]()
    for order in orders:
        for n, code in enumerate(dict.fromkeys(cards_of_order(working, seat, order)), 1):
            found.setdefault(code, n)
    return found


def cards_of_order(working: Europe2028TurnContext, seat: Seat, order: Order) -> list[str]:
    """The cards of an order in the order in which it plays them; what LOW, HIGH and ALL of an attack mean is known."""
    args = order.args
    if order.verb in ("ATTACK", "LAND"):
        paid = [row["card"] for part in args.get("pay", ()) for row in part["cards"]]
        parts = [part["cards"] for part in args.get("with", ())] + [part["more"] for part in args.get("reserve", ())]
        return [*paid, *(each for part in parts for each in working.pick_cards(seat, part, args["token"][:3]))]
    rows = args.get("cards", ())
    return [row["card"] for row in (rows.get("cards", ()) if isinstance(rows, Mapping) else rows)]


def secrets_hand(view: Europe2028State, seat: Seat, orders: Sequence[Order]) -> CardHand:
    """The secret objectives of which one is kept."""
    kept = [order.args["id"] for order in orders if order.verb == "SECRET"]
    return CardHand(
        "Your secret objectives", tuple(secret_card(each, each in kept) for each in view.dealt.get(seat, ()))
    )


def secret_card(code: str, kept: bool) -> TableCard:
    wants, vp = SECRETS[code]
    return TableCard(
        capitalize_sentence(SECRET_WORDS[wants]), code, f"secret {code}", note=f"{vp} VP", mark="said" if kept else ""
    )


# --- tokens and coins ---------------------------------------------------------------------------------------------


def token_card(view: Europe2028State, seat: Seat, name: str, orders: Sequence[Order]) -> TableCard:
    """A token: where it is, and how many cards of the hand fit it."""
    at, suit = view.tokens[seat][name], SUIT_OF[name[:3]]
    fit = sum(fits_kind(code, name[:3]) for code in view.known_hand(seat))
    locked = at.place == WAREHOUSE
    where = "not unlocked yet" if locked else tables.describe_token_place(view, at)
    note = f"takes {SUITS[suit]}; {cards_fit_text(fit)}"
    title = capitalize_sentence(token_name(name).removesuffix(" token"))
    return TableCard(
        title, where, f"token {name}", SUITS[suit], COLOURS[suit], note, token_mark(view, seat, name, orders)
    )


def token_mark(view: Europe2028State, seat: Seat, name: str, orders: Sequence[Order]) -> Mark:
    """Return whether orders use a token, or it cannot be used yet."""
    if view.tokens[seat][name].place == WAREHOUSE:
        return "shut"
    working = Europe2028TurnContext(view, LoadedDice())
    working.recall_tokens(seat, orders)
    used = {event.args["token"] for event in working.events}
    for order in orders:
        if order.verb in ("ATTACK", "LAND"):
            meant = working.find_meant_token(seat, order.args["token"], order.args["region"])
            working.tokens[seat][meant] = replace(working.tokens[seat][meant], place=order.args["region"])
            used.add(meant)
    return "said" if name in used else ""


def purse_text(view: Europe2028State, seat: Seat, orders: Sequence[Order]) -> Paragraph:
    """Return what there is to spend, what the landings ordered take of it, and what comes in at the end of the turn."""
    lines = ForeseenOrders(view, seat, orders)
    before, _ = lines.purse, list(lines.list_remarks())
    spent = before - lines.purse
    made = f", and {lines.made} more for cards" if lines.made else ""
    taken = f"; your landings cost {spent}" if spent else ""
    brings = Europe2028TurnContext(view, LoadedDice()).total_income(seat)
    return Paragraph(
        f"You have {coins_text(view.coins[seat])}{made}{taken}. Your regions bring {brings} at the end of your turn."
    )


def objectives_text(view: Europe2028State, seat: Seat) -> Paragraph:
    """Return what is worth points at the end."""
    wanted = join_english_list([view.get_region(code).name for code in view.world.empires[seat].objective])
    wants, vp = SECRETS[view.secret[seat]] if seat in view.secret else ("", 0)
    kept = f" Your secret objective: {SECRET_WORDS[wants]}, {vp} VP." if wants else ""
    return Paragraph(
        f"Your open objective: {wanted}, {OBJECTIVE_VP} VP; you hold {tables.objective_progress(view, seat)}.{kept}"
    )
