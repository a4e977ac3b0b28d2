"""What other users of the host's machine can read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from tests.hosting import Host


def test_nobody_else_reads_the_database(host: Host, tmp_path: Path) -> None:
    """S10: pbem.db was readable by all, and so were the files beside it. Now all that pbem writes is its owner's
    alone, whatever the umask."""
    before = os.umask(0o022)
    try:
        with host.serving():
            host.post("a@example.org", "pbem@pbem.test", "From: a@example.org\n\ngames\n")
            found = {path.name: path for path in host.folder.iterdir()}
            assert {"pbem.db", "pbem.db-wal", "pbem.db-shm", "secret_key"} <= found.keys()
            assert [name for name, path in found.items() if stat.S_IMODE(path.stat().st_mode) & 0o077] == []
        host.run_command("backup", str(tmp_path / "all.tar.gz"))
    finally:
        os.umask(before)
    assert stat.S_IMODE(host.folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "all.tar.gz").stat().st_mode) == 0o600


def test_nor_when_another_program_opens_it(tmp_path: Path) -> None:
    """S10: gunicorn makes the database without the `pbem` command and its umask."""
    from pbem.storage.database import Store

    before = os.umask(0o022)
    try:
        store = Store(f"sqlite:///{tmp_path / 'pbem.db'}")
        store.migrate()
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        store.close()
    finally:
        os.umask(before)
    assert modes and set(modes.values()) == {0o600}
