"""Playing cards: points in attacks and conversion, how two sets compare, what a side adds (§5.3, §5.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

Card: TypeAlias = str
"""A rank and a suit ("10H", "KS"), or a joker ("X1")."""
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = {"S": "spades", "D": "diamonds", "H": "hearts", "C": "clubs"}
JOKERS = ("X1", "X2")
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
FACES = "JQK"
SUIT_OF = {"MIL": "S", "ECO": "D", "CUL": "H", "POL": "C"}
"""The suit of each kind of token (§1.5)."""


def is_joker(card: Card) -> bool:
    return card in JOKERS


def card_rank(card: Card) -> str:
    return card[:-1]


def attack_points(card: Card) -> int:
    """In an attack: the number, 12 for J Q K, 20 for an ace; a joker counts by itself (§1.5)."""
    if is_joker(card):
        return 0
    return int(card_rank(card)) if card_rank(card).isdecimal() else 20 if card_rank(card) == "A" else 12


def conversion_points(card: Card) -> int:
    """In a conversion: the number, 15 for all others (§1.5)."""
    return int(card_rank(card)) if card_rank(card).isdecimal() else 15


def fits_kind(card: Card, kind: str) -> bool:
    """Return whether a card fits a token: its suit, or a joker."""
    return is_joker(card) or card[-1] == SUIT_OF[kind]


def strength_key(card: Card) -> tuple[bool, int, int]:
    """For LOW and HIGH: by points, faces by rank, jokers last."""
    return is_joker(card), attack_points(card), 0 if is_joker(card) else RANKS.index(card_rank(card))


def compare_cards(one: Sequence[Card], other: Sequence[Card]) -> int:
    """1 if the first set is ahead, -1 if the second is, 0 for a tie: jokers, points, then faces (§5.4)."""
    mine = sum(map(is_joker, one)), sum(map(attack_points, one))
    yours = sum(map(is_joker, other)), sum(map(attack_points, other))
    if mine != yours:
        return 1 if mine > yours else -1
    for a, b in zip(face_ranks(one), face_ranks(other), strict=False):
        if a != b:
            return 1 if a > b else -1
    return 0


def face_ranks(cards: Sequence[Card]) -> list[int]:
    """The J, Q and K of a set, the highest first."""
    return sorted((FACES.index(card_rank(c)) for c in cards if card_rank(c) in FACES), reverse=True)


def shortest_leading_part(cards: Sequence[Card], test: Callable[[Sequence[Card]], bool]) -> Sequence[Card] | None:
    """The shortest leading part, of one card at least, that passes a test."""
    return next((cards[:n] for n in range(1, len(cards) + 1) if test(cards[:n])), None)


def choose_added_cards(
    mine: Sequence[Card], theirs: Sequence[Card], stock: Sequence[Card], block: bool
) -> Sequence[Card]:
    """Return what a side that is not ahead adds: enough to be ahead, else enough for a tie; with `block` the other way
    round, and nothing beyond a tie. () to pass (§5.3.6)."""
    now = compare_cards(mine, theirs)
    if now > 0 or (block and now == 0):
        return ()
    ahead = shortest_leading_part(stock, lambda part: compare_cards([*mine, *part], theirs) > 0)
    even = shortest_leading_part(stock, lambda part: compare_cards([*mine, *part], theirs) == 0)
    return (even or ahead or ()) if block else (ahead or even or ())


def convert_to_coins(cards: Iterator[Card]) -> tuple[int, int]:
    """Points and coins of converted cards: ten points a coin, the rest is lost (§5.2.2)."""
    total = sum(map(conversion_points, cards))
    return total, total // 10
