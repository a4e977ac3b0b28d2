"""Setup: seats by lot, regions, cards, secrets, the first tokens and the first seat (§5.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.base import Dice, Event, Seat, Step
from engines.europe2028.cards import DECK, JOKERS, Card, fits_kind
from engines.europe2028.data import World
from engines.europe2028.state import (
    KINDS,
    MAT,
    SECRETS,
    TOKENS,
    Europe2028Options,
    Europe2028State,
    Europe2028Token,
    Holding,
)
from engines.language.grammar import Order

START_COINS, START_HAND = 2, 2


def set_up_europe2028(
    options: Europe2028Options, world: World, seats: tuple[Seat, ...], dice: Dice
) -> Step[Europe2028State]:
    """Everything dealt; each empire chooses a secret and two tokens."""
    order = tuple(dice.shuffle("setup", seats))
    held = {code: Holding(seat, world.regions[code].damaged) for seat in seats for code in world.empires[seat].start}
    deck = dice.shuffle("regions", [code for code in sorted(world.regions) if code not in held])
    cards = dice.shuffle("cards", [*DECK, *(JOKERS if options.jokers else ())])
    secrets = dice.shuffle("secrets", sorted(SECRETS))
    hands: dict[Seat, list[Card]] = {seat: [] for seat in seats}
    for _ in range(START_HAND):
        for seat in order:
            hands[seat].append(cards.pop(0))
    nothing = dict.fromkeys(seats, 0)
    state = Europe2028State(
        seats=seats,
        phase="SETUP",
        kind="setup",
        options=options,
        world=world,
        order=order,
        first=order[0],
        coins=dict.fromkeys(seats, START_COINS),
        levels=nothing,
        tokens={seat: dict.fromkeys(TOKENS, Europe2028Token()) for seat in seats},
        held=dict(sorted(held.items())),
        conquests={seat: dict.fromkeys(KINDS, 0) for seat in seats},
        market=tuple(deck[: options.market]),
        deck=tuple(deck[options.market :]),
        cards=tuple(cards),
        hands={seat: tuple(hand) for seat, hand in hands.items()},
        dealt={seat: tuple(secrets[2 * n : 2 * n + 2]) for n, seat in enumerate(order)},
    )
    return Step(state, (Event("seats", {"order": list(order)}),))


def begin_after_setup(
    state: Europe2028State, orders: Mapping[Seat, Sequence[Order]], dice: Dice
) -> tuple[Europe2028State, list[Event]]:
    """The choices made, the first seat thrown for."""
    secret, tokens, wanted = {}, {}, {}
    for seat in state.seats:
        said = {order.verb: order.args for order in orders.get(seat, ())}
        secret[seat] = said["SECRET"]["id"] if "SECRET" in said else best_secret(state.dealt[seat])
        begins = said.get("TOKENS")
        kinds = [begins["first"], begins["second"]] if begins else best_tokens(state.known_hand(seat))
        tokens[seat] = unlock_tokens(state.tokens[seat], kinds)
        if "NEXT" in said:
            wanted[seat] = tuple(row["token"] for row in said["NEXT"]["list"])
    events: list[Event] = []
    first = highest_die_seat(state.order, dice, events)
    chosen = {seat: [token for token in TOKENS if tokens[seat][token].place] for seat in state.seats}
    events.append(Event("first", {"seat": first, "tokens": chosen}))
    return replace(state, secret=secret, tokens=tokens, wanted=wanted, first=first), events


def unlock_tokens(tokens: Mapping[str, Europe2028Token], kinds: Sequence[str]) -> dict[str, Europe2028Token]:
    """Tokens moved from the warehouse to the mat."""
    found = dict(tokens)
    for kind in kinds:
        token = next(t for t in TOKENS if t.startswith(kind) and not found[t].place)
        found[token] = Europe2028Token(MAT)
    return found


def best_secret(dealt: Sequence[str]) -> str:
    """The one with more VP, then the lower id (§3.1)."""
    return max(dealt, key=lambda s: (SECRETS[s][1], -int(s[1:])))


def best_tokens(hand: Sequence[Card]) -> list[str]:
    """The two kinds with most matching cards; ties MIL ECO CUL POL (§3.1)."""
    counts = {kind: sum(fits_kind(card, kind) for card in hand) for kind in KINDS}
    return sorted(KINDS, key=lambda kind: (-counts[kind], KINDS.index(kind)))[:2]


def highest_die_seat(seats: Sequence[Seat], dice: Dice, events: list[Event]) -> Seat:
    """The seat with the highest die; equal ones throw again."""
    thrown = {seat: dice.roll("dice", 6) for seat in seats}
    events.append(Event("lot", {"dice": thrown}))
    best = [seat for seat in seats if thrown[seat] == max(thrown.values())]
    return best[0] if len(best) == 1 else highest_die_seat(best, dice, events)
