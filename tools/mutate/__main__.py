"""python -m tools.mutate GAME [--only peace.award_givers] [--sample 300] [--fresh]: tools/mutate/README.md"""

from __future__ import annotations

import argparse
import os
import sys
from hashlib import sha256
from time import monotonic

import pytest
from coverage import Coverage

from tools.mutate import figures, known
from tools.mutate.fresh import QUICK, is_noticed
from tools.mutate.games import GAMES, ROOT, SHARED, Target, target
from tools.mutate.judge import CAUGHT, SURVIVED, UNSEEN, Judge
from tools.mutate.mutants import Mutant, mutants


def main() -> int:
    said = arguments()
    aim = target(said.game)
    files = [path for path in aim.files if said.only.partition(".")[0] in ("", path.stem)]
    chosen = sample([m for path in files for m in mutants(path) if fits(m, said.only)], said.sample)
    if not chosen:
        print(f"Nothing of {said.game} is called {said.only}.")
        return 2
    found = dict[Mutant, str]()
    memory = figures.Memory.of(said.game, said.fresh)
    equivalent = known.equivalents(said.game)

    def work(judge: Judge) -> None:
        began = monotonic()
        for number, mutant in enumerate(chosen, 1):
            found[mutant] = verdict(judge, aim, mutant, memory, equivalent)
            show(number, len(chosen), found, monotonic() - began)

    judge = Judge(watching(aim), work)
    os.chdir(ROOT)
    os.environ["COLUMNS"] = "120"
    status = pytest.main([*QUICK, "-qq", "-s", "--no-summary", *aim.tests], plugins=[judge])
    if not found:
        print("The tests must pass as they are first.", *judge.failed, sep="\n")
        return int(status) or 1
    tell(said, found, known.unused(equivalent, chosen) if not said.only and not said.sample else [])
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description="Which changes does no test notice?")
    parser.add_argument("game", choices=(*GAMES, SHARED))
    parser.add_argument("--only", default="", help="a module or a function: peace, peace.award_givers")
    parser.add_argument("--sample", type=int, default=0, help="so many of them, always the same")
    parser.add_argument("--fresh", action="store_true", help="believe nothing that was found before")
    return parser.parse_args()


def fits(mutant: Mutant, only: str) -> bool:
    return not only or f"{mutant.name}.".startswith(f"{only}.")


def sample(all_of_them: list[Mutant], size: int) -> list[Mutant]:
    """Picked by their own text, so that a larger sample has the smaller in it."""
    if not size:
        return all_of_them
    return sorted(all_of_them, key=lambda mutant: sha256(mutant.key.encode()).digest())[:size]


def watching(aim: Target) -> Coverage:
    """Begun before anything of ours is imported. The tracer is named since not all can tell test from test."""
    os.environ["COVERAGE_CORE"] = "ctrace"
    coverage = Coverage(data_file=None, config_file=False, include=[str(path) for path in aim.files])
    coverage.start()
    return coverage


def verdict(judge: Judge, aim: Target, mutant: Mutant, memory: figures.Memory, equivalent: set[tuple[str, str]]) -> str:
    if known.is_known(mutant, equivalent):
        return figures.KNOWN
    found = memory.get(mutant)
    if found is None:
        found = judge.verdict(mutant)
        late = judge.too_late_for(mutant, aim.tests) if found in (SURVIVED, UNSEEN) else []
        if late:
            found = CAUGHT if is_noticed(mutant, late, 60 + 10 * sum(judge.seconds.values())) else SURVIVED
        memory.add(mutant, found)
    return found


def show(number: int, of: int, found: dict[Mutant, str], seconds: float) -> None:
    alive = sum(each in figures.ALIVE for each in found.values())
    if sys.stderr.isatty() or number % 100 == 0:
        print(f"\r{number} of {of}, {alive} survive, {seconds:.0f} s", end="", file=sys.stderr, flush=True)


def tell(said: argparse.Namespace, found: dict[Mutant, str], unused: list[tuple[str, str]]) -> None:
    print("\n")
    for mutant, each in found.items():
        if each in figures.ALIVE:
            print(figures.survivor(mutant, each))
    print(figures.table(found))
    for name, change in unused:
        print(f"\nListed in tools/mutate/tables/{said.game}.md, but there is no such change: {name}\n{change}")


if __name__ == "__main__":
    sys.exit(main())
