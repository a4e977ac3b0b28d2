"""What things are called in sentences: tokens, cards, empires, phases, sums of coins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.base import Seat
from engines.europe2028.cards import SUITS, Card, card_rank, is_joker
from engines.europe2028.data import World
from engines.europe2028.state import Europe2028Options, Europe2028State
from engines.language.names import join_english_list

KIND_NAMES = {"MIL": "military", "ECO": "economic", "CUL": "cultural", "POL": "political"}
RANK_NAMES = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
NUMBERED = {"": "", "1": "first ", "2": "second "}
COMMON = ("Union", "Sultanate", "Alliance", "Confederation", "Empire", "Federation", "League", "Republic")
"""Last words of names that have an article: the Eastern Alliance, but Russia."""


def token_name(token: str) -> str:
    """“economic token”, “first military token”; “military token” for MIL."""
    return f"{NUMBERED[token[3:]]}{KIND_NAMES[token[:3]]} token"


def with_article(thing: str) -> str:
    """With its article: “a military token”, “an economic token”."""
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"


def rank_name(card: Card) -> str:
    return RANK_NAMES.get(card_rank(card), card_rank(card))


def card_name(card: Card) -> str:
    """“4 of spades”, “king of hearts”, “first joker”."""
    return f"{NUMBERED[card[1]]}joker" if is_joker(card) else f"{rank_name(card)} of {SUITS[card[-1]]}"


def name_cards(cards: Sequence[Card]) -> str:
    """“the 4 and king of spades and a joker”; “no card”."""
    suits = dict.fromkeys(card[-1] for card in cards if not is_joker(card))
    found = [f"the {name_ranks(card for card in cards if card[-1] == suit)} of {SUITS[suit]}" for suit in suits]
    jokers = sum(map(is_joker, cards))
    return join_english_list([*found, *(["a joker"] if jokers == 1 else ["two jokers"] if jokers else [])]) or "no card"


def name_ranks(cards: Iterable[Card]) -> str:
    return join_english_list([rank_name(card) for card in cards])


def level_text(level: int, top: int) -> str:
    """Return how far a token has climbed: “level 2 of 3”; on level 0 it is in the landing zone."""
    return f"level {level} of {top}" if level else "in the landing zone"


def coins_text(count: int) -> str:
    """“1 coin”, “4 coins”."""
    return count_things(count, "coin")


def count_things(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


def cards_fit_text(count: int) -> str:
    """“1 card of yours fits”, “2 cards of yours fit”."""
    return f"{count_things(count, 'card')} of yours {'fits' if count == 1 else 'fit'}"


def empire_name(world: World, seat: Seat) -> str:
    """An empire within a sentence: “Russia”, “the Eastern Alliance”."""
    name = world.empires[seat].name if seat in world.empires else seat
    return f"the {name}" if name.endswith(COMMON) else name


def empire_genitive(world: World, seat: Seat) -> str:
    """“Russia’s”, “the Eastern Alliance’s”."""
    return f"{empire_name(world, seat)}’s"


def capitalize_sentence(text: str) -> str:
    """A text with a capital, as a sentence begins."""
    return text[:1].upper() + text[1:]


def europe2028_phase_title(state: Europe2028State) -> str:
    """A phase's name for people, and how far the game is where that was agreed."""
    if state.kind in ("setup", "end"):
        return "Choosing" if state.kind == "setup" else "The end"
    of = "" if state.options.max_rounds == Europe2028Options.max_rounds else f" of {state.options.max_rounds}"
    return f"Round {state.round}{of}{WINDOWS.get(state.kind, '').format(empire=empire_name(state.world, state.turn))}"


WINDOWS = {
    "turn": ": the turn of {empire}",
    "challenge": ": challenges to {empire}",
    "add": ": more cards in the fights of {empire}",
}
"""What is played of a round by the book."""
