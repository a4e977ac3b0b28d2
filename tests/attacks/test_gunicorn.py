"""The pages under gunicorn, as the hosting page has it: several workers of `wsgi:app` beside `pbem serve`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.hosting import PATIENCE, ROOT, Host

pytestmark = pytest.mark.slow


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
    with gunicorn(host):
        assert host.http("/healthz", headers={"Host": "pbem.test"})[0].status == 200
        assert host.http("/mailbox", headers={"Host": "pbem.test"})[0].status == 404
        assert host.http("/", headers={"Host": "evil.example"})[0].status == 400
        answer, text = host.http("/sign-in", headers={"Host": "pbem.test", "X-Forwarded-Host": "evil.example"})
        assert answer.status == 200 and "evil.example" not in text
