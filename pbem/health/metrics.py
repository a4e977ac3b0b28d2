"""What a process counts of its own work, for Prometheus (`pbem.health.monitoring`). No address, no name of a game and
no word of a letter is in it."""

from __future__ import annotations

from prometheus_client import Histogram

WAITS = (0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 1800)
WORK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5)
"""Seconds."""
READ_WAIT = Histogram("pbem_letter_read_seconds", "From the acceptance of a letter until it is read", buckets=WAITS)
SEND_WAIT = Histogram("pbem_letter_sent_seconds", "From what is told until the relay has the letter", buckets=WAITS)
PHASE_WORK = Histogram("pbem_phase_seconds", "What a phase takes whose alarm has rung, its letters read", buckets=WORK)
PAGE_WORK = Histogram("pbem_page_seconds", "What a page takes, by its kind", ["page"], buckets=WORK)
