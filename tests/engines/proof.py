"""Thousands of whole games, all invariants looked at each phase: python -m tests.engines.proof GAME COUNT [FIRST]."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from time import perf_counter

from tests.cantillon.test_games import play_lawful_game as cantillon
from tests.europa.test_games import play_lawful_game as europa
from tests.europax.test_games import play_lawful_game as europax
from tests.europe2028.test_games import play_lawful_game as europe2028

OPTIONS = {
    "europa": (
        "PLAYERS 3",
        "PLAYERS 4",
        "PLAYERS 5",
        "PLAYERS 6\nVARIABLE-ORDER ON",
        "PLAYERS 3\nMODE BOOK",
        "PLAYERS 4\nELECTION-PARTS 2\nPLACEMENT ONE-MAIL\nSUPPLY PERMANENT",
        "PLAYERS 5\nBLACK-HORSE ON\nCONSENT OFF\nPROPOSE-ANY ON\nON-RESIGN REMOVE",
    ),
    "cantillon": (
        "PLAYERS 3\nGOAL ROUNDS 8",
        "PLAYERS 4\nGOAL ROUNDS 8\nREPULSE ON",
        "PLAYERS 6\nGOAL ROUNDS 6\nROTATE ON",
        "PLAYERS 2\nFOLD NORDIC\nGOAL CITIES 2\nABSENT 2\nSTART-MONEY 5",
        "PLAYERS 3\nMODE TURN\nGOAL LANDS 6\nFOLD EASTERN",
        "PLAYERS 2\nMODE BOOK\nGOAL ROUNDS 3\nFOLD CONTINENTAL",
        "PLAYERS 5\nGOAL WEALTH 20\nSPOILS ON\nCEDE-ANY ON\nLANDMASS ON",
    ),
    "europax": (
        "PLAYERS 5",
        "PLAYERS 4\nLENGTH LONG\nAID GIFT",
        "PLAYERS 3\nMODE BOOK\nASK-BUYERS ON",
        "PLAYERS 2\nTWO-EACH ON\nEVENTS RESHUFFLE",
        "PLAYERS 6\nBANKER-DUTIES ON\nEXTRA-AID ON",
        "PLAYERS 2\nLENGTH LONG",
        "PLAYERS 3\nFINAL-REWARD OFF\nCARDS 9",
    ),
    "europe2028": (
        "PLAYERS 6",
        "PLAYERS 5\nPB-REQUIRED OFF\nEVEN-START ON",
        "PLAYERS 3\nMODE BOOK\nMAX-ROUNDS 20",
        "PLAYERS 2\nJOKERS OFF\nHAND-LIMIT 6\nEND-VP 15",
        "PLAYERS 4\nMARKET PLAYERS+2\nFEATURE-SCOPE ALL\nEND-VP 40",
        "PLAYERS 6\nMODE BOOK\nHAND-LIMIT 4\nMARKET 6\nMAX-ROUNDS 12",
        "PLAYERS 3\nEND-COUNTS ALL\nLEVEL-UP-ORIGINALS OFF\nEND-VP 30",
    ),
}
PLAYED: Mapping[str, Callable[[int, str, bool], object]] = {
    "europa": europa,
    "cantillon": cantillon,
    "europax": europax,
    "europe2028": europe2028,
}


def prove(game: str, seed: int) -> None:
    """One game; every other one by the engine's advice, the others at random. Raises AssertionError."""
    options = OPTIONS[game][seed % len(OPTIONS[game])]
    advised = bool(seed // len(OPTIONS[game]) % 2)
    PLAYED[game](seed, options, advised)


if __name__ == "__main__":
    game, count, *first = sys.argv[1:]
    start = int(first[0]) if first else 0
    began = perf_counter()
    for seed in range(start, start + int(count)):
        try:
            prove(game, seed)
        except Exception:
            print(f"{game}: game {seed} broke a law", flush=True)
            raise
    print(f"{game}: {count} games, every invariant held, {perf_counter() - began:.0f} s")
