"""What is agreed before a game of Europe 2028, in the language of orders (§8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines import options
from engines.base import Seat
from engines.europe2028.data import STANDARD, World
from engines.europe2028.state import Europe2028Options
from engines.europe2028.words import count_things, empire_name
from engines.language.grammar import Number, Order, OrderGrammar, Pick, Repeat
from engines.language.names import Choice
from engines.options import Setters, option_line, switch_lines

PRESENCE = ("PB", "RU", "EA", "OT", "NF", "MC")
"""The order in which empires come into play when there are fewer players."""
OPTIONAL, FEWEST = "PB", 2
"""The empire that may be left out, and the fewest players."""
COUNTS = (Choice("CONQUERED"), Choice("ALL"))
MODES = (Choice("SEALED", "sealed rounds"), Choice("BOOK", "by the book: turn after turn"))
PLAYERS_PLUS_TWO = "PLAYERS+2"
MARKETS = (*map(Choice, ("4", "5", "6")), Choice(PLAYERS_PLUS_TWO, "two more than there are players"))
SCOPE = (Choice("MARKET"), Choice("ALL"))
SWITCHES = {
    "JOKERS": ("jokers", "two jokers in the deck (ON)"),
    "EVEN-START": ("even_start", "original regions count 12 VP together for everybody at the end (OFF)"),
    "PB-REQUIRED": ("paris_berlin", "the Paris-Berlin Union takes part (ON)"),
    "LEVEL-UP-ORIGINALS": ("originals_count", "original regions count for level 2 (ON)"),
}


def europe2028_setup_grammar(world: World) -> OrderGrammar:
    """Return what a host may say; the empires are those of the box."""
    empire = Pick("empire", tuple(Choice(code, found.name) for code, found in world.empires.items()))
    lines = (
        option_line("PLAYERS", "empires (6)", Number("count", FEWEST, 6)),
        option_line("EMPIRES", "these empires, and no others", Repeat("list", (empire,), FEWEST, 6, "")),
        option_line(
            "MODE", "sealed rounds, or turn after turn with windows for challenges (SEALED)", Pick("mode", MODES)
        ),
        option_line("END-VP", "VP of conquered regions that end the game (25)", Number("vp", 5, 60)),
        option_line("END-COUNTS", "what is counted for the end (CONQUERED)", Pick("what", COUNTS)),
        option_line("FEATURE-SCOPE", "whether features also lower the price of 5 (MARKET)", Pick("scope", SCOPE)),
        option_line("MARKET", "open regions (4)", Pick("count", MARKETS)),
        option_line("HAND-LIMIT", "cards one may keep; 0: any number (0)", Number("count", 0, 30)),
        option_line("MAX-ROUNDS", "rounds after which the game is scored (60)", Number("count", 1, 200)),
        *switch_lines(SWITCHES),
    )
    return OrderGrammar("Options of Europe 2028", lines, due=False)


SET: Setters = {
    "PLAYERS": lambda a: {"players": a["count"]},
    "MODE": lambda a: {"book": a["mode"] == "BOOK"},
    "END-VP": lambda a: {"end_vp": a["vp"]},
    "END-COUNTS": lambda a: {"end_all": a["what"] == "ALL"},
    "FEATURE-SCOPE": lambda a: {"all_features": a["scope"] == "ALL"},
    "MARKET": lambda a: {"market": 0 if a["count"] == PLAYERS_PLUS_TWO else int(a["count"])},
    "HAND-LIMIT": lambda a: {"hand_limit": a["count"]},
    "MAX-ROUNDS": lambda a: {"max_rounds": a["count"]},
}


def read_europe2028_options(said: Sequence[Order], world: World = STANDARD) -> Europe2028Options:
    """The options that were said; the others are as usual. All empires play if there are fewer than usual."""
    usual = Europe2028Options()
    players = len(named_empires(said)) or min(usual.players, len(world.empires))
    found = options.apply_options(replace(usual, players=players), said, SET, SWITCHES)
    return found if found.market else replace(found, market=found.players + 2)


def named_empires(said: Sequence[Order]) -> tuple[Seat, ...]:
    """The empires that the host asked for by name, each once; () if they asked for none."""
    return tuple(dict.fromkeys(row["empire"] for row in options.first_argument(said, "EMPIRES", ())))


def europe2028_seats(said: Sequence[Order], world: World) -> tuple[Choice, ...]:
    """The empires of a game in the order in which they come into play (§1.4, §5.1.1), those of an owner's own after
    the others. Raises ValueError if there are too few, or not those that are asked for."""
    found, wished = read_europe2028_options(said, world), named_empires(said)
    known = [code for code in dict.fromkeys((*PRESENCE, *world.empires)) if code in world.empires]
    codes = [code for code in known if code in wished or (not wished and (found.paris_berlin or code != OPTIONAL))]
    if fault := empires_mismatch(found, wished, codes, world):
        raise ValueError(fault)
    return tuple(Choice(code, world.empires[code].name) for code in codes[: found.players])


def empires_mismatch(found: Europe2028Options, wished: Sequence[Seat], codes: Sequence[Seat], world: World) -> str:
    """Return why these empires cannot play so; "" if they can."""
    if wished and len(codes) < FEWEST:
        return f"EMPIRES names nobody but {empire_name(world, codes[0])}; name two empires at the least, each once."
    if wished and found.players != len(codes):
        return f"EMPIRES names {len(codes)} empires, and PLAYERS {found.players}."
    if wished and found.paris_berlin and OPTIONAL in world.empires and OPTIONAL not in wished:
        name = world.empires[OPTIONAL].name
        return f"The {name} takes part: name {OPTIONAL} among the EMPIRES, or say PB-REQUIRED OFF."
    if not FEWEST <= found.players <= len(codes):
        absent = OPTIONAL in world.empires and not found.paris_berlin
        without = f"Without the {world.empires[OPTIONAL].name} there" if absent else "There"
        are = "is" if len(codes) == 1 else "are"
        return f"{without} {are} only {count_things(len(codes), 'empire')}."
    return ""
