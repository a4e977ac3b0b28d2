"""Runs the benches and prints one table: `python -m bench [NAME ...] [--json FILE]`; or a trial, with options of its
own: `python -m bench season --help`."""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import platform
import sys
from dataclasses import asdict
from pathlib import Path

import bench
from bench import Row

TRIALS = {
    "chaos": "bench.chaos",
    "core": "bench.core",
    "day": "bench.day",
    "hostile": "bench.hostile",
    "rows": "bench.rows",
    "season": "bench.season.trial",
    "silence": "bench.silence",
}
"""Scripts of their own, which take long and measure more than speed: see the pages of these names in docs, and
docs/performance.md for the day."""


def names() -> list[str]:
    """Every bench module that has a `run`."""
    found = (m.name for m in pkgutil.iter_modules(bench.__path__))
    return sorted(name for name in found if not name.startswith("_") and name not in TRIALS)


def measure(name: str) -> list[Row]:
    """The rows of one bench module."""
    rows: list[Row] = importlib.import_module(f"bench.{name}").run()
    return rows


def show(row: Row) -> str:
    """One row of the table: value, its floor or peer, the ratio, the goal."""
    floor = f"{row.floor:>10.3f} {row.value / row.floor:>8.2f}" if row.floor else f"{'':>19}"
    return f"{row.name:<62} {row.value:>10.3f} {row.unit:<10} {floor}  {row.goal}"


def main() -> None:
    if sys.argv[1:2] and sys.argv[1] in TRIALS:
        trial = sys.argv.pop(1)
        importlib.import_module(TRIALS[trial]).main()
        return
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of: {', '.join(names())}; or one of: {', '.join(TRIALS)}")
    parser.add_argument("--json", type=Path, help="also write the rows there")
    asked = parser.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}")
    print(f"{'what':<62} {'value':>10} {'unit':<10} {'floor':>10} {'ratio':>8}  goal")
    rows = []
    for name in asked.names or names():
        for row in measure(name):
            print(show(row))
            sys.stdout.flush()
            rows.append(row)
    if asked.json:
        asked.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))


if __name__ == "__main__":
    main()
