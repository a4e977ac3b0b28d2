"""Test modules are compiled once for all workers.

Where none is compiled yet, as after a clone, each worker would compile all of them, since all collect all tests: pytest
looks at every assertion and writes it anew, which takes longer than everything else until the first test runs. So each
worker begins with a share of its own, and finds what the others have compiled when it collects.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


def share(config: pytest.Config) -> None:
    """What falls to this worker; nothing if it is alone, if it collects a part only, or if nothing is to be written."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    everything = [Path(one).absolute() for one in config.args] == [TESTS]
    if workers > 1 and everything and not sys.dont_write_bytecode:
        number = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
        with suppress(ImportError, AttributeError, KeyError, SyntaxError):  # pytest does and tells it when it collects
            for path in sorted(TESTS.rglob("test_*.py"))[number::workers]:
                compile_test_module(path, config)


def compile_test_module(path: Path, config: pytest.Config) -> None:
    """As pytest does before it imports a test module, if it has not done so before. Names of pytest's own insides."""
    from _pytest.assertion import rewrite
    from _pytest.assertion.rewrite import PYC_TAIL, get_cache_dir, try_makedirs

    folder = get_cache_dir(path)
    written = folder / f"{path.name.removesuffix('.py')}{PYC_TAIL}"
    if try_makedirs(folder) and rewrite._read_pyc(path, written) is None:
        source, code = rewrite._rewrite_test(path, config)
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, source, written)
