"""Plays a season and says what it shows: see `bench.season`."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic

from bench._proof import Finding
from bench.season import letters, plan, world
from bench.season.club import Club, Say
from bench.season.figures import figures
from bench.season.journal import Journal
from bench.season.promises import findings
from bench.season.verdict import Evidence
from pbem.storage.database import Store

SHOWN = 12
"""Faults of each promise that are printed; the JSON has all."""


def main(args: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench season", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="those of the league among them")
    parser.add_argument("--months", type=float, default=6, help="of simulated time, from 29 September 2025 on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="also write all figures there")
    parser.add_argument("--letters", type=Path, help="also write the letters of one forgetful player there")
    parser.add_argument("--keep", action="store_true", help="leave the folder with database and letters")
    parser.add_argument("--look", type=Path, help="play nothing, look through a folder that was left (same numbers)")
    asked = parser.parse_args(args)
    drawn = plan.draw_up_plan(asked.games, asked.months, asked.seed)
    folder = asked.look or Path(mkdtemp(prefix="pbem-season-"))
    if not asked.look:
        play_season(folder, drawn, asked.seed, say)
    with looked_at(folder, drawn) as seen:
        found = findings(seen)
        told = figures(seen)
        if asked.letters:
            asked.letters.write_text(letters.page(seen))
    show(told, found)
    if asked.json:
        asked.json.write_text(json.dumps({"figures": told, "findings": [asdict(one) for one in found]}, indent=1))
    if asked.keep or asked.look:
        print(f"kept: {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(any(one.faults for one in found))


@contextmanager
def looked_at(folder: Path, drawn: plan.Plan) -> Iterator[Evidence]:
    """A season that is over, or was broken off."""
    at, warned = json.loads((folder / "state.json").read_text())
    store, journal = Store(f"sqlite:///{folder / 'pbem.db'}"), Journal(folder / "letters.db")
    try:
        yield Evidence(drawn, store, journal, datetime.fromisoformat(at), warned)
    finally:
        store.close()
        journal.close()


def show(told: Mapping[str, object], found: Sequence[Finding]) -> None:
    for name, value in told.items():
        print(f"{name:60} {value}")
    print(f"\n{'promise':76} {'looked at':>9} {'faults':>7}")
    for one in found:
        print(f"{one.promise:76} {one.looked_at:>9} {len(one.faults):>7}")
    for one in found:
        for fault in one.faults[:SHOWN]:
            print(f"  {one.promise}: {fault}")


def say(text: str) -> None:
    print(text, flush=True)


def play_season(folder: Path, drawn: plan.Plan, seed: int, told: Say) -> None:
    """A season from its first day to its last, all of it kept in a folder."""
    start = monotonic()
    with world.open_world(folder, drawn.begins) as place:
        club = Club(place, drawn, seed)
        club.prepare()
        club.play(told)
    told(f"played in {monotonic() - start:.0f} s")
