"""Attacks: landing and opening, who challenges, the exchange of cards, and what comes of it (§5.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from engines.base import Event, Seat
from engines.europe2028.cards import (
    Card,
    attack_points,
    choose_added_cards,
    compare_cards,
    fits_kind,
    is_joker,
    shortest_leading_part,
)
from engines.europe2028.data import Code
from engines.europe2028.opening import highest_die_seat
from engines.europe2028.state import MAT, Europe2028Token, Fight, Holding, Plan
from engines.europe2028.turn_context import Args, Europe2028TurnContext
from engines.language.grammar import Order

Challenges: TypeAlias = Mapping[Seat, Sequence[Order]]
"""The challenge lines of each seat in the order in which they are tried, standing ones last."""


LOW_HIGH_ALL = ("low", "high", "all")
"""The ways of naming cards without naming one."""


# --- landing and opening ------------------------------------------------------------------------------------------


def open_attack(working: Europe2028TurnContext, seat: Seat, order: Order) -> Fight | None:
    """One attack line: the token is there or lands, and the opening cards are laid down. None: no fight comes of it."""
    args, reasons = order.args, list[str]()
    for region in (args["region"], *(part["other"] for part in args.get("else", ()))):
        token = working.find_meant_token(seat, args["token"], region)
        if (seat, token) in working.acted:
            working.record_event(
                "refused", (seat,), seat=seat, text="B12 A token attacks once a turn; second line left out."
            )
            return None
        why = land_token(working, seat, token, region, args)
        if not why:
            if order.verb == "ATTACK":
                working.acted.add((seat, token))
            return lay_down_opening(working, seat, token, region, args)
        reasons.append(why)
    working.record_event("void", (seat,), seat=seat, token=args["token"], region=args["region"], why=reasons[0])
    return None


def land_token(working: Europe2028TurnContext, seat: Seat, token: str, region: Code, args: Args) -> str:
    """Return why the token cannot be on the region; "" if it is, if need be by landing now (§5.3.1)."""
    mine = working.tokens[seat]
    if not working.may_attack(seat, region):
        return "that region cannot be attacked"
    if mine[token].place == region:
        return ""
    if mine[token].place != MAT:
        return f"it is on {mine[token].place}" if mine[token].place else "it is locked"
    if any(other != token and at.place == region for other, at in mine.items()):
        return "another token of yours is there"
    kind = token[:3]
    paid = clubs_to_pay(working, seat, args, kind, region)
    cost = 0 if paid else working.landing_price(seat, kind, region)
    if cost > working.coins[seat]:
        return f"landing costs {cost}, and you have {working.coins[seat]}"
    working.dispose_cards(seat, paid)
    working.coins[seat] -= cost
    mine[token] = Europe2028Token(region)
    working.record_event("landed", seat=seat, token=token, region=region, cost=cost, cards=paid)
    return ""


def clubs_to_pay(working: Europe2028TurnContext, seat: Seat, args: Args, kind: str, region: Code) -> list[Card]:
    """The clubs that pay a landing, if they may (§6.17)."""
    named = dict.fromkeys(row["card"] for part in args["pay"] for row in part["cards"])
    cards = [card for card in named if card in working.hands[seat] and card[-1] == "C"]
    return [] if working.why_clubs_refused(seat, kind, region, cards) else cards


def lay_down_opening(working: Europe2028TurnContext, seat: Seat, token: str, region: Code, args: Args) -> Fight | None:
    """The opening is on the table; the reserve is kept in mind (§5.3.2)."""
    kind = token[:3]
    opening = [card for part in args.get("with", ()) for card in working.pick_cards(seat, part["cards"], kind)]
    if not opening:
        if args.get("with"):
            working.record_event(
                "refused", (seat,), seat=seat, text=f"No opening card is left for {token} at {region}: it waits."
            )
        return None
    working.play_cards(seat, opening)
    reserve = [card for part in args["reserve"] for card in working.pick_cards(seat, part["more"], kind)]
    working.plans.setdefault(seat, {})[region] = Plan(tuple(reserve), bool(args["reserve"]))
    return Fight(seat, token, region, tuple(opening))


# --- who challenges -----------------------------------------------------------------------------------------------


def find_challenger(working: Europe2028TurnContext, fight: Fight, lines: Challenges) -> Fight:
    """The fight with its challenger, if there is one; of several the one with the highest die (§5.3.3, §5.3.4)."""
    order = working.state.order
    at = order.index(fight.seat)
    found = {
        seat: line
        for seat in (*order[at + 1 :], *order[:at])
        if (line := find_challenge_line(working, seat, fight, lines))
    }
    if not found:
        return fight
    events: list[Event] = []
    best = highest_die_seat(tuple(found), working.dice, events) if len(found) > 1 else next(iter(found))
    args = found[best].args
    limited = args["cards"]["way"] in LOW_HIGH_ALL or bool(args["max"])
    plan = Plan(tuple(challenge_cards(working, best, args, fight)), limited, bool(args["block"]))
    working.plans.setdefault(best, {})[fight.region] = plan
    return replace(fight, challenger=best, lots=tuple(dict(event.args["dice"]) for event in events))


def find_challenge_line(working: Europe2028TurnContext, seat: Seat, fight: Fight, lines: Challenges) -> Order | None:
    """The first line of a seat that means this attack, if its cards at least tie the opening."""
    line = next((order for order in lines[seat] if means_fight(working, order.args, fight)), None)
    cards = challenge_cards(working, seat, line.args, fight) if line else []
    return (
        line if shortest_leading_part(cards, lambda part: compare_cards(part, fight.attack) >= 0) is not None else None
    )


def means_fight(working: Europe2028TurnContext, args: Args, fight: Fight) -> bool:
    final = working.tokens[fight.seat][fight.token].level + 1 >= working.world.regions[fight.region].influence
    return (
        all(part["empire"] in ("ANY", fight.seat) for part in args["who"])
        and all(part["region"] in ("ANY", fight.region) for part in args["at"])
        and all(part["kind"] == fight.kind for part in args["token"])
        and (final or not args["final"])
        and all(worth_at_most(part["points"], fight.attack) for part in args["upto"])
    )


def worth_at_most(limit: int, cards: Sequence[Card]) -> bool:
    """Return whether cards are worth so many points or fewer; a joker is worth more than any."""
    return not any(map(is_joker, cards)) and sum(map(attack_points, cards)) <= limit


def challenge_cards(working: Europe2028TurnContext, seat: Seat, args: Args, fight: Fight) -> list[Card]:
    """The cards of a challenge in the order in which they would be played."""
    cards = working.pick_cards(seat, args["cards"], fight.kind)
    return cards[: args["max"][0]["n"]] if args["max"] else cards


# --- the exchange -------------------------------------------------------------------------------------------------


def exchange_cards(
    working: Europe2028TurnContext, fight: Fight, asks: bool = False, answered: Collection[Seat] = ()
) -> Fight:
    """The exchange until two passes in a row (§5.3.6), or with `asks` until a side must be asked for cards; sides that
    have answered are not asked again at once."""
    heard = set(answered)
    while fight.is_going_on and not (asks and fight.mover not in heard and must_ask(working, fight)):
        heard.discard(fight.mover)
        fight = move_fight_on(working, fight)
    return fight


def side_plan(working: Europe2028TurnContext, fight: Fight) -> Plan:
    """Return what the side to move still means to add, as far as it has the cards."""
    found = working.plans[fight.mover][fight.region]
    return replace(found, cards=tuple(card for card in found.cards if card in working.hands[fight.mover]))


def must_ask(working: Europe2028TurnContext, fight: Fight) -> bool:
    """Return whether the side to move is behind (or level, and not content), has said no more, and has cards that
    fit."""
    plan = side_plan(working, fight)
    lead = compare_cards(*fight_sides(fight))
    content = lead > 0 or (lead == 0 and plan.block)
    holds = any(fits_kind(card, fight.kind) for card in working.hands[fight.mover])
    return holds and not (content or plan.settled or plan.cards)


def fight_sides(fight: Fight) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards of the side to move, and of the other."""
    return (fight.attack, fight.answer) if fight.attackers_move else (fight.answer, fight.attack)


