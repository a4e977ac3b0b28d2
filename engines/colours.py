"""Six colours for seats that have no looks of their own: their names, tints and hatches."""

from __future__ import annotations

from engines.language.names import Choice
from engines.report import Style

STYLES = {
    "BLU": Style("Blue", "B", "#4C8FD6", "#A9C9EC", "dots"),
    "GRN": Style("Green", "G", "#5FA35B", "#B4D7B1", "upright"),
    "RED": Style("Red", "R", "#CF5A4A", "#EDB5AC", "level"),
    "YEL": Style("Yellow", "Y", "#EBC93F", "#F6E6A0", "falling"),
    "PUR": Style("Purple", "P", "#8A63A8", "#CDB9DD", "rising", "#FFFFFF"),
    "BLK": Style("Black", "K", "#3C3C3C", "#A8A8A8", "cross", "#FFFFFF"),
}
FRENCH = dict(zip(STYLES, ("Bleu", "Vert", "Rouge", "Jaune", "Violet", "Noir"), strict=True))
NAMES = {code: style.name for code, style in STYLES.items()}


def seats(codes: str) -> tuple[Choice, ...]:
    """Seats by their codes: "BLU GRN RED"."""
    return tuple(Choice(code, NAMES[code]) for code in codes.split())
