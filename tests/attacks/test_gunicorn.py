"""The pages under gunicorn, as the hosting page has it: several workers of `wsgi:app` beside `pbem serve`."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.storage.database import Store
from pbem.storage.models import Pulse
from tests.hosting import PATIENCE, ROOT, Host

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Pages under gunicorn, whose clock stopped six minutes ago."""
    found = Host(tmp_path_factory.mktemp("gunicorn"), settings={"public_url": "https://pbem.test"})
    with found.serving():
        pass
    store = Store(f"sqlite:///{found.folder / 'pbem.db'}")
    with store.write_session() as session:
        session.merge(Pulse(id=1, beat_at=datetime.now(UTC) - timedelta(minutes=6)))
    store.close()
    with gunicorn(found):
        yield found


@contextmanager
def gunicorn(host: Host) -> Iterator[None]:
    """Two workers on the host's web port; ended in good order."""
    command = [sys.executable, "-m", "gunicorn", "-w", "2", "-b", f"127.0.0.1:{host.web}", "wsgi:app"]
    environment = {**host.environment, "PBEM_INSTANCE": str(host.folder)}
    with subprocess.Popen(command, env=environment, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            assert any("Booting worker" in line for line in process.stderr)
            yield
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)
        assert process.returncode == 0


def test_workers_of_gunicorn_keep_to_the_same_rules(host: Host) -> None:
    """S1, S7: no mailbox, no other site's name, and no word of a proxy that was not declared."""
    assert host.http("/healthz", headers={"Host": "pbem.test"})[0].status == 200
    assert host.http("/mailbox", headers={"Host": "pbem.test"})[0].status == 404
    assert host.http("/", headers={"Host": "evil.example"})[0].status == 400
    answer, text = host.http("/sign-in", headers={"Host": "pbem.test", "X-Forwarded-Host": "evil.example"})
    assert answer.status == 200 and "evil.example" not in text


def test_under_gunicorn_alone_pages_say_that_nothing_is_resolved(host: Host) -> None:
    """Liveness stays well, with words; readiness and every page say that no clock runs, and what to start."""
    alive, words = host.http("/healthz", headers={"Host": "pbem.test"})
    assert alive.status == 200 and "pbem serve" in words
    answer, text = host.http("/readyz", headers={"Host": "pbem.test"})
    assert answer.status == 503 and "no clock runs, since" in json.loads(text)["why"]
    assert "not resolving turns at present" in host.http("/", headers={"Host": "pbem.test"})[1]


def test_a_database_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    """The clock has just beaten, and yet nothing can be kept: `why` says so."""
    host = Host(tmp_path, settings={"public_url": "https://pbem.test"})
    with host.serving() as process:
        assert host.http("/healthz", headers={"Host": "pbem.test"})[0].status == 200
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, 1))
        answer, text = host.http("/readyz", headers={"Host": "pbem.test"})
        assert answer.status == 503 and "nothing can be written: the log says why" in json.loads(text)["why"]
