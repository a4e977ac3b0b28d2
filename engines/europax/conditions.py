"""The conditions under which a card is played: how they are said, and whether they are true (§4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from engines.europax import picks, words
from engines.europax.codes import GROUPS
from engines.europax.data import Country, Product
from engines.europax.state import EuropaxState
from engines.europax.words import bilingual_word
from engines.language.grammar import Alternative, GrammarPart, Number, OneOf, Pick, Repeat, alternative, optional_parts
from engines.language.names import Choice

TESTS = 4
"""Tests in a condition."""
MANY = 99
"""The most cards of a product that can be asked for."""


class Holdings(Protocol):
    """Where conditions look: what lies on the boards and in the purses."""

    @property
    def stock(self) -> Mapping[Country, Mapping[Product, int]]: ...

    @property
    def cash(self) -> Mapping[Country, int]: ...


# --- how they are said ------------------------------------------------------------------------------------------


def guard_part(view: EuropaxState, country: Country, french: bool) -> Repeat:
    """IF and up to four tests, joined by AND."""
    and_, one = bilingual_word("AND", french), guard_test_part(view, country, french)
    tests = Repeat("tests", (one,), 1, TESTS, and_.text, and_.also, plain=and_.plain)
    return optional_parts("if", bilingual_word("IF", french), tests)


def guard_test_part(view: EuropaxState, country: Country, french: bool) -> OneOf:
    """Return who has what or has none of it, or what is in a purse."""
    goods = product_pick(view, country, french)
    some = OneOf("who", (*owner_ways(view, country, french, False), *anybody_ways(french)))
    none = OneOf("who", owner_ways(view, country, french, True))
    has = alternative("has", some, goods, *least_parts(french, False))
    lacks = alternative("lacks", none, goods, *least_parts(french, True))
    purse = picks.with_cash_notes(view, picks.nation_pick(view, "purse", french))
    cash = alternative(
        "cash", bilingual_word("CASH", french), purse, words.cash_sign_pick(french), picks.money_amount(french)
    )
    return OneOf("test", (has, lacks, cash))


def owner_ways(view: EuropaxState, me: Country, french: bool, none: bool) -> tuple[Alternative, ...]:
    """The reader or another country, with HAS, or with HAS NO."""
    no, more = ((bilingual_word("NO", french),), " NO") if none else ((), "")
    mine, others = words.own_country_word(me, french), picks.nation_pick(view, "nation", french)
    others = replace(others, choices=tuple(choice for choice in others.choices if choice.code != me))
    own = alternative("i", mine, bilingual_word("HAS", french, f"I HAS{more}"), *no)
    return own, alternative("nation", others, bilingual_word("HAS", french, f"HAS{more}"), *no)


def anybody_ways(french: bool) -> tuple[Alternative, Alternative]:
    """All others, or any of them. With NO the one says what the other does without."""
    nobody = words.bilingual_phrase("NOBODY HAS", french, "ANYONE HAS NO")
    anyone = words.bilingual_phrase("ANYONE HAS", french, "NOBODY HAS NO")
    return alternative("nobody", nobody), alternative("anyone", anyone)


def least_parts(french: bool, none: bool) -> tuple[GrammarPart, ...]:
    """Return how many, if more than one."""
    count = Number("n", 2, MANY, unit=("", "") if french else ("card", "cards"))
    return optional_parts("least", words.at_least_word(french, none), count), words.ONE_AT_LEAST


def product_pick(view: EuropaxState, country: Country, french: bool) -> Pick:
    """A product with who has it now. Those that the card does not ask for are folded away."""
    every = {
        c.code: replace(c, note=picks.describe_owners(view, c.code, country, french))
        for c in picks.product_choices(view, french)
    }
    folded = {code: replace(choice, group=GROUPS["other"][french]) for code, choice in every.items()}
    given = {str(n): asked_products_first(view, n, every, folded) for n in view.hands[country]}
    return picks.goods_pick(view, "product", french, tuple(every.values()), given=("card", given))


def asked_products_first(
    view: EuropaxState, card: int, every: Mapping[Product, Choice], folded: Mapping[Product, Choice]
) -> tuple[Choice, ...]:
    """The products that a card asks for, then the others."""
    asked = dict.fromkeys(d.product for d in view.box.get_card_demands(card) if d.country in view.order)
    return (*(every[p] for p in asked), *(folded[p] for p in every if p not in asked))


# --- whether they are true --------------------------------------------------------------------------------------


def guard_holds(holdings: Holdings, me: Country, guard: Mapping[str, Any]) -> bool:
    """Return whether all tests of a condition are true for a country."""
    return all(is_test_true(holdings, me, row["test"]) for row in guard["tests"])


def is_test_true(holdings: Holdings, me: Country, test: Mapping[str, Any]) -> bool:
    """Return whether somebody has a product, so many of it, or none; or what is in a purse."""
    if test["way"] == "cash":
        cash = holdings.cash[test["purse"]]
        amount = int(test["n"])
        return cash < amount if test["sign"] == "<" else cash >= amount
    none: bool = test["way"] == "lacks"
    return holds_enough(holdings, me, test) != none


def holds_enough(holdings: Holdings, me: Country, test: Mapping[str, Any]) -> bool:
    amount = int(test["least"][0]["n"]) if test["least"] else 1
    said = test["who"]
    counts = {c: holdings.stock[c].get(test["product"], 0) for c in holdings.cash}
    others = [n for c, n in counts.items() if c != me]
    match said["way"]:
        case "i":
            return counts[me] >= amount
        case "nobody":
            return all(n < amount for n in others)
        case "anyone":
            return any(n >= amount for n in others)
    return counts[said["nation"]] >= amount
