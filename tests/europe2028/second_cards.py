"""Cards, for the second reading of the rules (§1.5, §5.3.6, §5.4): plainly, and none of it the engine's."""

from __future__ import annotations

from collections.abc import Sequence

SUITS = {"MIL": "S", "ECO": "D", "CUL": "H", "POL": "C"}


def is_joker(card: str) -> bool:
    return card.startswith("X")


def fits(card: str, kind: str) -> bool:
    return is_joker(card) or card.endswith(SUITS[kind])


def attack_points(card: str) -> int:
    if is_joker(card):
        return 0
    if card[:-1] in ("J", "Q", "K"):
        return 12
    return 20 if card[:-1] == "A" else int(card[:-1])


def coin_points(card: str) -> int:
    return int(card[:-1]) if card[:-1].isdigit() else 15


def weakest_first(cards: Sequence[str]) -> list[str]:
    """By points, faces by their rank, jokers last."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    return sorted(cards, key=lambda card: 99 if is_joker(card) else ranks.index(card[:-1]))


def ahead(mine: Sequence[str], yours: Sequence[str]) -> int:
    """1: mine are ahead, -1: yours are, 0: a tie."""
    jokers = sum(map(is_joker, mine)) - sum(map(is_joker, yours))
    if jokers:
        return 1 if jokers > 0 else -1
    points = sum(map(attack_points, mine)) - sum(map(attack_points, yours))
    if points:
        return 1 if points > 0 else -1
    my_faces = sorted(("JQK".index(card[0]) for card in mine if card[0] in "JQK"), reverse=True)
    your_faces = sorted(("JQK".index(card[0]) for card in yours if card[0] in "JQK"), reverse=True)
    while my_faces and your_faces:
        one, other = my_faces.pop(0), your_faces.pop(0)
        if one != other:
            return 1 if one > other else -1
    return 0


def could_tie(cards: Sequence[str], opening: Sequence[str]) -> bool:
    return any(ahead(cards[:n], opening) >= 0 for n in range(1, len(cards) + 1))


def cards_needed(mine: list[str], theirs: list[str], left: list[str], *, block: bool) -> list[str]:
    now = ahead(mine, theirs)
    if now > 0 or (now == 0 and block):
        return []
    parts = [left[:n] for n in range(1, len(left) + 1)]
    winning = [part for part in parts if ahead(mine + part, theirs) > 0]
    tying = [part for part in parts if ahead(mine + part, theirs) == 0] if now < 0 else []
    choices = tying[:1] + winning[:1] if block else winning[:1] + tying[:1]
    return choices[0] if choices else []
