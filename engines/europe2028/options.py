"""What is agreed before a game of Europe 2028, in the language of orders (specification, section 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines import options
from engines.base import Ask, Choice, Number, Order, Pick
from engines.europe2028.state import Options
from engines.europe2028.world import STANDARD, World
from engines.options import Setters, option, switch_lines

PRESENCE = ("PB", "RU", "EA", "OT", "NF", "MC")
"""The order in which empires come into play when there are fewer players."""
OPTIONAL, FEWEST = "PB", 2
"""The empire that may be left out, and the fewest players."""
COUNTS = (Choice("CONQUERED"), Choice("ALL"))
MODES = (Choice("SEALED", "sealed rounds"), Choice("BOOK", "by the book: turn after turn"))
SEATED = "PLAYERS+2"
MARKETS = (*map(Choice, ("4", "5", "6")), Choice(SEATED, "two more than there are players"))
SCOPE = (Choice("MARKET"), Choice("ALL"))
SWITCHES = {
    "JOKERS": ("jokers", "two jokers in the deck (ON)"),
    "EVEN-START": ("even_start", "original regions count 12 VP together for everybody at the end (OFF)"),
    "PB-REQUIRED": ("paris_berlin", "the Paris-Berlin Union takes part (ON)"),
    "LEVEL-UP-ORIGINALS": ("originals_count", "original regions count for level 2 (ON)"),
}
SETUP = Ask(
    "Options of Europe 2028",
    (
        option("PLAYERS", "empires (6)", Number("count", FEWEST, 6)),
        option("MODE", "sealed rounds, or turn after turn with windows for challenges (SEALED)", Pick("mode", MODES)),
        option("END-VP", "VP of conquered regions that end the game (25)", Number("vp", 5, 60)),
        option("END-COUNTS", "what is counted for the end (CONQUERED)", Pick("what", COUNTS)),
        option("FEATURE-SCOPE", "whether features also lower the price of 5 (MARKET)", Pick("scope", SCOPE)),
        option("MARKET", "open regions (4)", Pick("count", MARKETS)),
        option("HAND-LIMIT", "cards one may keep; 0: any number (0)", Number("count", 0, 30)),
        option("MAX-ROUNDS", "rounds after which the game is scored (60)", Number("count", 1, 200)),
        *switch_lines(SWITCHES),
    ),
    due=False,
)
SET: Setters = {
    "PLAYERS": lambda a: {"players": a["count"]},
    "MODE": lambda a: {"book": a["mode"] == "BOOK"},
    "END-VP": lambda a: {"end_vp": a["vp"]},
    "END-COUNTS": lambda a: {"end_all": a["what"] == "ALL"},
    "FEATURE-SCOPE": lambda a: {"all_features": a["scope"] == "ALL"},
    "MARKET": lambda a: {"market": 0 if a["count"] == SEATED else int(a["count"])},
    "HAND-LIMIT": lambda a: {"hand_limit": a["count"]},
    "MAX-ROUNDS": lambda a: {"max_rounds": a["count"]},
}


def chosen(said: Sequence[Order], world: World = STANDARD) -> Options:
    """The options that were said; the others are as usual. All empires play if there are fewer than usual."""
    usual = Options()
    usual = replace(usual, players=min(usual.players, len(world.empires)))
    found = options.chosen(usual, said, SET, SWITCHES)
    return found if found.market else replace(found, market=found.players + 2)


def seats(said: Sequence[Order], world: World) -> tuple[Choice, ...]:
    """The empires of a game, those of an owner's own after the others. Raises ValueError if there are too few."""
    found = chosen(said, world)
    known = [code for code in dict.fromkeys((*PRESENCE, *world.empires)) if code in world.empires]
    codes = [code for code in known if found.paris_berlin or code != OPTIONAL]
    if not FEWEST <= found.players <= len(codes):
        without = f"Without the {world.empires[OPTIONAL].name} there" if len(codes) < len(known) else "There"
        raise ValueError(f"{without} are only {len(codes)} empires.")
    return tuple(Choice(code, world.empires[code].name) for code in codes[: found.players])
