"""The conditions under which a card is played: how they are said, and whether they are true (§4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Protocol

from engines.europax import picks, words
from engines.europax.codes import GROUPS
from engines.europax.data import Country, Product
from engines.europax.state import State
from engines.europax.words import word
from engines.language.ask import Many, Number, OneOf, Part, Pick, Way, maybe, way
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


def guard(view: State, country: Country, french: bool, kept: bool) -> Many:
    """IF and up to four tests, joined by AND. `kept`: also in words that are not offered any more."""
    and_, one = word("AND", french), test(view, country, french, kept)
    tests = Many("tests", (one,), 1, TESTS, and_.text, and_.also, plain=and_.plain)
    return maybe("if", word("IF", french), tests)


def test(view: State, country: Country, french: bool, kept: bool) -> OneOf:
    """Who has what or has none of it, or what is in a purse."""
    goods, whoever = product(view, country, french), tuple(turned(french)) if kept else ()
    some = OneOf("who", (*owners(view, country, french, False, kept), *anybody(french, kept)))
    none = OneOf("who", (*owners(view, country, french, True, kept), *whoever))
    has = way("has", some, goods, *least(french, kept, False))
    lacks = way("lacks", none, goods, *least(french, kept, True))
    purse = picks.with_cash(view, picks.nation(view, "purse", french))
    cash = way("cash", word("CASH", french), purse, words.sign(french), picks.amount(french))
    return OneOf("test", (has, lacks, cash))


def owners(view: State, me: Country, french: bool, none: bool, kept: bool) -> tuple[Way, ...]:
    """The reader or another country, with HAS, or with HAS NO."""
    no, more = ((word("NO", french),), " NO") if none else ((), "")
    mine = word("I", french) if kept else words.myself(me, french)
    others = picks.nation(view, "nation", french)
    if not kept:
        others = replace(others, choices=tuple(choice for choice in others.choices if choice.code != me))
    own = way("i", mine, word("HAS", french, f"I HAS{more}"), *no)
    return own, way("nation", others, word("HAS", french, f"HAS{more}"), *no)


def anybody(french: bool, kept: bool) -> tuple[Way, Way]:
    """All others, or any of them. With NO the one says what the other does without."""
    nobody = words.phrase("NOBODY HAS", french, "" if kept else "ANYONE HAS NO")
    anyone = words.phrase("ANYONE HAS", french, "" if kept else "NOBODY HAS NO")
    return way("nobody", nobody), way("anyone", anyone)


def turned(french: bool) -> Iterator[Way]:
    """The ways of `anybody` with a NO behind them, as orders were stored before."""
    for one in anybody(french, True):
        yield way(one.name, *one.parts, word("NO", french))


def least(french: bool, kept: bool, none: bool) -> tuple[Part, ...]:
    """How many, if more than one."""
    count = Number("n", 1 if kept else 2, MANY, unit=("", "") if french else ("card", "cards"))
    more = maybe("least", words.at_least(french, none), count)
    return (more,) if kept else (more, words.ONE_AT_LEAST)


def product(view: State, country: Country, french: bool) -> Pick:
    """A product with who has it now. Those that the card does not ask for are folded away."""
    every = {
        c.code: replace(c, note=picks.owners_of(view, c.code, country, french)) for c in picks.products(view, french)
    }
    folded = {code: replace(choice, group=GROUPS["other"][french]) for code, choice in every.items()}
    given = {str(n): asked_first(view, n, every, folded) for n in view.hands[country]}
    return picks.goods(view, "product", french, tuple(every.values()), given=("card", given))


def asked_first(
    view: State, card: int, every: Mapping[Product, Choice], folded: Mapping[Product, Choice]
) -> tuple[Choice, ...]:
    """The products that a card asks for, then the others."""
    asked = dict.fromkeys(d.product for d in view.box.card(card) if d.country in view.order)
    return (*(every[p] for p in asked), *(folded[p] for p in every if p not in asked))


# --- whether they are true --------------------------------------------------------------------------------------


def holds(holdings: Holdings, me: Country, guard: Mapping[str, Any]) -> bool:
    """Whether all tests of a condition are true for a country."""
    return all(true(holdings, me, row["test"]) for row in guard["tests"])


def true(holdings: Holdings, me: Country, test: Mapping[str, Any]) -> bool:
    """Whether somebody has a product, so many of it, or none; or what is in a purse."""
    if test["way"] == "cash":
        cash = holdings.cash[test["purse"]]
        amount = int(test["n"])
        return cash < amount if test["sign"] == "<" else cash >= amount
    none = test["way"] == "lacks" or bool(test.get("no"))  # NO was a part of HAS once
    return has(holdings, me, test) != none


def has(holdings: Holdings, me: Country, test: Mapping[str, Any]) -> bool:
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
