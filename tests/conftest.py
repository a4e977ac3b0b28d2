"""Fixtures shared by all tests: a migrated store on each database, an instant to begin at, a small game to play."""

from __future__ import annotations

import gc
import os
import time
import uuid
from collections import Counter
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import settings

from pbem.games import games
from pbem.settings import installed_engines
from pbem.storage.database import Store
from tests import compiled, kept, pdfs, postgres
from tests.databases import Databases, create, drop
from tests.games.toy import TOY
from tests.pixels import POINT
from tests.size import WHOLE, proof_only, size

EXAMPLES = size(15, 50)
"""Of whatever a test draws by lot itself; unless it says how many."""
settings.register_profile("pbem", deadline=None, max_examples=EXAMPLES)  # speed is measured in `bench`
settings.load_profile("pbem")
kept.share_templates()
kept.share_routes()
kept.disable_fsync()
kept.migrate_once()
pdfs.quickly()
kept.places()
plain = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
structlog.configure(processors=[*structlog.get_config()["processors"][:-1], plain])  # the locals of a test take long
TESTS = Path(__file__).parent
MISSING = "PostgreSQL was not found: set PBEM_TEST_DATABASE_URL or install Debian's postgresql"


@pytest.fixture
def now() -> datetime:
    """A Monday noon in winter; tests add to it what they need."""
    return datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def own_umask() -> Iterator[None]:
    """A `pbem` command keeps what it writes to itself; run in the process of a test, it must not do so for the next."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture(autouse=True)
def own_grammars() -> None:
    """What games ask is made anew: the test before may have had one ask something else."""
    games.make_seat_grammar.cache_clear()


@pytest.fixture
def at_once() -> None:
    """Asked for by tests in which several do something at the same time: these are tried on both databases."""


@pytest.fixture
def pixels() -> None:
    """Asked for by tests of the pictures in letters: there these are painted."""


@pytest.fixture(autouse=True)
def no_pixels(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere they are a point: a painter takes half a second to start."""
    if "pixels" not in request.fixturenames:
        monkeypatch.setattr("pbem.render.to_png.paint_png", lambda *_: POINT)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny game of `tests.games.toy` is installed beside the real ones."""
    monkeypatch.setitem(installed_engines.ENGINES, "toy", TOY)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """Yield what drives real browsers; a process can have it but once."""
    from playwright.sync_api import sync_playwright  # most tests need none of it

    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database file, copied for each test."""
    path = tmp_path_factory.mktemp("template") / "pbem.db"
    store = Store(f"sqlite:///{path}")
    store.migrate()
    with store.engine.connect() as connection:
        connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    return path


def need_postgres() -> None:
    """Skips a test where there is no PostgreSQL; where nothing may be skipped, fails it."""
    if not postgres.binaries():
        if os.environ.get("PBEM_TEST_NO_SKIP"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server that holds a migrated database “pbem_template…”; started here if need be."""
    given = os.environ.get("PBEM_TEST_DATABASE_URL", "")
    if not given:
        need_postgres()
    with postgres.running(given) if given else postgres.server() as url:
        template = f"pbem_template_{uuid.uuid4().hex[:12]}"
        create(url, template)
        store = Store(postgres.database(url, template))
        store.migrate()
        store.close()
        yield postgres.database(url, template)
        drop(url, template)


@pytest.fixture(scope="session")
def databases(postgres_server: str) -> Iterator[Databases]:
    """Migrated databases on it."""
    found = Databases(postgres_server)
    yield found
    found.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty, migrated database of the test's own: once on SQLite, once on PostgreSQL."""
    if request.param == "sqlite":
        yield from sqlite_store(request.getfixturevalue("sqlite_template"), tmp_path)
    else:
        yield from postgres_store(request.getfixturevalue("databases"))


@pytest.fixture
def sqlite(sqlite_template: Path, tmp_path: Path) -> Iterator[Store]:
    """An empty, migrated database on SQLite, for tests in which the database makes no difference."""
    yield from sqlite_store(sqlite_template, tmp_path)


def sqlite_store(template: Path, folder: Path) -> Iterator[Store]:
    kept.copy_template(template, folder / "pbem.db")
    store = Store(f"sqlite:///{folder / 'pbem.db'}")
    kept.note_empty(store)
    kept.share_statements(store)
    yield store
    store.close()


def postgres_store(databases: Databases) -> Iterator[Store]:
    with databases.one() as url:
        store = Store(url)
        kept.share_statements(store)
        yield store
        store.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Before all else: what was changed is compiled, by each worker a part."""
    compiled.share(session.config)


DEAR = frozenset({"postgres_server", "databases", "playwright", "host", "relay", "club", "pixels"})
"""Fixtures that start servers, processes and browsers, or paint."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Before any is chosen by its marks: what they need marks them too. What is for a proof only is left to it."""
    for item in items:
        if isinstance(item, pytest.Function):
            mark_by_need(item)
    if not WHOLE and (left := [item for item in items if is_for_proof_only(item)]):
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not is_for_proof_only(item)]


def mark_by_need(test: pytest.Function) -> None:
    """What needs something dear is slow, and need not say so. What has both databases is tried on SQLite alone in the
    inner loop, and in the suite where none makes a difference. What draws examples by lot draws more in a proof."""
    if is_dear(test):
        test.add_marker(pytest.mark.slow)
    if is_alike_on_both(test):
        test.add_marker(proof_only)
    if getattr(test.function, "is_hypothesis_test", False):
        test.add_marker(pytest.mark.proof)


ALIKE = frozenset({"games", "gamebook", "campaigns", "documents", "records", "web"})
"""Folders of what is done with a database by one process after the other, in statements that SQLAlchemy writes. What
differs between databases stands elsewhere: tables and their migrations, races, processes that die, queues."""


def is_alike_on_both(test: pytest.Function) -> bool:
    """Return whether a test is on PostgreSQL what it is on SQLite."""
    folder = test.path.relative_to(TESTS).parts[0]
    return "postgresql" in given_params(test) and folder in ALIKE and "at_once" not in test.fixturenames


def is_for_proof_only(test: pytest.Item) -> bool:
    return any(mark.kwargs.get("only") for mark in test.iter_markers("proof"))


def given_params(test: pytest.Function) -> Collection[object]:
    """Return what a test is given besides fixtures."""
    return test.callspec.params.values() if hasattr(test, "callspec") else ()


def is_dear(test: pytest.Function) -> bool:
    return "postgresql" in given_params(test) or not DEAR.isdisjoint(test.fixturenames)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: one always waits for a browser, a server or a database."""
    return 1 + (os.cpu_count() or 1)


LAST_START = time.monotonic() + float(os.environ.get("PBEM_TEST_SECONDS") or "inf")
"""When no test begins any more, by the machine's own clock."""


def pytest_runtest_setup() -> None:
    """Where time is short, what has not begun is left, and told."""
    if time.monotonic() > LAST_START:
        pytest.skip("Time for it was not found")


def pytest_collection_finish() -> None:
    """What lives as long as all tests is not looked through for garbage again and again, and what does not, seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What could not be tried here is said out loud."""
    reasons = [str(r.longrepr) for r in terminalreporter.stats.get("skipped", []) if "was not found" in str(r.longrepr)]
    for why, number in Counter(reason.rpartition("Skipped: ")[2].rstrip("')") for reason in reasons).items():
        terminalreporter.write_line(f"NOT TESTED: {number} tests skipped. {why}.", red=True, bold=True)