def move_fight_on(working: Europe2028TurnContext, fight: Fight) -> Fight:
    """The side to move adds what its plan allows, or passes."""
    plan = side_plan(working, fight)
    added = tuple(choose_added_cards(*fight_sides(fight), plan.cards, plan.block))
    working.play_cards(fight.mover, added)
    passes = 0 if added else fight.passes + 1
    if fight.attackers_move:
        return replace(fight, passes=passes, attackers_move=False, attack=(*fight.attack, *added))
    return replace(fight, passes=passes, attackers_move=True, answer=(*fight.answer, *added))


# --- what comes of it ---------------------------------------------------------------------------------------------


def settle_fight(working: Europe2028TurnContext, fight: Fight) -> None:
    """All cards are disposed of; the token goes up, stays, or goes down (§5.3.7 to §5.3.9)."""
    working.pile += (*fight.attack, *fight.answer)
    for mine in working.plans.values():
        mine.pop(fight.region, None)
    result = compare_cards(fight.attack, fight.answer)
    before = working.tokens[fight.seat][fight.token].level
    top = working.world.regions[fight.region].influence
    working.record_event("attack", **fight_args(fight), result=result, level=before, top=top)
    if before + result < 0:
        working.tokens[fight.seat][fight.token] = Europe2028Token(MAT)
    elif before + result >= top:
        conquer_region(working, fight)
    else:
        working.tokens[fight.seat][fight.token] = Europe2028Token(fight.region, before + result)


def fight_args(fight: Fight) -> dict[str, object]:
    """A fight as the arguments of an event."""
    return {
        "seat": fight.seat,
        "token": fight.token,
        "region": fight.region,
        "cards": list(fight.attack),
        "challenger": fight.challenger,
        "answer": list(fight.answer),
        "dice": [dict(lot) for lot in fight.lots],
    }


def conquer_region(working: Europe2028TurnContext, fight: Fight) -> None:
    """The region changes hands; all tokens on it go home (§5.3.9)."""
    region, before = fight.region, working.held.get(fight.region)
    if region in working.market:
        working.market.remove(region)
    working.held[region] = Holding(fight.seat, fight.kind == "MIL", fight.kind)
    working.conquests[fight.seat][fight.kind] += 1
    for mine in working.tokens.values():
        for token in [token for token, at in mine.items() if at.place == region]:
            mine[token] = Europe2028Token(MAT)
    loser = before.seat if before else ""
    working.record_event("conquered", seat=fight.seat, region=region, kind=fight.kind, loser=loser)


def fight_until_asked(working: Europe2028TurnContext, fights: Sequence[Fight], lines: Challenges) -> Iterator[Fight]:
    """Each fight challenged and contested as far as it goes without asking (by the book)."""
    for fight in fights:
        yield exchange_cards(working, find_challenger(working, fight, lines), asks=True)
