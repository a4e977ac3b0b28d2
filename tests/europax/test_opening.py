"""Boards, cards and money before the first card is played (§5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from typing import TypeVar

import pytest

from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.data import STANDARD
from engines.europax.market import Market
from engines.europax.state import EuropaxOptions
from engines.language import parse_orders
from tests.europax.tables import OWN, asking, opening, orders, position

T = TypeVar("T")
ANEW = EuropaxOptions(long=True, reshuffle=True)
ALL = {"FR", "EN", "DE", "BX", "IT"}


def test_the_start() -> None:
    """§5.1d and §1.5: the rest are the talons; the imprévus are one pile."""
    state = opening()
    assert set(state.cash.values()) == {3600} and state.cash.keys() == ALL
    assert {len(hand) for hand in state.hands.values()} == {8}
    assert {sum(goods.values()) for goods in state.stock.values()} == {15}
    assert (len(state.demands), len(state.production), len(state.events)) == (56 - 40, 173 - 75, 43)
    assert (state.phase, state.kind) == ("R1", "round")
    assert (state.round, state.played, state.used, state.drawn, state.lots) == (1, 0, (), (), ())
    assert state.out == (), "all five play"


class NotingKeyedDice(KeyedDice):
    """Dice that note which streams they are asked for."""

    def __init__(self) -> None:
        super().__init__(b"noted", "1")
        self.streams: list[str] = []

    def shuffle(self, stream: str, items: Iterable[T]) -> list[T]:
        self.streams.append(stream)
        return super().shuffle(stream, items)


def test_each_shuffle_has_a_stream_of_its_own() -> None:
    """Under the same names for ever: stored games are proved by dealing them again."""
    dice = NotingKeyedDice()
    state = ENGINE.start(parse_orders(ENGINE.setup, "PLAYERS 4").orders, dice).state
    ENGINE.resolve(state, {}, dice)
    assert dice.streams == ["setup", "setup", "setup", "dem", "prod", "ev"]
    last = position(hands={"FR": (OWN,)}, demands=(), used=(5,), drawn=(1,) * 42, events=(1,), options=ANEW)
    found = Market(asking(last, ("FR", "BOI", 1)), dice, {})
    found.play_card(OWN)
    assert dice.streams[6:] == ["ev", "dem"]


def test_all_three_kinds_of_cards_are_shuffled() -> None:
    """§5.1d: other dice, other cards, in hands, on boards and in every talon."""
    one, two = (opening("PLAYERS 2", seed) for seed in (b"one", b"two"))
    for talon in ("demands", "production", "events"):
        assert getattr(one, talon) != getattr(two, talon)
        assert list(getattr(one, talon)) != sorted(getattr(one, talon))
    assert one.hands != two.hands and one.stock != two.stock


@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_may_play(players: int) -> None:
    """§8 and §3.3: the sixth is the banker."""
    seats = [seat.code for seat in ENGINE.seats(parse_orders(ENGINE.setup, f"PLAYERS {players}").orders)]
    assert seats == ["BLU", "RED", "GRN", "YEL", "PUR", "BANK"][:players]


@pytest.mark.parametrize("players", [1, 7])
def test_no_fewer_and_no_more(players: int) -> None:
    """§8."""
    assert parse_orders(ENGINE.setup, f"PLAYERS {players}").remarks


def test_two_countries_each_are_for_two() -> None:
    """§3.4."""
    with pytest.raises(ValueError, match="two players"):
        ENGINE.seats(parse_orders(ENGINE.setup, "PLAYERS 3\nTWO-EACH ON").orders)


@pytest.mark.parametrize("options", ["", "PLAYERS 3", "PLAYERS 2\nTWO-EACH ON"])
def test_every_card_is_somewhere_once(options: str) -> None:
    """§5.1b and §5.1d: on a board, in a hand, in a talon, or left out."""
    state = opening(options)
    numbers = [*chain(*state.hands.values()), *state.demands]
    out = STANDARD.removed.get(str(len(state.order)), ()) if "TWO" not in options else ()
    assert sorted((*map(int, filter(None, numbers)), *out)) == sorted(map(int, STANDARD.demands))
    for code, goods in STANDARD.products.items():
        dealt = sum(stock.get(code, 0) for stock in state.stock.values())
        assert dealt + state.production.count(code) == goods.cards
    assert sorted(map(int, filter(None, state.events))) == sorted(map(int, STANDARD.events))


@pytest.mark.parametrize(
    ("options", "boards", "cards", "talon"),
    [
        ("PLAYERS 2", {"FR", "BX"}, 33, 17),
        ("PLAYERS 3", {"FR", "EN", "BX"}, 47, 23),
        ("PLAYERS 5", ALL, 56, 16),
        ("PLAYERS 6", ALL, 56, 16),
    ],
)
def test_boards_and_cards_by_players(options: str, boards: set[str], cards: int, talon: int) -> None:
    """§5.1a and §5.1b."""
    state = opening(options)
    held = sum(len(hand) for hand in state.hands.values())
    assert set(state.order) == boards
    assert (held + len(state.demands), len(state.demands)) == (cards, talon)


@pytest.mark.parametrize(("players", "without"), [(4, "FR"), (4, "IT"), (5, "IT"), (6, "DE")])
def test_a_country_is_left_out_with_four_players_alone(players: int, without: str) -> None:
    """§5.1a: no card with it."""
    state = opening(f"PLAYERS {players}\nWITHOUT {without}")
    assert (without in state.order) is (players != 4)
    assert len(state.order) == min(players, 5)
    assert sum(map(len, state.hands.values())) + len(state.demands) == 56


def test_it_is_told_which_country_is_left_out() -> None:
    """§5.1a: whether it was agreed or drawn."""
    for options in ("PLAYERS 4\nWITHOUT FR", "PLAYERS 4", "PLAYERS 4\nWITHOUT RANDOM", "PLAYERS 2\nTWO-EACH ON"):
        step = ENGINE.start(parse_orders(ENGINE.setup, options).orders, KeyedDice(b"x", "0"))
        assert [(e.kind, e.args) for e in step.events] == [("opened", {"without": step.state.options.without})]
        assert step.state.options.without in ALL


@pytest.mark.parametrize("options", ["PLAYERS 4", "PLAYERS 4\nWITHOUT RANDOM"])
def test_a_lot_leaves_out_italy_germany_or_england(options: str) -> None:
    """§5.1a, §8 and §6.27: never France or Benelux."""
    found = {(ALL - set(opening(options, str(seed).encode()).order)).pop() for seed in range(30)}
    assert found == {"IT", "DE", "EN"}


@pytest.mark.parametrize("seed", range(4))
def test_two_with_two_countries_each(seed: int) -> None:
    """§3.4, §5.1b and §5.1c: four boards, France and Benelux among them, no card left out; dealt in turns."""
    state = opening("PLAYERS 2\nTWO-EACH ON", str(seed).encode())
    assert {"FR", "BX"} <= set(state.order) and len(state.order) == 4
    one, two, *others = (state.boards[country] for country in state.order)
    assert {one, two} == {"BLU", "RED"} and others == [one, two]
    assert sum(map(len, state.hands.values())) + len(state.demands) == 56


def boards(texts: Mapping[str, str], seed: int) -> Mapping[str, str]:
    """Return who gets which board, if Blue comes before Red, and Red before Green."""
    state = replace(ENGINE.start((), KeyedDice(b"boards", "0")).state, lots=("BLU", "RED", "GRN", "YEL", "PUR"))
    said = {seat: orders(state, seat, text) for seat, text in texts.items()}
    after = ENGINE.resolve(state, said, KeyedDice(b"boards", str(seed))).state
    assert [after.boards[country] for country in after.order] == list(state.lots)
    assert after.leader == after.order[0]
    return after.boards


@pytest.mark.parametrize("seed", range(4))
def test_boards_are_dealt_by_wishes_in_the_order_of_the_lot(seed: int) -> None:
    """§5.1c: who comes first in the lot also sits first, and leads."""
    found = boards({"BLU": "BOARD IT FR", "RED": "BOARD IT DE", "GRN": "TABLEAU IT DE BX"}, seed)
    assert (found["IT"], found["DE"], found["BX"]) == ("BLU", "RED", "GRN")


def test_who_names_no_board_gets_any() -> None:
    """§5.1c."""
    first = {next(country for country, seat in boards({}, seed).items() if seat == "BLU") for seed in range(40)}
    assert first == ALL


def test_the_lot_puts_anybody_first() -> None:
    """§5.1c and §6.28."""
    first = {ENGINE.start((), KeyedDice(b"lots", str(seed))).state.lots[0] for seed in range(40)}
    assert first == {"BLU", "RED", "GRN", "YEL", "PUR"}


@pytest.mark.parametrize(("options", "gift"), [("", False), ("AID GIFT", True)])
def test_the_banker_fixes_how_aid_is_meant(options: str, gift: bool) -> None:
    """§3.3: BANKER-DUTIES ON."""
    said = parse_orders(ENGINE.setup, f"PLAYERS 6\nBANKER-DUTIES ON\n{options}").orders
    state = ENGINE.start(said, KeyedDice(b"x", "0")).state
    silent = ENGINE.resolve(state, {}, KeyedDice(b"x", "1")).state
    assert (silent.options.gift, silent.out) == (gift, ("BANK",))
    other = "LOAN" if gift else "GIFT"
    told = {"BANK": orders(state, "BANK", f"AID {other}")}
    assert ENGINE.resolve(state, told, KeyedDice(b"x", "1")).state.options.gift is (not gift)


@pytest.mark.parametrize(("duties", "due"), [("OFF", False), ("ON", True)])
def test_the_banker_is_waited_for_only_if_he_has_duties(duties: str, due: bool) -> None:
    """§3.3: players may name boards, and need not; he is out of the game unless something is asked of him."""
    said = parse_orders(ENGINE.setup, f"PLAYERS 6\nBANKER-DUTIES {duties}").orders
    state = ENGINE.start(said, KeyedDice(b"x", "0")).state
    assert state.out == (() if due else ("BANK",))
    asks = {seat: ENGINE.grammar(state, seat) for seat in state.seats}
    assert {seat: grammar.due for seat, grammar in asks.items() if grammar} == {
        **dict.fromkeys(state.seats, True),
        "BANK": due,
    }
    assert all(grammar and grammar.relaxed for grammar in asks.values())


def test_the_banker_plays_no_country() -> None:
    """§3.3: he owes nothing and is told all."""
    state = opening("PLAYERS 6")
    assert "BANK" not in state.boards.values() and state.out == ("BANK",)
    assert state.players == ("BLU", "RED", "GRN", "YEL", "PUR")
