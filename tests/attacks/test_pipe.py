"""The pipe: what a mail server is told by the way it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.storage.models import MailIn
from tests.attacks import afoot
from tests.hosting import PATIENCE, ROOT, Host

pytestmark = pytest.mark.slow
TO = ("--to", "pbem@pbem.test", "--from", "a@example.org")
LETTER = b"From: a@example.org\r\nMessage-ID: <1@example.org>\r\n\r\nhelp\r\n"


def test_a_busy_database_is_no_reason_to_bounce(host: Host) -> None:
    """S18: it ended with 1, and Postfix sent the letter back for good. Once it is free the letter is kept."""
    with afoot.store_of(host) as store:
        with store.write_engine.begin():
            done = host.run_command("mail", "receive", *TO, given=LETTER)
        assert done.returncode == os.EX_TEMPFAIL and b"Traceback" not in done.stderr + done.stdout
        assert host.run_command("mail", "receive", *TO, given=LETTER).returncode == 0
        with store.read_session() as session:
            kept = session.exec(select(MailIn)).one()
        assert kept.raw == LETTER and kept.vouched and kept.sender == "a@example.org"


def test_how_it_ends(host: Host) -> None:
    """S18: 67 for who is unknown, 65 for what is too large, 64 for a wrong command, 75 for a wrong setting; the null
    sender of Postfix is the null sender; a log that cannot be written changes nothing."""
    host.settings["max_letter"] = "2000"
    host.folder.mkdir()
    receive = ("mail", "receive")
    assert host.run_command(*receive, "--to", "nobody@pbem.test", given=LETTER).returncode == os.EX_NOUSER
    assert host.run_command(*receive, *TO, given=LETTER + b"x" * 2000).returncode == os.EX_DATAERR
    assert host.run_command(*receive, "--nonsense", given=LETTER).returncode == os.EX_USAGE
    host.settings["catch_up"] = "often"
    wrong = host.run_command(*receive, *TO, given=LETTER)
    assert wrong.returncode == os.EX_TEMPFAIL and b"4.3.5" in wrong.stderr and b"Traceback" not in wrong.stderr
    assert b"catch_up" not in wrong.stderr, "a mail server tells who wrote what is said here"
    del host.settings["catch_up"]
    line = [sys.executable, "-m", "pbem.cli", "--instance", str(host.folder), *receive, "--to", "pbem@pbem.test"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*line, "--from", "MAILER-DAEMON"],
            env=host.environment,
            cwd=ROOT,
            input=LETTER,
            stdout=full,
            stderr=full,
            timeout=PATIENCE * 2,
            check=False,
        )
    assert done.returncode == 0
    with afoot.store_of(host) as store, store.read_session() as session:
        assert session.exec(select(MailIn.sender)).all() == ["<>"]
