"""Cards to pick: those in the hand, with what they are worth. Others are read too, and `check` speaks of them (§4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from engines.europe2028.cards import (
    DECK,
    JOKERS,
    SUIT_OF,
    SUITS,
    Card,
    conversion,
    is_joker,
    matches,
    points,
    rank,
    strength,
    worth,
)
from engines.europe2028.state import KINDS, TOKENS
from engines.europe2028.words import RANK_NAMES, card_name, counted, one, token_name
from engines.europe2028.working import CLUBS
from engines.kept import keeps
from engines.language.ask import Given, Pick
from engines.language.names import Choice, Lexicon, Message

OTHER_SUIT = "Of another suit"


def named(card: Card) -> Choice:
    """A card as 4S, S4 or 4 of spades."""
    if is_joker(card):
        return Choice(card, card_name(card), (f"joker {card[1]}",), at=(f"card {card}",))
    suit, spelled = SUITS[card[-1]], {rank(card), RANK_NAMES.get(rank(card), "T" if rank(card) == "10" else rank(card))}
    names = [f"{r} {s}" for r in sorted(spelled) for s in (suit, suit[:-1], card[-1])]
    names += [f"{r} of {suit}" for r in sorted(spelled)] + [f"{card[-1]} {r}" for r in sorted(spelled)]
    names += [text for r in sorted(spelled) for text in (f"{r}{card[-1]}", f"{card[-1]}{r}")]
    return Choice(card, card_name(card), tuple(dict.fromkeys(names)), at=(f"card {card}",))


PACK: Mapping[Card, Choice] = {card: named(card) for card in (*DECK, *JOKERS)}
CARD_NAMES = Lexicon(PACK.values())


def in_order(hand: Iterable[Card]) -> list[Card]:
    """Jokers, then suit by suit, the lowest first."""
    return sorted(hand, key=lambda card: (card[-1], strength(card)))


def held(hand: Iterable[Card], dressed: Callable[[Card], Choice]) -> tuple[Choice, ...]:
    """The cards of a hand as they are to be offered."""
    return tuple(map(dressed, in_order(hand)))


def card_pick(found: tuple[Choice, ...], given: Given | None = None) -> Pick:
    """One of these cards; what else is named is taken, for `check` to speak of."""
    return Pick("card", found, CARD_NAMES, given=given, lenient=True, before="the")


def in_a_fight(card: Card) -> str:
    return "beats any number" if is_joker(card) else counted(points(card), "point")


@keeps(512)
def fitting(hand: tuple[Card, ...], kinds: tuple[str, ...], told: bool = True) -> tuple[Choice, ...]:
    """Cards for fights of tokens of these kinds; with `told` those of other suits are warned of (B04)."""

    def dressed(card: Card) -> Choice:
        if any(matches(card, kind) for kind in kinds):
            return replace(PACK[card], note=in_a_fight(card))
        return replace(PACK[card], note=in_a_fight(card), group=OTHER_SUIT, hint=unfit(card, kinds) if told else "")

    return held(hand, dressed)


def unfit(card: Card, kinds: Sequence[str]) -> Message:
    """What is said of a card that does not drive tokens of these kinds."""
    takes = " and ".join(f"{one(token_name(kind))} takes {SUITS[SUIT_OF[kind]]}" for kind in kinds)
    return Message(f"The {card_name(card)} does not fit: {takes}. It is left out.", "B04")


@keeps(128)
def to_attack(hand: tuple[Card, ...]) -> Pick:
    """Cards for the fight of the token that was picked."""
    given = {token: fitting(hand, (token[:3],)) for token in ("MIL", *TOKENS)}
    return card_pick(fitting(hand, KINDS), Given("token", given, ""))


@keeps(128)
def to_play(hand: tuple[Card, ...], kinds: tuple[str, ...] = KINDS, told: bool = True) -> Pick:
    """Cards for a fight of any of these kinds."""
    return card_pick(fitting(hand, kinds, told))


@keeps(128)
def to_convert(hand: tuple[Card, ...]) -> Pick:
    """Cards by what they are worth in coins."""
    total, made = conversion(iter(hand))
    group = "" if made else f"All your cards make {counted(total, 'point')}, and ten are a coin"
    found = held(hand, lambda card: replace(PACK[card], note=counted(worth(card), "point"), group=group))
    return card_pick(found)


@keeps(128)
def to_pay(hand: tuple[Card, ...], allowed: bool) -> Pick:
    """Clubs in place of coins, for whoever holds a region that takes them, and for a political token."""
    no_token, no_region = "Only a political token lands for clubs", "No region of yours lets clubs pay"

    def offered(political: bool) -> tuple[Choice, ...]:
        why = no_region if not allowed else "" if political else no_token
        return held(hand, lambda card: dressed(card, why))

    def dressed(card: Card, why: str) -> Choice:
        group = why or ("" if card[-1] == "C" else "No clubs")
        return replace(PACK[card], note=f"{points(card)} of {CLUBS} points", group=group)

    given = {token: offered(token == "POL") for token in ("MIL", *TOKENS)}
    return card_pick(given["POL"], Given("token", given, ""))
