"""The log: one line for each event, nothing secret in it, and never a word too many."""

from __future__ import annotations

import subprocess
import sys

import pytest
import structlog

from pbem.settings import logs

PROGRAM = """
import logging, structlog
from pbem.settings import logs

logs.set_up_logging()
log = structlog.get_logger()

def fail():
    password = "hunter2"
    raise ValueError("two\\nlines")

for n in range(30):
    try:
        fail()
    except ValueError as error:
        log.exception("it failed", error=type(error).__name__, n=n)
        logging.getLogger("library").exception("so did %s", n)
log.info("all is well", odd="a b")
"""


def test_one_line_without_locals() -> None:
    """S10: whatever is installed beside, tracebacks show no local variables; a failure is told ten times a minute."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60)
    lines = done.stderr.splitlines()
    assert len(lines) <= 2 * 2 * logs.TOLD_A_MINUTE + 1 and all(line.startswith("timestamp=") for line in lines)
    assert "hunter2" not in done.stderr and "ValueError" in done.stderr
    assert 'event="all is well" odd="a b"' in lines[-1]


def test_what_was_left_out_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first line of the next minute says how many there were besides."""
    seldom, present = logs.FailureThrottle(), [0.0]
    monkeypatch.setattr("pbem.settings.logs.time.monotonic", lambda: present[0])
    told = []
    for second in (301.0, 361.0):
        present[0] = second
        for _ in range(logs.TOLD_A_MINUTE + 7):
            try:
                told.append(seldom(None, "error", {"event": "it failed", "error": "OSError"}))
            except structlog.DropEvent:
                continue
    assert len(told) == 2 * logs.TOLD_A_MINUTE
    assert [event["left_out"] for event in told if "left_out" in event] == [7]
    assert seldom(None, "info", {"event": "it failed"})
