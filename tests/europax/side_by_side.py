"""Random games played by the engine and by the second reading, position by position: python -m
tests.europax.side_by_side GAMES plays so many by the book, and as many in sealed rounds.

Letters are made up here as lines for the engine and as plain facts for the second reading, so reading is compared too.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from engines.base import Dice
from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.state import EuropaxOptions, EuropaxState
from engines.language import parse_orders
from tests.europax.second_reading import PRODUCTS, Country, Game, Rules, Test
from tests.europax.tables import opening

MOST = 200
"""Phases after which a game is left; a long game by the book may have as many cards."""
SILENT = 0.75
"""How often a country's player says nothing."""


# --- positions ------------------------------------------------------------------------------------------------------


def random_options(random: Random, book: bool) -> str:
    """Any options that go together."""
    said = [f"PLAYERS {random.randint(2, 6)}", f"MODE {'BOOK' if book else 'MAIL'}"]
    if random.random() < 0.15:
        said = ["PLAYERS 2", "TWO-EACH ON", said[1]]
    usual = ("LENGTH LONG", "AID GIFT", "EVENTS RESHUFFLE", "FINAL-REWARD OFF", "STOCK-VALUE EUROPEAN", "EXTRA-AID ON")
    said += [option for option in (*usual, "ASK-BUYERS ON") if random.random() < 0.4]
    said += [f"LONG-CAP {random.randint(0, 2)}"] if random.random() < 0.5 else []
    return "\n".join(said)


def strain_state(state: EuropaxState, random: Random) -> EuropaxState:
    """Sometimes a poor country or two, and short talons, so that rescues and last rewards come early."""
    if random.random() < 0.5:
        cash = {country: random.choice((0, 5, 100, 250, 600, 3600)) for country in state.order}
        state = replace(state, cash=cash)
    if random.random() < 0.4:
        state = replace(state, production=state.production[: random.randint(0, 12)])
    if random.random() < 0.4:
        state = replace(state, demands=state.demands[: random.randint(0, 5)])
    return state


def taken_down(state: EuropaxState) -> Game:
    """The position as the second reading holds it."""
    said = state.options
    rules = Rules(
        long=said.long,
        gift=said.gift,
        reshuffle=said.reshuffle,
        last_reward=said.final_reward,
        goods_count=said.stock_counts,
        cap=said.cap if said.cap >= 0 else 2 * (len(state.order) <= 3),
        cards=6 if not said.long else {5: 8, 4: 10, 3: 12, 2: 18}[len(state.order)],
        ask_buyers=said.ask_buyers,
    )
    countries = [
        Country(code, state.boards[code], state.cash[code], cards_of(state.stock[code]), list(state.hands[code]))
        for code in state.order
    ]
    return Game(
        rules,
        countries,
        state.leader,
        [card for card in state.production if card],
        [card for card in state.demands if card],
        [card for card in state.events if card],
    )


def cards_of(goods: Mapping[str, int]) -> list[str]:
    return [product for product, count in goods.items() for _ in range(count)]


# --- letters --------------------------------------------------------------------------------------------------------


def random_letter(game: Game, country: Country, random: Random, options: EuropaxOptions) -> list[str]:
    """Some lines for a country, which the second reading heeds at once and the engine reads later."""
    lines: list[str] = []
    if random.random() < SILENT:
        return lines
    others = [other.code for other in game.from_the_left(country)]
    if random.random() < 0.1:
        lines.append(forgotten_lines(country, random))
    if random.random() < 0.5:
        lines += make_plan_lines(game, country, random)
    if random.random() < 0.3:
        what = random.choice([*PRODUCTS, "*", "*"])
        sellers = random.sample(others, random.randint(1, len(others)))
        country.sellers[what] = sellers if random.random() < 0.85 else []
        lines.append(f"BUY {what} FROM {' '.join(sellers) if country.sellers[what] else 'ALL'}")
    if random.random() < 0.2:
        country.spread = random.random() < 0.6
        lines.append(f"SPREAD {'ON' if country.spread else 'OFF'}")
    if not options.book and random.random() < 0.2:
        country.auto = random.random() < 0.5
        lines.append(f"AUTO {'ON' if country.auto else 'OFF'}")
    if not options.book and random.random() < 0.1:
        country.stop = True
        lines.append("STOP")
    if options.extra_aid and random.random() < 0.3:
        to, amount = random.choice([*others, "*"]), 5 * random.randint(0, 60)
        country.promises[to] = amount
        lines.append(f"AID EXTRA {amount} TO {to}")
    return lines


def forgotten_lines(country: Country, random: Random) -> str:
    """§4.2: what was said in earlier rounds."""
    topic = random.choice(("PLAN", "BUY", "ALL"))
    if topic in ("PLAN", "ALL"):
        country.plan = []
    if topic in ("BUY", "ALL"):
        country.sellers = {}
    if topic == "ALL":
        country.spread, country.auto, country.promises = False, True, {}
    return f"CLEAR {topic}"


def make_plan_lines(game: Game, country: Country, random: Random) -> list[str]:
    """A new list, with conditions here and there, and now and then a card twice under different ones."""
    cards = random.sample(country.hand, min(len(country.hand), random.randint(1, 4)))
    cards += [random.choice(cards)] if random.random() < 0.2 and cards else []
    country.plan, lines = [], []
    for card in cards:
        tests = [random_test(game, random) for _ in range(random.choice((0, 0, 1, 1, 2)))]
        line = f"PLAY {card}" + (f" IF {' AND '.join(map(word_test, tests))}" if tests else "")
        if line not in lines:
            lines.append(line)
            country.plan.append((card, tests))
    return lines


