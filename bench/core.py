"""CPU of what the server does most, in one process: letters of orders, closings, pages, reports.

    python -m bench core [--games 24] [--json FILE] [--beside COMMIT] [--rounds 3]

All of it through the doors that others use too: `read_waiting_letters`, `run_clock_tick`, `create_app`, `paint_letter`.
The games of a kind are played some days by advice, in letters, before anything is measured, so each has a position of
its own; dice are the same in every run. With `--beside` the same is measured in turns in a worktree of another commit,
and of all rounds the least counts: what else the machine does only adds to it.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlmodel import Session, col, select

from bench._beside import HERE, run_module, tree_of_commit
from bench._core_games import DAY, HALF, STAGES, Given, Hall
from bench._core_meter import Cost, overloaded_machine
from bench._core_pages import measure_pages, measure_reports
from bench._repeatable import nothing_left_to_chance
from pbem.games import games
from pbem.games.people import people
from pbem.games.seating import watchers
from pbem.storage.models import Game, Vote

GAMES = 24
ROUNDS = 3
KINDS = {"diplomacy": "", "europax": "PLAYERS 5"}
WAYS = {"many wait": 1, "one by one": 2, "many wait, overloaded": 3}
"""Ways in which letters come, each with the part of the games in which they do: of two games one, and so on."""
TOGETHER, ALONE = "closing, 20 due at once", "closing, one due"
UNUSUAL = ("a seat owes orders", "a vote is open", "somebody watches")
FILES = ("core.py", "_core_games.py", "_core_meter.py", "_core_pages.py")

Figures = dict[str, tuple[float, str]]
"""Values with their units, by name."""


def measure_core(number: int) -> Figures:
    """All figures of both kinds of games."""
    found = Figures()
    with nothing_left_to_chance():
        for engine, options in KINDS.items():
            with TemporaryDirectory(prefix="pbem-core-") as folder:
                found.update(measure_kind(Path(folder), engine, options, number))
    return found


def measure_kind(folder: Path, engine: str, options: str, number: int) -> Figures:
    """Some days of games of a kind: usual ones, then pages and reports, then days on which something is unusual."""
    today = datetime.now(UTC).replace(microsecond=0)
    hall = Hall(folder, engine, options, number, today - HALF - (STAGES + len(WAYS)) * DAY)
    hall.begin_games()
    lines = [one.lines for first in range(len(WAYS)) for one in measure_usual_day(hall, first)]
    measure_reports(hall)
    measure_pages(hall)
    for what in UNUSUAL:
        measure_unusual_day(hall, what)
    hall.store.close()
    found = {f"{engine}: lines of a letter": (sum(lines) / len(lines), "")}
    return found | {f"{engine}: {name}": figure for name, figure in list_figures(hall.meter.costs)}


def measure_usual_day(hall: Hall, first: int) -> Sequence[Given]:
    """Everybody gives orders three times, in each of the ways once; then all phases are closed. `first`: the way that
    has its turn first; the later ones replace orders that stand."""
    many, single, overloaded = WAYS
    written = list[Given]()
    for way in (*list(WAYS)[first:], *list(WAYS)[:first]):
        letters = hall.write_letters(way, hall.slugs[:: WAYS[way]])
        measure = hall.measure_single_letters if way == single else hall.measure_letters
        with overloaded_machine() if way == overloaded else nullcontext():
            measure(f"letter, {way}", letters)
        written += letters if way == many else ()
    hall.close_phases(TOGETHER, ALONE)
    return written


def measure_unusual_day(hall: Hall, what: str) -> None:
    """All phases are closed while something is unusual in each game."""
    letters = hall.write_letters("unusual")
    if what == UNUSUAL[0]:
        letters = [other for one, other in pairwise(letters) if one.game == other.game]  # all but the first
    hall.hand_in(letters)
    hall.read_letters()
    if what == UNUSUAL[1]:
        open_votes(hall)
    if what == UNUSUAL[2]:
        let_watch(hall)
    hall.close_phases(f"closing, {what}", "unmeasured")


def open_votes(hall: Hall) -> None:
    """In each game a seat votes for more time, and nobody else."""
    with hall.store.read_session() as session:
        found = [(game.slug, games.list_game_seats(session, game)[0]) for game in list_running_games(session)]
        letters = [hall.write_letter(session, slug, seat, "vote extend 24h") for slug, seat in found]
    hall.hand_in(letters)
    hall.read_letters()
    with hall.store.read_session() as session:
        assert len(session.exec(select(Vote)).all()) >= len(letters)


def let_watch(hall: Hall) -> None:
    """In each game somebody watches, and nobody votes any more."""
    with hall.store.write_session() as session:
        watcher = people.get_or_register_player(session, "watcher@players.example", hall.now)
        for vote in session.exec(select(Vote)):
            session.delete(vote)
        for game in list_running_games(session):
            watchers.watch_game(session, game, watcher, hall.now)


def list_running_games(session: Session) -> Sequence[Game]:
    return session.exec(select(Game).where(Game.status == "running").order_by(col(Game.id))).all()


def list_figures(costs: Mapping[str, Cost]) -> Iterator[tuple[str, tuple[float, str]]]:
    """Yield what each piece of work cost."""
    for name, cost in costs.items():
        if cost.pieces and not name.startswith("unmeasured"):
            yield name, (cost.milliseconds, "ms CPU")
            yield f"{name}: statements", (cost.statements_each, "")
            if cost.children:
                yield f"{name}: its painters", (cost.child_milliseconds, "ms CPU")


# --- here, and beside another commit ------------------------------------------------------------------------------


def main() -> None:
    asked = read_arguments()
    if asked.beside:
        before, now = measure_beside(asked.beside, asked.games, asked.rounds)
        show_comparison(before, now)
    else:
        before, now = {}, measure_core(asked.games)
        show_figures(now)
    if asked.json:
        asked.json.write_text(json.dumps({"before": before, "now": now} if asked.beside else now, indent=1))


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench core", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES, help="of each kind")
    parser.add_argument("--json", type=Path, help="also write the figures there")
    parser.add_argument("--beside", metavar="COMMIT", help="measure the same there, in turns")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often on each side, beside a commit")
    return parser.parse_args()


def measure_beside(commit: str, number: int, rounds: int) -> tuple[Figures, Figures]:
    """The least of some rounds there, and of as many here; who has its turn first, changes."""
    before, now = list[Figures](), list[Figures]()
    with tree_of_commit(commit, FILES) as tree, TemporaryDirectory(prefix="pbem-core-") as folder:
        for turn in range(rounds):
            sides = ((before, tree), (now, HERE))
            for found, where in sides if turn % 2 == 0 else reversed(sides):
                found.append(measure_in_tree(where, Path(folder) / "figures.json", number))
                print(f"round {turn + 1} of {rounds}: {'there' if where == tree else 'here'}", file=sys.stderr)
    return take_least(before), take_least(now)


def measure_in_tree(tree: Path, file: Path, number: int) -> Figures:
    run_module(tree, "bench.core", "--games", str(number), "--json", str(file))
    return {name: (value, unit) for name, (value, unit) in json.loads(file.read_text()).items()}


def take_least(rounds: Sequence[Figures]) -> Figures:
    return {name: min(one[name] for one in rounds if name in one) for found in rounds for name in found}


def show_figures(found: Figures) -> None:
    print(f"{platform.machine()}, Python {platform.python_version()}")
    for name, (value, unit) in found.items():
        print(f"{name:<70} {value:>9.2f} {unit}")


def show_comparison(before: Figures, now: Figures) -> None:
    print(f"{platform.machine()}, Python {platform.python_version()}; the least of the rounds")
    print(f"{'what':<70} {'before':>9} {'now':>9} {'ratio':>6}")
    for name, (value, unit) in now.items():
        known, _ = before.get(name, (0.0, ""))
        ratio = f"{value / known:>6.2f}" if known else f"{'':>6}"
        print(f"{name:<70} {known:>9.2f} {value:>9.2f} {ratio} {unit}")


if __name__ == "__main__":
    main()
