"""The order of play, the choice of cities and what everybody begins with (§5.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cantillon import ENGINE
from engines.cantillon.opening import choose_cities
from engines.cantillon.state import Plot
from engines.orders import read
from tests.cantillon.tables import (
    opening,
    orders,
)


def chosen(texts: dict[str, str], order: tuple[str, ...] = ("RED", "BLU", "GRN")) -> dict[str, Plot]:
    state = replace(opening("PLAYERS 3"), order=order)
    lands, _ = choose_cities(state, {seat: orders(state, seat, text) for seat, text in texts.items()})
    return lands


def test_the_last_in_order_chooses_first() -> None:
    wishes = dict.fromkeys(("RED", "BLU", "GRN"), "CITY Paris > Vienna > Lisbon")
    lands = chosen(wishes)
    assert {area: plot.owner for area, plot in lands.items()} == {"41": "GRN", "62": "BLU", "54": "RED"}


def test_paris_has_no_port() -> None:
    assert chosen({"GRN": "CITY Paris"})["41"] == Plot("GRN", "TT", "", goods={"y": 1})


def test_london_comes_with_a_fleet() -> None:
    assert chosen({"GRN": "CITY London"})["6"] == Plot("GRN", "TT", "GRN", goods={"y": 1})


def test_without_a_wish_the_lowest_number() -> None:
    assert set(chosen({})) == {"6", "14", "19"}


@pytest.mark.parametrize(("fold", "fits"), [("NORDIC", False), ("ATLANTIC", True)], ids=["three cities", "four cities"])
def test_folds_need_a_city_for_each(fold: str, fits: bool) -> None:
    said = read(ENGINE.setup, f"PLAYERS 4\nFOLD {fold}").orders
    if fits:
        assert len(ENGINE.seats(said)) == 4
    else:
        with pytest.raises(ValueError, match="has 3 cities, too few for 4 players"):
            ENGINE.seats(said)
