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
    attack_points,
    card_rank,
    conversion_points,
    convert_to_coins,
    fits_kind,
    is_joker,
    strength_key,
)
from engines.europe2028.state import KINDS, TOKENS
from engines.europe2028.turn_context import CLUBS
from engines.europe2028.words import RANK_NAMES, card_name, count_things, token_name, with_article
from engines.language.grammar import DependentChoices, Pick
from engines.language.names import Choice, Lexicon, Message
from engines.memo import memoize

OTHER_SUIT = "Of another suit"


def card_choice(card: Card) -> Choice:
    """A card as 4S, S4 or 4 of spades."""
    if is_joker(card):
        return Choice(card, card_name(card), (f"joker {card[1]}",), at=(f"card {card}",))
    suit, spelled = (
        SUITS[card[-1]],
        {card_rank(card), RANK_NAMES.get(card_rank(card), "T" if card_rank(card) == "10" else card_rank(card))},
    )
    names = [f"{r} {s}" for r in sorted(spelled) for s in (suit, suit[:-1], card[-1])]
    names += [f"{r} of {suit}" for r in sorted(spelled)] + [f"{card[-1]} {r}" for r in sorted(spelled)]
    names += [text for r in sorted(spelled) for text in (f"{r}{card[-1]}", f"{card[-1]}{r}")]
    return Choice(card, card_name(card), tuple(dict.fromkeys(names)), at=(f"card {card}",))


PACK: Mapping[Card, Choice] = {card: card_choice(card) for card in (*DECK, *JOKERS)}
CARD_NAMES = Lexicon(PACK.values())


def sort_hand(hand: Iterable[Card]) -> list[Card]:
    """Jokers, then suit by suit, the lowest first."""
    return sorted(hand, key=lambda card: (card[-1], strength_key(card)))


def hand_choices(hand: Iterable[Card], dress: Callable[[Card], Choice]) -> tuple[Choice, ...]:
    """The cards of a hand as they are to be offered."""
    return tuple(map(dress, sort_hand(hand)))


def card_pick(found: tuple[Choice, ...], given: DependentChoices | None = None) -> Pick:
    """One of these cards; what else is named is taken, for `check` to speak of."""
    return Pick("card", found, CARD_NAMES, given=given, lenient=True, before="the")


def fight_points_note(card: Card) -> str:
    return "beats any number" if is_joker(card) else count_things(attack_points(card), "point")


@memoize(512)
def fighting_card_choices(hand: tuple[Card, ...], kinds: tuple[str, ...], told: bool = True) -> tuple[Choice, ...]:
    """Cards for fights of tokens of these kinds; with `told` those of other suits are warned of (B04)."""

    def dress_card(card: Card) -> Choice:
        if any(fits_kind(card, kind) for kind in kinds):
            return replace(PACK[card], note=fight_points_note(card))
        return replace(
            PACK[card], note=fight_points_note(card), group=OTHER_SUIT, hint=unfit_message(card, kinds) if told else ""
        )

    return hand_choices(hand, dress_card)


def unfit_message(card: Card, kinds: Sequence[str]) -> Message:
    """Return what is said of a card that does not drive tokens of these kinds."""
    takes = " and ".join(f"{with_article(token_name(kind))} takes {SUITS[SUIT_OF[kind]]}" for kind in kinds)
    return Message(f"The {card_name(card)} does not fit: {takes}. It is left out.", "B04")


@memoize(128)
def attack_card_pick(hand: tuple[Card, ...]) -> Pick:
    """Cards for the fight of the token that was picked."""
    given = {token: fighting_card_choices(hand, (token[:3],)) for token in ("MIL", *TOKENS)}
    return card_pick(fighting_card_choices(hand, KINDS), DependentChoices("token", given, ""))


@memoize(128)
def fight_card_pick(hand: tuple[Card, ...], kinds: tuple[str, ...] = KINDS, told: bool = True) -> Pick:
    """Cards for a fight of any of these kinds."""
    return card_pick(fighting_card_choices(hand, kinds, told))


@memoize(128)
def convert_card_pick(hand: tuple[Card, ...]) -> Pick:
    """Cards by what they are worth in coins."""
    total, made = convert_to_coins(iter(hand))
    group = "" if made else f"All your cards make {count_things(total, 'point')}, and ten are a coin"
    found = hand_choices(
        hand, lambda card: replace(PACK[card], note=count_things(conversion_points(card), "point"), group=group)
    )
    return card_pick(found)


@memoize(128)
def club_pick(hand: tuple[Card, ...], allowed: bool) -> Pick:
    """Clubs in place of coins, for whoever holds a region that takes them, and for a political token."""
    no_token, no_region = "Only a political token lands for clubs", "No region of yours lets clubs pay"

    def offer_clubs(political: bool) -> tuple[Choice, ...]:
        why = no_region if not allowed else "" if political else no_token
        return hand_choices(hand, lambda card: dress_card(card, why))

    def dress_card(card: Card, why: str) -> Choice:
        group = why or ("" if card[-1] == "C" else "No clubs")
        return replace(PACK[card], note=f"{attack_points(card)} of {CLUBS} points", group=group)

    given = {token: offer_clubs(token == "POL") for token in ("MIL", *TOKENS)}
    return card_pick(given["POL"], DependentChoices("token", given, ""))
