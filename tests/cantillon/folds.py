"""Parts of the map for tests: random folds with a city for each player, and what a drawing of one shows.

`python -m tests.cantillon.folds 2000` plays so many to the end and looks at every picture.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from engines.cantillon import ENGINE
from engines.cantillon.data import CantillonBoard, fold_board, fold_names, load_whole_map
from engines.cantillon.options import read_cantillon_options
from engines.cantillon.state import CantillonState
from engines.language import parse_orders
from engines.report import Map, Sign
from pbem.render.maps import make_map_scene
from pbem.render.scene import SceneArea, SceneLines, SceneText
from tests.cantillon.tables import opening
from tests.engines.playing import steps

ROUNDS = 6


@dataclass(frozen=True)
class Fold:
    """A fold as a host says it, and for how many players."""

    text: str
    players: int

    @property
    def options(self) -> str:
        return f"PLAYERS {self.players}\nGOAL ROUNDS {ROUNDS}\n{self.text}"


def random_fold(random: Random) -> Fold:
    """A named part, a rectangle, or a list of regions, with a city for each of two to six players."""
    while True:
        text = random.choice((pick_named_fold, rectangle, pick_listed_fold))(random)
        cities = len(open_fold(text).cities)
        if cities >= 2:
            return Fold(text, random.randint(2, min(cities, 6)))


def pick_named_fold(random: Random) -> str:
    return f"FOLD {random.choice(fold_names()).upper()}"


def rectangle(random: Random) -> str:
    """Two opposite corners, in degrees as a host says them."""
    a, b = random.sample(range(80), 2)
    c, d = random.sample(range(29, 73), 2)
    return f"FOLD {a} {c} {b} {d}"


def pick_listed_fold(random: Random, most: float = 1) -> str:
    """Any regions, from a few cities that have nothing in common to nearly the whole map; `most`: what share of it."""
    codes = [code for code, _ in load_whole_map()[0].iter_areas()]
    share = random.uniform(0.05, most)
    kept = [code for code in codes if random.random() < share] or codes[:1]
    return f"FOLD REGIONS {', '.join(kept)}"


def open_fold(text: str) -> CantillonBoard:
    reading = parse_orders(ENGINE.setup, text)
    assert not reading.remarks, reading.remarks
    return fold_board(read_cantillon_options(reading.orders).fold)


# --- what a picture shows -----------------------------------------------------------------------------------------


def drawing(state: CantillonState) -> Map:
    """The map in a report on a position."""
    return next(block for block in ENGINE.report(state, None, ()) if isinstance(block, Map))


def looked_at(map_: Map, played: CantillonBoard) -> None:
    """A picture shows what is in play, and nothing else."""
    shown = list(make_map_scene(map_).primitives)
    words = [p for p in shown if isinstance(p, SceneText)]
    in_play = played.next_to.keys()
    assert {p.key for p in shown if isinstance(p, SceneArea) and p.title} == in_play
    assert sorted(p.text for p in words if p.italic) == sorted(played.seas)
    assert sorted(p.text for p in words if p.text.isdecimal()) == sorted(played.lands)
    assert places_marked(map_.signs, "city") == set(played.cities)
    assert places_marked(map_.signs, "port") == {code for code in played.cities if played.lands[code].seas} & PORTS
    on_paper(map_, shown)


PORTS = {code for code, land in load_whole_map()[0].lands.items() if land.port}


def places_marked(signs: Iterable[Sign], name: str) -> set[str]:
    return {sign.at for sign in signs if sign.name == name}


def on_paper(map_: Map, shown: Iterable[object]) -> None:
    """Every outline is that of a region in play, or lies within one; and all of it is on the sheet."""
    chart = map_.chart
    edges = {point for region in chart.regions.values() for ring in region.rings for point in ring}
    for p in shown:
        if isinstance(p, SceneLines) and p.key in ("sea", "land", "coast", "walls"):
            assert {point for line in p.lines for point in line} <= edges
        if isinstance(p, SceneArea):
            assert all(0 <= x <= chart.width and 0 <= y <= chart.height for ring in p.rings for x, y in ring)


# --- whole games --------------------------------------------------------------------------------------------------


def play_fold(fold: Fold, seed: int) -> Iterator[CantillonState]:
    """The positions of a game to its end, by bots: every second one sensible, the others random."""
    state = opening(fold.options, str(seed).encode())
    yield state
    for step in steps(ENGINE, state, seed, advised=seed % 2 == 0):
        yield step.state


def check(seed: int) -> Fold:
    """A random fold, played to the end, with all its pictures looked at."""
    fold = random_fold(Random(seed))
    final = None
    for final in play_fold(fold, seed):
        looked_at(drawing(final), final.board)
    assert final is not None and final.ranks is not None, fold
    return fold


if __name__ == "__main__":
    found = [check(seed) for seed in range(int(sys.argv[1]))]
    for count in range(2, 7):
        print(count, "players:", sum(fold.players == count for fold in found), "folds")
