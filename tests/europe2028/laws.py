"""What is true of every game of Europe 2028 at every step; each law raises AssertionError."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engines import states
from engines.base import Seat, Step
from engines.europe2028 import ENGINE
from engines.europe2028.cards import DECK, JOKERS
from engines.europe2028.chart import CHART
from engines.europe2028.state import MAT, TOKENS, WAREHOUSE, Europe2028State
from engines.report import Block, Map

CARD = re.compile(r"\b(?:(?:10|[2-9JQKA])[SDHC]|X[12])\b")
RANK = r"(?:10|[2-9]|jack|queen|king|ace)"
SUIT = re.compile(rf"({RANK}(?:(?:, | and ){RANK})*) of (spades|diamonds|hearts|clubs)")
"""Cards in words: “the 4, 9 and king of spades”."""
SECRET = re.compile(r"\bS\d{1,2}\b")
NO_COASTS = replace(CHART, regions={}, arcs=(), islands=(), places={}, slots={})
PRIVATE = ("drew", "refused", "void")
"""Events for one empire alone."""


def lawful(state: Europe2028State) -> None:
    """The laws of a position."""
    everything_is_there_once(state)
    for seat in state.seats:
        tokens_stand_right(state, seat)
        assert state.coins[seat] >= 0, seat


def everything_is_there_once(state: Europe2028State) -> None:
    fights = (card for fight in state.fights for card in (*fight.attack, *fight.answer))
    hands = (card for hand in state.hands.values() for card in hand)
    cards = Counter((*state.cards, *state.pile, *hands, *fights))
    assert cards == Counter((*DECK, *(JOKERS if state.options.jokers else ())))
    regions = Counter((*state.market, *state.deck, *state.held))
    assert regions == Counter(list(state.world.regions))
    assert len(state.market) <= state.options.market


def tokens_stand_right(state: Europe2028State, seat: Seat) -> None:
    """Two military tokens and one of each other kind; on regions that can be attacked, alone of their empire, below the
    last level; as many unlocked as the level says."""
    mine = state.tokens[seat]
    assert tuple(mine) == TOKENS
    out = [at for at in mine.values() if at.place not in (MAT, WAREHOUSE)]
    assert len({at.place for at in out}) == len(out)
    for at in out:
        holding = state.held.get(at.place)
        assert at.place in state.market or (holding and holding.kind and holding.seat != seat)
        assert 0 <= at.level < state.get_region(at.place).influence
    unlocked = sum(at.place != WAREHOUSE for at in mine.values())
    assert unlocked == (0 if state.kind == "setup" else 2 + state.levels[seat])


# --- a step -------------------------------------------------------------------------------------------------------


def check_step_laws(before: Europe2028State, step: Step[Europe2028State]) -> None:
    """The laws of a step: what grows, what is paid, what is told to whom."""
    after = step.state
    for seat in before.seats:
        assert after.levels[seat] >= before.levels[seat]
        assert all(after.conquests[seat][kind] >= count for kind, count in before.conquests[seat].items())
        assert after.coins[seat] - before.coins[seat] == told_coins(step, seat)
    for event in step.events:
        whom = None if event.kind not in PRIVATE else frozenset([event.args["seat"]])
        assert event.to == whom, event
    nothing_is_betrayed(step)


def told_coins(step: Step[Europe2028State], seat: Seat) -> int:
    """Return what the events say of an empire's coins."""
    gain = {"converted": 1, "income": 1, "landed": -1}
    price = {"damaged": 5, "repaired": 10}
    total = 0
    for event in step.events:
        if event.args.get("seat") == seat:
            total += gain.get(event.kind, 0) * (event.args.get("coins", 0) + event.args.get("cost", 0))
            total -= price.get(event.kind, 0)
    return total


def nothing_is_betrayed(step: Step[Europe2028State]) -> None:
    """No public event names a card in a hand, unless it was drawn after it; nor a secret before the end."""
    after, named = step.state, set[str]()
    for event in step.events:
        named |= cards_in(event.args) if event.to is None else set()
        named -= set(event.args["cards"]) if event.kind == "drew" else set()
    for seat in after.seats:
        assert not named & set(after.known_hand(seat)), seat
    if after.ranks is None:
        assert not SECRET.search(json.dumps([event.args for event in step.events if event.to is None]))


def cards_in(things: object) -> set[str]:
    """All cards that are named in a text, in signs or in words, or in data. (Of a joker a text does not tell which.)"""
    text = things if isinstance(things, str) else json.dumps(things)
    suits = [(re.findall(RANK, ranks), suit[0].upper()) for ranks, suit in SUIT.findall(text)]
    worded = {f"{rank if rank.isdecimal() else rank[0].upper()}{suit}" for ranks, suit in suits for rank in ranks}
    return {*CARD.findall(text), *worded}


# --- views and reports --------------------------------------------------------------------------------------------


def reports_are_discreet(before: Europe2028State, step: Step[Europe2028State], readers: Iterable[Seat | None]) -> None:
    """Neither a view nor a report shows a card of another hand, another's secret, or what another means to do."""
    for reader in readers:
        view = states.seat_view(step.state, reader)
        others = [seat for seat in step.state.seats if seat != reader]
        assert all(not view.known_hand(seat) for seat in others)
        for hidden in (view.dealt, view.secret, view.wanted, view.standing, view.plans, view.later):
            assert set(hidden) <= {reader}
        assert not any((*view.cards, *view.deck))
        text = "\n".join(report(before, step, reader))
        known = cards_in([event.args for event in step.events if event.to is None])
        theirs = {card for seat in others for card in step.state.known_hand(seat)}
        assert not (cards_in(text) & theirs) - known, reader
        if step.state.ranks is None:
            assert set(SECRET.findall(text)) <= set(step.state.dealt.get(reader or "", ()))


def report(before: Europe2028State, step: Step[Europe2028State], reader: Seat | None) -> Iterator[str]:
    """Yield what a reader is told and shown, as the server does it."""
    events = [event for event in step.events if event.to is None or reader in event.to]
    views = states.seat_view(step.state, reader), states.seat_view(before, reader)
    yield from map(block_text, ENGINE.report(views[0], reader, events, views[1]))
    yield from map(block_text, ENGINE.board(views[0], reader))


def block_text(block: Block) -> str:
    """All that is in a block. Not the coasts of its map, megabytes of numbers that are the same in every game."""
    return str(replace(block, chart=NO_COASTS) if isinstance(block, Map) else block)
