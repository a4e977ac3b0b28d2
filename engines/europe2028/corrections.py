"""A position put right by who leads the game: whose regions are, tokens, coins, levels, cards, secret objectives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.base import Seat
from engines.corrections import FROM, GIVE, NOBODY, TO, carry_out
from engines.dice import LoadedDice
from engines.europe2028.card_picks import CARD_NAMES, PACK, sort_hand
from engines.europe2028.cards import Card
from engines.europe2028.choices import KIND_CHOICES, TOKEN_NAMES, region_lexicons
from engines.europe2028.data import Code
from engines.europe2028.state import (
    DRAWS,
    KINDS,
    MAT,
    SECRET_WORDS,
    SECRETS,
    TOKENS,
    WAREHOUSE,
    Europe2028State,
    Europe2028Token,
    Holding,
    is_attackable,
)
from engines.europe2028.turn_context import Europe2028TurnContext
from engines.europe2028.words import capitalize_sentence, card_name, empire_name, europe2028_phase_title, token_name
from engines.language.grammar import (
    Number,
    OneOf,
    Order,
    OrderGrammar,
    OrderPattern,
    Pick,
    Word,
    alternative,
    optional_parts,
)
from engines.language.names import Choice, Lexicon

Args = Mapping[str, Any]
MOST_COINS, MOST_CONQUESTS, MOST_LEVELS = 999, 35, 9
RICH = 60
"""More coins are seldom had."""
SKIP = frozenset({"the", "of"})


def build_europe2028_corrections(state: Europe2028State) -> OrderGrammar:
    """Tokens, levels and objectives are chosen in the first phase; before that they cannot be wrong."""
    lines = (*region_correction_lines(state), *card_correction_lines(state), *empire_correction_lines(state))
    return OrderGrammar(f"Corrections: {europe2028_phase_title(state)}", lines, due=False, skip=SKIP)


# --- what can be said -------------------------------------------------------------------------------------------


def correction_empire_pick(state: Europe2028State, *more: Choice) -> Pick:
    worlds = state.world.empires
    every = tuple(Choice(seat, empire_name(state.world, seat), (worlds[seat].name,)) for seat in worlds)
    found = tuple(choice for choice in every if choice.code in state.seats)
    return Pick("empire", (*found, *more), Lexicon((*every, NOBODY)), "{label} is not in this game.")


def region_pick(state: Europe2028State) -> Pick:
    atlas, _ = region_lexicons(tuple((one.code, one.name) for one in state.world.regions.values()))
    return Pick("region", atlas.choices, atlas)


def region_correction_lines(state: Europe2028State) -> Iterator[OrderPattern]:
    """Yield who holds what, what is damaged, and what lies in the market."""
    one, slot = region_pick(state), "region {region}"
    by = optional_parts("by", Word("BY", plain=", conquered by the"), Pick("kind", KIND_CHOICES))
    told = "whose a region is; BY: the token that conquered it"
    yield OrderPattern("GIVE", (GIVE, one, TO, correction_empire_pick(state, NOBODY), by), slot, told)
    yield OrderPattern(
        "OPEN", (Word("OPEN", plain="put into the market:"), one), slot, "a region of the deck lies in the market"
    )
    yield OrderPattern(
        "SHUT", (Word("SHUT", plain="put back into the deck:"), one), slot, "a region of the market is in the deck"
    )
    yield OrderPattern("DAMAGE", (Word("DAMAGE", plain="damage"), one), "state {region}", "a region is damaged")
    yield OrderPattern("REPAIR", (Word("REPAIR", plain="repair"), one), "state {region}", "a region is not damaged")


def card_correction_lines(state: Europe2028State) -> Iterator[OrderPattern]:
    """Cards, of which others see only how many somebody has."""
    held = sort_hand(card for seat in state.seats for card in state.known_hand(seat))
    unheld = sort_hand(card for card in (*state.cards, *state.pile) if card)
    taken = Pick("card", tuple(PACK[card] for card in held), CARD_NAMES, "Nobody holds the {label}.", before="the")
    dealt = Pick("card", tuple(PACK[card] for card in (*unheld, *held)), CARD_NAMES, before="the")
    take, deal = Word("TAKE", plain="take"), Word("DEAL", plain="deal")
    told = "a card goes from a hand to the bottom of the deck"
    yield OrderPattern(
        "TAKE", (take, taken, FROM, correction_empire_pick(state)), "take {card}", told, only_for="empire"
    )
    told = "a card of the deck or the pile goes to a hand"
    yield OrderPattern("DEAL", (deal, dealt, TO, correction_empire_pick(state)), "deal {card}", told, only_for="empire")


def empire_correction_lines(state: Europe2028State) -> Iterator[OrderPattern]:
    one = correction_empire_pick(state)
    coins = Number("n", 0, MOST_COINS, unit=("coin", "coins"), most=RICH)
    yield OrderPattern(
        "COINS", (Word("COINS", plain="the coins of"), one, coins), "coins {empire}", "what is in a purse"
    )
    kind = Pick("kind", KIND_CHOICES, before="by the")
    deeds = Word("CONQUESTS", plain="conquests of"), one, kind, Number("n", 0, MOST_CONQUESTS, most=5)
    yield OrderPattern(
        "CONQUESTS", deeds, "conquests {empire} {kind}", "how many conquests were made with a kind of token"
    )
    if state.kind == "setup":
        return
    level = Word("LEVEL", plain="the level of"), one, Number("n", 0, len(DRAWS) - 1)
    yield OrderPattern("LEVEL", level, "level {empire}", "an empire’s level")
    tokens = Pick("token", tuple(c for c in TOKEN_NAMES.choices if c.code in TOKENS), TOKEN_NAMES)
    on = alternative(
        "region",
        Word("AT", ("on",), plain="at"),
        region_pick(state),
        Word("LEVEL", optional=True),
        climbed_levels_part(),
    )
    places = OneOf(
        "place", (on, alternative("mat", Word("MAT", plain="on the mat")), alternative("locked", Word("LOCKED")))
    )
    yield OrderPattern(
        "TOKEN",
        (Word("TOKEN", plain="the token of"), one, tokens, places),
        "token {empire} {token}",
        "where a token is",
    )
    secrets = Pick("id", tuple(Choice(code, SECRET_WORDS[wants]) for code, (wants, _) in SECRETS.items()))
    told = "the secret objective of an empire"
    yield OrderPattern(
        "SECRET", (Word("SECRET", plain="the secret of"), one, secrets), "secret {empire}", told, only_for="empire"
    )
    if not state.options.book:
        yield OrderPattern("FIRST", (Word("FIRST", plain="begins this round:"), one), "first", "who begins this round")


def climbed_levels_part() -> Number:
    """Levels that a token has climbed; 0 in the landing zone."""
    return Number("n", 0, MOST_LEVELS, most=2)


# --- what comes of it -------------------------------------------------------------------------------------------


def correct_europe2028(state: Europe2028State, orders: Sequence[Order]) -> Europe2028State:
    """Raises ValueError."""
    work = Europe2028Correction(state)
    carry_out(orders, ACTS, work)
    work.recall_lost_tokens()
    work.require_distinct_secrets()
    return work.freeze_state(secret=work.secret, first=work.first)


class Europe2028Correction(Europe2028TurnContext):
    """A position while it is put right. Raises ValueError for what is part of an attack under way."""

    def __init__(self, state: Europe2028State) -> None:
        super().__init__(state, LoadedDice())
        self.secret, self.first = dict(state.secret), state.first

    def region_name(self, code: Code) -> str:
        return self.world.regions[code].name

    def require_no_fight(self, code: Code) -> None:
        if any(fight.region == code for fight in self.state.fights):
            raise ValueError(f"{self.region_name(code)} is under attack: go back a phase instead.")

    def give_region(self, args: Args) -> None:
        code, seat = args["region"], args["empire"]
        self.require_no_fight(code)
        before = self.held.pop(code, None)
        self.market = [each for each in self.market if each != code]
        self.deck = [each for each in self.deck if each != code]
        if seat == NOBODY.code:
            self.put_back_region(code)
        else:
            self.held[code] = Holding(
                seat, bool(before and before.damaged), self.conquering_kind(code, seat, before, args)
            )

    def put_back_region(self, code: Code) -> None:
        """A region that nobody holds lies in the market, or, if that is full, under the deck."""
        place: list[Any] = self.market if len(self.market) < self.options.market else self.deck
        place.append(code)

    def conquering_kind(self, code: Code, seat: Seat, before: Holding | None, args: Args) -> str:
        """The kind of token that conquered a region; "" for an original one in the hands in which it began."""
        said = next((row["kind"] for row in args["by"]), "")
        if said or self.world.regions[code].original == seat:
            return str(said)
        if before and before.kind:
            return before.kind
        raise ValueError(
            f"Say what conquered {self.region_name(code)}: GIVE {code} TO {seat} BY {KINDS[0]}, for example."
        )

    def open_region(self, args: Args) -> None:
        code = args["region"]
        if code not in self.deck:
            raise ValueError(f"{self.region_name(code)} is not in the deck.")
        self.deck.remove(code)
        self.market.append(code)

    def shut_region(self, args: Args) -> None:
        code = args["region"]
        self.require_no_fight(code)
        if code not in self.market:
            raise ValueError(f"{self.region_name(code)} is not in the market.")
        self.market.remove(code)
        self.deck.append(code)

    def set_damaged(self, code: Code, damaged: bool) -> None:
        if code not in self.held:
            raise ValueError(f"Nobody holds {self.region_name(code)}: only what is held is damaged or not.")
        self.held[code] = replace(self.held[code], damaged=damaged)

    # --- cards --------------------------------------------------------------------------------------------------

    def take_from_hand(self, args: Args) -> None:
        card, seat = args["card"], args["empire"]
        if card not in self.hands[seat]:
            raise ValueError(
                f"{capitalize_sentence(empire_name(self.world, seat))} does not hold the {card_name(card)}."
            )
        self.hands[seat].remove(card)
        self.cards.append(card)
        mine = self.plans.get(seat, {}).items()
        kept = {code: replace(p, cards=tuple(one for one in p.cards if one != card)) for code, p in mine}
        self.plans = {**self.plans, seat: kept} if kept else self.plans

    def deal_to_hand(self, args: Args) -> None:
        card: Card = args["card"]
        place = next((each for each in (self.cards, self.pile) if card in each), None)
        if place is None:
            raise ValueError(f"The {card_name(card)} is in a hand or on the table: take it in the same correction.")
        place.remove(card)
        self.hands[args["empire"]].append(card)

    # --- empires ------------------------------------------------------------------------------------------------

    def place_token(self, args: Args) -> None:
        seat, token, said = args["empire"], args["token"], args["place"]
        if any((fight.seat, fight.token) == (seat, token) for fight in self.state.fights):
            raise ValueError(f"This {token_name(token)} attacks just now: go back a phase instead.")
        if said["way"] == "region":
            self.tokens[seat][token] = self.token_on_region(seat, token, said["region"], said["n"])
        else:
            self.tokens[seat][token] = Europe2028Token(MAT if said["way"] == "mat" else WAREHOUSE)

    def token_on_region(self, seat: Seat, token: str, code: Code, level: int) -> Europe2028Token:
        if not self.may_attack(seat, code):
            raise ValueError(
                f"{capitalize_sentence(empire_name(self.world, seat))} cannot attack {self.region_name(code)}."
            )
        if any(at.place == code for other, at in self.tokens[seat].items() if other != token):
            raise ValueError(f"Another token of the same empire stands at {self.region_name(code)}.")
        if level >= self.world.regions[code].influence:
            raise ValueError(f"On that level {self.region_name(code)} would be conquered.")
        return Europe2028Token(code, level)

    def recall_lost_tokens(self) -> None:
        """Tokens come back from regions that cannot be attacked any more."""
        for seat, mine in self.tokens.items():
            for token, at in mine.items():
                lost = at.place not in (MAT, WAREHOUSE) and not is_attackable(
                    self.market, self.held.get(at.place), seat, at.place
                )
                self.tokens[seat][token] = Europe2028Token(MAT) if lost else at

    def require_distinct_secrets(self) -> None:
        if len({*self.secret.values()}) < len(self.secret):
            raise ValueError("Two empires would have the same secret objective.")


def make_setter(name: str, key: str, number: str = "n") -> Callable[[Europe2028Correction, Args], None]:
    """Sets what an empire has of something."""

    def set_item(work: Europe2028Correction, args: Args) -> None:
        getattr(work, name)[args[key]] = args[number]

    return set_item


def set_conquests(work: Europe2028Correction, args: Args) -> None:
    work.conquests[args["empire"]][args["kind"]] = args["n"]


def set_first_seat(work: Europe2028Correction, args: Args) -> None:
    work.first = args["empire"]


ACTS: Mapping[str, Callable[[Europe2028Correction, Args], None]] = {
    "GIVE": Europe2028Correction.give_region,
    "SHUT": Europe2028Correction.shut_region,
    "OPEN": Europe2028Correction.open_region,
    "DAMAGE": lambda work, args: work.set_damaged(args["region"], True),
    "REPAIR": lambda work, args: work.set_damaged(args["region"], False),
    "TAKE": Europe2028Correction.take_from_hand,
    "DEAL": Europe2028Correction.deal_to_hand,
    "COINS": make_setter("coins", "empire"),
    "LEVEL": make_setter("levels", "empire"),
    "CONQUESTS": set_conquests,
    "TOKEN": Europe2028Correction.place_token,
    "SECRET": make_setter("secret", "empire", "id"),
    "FIRST": set_first_seat,
}
"""In the order in which they are carried out."""
