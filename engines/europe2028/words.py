"""What things are called in sentences: tokens, cards, empires, phases, sums of coins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.base import Seat
from engines.europe2028.cards import SUITS, Card, is_joker, rank
from engines.europe2028.data import World
from engines.europe2028.state import Options, State
from engines.language.names import enumerated

KIND_NAMES = {"MIL": "military", "ECO": "economic", "CUL": "cultural", "POL": "political"}
RANK_NAMES = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
NUMBERED = {"": "", "1": "first ", "2": "second "}
COMMON = ("Union", "Sultanate", "Alliance", "Confederation", "Empire", "Federation", "League", "Republic")
"""Last words of names that have an article: the Eastern Alliance, but Russia."""


def token_name(token: str) -> str:
    """“economic token”, “first military token”; “military token” for MIL."""
    return f"{NUMBERED[token[3:]]}{KIND_NAMES[token[:3]]} token"


def one(thing: str) -> str:
    """With its article: “a military token”, “an economic token”."""
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"


def rank_name(card: Card) -> str:
    return RANK_NAMES.get(rank(card), rank(card))


def card_name(card: Card) -> str:
    """“4 of spades”, “king of hearts”, “first joker”."""
    return f"{NUMBERED[card[1]]}joker" if is_joker(card) else f"{rank_name(card)} of {SUITS[card[-1]]}"


def cards_named(cards: Sequence[Card]) -> str:
    """“the 4 and king of spades and a joker”; “no card”."""
    suits = dict.fromkeys(card[-1] for card in cards if not is_joker(card))
    found = [f"the {ranks_named(card for card in cards if card[-1] == suit)} of {SUITS[suit]}" for suit in suits]
    jokers = sum(map(is_joker, cards))
    return enumerated([*found, *(["a joker"] if jokers == 1 else ["two jokers"] if jokers else [])]) or "no card"


def ranks_named(cards: Iterable[Card]) -> str:
    return enumerated([rank_name(card) for card in cards])


def rung(level: int, top: int) -> str:
    """How far a token has climbed: “level 2 of 3”; on level 0 it is in the landing zone."""
    return f"level {level} of {top}" if level else "in the landing zone"


def coins(count: int) -> str:
    """“1 coin”, “4 coins”."""
    return counted(count, "coin")


def counted(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


def cards_fit(count: int) -> str:
    """“1 card of yours fits”, “2 cards of yours fit”."""
    return f"{counted(count, 'card')} of yours {'fits' if count == 1 else 'fit'}"


def empire(world: World, seat: Seat) -> str:
    """An empire within a sentence: “Russia”, “the Eastern Alliance”."""
    name = world.empires[seat].name if seat in world.empires else seat
    return f"the {name}" if name.endswith(COMMON) else name


def whose(world: World, seat: Seat) -> str:
    """“Russia’s”, “the Eastern Alliance’s”."""
    return f"{empire(world, seat)}’s"


def capital(text: str) -> str:
    """A text with a capital, as a sentence begins."""
    return text[:1].upper() + text[1:]


def title(state: State) -> str:
    """A phase's name for people, and how far the game is where that was agreed."""
    if state.kind in ("setup", "end"):
        return "Choosing" if state.kind == "setup" else "The end"
    of = "" if state.options.max_rounds == Options.max_rounds else f" of {state.options.max_rounds}"
    return f"Round {state.round}{of}{WINDOWS.get(state.kind, '').format(empire=empire(state.world, state.turn))}"


WINDOWS = {
    "turn": ": the turn of {empire}",
    "challenge": ": challenges to {empire}",
    "add": ": more cards in the fights of {empire}",
}
"""What is played of a round by the book."""