def random_test(game: Game, random: Random) -> Test:
    here = [other.code for other in game.countries]
    if random.random() < 0.3:
        return "cash", random.choice(here), random.choice(("<", ">=")), 5 * random.randint(0, 800), False
    who = random.choice(["I", "NOBODY", "ANYONE", *here])
    return "has", who, random.choice(list(PRODUCTS)), random.choice((1, 1, 1, 2, 3)), random.random() < 0.4


def word_test(test: Test) -> str:
    kind, who, what, amount, no = test
    if kind == "cash":
        return f"CASH {who} {what} {amount}"
    return f"{who} HAS {'NO ' if no else ''}{what}{f' >= {amount}' if amount > 1 else ''}"


# --- a game ---------------------------------------------------------------------------------------------------------


def compare_random_game(seed: int, book: bool) -> Counter[str]:
    """A random game: how many positions were compared, and what happened. Raises AssertionError where they differ."""
    random = Random(seed)
    options = random_options(random, book)
    state = strain_state(opening(options, str(seed).encode()), random)
    game = taken_down(state)
    for phase in range(1, MOST + 1):
        letters = parse_random_letters(game, state, random)
        key = str(seed).encode(), str(phase)
        state = ENGINE.resolve(state, letters, KeyedDice(*key)).state
        (game.one_card if book else game.sealed_round)(make_shuffle(KeyedDice(*key)))
        one, other = engines_words(state), readings_words(game, book, phase)
        assert one == other, (seed, options, phase, {k: (one[k], other[k]) for k in one if one[k] != other[k]})
        if game.over:
            break
    return tally(game, phase)


def tally(game: Game, positions: int) -> Counter[str]:
    """Return what there was to compare: a reading that never rescues anybody proves nothing of rescues."""
    return Counter(
        {
            "positions": positions,
            "cards": game.played,
            "imprévus": len(game.drawn),
            "rescues": sum(country.rescues for country in game.countries),
            "advances": sum(creditor == "BANK" for _, creditor, _ in game.debts),
            "buyers asked": game.questions,
            "talons made anew": game.made_anew,
            "last rewards": sum(country.had_last_reward for country in game.countries),
            "games ended": int(game.over),
        }
    )


def parse_random_letters(game: Game, state: EuropaxState, random: Random) -> dict[str, Any]:
    """The letters of all players as the engine reads them: every line must be understood."""
    texts: dict[str, list[str]] = {}
    for country in game.countries:
        head = f"{country.code}: " if state.options.two_each else ""
        lines = random_letter(game, country, random, state.options)
        texts.setdefault(country.player, []).extend(head + line for line in lines)
    letters = {}
    for player, lines in texts.items():
        if not lines:
            continue
        grammar = ENGINE.grammar(state, player)
        assert grammar is not None
        reading = parse_orders(grammar, "\n".join(lines))
        assert all(verdict.order for verdict in reading.verdicts), (lines, reading.remarks)
        letters[player] = reading.orders
    return letters


def make_shuffle(dice: Dice) -> Callable[[str, list[int]], list[int]]:
    return lambda stream, cards: list(dice.shuffle(stream, cards))


# --- what both say --------------------------------------------------------------------------------------------------


def engines_words(state: EuropaxState) -> dict[str, Any]:
    """Everything there is to a position, in the words of neither."""
    return {
        "phase": state.phase,
        "leader": state.leader,
        "purses": dict(state.cash),
        "boards": {code: sorted(cards_of(state.stock[code])) for code in state.order},
        "hands": {code: list(state.hands[code]) for code in state.order},
        "hotels": dict(state.hotels),
        "debts": sorted((d.debtor, d.creditor, d.amount) for d in state.ledger),
        "talons": [list(state.production), list(state.demands), list(state.events)],
        "played": [list(state.used), list(state.drawn), state.played],
        "market": dict(state.market),
        "rescues": {code: n for code, n in state.rescued.items() if n},
        "brought": {code: n for code, n in state.delivered.items() if n},
        "asked": state.pending and (state.pending.card, state.pending.country, state.pending.product),
        "plans": sorted(
            n for lines in state.plan.values() for line in lines for n in re.findall(r"PLA[YN] (\d+)", line)
        ),
        "worth": {code: state.country_worth(code) for code in state.order},
        "ranks": {seat: rank for seat, rank in (state.ranks or {}).items() if seat != "BANK"},
    }


def readings_words(game: Game, book: bool, phase: int) -> dict[str, Any]:
    name = f"R{game.played + 1}-LEAD" if book else f"R{phase + 1}"
    if game.waits_for:
        name = f"R{game.played + 1}-BUY{len(game.asked) + 1}"
    return {
        "phase": "END" if game.over else name,
        "leader": game.leader,
        "purses": {country.code: country.purse for country in game.countries},
        "boards": {country.code: sorted(country.board) for country in game.countries},
        "hands": {country.code: country.hand for country in game.countries},
        "hotels": {country.code: country.hotel for country in game.countries if country.hotel},
        "debts": sorted(game.debts),
        "talons": [game.production, game.demands, game.pile],
        "played": [game.used, game.drawn, game.played],
        "market": dict(game.market),
        "rescues": {country.code: country.rescues for country in game.countries if country.rescues},
        "brought": {country.code: country.brought for country in game.countries if country.brought},
        "asked": (game.card, *game.waits_for) if game.waits_for else None,
        "plans": sorted(str(card) for country in game.countries for card, _ in country.plan),
        "worth": {country.code: game.worth(country) for country in game.countries},
        "ranks": game.ranks() if game.over else {},
    }


if __name__ == "__main__":
    for way in ("by the book", "in sealed rounds"):
        games = (compare_random_game(seed, way == "by the book") for seed in range(int(sys.argv[1])))
        found = sum(games, Counter[str]())
        print(f"{way}:", ", ".join(f"{count} {what}" for what, count in found.items()))
