"""What is stored of an order: its verb, its slot and its arguments. Games that run hold orders that were stored so, and
a later line takes the place of a stored one of its slot; so none of these names may change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.europe2028.tables import opening, orders
from tests.europe2028.test_saying import ADDING, BOARD

KS = [{"card": "KS"}]
STORED: dict[str, tuple[str, str, Mapping[str, Any]]] = {
    "CONVERT KS": ("CONVERT", "+convert", {"cards": KS}),
    "RECALL MIL": ("RECALL", "RECALL MIL", {"token": "MIL"}),
    "LAND POL GER PAY KS": ("LAND", "+use POL", {"token": "POL", "region": "GER", "pay": [{"cards": KS}]}),
    "ATTACK MIL CYP WITH KS RESERVE ALL ELSE GER": (
        "ATTACK",
        "+use MIL",
        {
            "token": "MIL",
            "region": "CYP",
            "pay": [],
            "else": [{"other": "GER"}],
            "with": [{"cards": {"way": "named", "cards": KS}}],
            "reserve": [{"more": {"way": "all"}}],
        },
    ),
    "ATTACK MIL CYP ELSE GER": (
        "ATTACK",
        "+use MIL",
        {"token": "MIL", "region": "CYP", "pay": [], "else": [{"other": "GER"}]},
    ),
    "DAMAGE LON": ("DAMAGE", "damage", {"regions": [{"region": "LON"}]}),
    "REPAIR MOS": ("REPAIR", "repair", {"regions": [{"region": "MOS"}]}),
    "CHALLENGE EA AT UKR ECO FINAL BLOCK UPTO 12 WITH LOW MAX 2": (
        "CHALLENGE",
        "+challenge",
        {
            "who": [{"empire": "EA"}],
            "at": [{"region": "UKR"}],
            "token": [{"kind": "ECO"}],
            "final": [{}],
            "block": [{}],
            "upto": [{"points": 12}],
            "cards": {"way": "low"},
            "max": [{"n": 2}],
        },
    ),
    "STANDING CLEAR": ("STANDING", "+STANDING CLEAR", {"line": {"way": "CLEAR"}}),
    "CANCEL STANDING": ("CANCEL", "cancel", {}),
    "NEXT CUL MIL": ("NEXT", "next", {"list": [{"token": "CUL"}, {"token": "MIL"}]}),
    "PASS": ("PASS", "pass", {}),
    "ADD AT GER HIGH": ("ADD", "+add", {"at": [{"region": "GER"}], "cards": {"way": "high"}}),
    "SECRET {mine}": ("SECRET", "secret", {"id": "{mine}"}),
    "TOKENS MIL ECO": ("TOKENS", "tokens", {"first": "MIL", "second": "ECO"}),
}
CHOOSING = opening()


@pytest.mark.parametrize("text", STORED)
def test_what_is_stored(text: str) -> None:
    verb, slot, args = STORED[text]
    mine = CHOOSING.dealt["RU"][0]
    state = ADDING if verb == "ADD" else CHOOSING if verb in ("SECRET", "TOKENS") else BOARD
    (order,) = orders(state, "RU", text.format(mine=mine))
    assert (order.verb, order.slot) == (verb, slot)
    assert order.args == ({"id": mine} if verb == "SECRET" else args)
