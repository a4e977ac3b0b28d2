"""Every colour there is, by its name: seats, grounds, lines, signs, cards and the page. Nothing else names a colour.

Page, letter and paper draw from here. How far looks must lie apart, for which eyes, and what hatches and letters do
where colours cannot, is settled in `tests/render/test_palette.py` and told in `docs/decisions/0015-one-palette.md`.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.language.names import Choice
from engines.report import Style

WHITE_INK, DARK_INK = "#FFFFFF", "#111111"
"""What letters on pieces are written in."""

# --- seats ----------------------------------------------------------------------------------------------------------

ORANGE = Style("Orange", "O", "#D66635", "#E1916E", "level")
VIOLET = Style("Violet", "V", "#775C99", "#9D8AB6", "rising", WHITE_INK)
BLUE = Style("Blue", "B", "#55A1DE", "#85BBE7", "dots")
GREY = Style("Grey", "G", "#8C7F75", "#ACA39C", "cross")
GREEN = Style("Green", "G", "#89B484", "#AAC9A6", "upright")
WHITE = Style("White", "W", "#F4F1FA", "#FBFAFD", "dashes")
YELLOW = Style("Yellow", "Y", "#EACA54", "#F0D984", "falling")
RED = Style("Red", "R", "#D0402E", "#E58A78", "level", WHITE_INK)
BLACK = Style("Black", "K", "#2F2F33", "#A0A0A0", "cross", WHITE_INK)
"""How seats look: the first seven go together, and so do the six below. A game gives them its names and letters."""

STYLES: Mapping[str, Style] = {
    "BLU": BLUE,
    "GRN": GREEN,
    "RED": RED,
    "YEL": YELLOW,
    "PUR": Style("Purple", "P", VIOLET.fill, VIOLET.tint, VIOLET.hatch, VIOLET.ink),
    "BLK": BLACK,
}
"""Six seats that are called by their colours, where a game has no other names for them."""
FRENCH = dict(zip(STYLES, ("Bleu", "Vert", "Rouge", "Jaune", "Violet", "Noir"), strict=True))
NAMES = {code: style.name for code, style in STYLES.items()}


def seats_by_codes(codes: str) -> tuple[Choice, ...]:
    """Seats by their codes: "BLU GRN RED"."""
    return tuple(Choice(code, NAMES[code]) for code in codes.split())


# --- maps -----------------------------------------------------------------------------------------------------------

SEA, LAND, SHUT, OFF, ISLAND = "#C9DFEC", "#EFE3C4", "#B9B4AA", "#D6D2C6", "#DCD5C3"
"""Grounds: nobody's regions, what cannot be entered, what is not in play, islands that count for nothing."""
PALE: Mapping[str, str] = {"land": "#FFFFFF", "sea": "#F3F7FA", "shut": "#DDDDDD", "off": "#EEEEEE"}
"""Grounds that save toner, by the kind of region."""
COAST, BORDER, LIMIT, LINK = "#2B4C63", "#4A4034", "#507B98", "#5A3E8C"
"""Lines: coasts, borders on land, limits of seas, ways between regions that do not touch."""
INK, HALO, SEA_NAME = "#141414", "#FFFFFF", "#2F5A78"
"""Names and outlines, what lies around them, names of seas."""
HATCH, LIGHT_HATCH, SHUT_HATCH = "#4B4B52", "#FFFFFF", "#8F8A80"
"""What hatches are drawn in: on most tints, on dark ones, on what cannot be entered."""
NOBODY = Style("", "", "#D9D4C8", LAND, "")
"""A piece of nobody's."""

# --- signs ----------------------------------------------------------------------------------------------------------

ALARM, AIM, PRIZE, DISPUTE = "#B00012", "#1E7A3C", "#F2B705", "#1B4F7D"
"""War, siege, damage, failure; what one wants; what was just won; what is challenged."""
COIN, TICKET = "#F5D664", "#FBF3C4"
"""What coins are made of, and tickets of what a region can do; they bear dark letters."""
ABROAD = "#4D4D4D"
"""What comes from no seat: goods that the bank sells."""
CALM, CUT_OFF, TOWN, PORT = "#FFFFFF", "#6B6B6B", "#111111", "#123A66"
BASIC, PURPLE_GOODS, ORANGE_GOODS, GREEN_GOODS = "#7A4A1E", "#8A3FA0", "#E07B1A", "#237A33"
"""Factories by what they make; they bear its letter."""

# --- regions --------------------------------------------------------------------------------------------------------

MEMBER = Style("Member", "", "#2E5FA8", "#8FB4E6", "dots", WHITE_INK)
JOINED = Style("Joined just now", "", "#2E5FA8", "#8FB4E6", "upright", WHITE_INK)
OPEN = Style("Open", "", "#FFF3B0", "#FFF3B0", "", rim=AIM)
COVERED = Style("Covered", "", SHUT, "#C6C1B7", "falling")
MARKET = Style("In the market", "", "#FFFFFF", "#FFFDF4", "", rim=AIM)
DECK = Style("In the deck", "", "#DDDDDD", "#B5AFA3", "")
MINERALS = Style("Minerals", "", "#E8C4B8", "#F1DDD5", "")
WOOD = Style("Wood", "", "#C9D3E0", "#EFF1F5", "")
FOOD = Style("Food", "", "#EFE6B8", "#F7F2D9", "")
"""Regions that are told by what they are, not by whose."""

# --- cards ----------------------------------------------------------------------------------------------------------

BLACK_SUIT, RED_SUIT, JOKER = "#22303C", "#B3261E", "#5A3E8C"
TABLE, EDGE, NO_BAND = "#E9E2D2", "#8F8A80", "#D9D2C3"
"""The sheet that cards lie on, their edge, the band of one without a colour."""

# --- the page -------------------------------------------------------------------------------------------------------

PAGE: Mapping[str, str] = {
    "paper": "#fbf9f4",
    "card": "#ffffff",
    "off": "#f1ede3",
    "shade": "#f1ede3",
    "ink": "#1d1a16",
    "quiet": "#575046",
    "dim": "#6b645a",
    "accent": "#1b4f7d",
    "on": "#ffffff",
    "wash": "#e6eef6",
    "good": "#1c6a3b",
    "bad": "#9f241e",
    "due": "#775000",
    "badw": "#fbeae7",
    "warnw": "#fbf1d9",
    "line": "#d9d2c3",
    "rule": "#1d1a16",
    "veil": "#fbf9f4aa",
    "sea": "#c9dfec",
    "land": "#efe3c4",
    "edge": "#444444",
    "shadow": "#00000044",
}
"""What pages, letters and paper are made of: the variables of `pbem/web/static/pbem.css`, by their names there."""
DARK: Mapping[str, str] = {
    "paper": "#16181b",
    "card": "#1f2226",
    "off": "#191b1e",
    "shade": "#26282b",
    "ink": "#ece7dc",
    "quiet": "#b9b1a3",
    "dim": "#a19a8c",
    "accent": "#93c3ec",
    "on": "#0f1e2b",
    "wash": "#1f3347",
    "good": "#84d3a0",
    "bad": "#f5a096",
    "due": "#ecc874",
    "badw": "#3b2321",
    "warnw": "#36301d",
    "line": "#3c4046",
    "rule": "#8d8678",
    "veil": "#16181b99",
    "sea": "#c9dfec",
    "night": "#26323a",
    "land": "#efe3c4",
    "edge": "#8d8678",
    "shadow": "#00000088",
}
"""The same where the reader's screen is dark."""
