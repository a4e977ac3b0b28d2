"""How empires and free regions look on the map."""

from __future__ import annotations

from engines.base import Seat
from engines.colours import STYLES
from engines.europe2028.state import State
from engines.report import Style

LOOKS = {"PB": ("BLU", "P"), "OT": ("GRN", "O"), "RU": ("RED", "R"), "EA": ("YEL", "E"), "NF": ("PUR", "N"),
         "MC": ("BLK", "M")}  # fmt: skip
"""The colour and the letter of each empire."""
FREE = {
    "market": Style("in the market", "", "#FFFFFF", "#FFFDF4", ""),
    "deck": Style("still in the deck", "", "#DDDDDD", "#D9D6CE", ""),
}


def styles(view: State) -> dict[Seat, Style]:
    """The looks of the empires in play; empires of an owner's own take the colours that are left."""
    spare = [code for code in STYLES if code not in {LOOKS[seat][0] for seat in view.seats if seat in LOOKS}]
    found = {}
    for seat in view.seats:
        colour, letter = LOOKS.get(seat) or (spare.pop(0), seat[0])
        base = STYLES[colour]
        name = view.world.empires[seat].name
        found[seat] = Style(name, letter, base.fill, base.tint, base.hatch, base.ink)
    return found
