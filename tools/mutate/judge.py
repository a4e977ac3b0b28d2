"""Tries changes: a plugin of pytest that takes the place of its loop over the tests.

The tests run once to learn which of them come by which lines. Then, for each change, the process is forked; the fork
runs these tests with the change in place, the quickest first, and ends with the first that fails.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage

from tools.mutate.mutants import Mutant

CAUGHT, SURVIVED, TIMEOUT, UNSEEN = "caught", "survived", "timeout", "no test"
IMPORT = "import "
FEW = 40
"""So many tests are tried before the caches are emptied, which costs about as much as they do."""
MEMORY = 2 << 30
"""What a change may use besides what is in use: a list that grows for ever ends as an error, not the machine."""


@dataclass(eq=False)
class Judge:
    """Hands a function to `work`, which says for a mutant what the tests find."""

    coverage: Coverage
    work: Callable[[Judge], None]
    items: dict[str, pytest.Item] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    seen: dict[str, Mapping[int, list[str]]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    forget: list[Callable[[], Any]] = field(default_factory=list)
    functions: dict[tuple[str, str], list[FunctionType]] = field(default_factory=dict)

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        """What a file of tests works out while it is imported is noted under its name."""
        if isinstance(collector, pytest.Module):
            self.coverage.switch_context(f"{IMPORT}{collector.nodeid}")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.learn()
        if not self.failed:
            self.work(self)
        return True

    def learn(self) -> None:
        """Runs everything twice: to see who comes by what, with nothing remembered between tests; then for the time."""
        gc.unfreeze()  # `tests/conftest.py` freezes what was imported, and what is frozen is not found
        self.forget = list(memories())
        for name in self.items:
            self.empty_memories()
            self.coverage.switch_context(name)
            self.run(name)
        self.coverage.stop()
        for name in self.items:
            self.run(name)
        self.forget = list(memories())
        for function in gc.get_objects():
            if isinstance(function, FunctionType) and is_ours(function.__module__):
                code = function.__code__
                self.functions.setdefault((code.co_filename, code.co_qualname), []).append(function)
        gc.freeze()

    def run(self, name: str) -> None:
        before = process_time()
        if not passes(self.items[name]):
            self.failed.append(name)
        self.seconds[name] = process_time() - before

    def empty_memories(self) -> None:
        for each in self.forget:
            each()

    def lines(self, path: Path) -> Mapping[int, list[str]]:
        """Return which tests come by a line; "" is the import of the game, and "import FILE" that of a file of
        tests."""
        if str(path) not in self.seen:
            self.seen[str(path)] = self.coverage.get_data().contexts_by_lineno(str(path))
        return self.seen[str(path)]

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that come by the change, the quickest first."""
        names = self.who(mutant) & set(self.seconds)
        return sorted(names, key=lambda name: (self.seconds[name], name))

    def who(self, mutant: Mutant) -> set[str]:
        lines = self.lines(mutant.path)
        return {name for line in mutant.lines for name in lines.get(line, ())}

    def too_late_for(self, mutant: Mutant, tests: Sequence[str]) -> list[str]:
        """The tests, or files of tests, that work with what the change had led to before the fork."""
        who = self.who(mutant)
        return [*tests] if "" in who else sorted(name.removeprefix(IMPORT) for name in who if name.startswith(IMPORT))

    def verdict(self, mutant: Mutant) -> str:
        """What the tests find. Raises LookupError if nobody has the function."""
        tests = self.tests(mutant)
        if not tests:
            return UNSEEN
        if (str(mutant.path), mutant.function) not in self.functions:
            raise LookupError(mutant.name)  # in the fork it would look like a test that fails
        limit = int(5 * sum(self.seconds[name] for name in tests)) + 3
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            self.in_fork(mutant, tests, limit)
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if code < 0:
            return TIMEOUT if -code in (signal.SIGXCPU, signal.SIGKILL, signal.SIGALRM) else CAUGHT
        return SURVIVED if code == 0 else CAUGHT

    def in_fork(self, mutant: Mutant, tests: Sequence[str], limit: int) -> None:
        """Ends the process: 0 if every test passes."""
        code = 1
        try:
            quiet()
            gc.disable()
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
            size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, size + MEMORY))
            signal.alarm(20 * limit)
            self.put(mutant)
            code = 0 if self.all_pass(tests) else 1
        finally:
            os._exit(code)

    def all_pass(self, tests: Sequence[str]) -> bool:
        """A few first with what the right code left in the caches, which is quick; then all, with nothing in them.

        What is kept in a cache, such as a map, is right until it is emptied: all tests would come by it in vain.
        """
        if not all(passes(self.items[name]) for name in tests[:FEW]):
            return False
        self.empty_memories()
        return all(passes(self.items[name]) for name in tests)

    def put(self, mutant: Mutant) -> None:
        """The changed code in the place of the right one, wherever the function has got to: caches, properties, tables.

        Raises LookupError if nobody has it.
        """
        code = code_of(compile(mutant.source, str(mutant.path), "exec", dont_inherit=True), mutant.function)
        for function in self.functions[str(mutant.path), mutant.function]:
            function.__code__ = code


def passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def quiet() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def code_of(module: CodeType, name: str) -> CodeType:
    for const in module.co_consts:
        if isinstance(const, CodeType):
            if const.co_qualname == name:
                return const
            if name.startswith(f"{const.co_qualname}."):
                return code_of(const, name)
    raise LookupError(name)


def memories() -> Iterator[Callable[[], Any]]:
    """Yield what makes each cache of ours forget: functions that keep results, and objects that keep theirs."""
    for each in gc.get_objects():
        if hasattr(type(each), "cache_clear") and is_ours(getattr(each, "__module__", None)):
            yield each.cache_clear
        elif is_ours(type(each).__module__) and hasattr(each, "__dict__"):
            kept = [n for c in type(each).__mro__ for n, v in vars(c).items() if isinstance(v, cached_property)]
            for name in kept:
                yield partial(each.__dict__.pop, name, None)


def is_ours(module: object) -> bool:
    return isinstance(module, str) and module.partition(".")[0] in {"engines", "tests"}
