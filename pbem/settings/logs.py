"""The log: one line for each event, on standard error.

Logging never changes what happens: a log that cannot be written (a closed pipe, a full disk) is left unwritten. No
local variable is ever printed, and a failure that repeats itself is counted rather than told.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from contextlib import suppress
from typing import Any

import structlog
from structlog.typing import EventDict, Processor

TOLD_A_MINUTE = 10
"""How many times a minute one failure is told."""
MOST_CAUSES = 1000
"""How many different failures are counted in a minute; any more share a count."""
LONGEST_TRACEBACK = 4000
"""Characters of a traceback; its end says what happened."""


class Stream:
    """Standard error as it is when something is written; what cannot be written is dropped."""

    def write(self, text: str) -> None:
        with suppress(OSError, ValueError, AttributeError):
            sys.stderr.write(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError, AttributeError):
            sys.stderr.flush()


Cause = tuple[str, str]


class FailureThrottle:
    """Lets one failure through so often in a minute; the first of a later minute says how many were left out."""

    def __init__(self) -> None:
        self.minute = 0
        self.counts: dict[Cause, int] = {}
        self.left_out: dict[Cause, int] = {}
        self.lock = threading.Lock()

    def should_log_failure(self, cause: Cause) -> bool:
        """Counts a failure; whether it is to be told."""
        with self.lock:
            if (minute := int(time.monotonic() // 60)) != self.minute:
                self.left_out = {cause: n - TOLD_A_MINUTE for cause, n in self.counts.items() if n > TOLD_A_MINUTE}
                self.counts, self.minute = {}, minute
            known = cause if cause in self.counts or len(self.counts) < MOST_CAUSES else ("", "")
            self.counts[known] = self.counts.get(known, 0) + 1
            return self.counts[known] <= TOLD_A_MINUTE

    def __call__(self, _: Any, level: str, event: EventDict) -> EventDict:
        cause = str(event.get("event")), str(event.get("error", ""))
        if level not in ("debug", "info") and not self.should_log_failure(cause):
            raise structlog.DropEvent
        if missed := self.left_out.pop(cause, 0):
            event["left_out"] = missed
        return event

    def filter_record(self, record: logging.LogRecord) -> bool:
        """Return whether a line that a library logs is told, or left out as one of too many."""
        return self.should_log_failure((record.name, str(record.msg)))


def shorten_traceback(_: Any, __: str, event: EventDict) -> EventDict:
    if len(event.get("exception", "")) > LONGEST_TRACEBACK:
        event["exception"] = "… " + event["exception"][-LONGEST_TRACEBACK:]
    return event


class LogLine:
    """An event as key=value; one with a value that cannot be written says at least what it was."""

    def __init__(self) -> None:
        order = ["timestamp", "level", "event"]
        self.render = structlog.processors.LogfmtRenderer(key_order=order, drop_missing=True, bool_as_flag=False)

    def __call__(self, logger: Any, level: str, event: EventDict) -> str:
        words = event.get("event")
        try:
            return self.render(logger, level, event)
        except Exception:
            return f"level={level} event={words!r}"


def set_up_logging() -> None:
    """How this process logs; once, at its start. What the libraries log comes out in the same way."""
    for descriptor in range(3):  # one that is closed would be given to the next file that is opened: the database
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    common: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        shorten_traceback,
    ]
    seldom, line = FailureThrottle(), LogLine()
    structlog.configure(
        processors=[seldom, *common, line],
        logger_factory=structlog.WriteLoggerFactory(Stream()),  # type: ignore[arg-type]
    )
    logging.raiseExceptions = False
    handler = logging.StreamHandler(Stream())
    handler.addFilter(seldom.filter_record)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *common],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, line],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("apscheduler").setLevel(logging.ERROR)  # a beat that is left out while one lasts is no fault


def print_line(text: str) -> None:
    """A line for whoever started the program, on standard output; if it cannot be written, nobody is there to read."""
    try:
        print(text, flush=True)
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
