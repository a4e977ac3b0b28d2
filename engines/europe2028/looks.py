"""How empires and free regions look on the map."""

from __future__ import annotations

from string import ascii_uppercase

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
    """The looks of the empires in play; empires of an owner's own take colours and letters that are left."""
    spare = [code for code in STYLES if code not in {LOOKS[seat][0] for seat in view.seats if seat in LOOKS}]
    taken = {LOOKS[seat][1] for seat in view.seats if seat in LOOKS}
    found = {}
    for seat in view.seats:
        colour, letter = LOOKS.get(seat) or (spare.pop(0), next(c for c in (*seat, *ascii_uppercase) if c not in taken))
        taken.add(letter)
        base = STYLES[colour]
        name = view.world.empires[seat].name
        found[seat] = Style(name, letter, base.fill, base.tint, base.hatch, base.ink)
    return found
