"""Every row that a small season leaves in the database, to be compared with those of another commit.

    python -m bench rows FILE.json [--rows FOLDER] [--beside COMMIT] [--games 8] [--months 1] [--seed 1]

A season is played with nothing left to chance (`bench._repeatable`), and for each table the number of its rows and the
digest of all of them are written into the file. `--rows` also writes the rows themselves, a file for each table, a line
for each row. With `--beside` the same is done in a worktree of another commit, and whatever differs is told.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from datetime import date
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa
from sqlmodel import SQLModel

from bench._beside import HERE, run_module, tree_of_commit
from bench._repeatable import nothing_left_to_chance
from bench.season import plan, trial
from pbem.storage.database import Store

LEFT_OUT: Mapping[str, str] = {
    "game_stamp.stamp": "counts how often rows were written, not what was",
    "probe.relay": "names the port of the relay, which is another one in every run",
}
"""Columns whose values need not be the same, each with the reason."""
SHOWN = 5
"""Rows that are printed of each table that differs."""


def main() -> None:
    asked = read_arguments()
    if asked.alone:
        write_rows(asked.alone, plan.draw_up_plan(asked.games, asked.months, asked.seed), asked.seed)
        return
    with TemporaryDirectory(prefix="pbem-rows-") as folder:
        here = collect_rows(HERE, asked.rows or Path(folder) / "here", asked)
        asked.file.write_text(json.dumps(digest_folder(here), indent=1))
        if not asked.beside:
            return
        with tree_of_commit(asked.beside, [Path(__file__).name]) as tree:
            there = collect_rows(tree, Path(folder) / "there", asked)
        sys.exit(show_differences(there, here))


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench rows", description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, help="number and digest of the rows of each table are written there")
    parser.add_argument("--rows", type=Path, help="also write the rows into this folder")
    parser.add_argument("--beside", metavar="COMMIT", help="do the same there, and tell what differs")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--months", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def collect_rows(tree: Path, folder: Path, asked: argparse.Namespace) -> Path:
    """The rows of a season that a tree plays in a process of its own, in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    size = (f"--games={asked.games}", f"--months={asked.months}", f"--seed={asked.seed}")
    run_module(tree, "bench.rows", str(asked.file), *size, f"--alone={folder.resolve()}")
    return folder


def write_rows(folder: Path, drawn: plan.Plan, seed: int) -> None:
    """Plays a season, and writes what it leaves into a folder."""
    with TemporaryDirectory(prefix="pbem-rows-") as place:
        with nothing_left_to_chance():
            trial.play_season(Path(place), drawn, seed, lambda _: None)
        store = Store(f"sqlite:///{Path(place) / 'pbem.db'}")
        for table in SQLModel.metadata.sorted_tables:
            (folder / f"{table.name}.rows").write_text("".join(f"{line}\n" for line in sorted(list_rows(store, table))))
        store.close()


def list_rows(store: Store, table: sa.Table) -> Iterator[str]:
    """Yield the rows of a table as they are read, whatever way they are packed."""
    columns = [column for column in table.columns if f"{table.name}.{column.name}" not in LEFT_OUT]
    with store.engine.connect() as connection:
        for row in connection.execute(sa.select(*columns)).mappings():
            yield json.dumps(dict(row), sort_keys=True, default=spell, ensure_ascii=False)


def spell(value: Any) -> str:
    """A value that JSON has no word for."""
    return value.isoformat() if isinstance(value, date) else bytes(value).hex()


def digest_folder(folder: Path) -> dict[str, dict[str, object]]:
    """The number of rows of each table, and their digest."""
    found = {path.stem: path.read_bytes() for path in sorted(folder.glob("*.rows"))}
    return {name: {"count": rows.count(b"\n"), "sha256": sha256(rows).hexdigest()} for name, rows in found.items()}


def show_differences(before: Path, now: Path) -> bool:
    """Prints what is not the same in two folders; whether there is any."""
    found = sorted({path.name for folder in (before, now) for path in folder.glob("*.rows")})
    lines = {name: (read_lines(before / name), read_lines(now / name)) for name in found}
    different = [name for name, (one, other) in lines.items() if one != other]
    print(f"{len(found) - len(different)} of {len(found)} tables have the same rows")
    for name in different:
        show_table(name.removesuffix(".rows"), *lines[name])
    return bool(different)


def read_lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def show_table(name: str, before: list[str], now: list[str]) -> None:
    """Prints the first rows of a table that only one side has."""
    only_before, only_now = sorted({*before} - {*now}), sorted({*now} - {*before})
    print(f"\n{name}: {len(before)} rows before, {len(now)} now; {len(only_before)} and {len(only_now)} of their own")
    for one, other in list(zip_longest(only_before, only_now, fillvalue=""))[:SHOWN]:
        print(f"  before  {one[:1000]}\n  now     {other[:1000]}")


if __name__ == "__main__":
    main()
