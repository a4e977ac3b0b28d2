"""All that a season must show, each promise with what breaks it."""

from __future__ import annotations

from bench._proof import Finding
from bench.season.vacancies import vacancy_findings
from bench.season.verdict import (
    TO_SECRET,
    Evidence,
    league_finding,
    miscounted,
    quiet_findings,
    stuck,
    unanswered,
    waited_for,
)


def findings(seen: Evidence) -> list[Finding]:
    """Each promise, at how many things was looked, and what breaks it."""
    turns = seen.verdicts.keys() | seen.judged.keys()
    return [
        Finding(
            "every game is over, waits for players, or has its next step ahead", len(seen.games), list(stuck(seen))
        ),
        Finding("every letter was read, and every letter was sent", seen.journal.count(), seen.left),
        Finding(
            "every letter to a secret address got an answer", seen.journal.count(TO_SECRET), list(unanswered(seen))
        ),
        Finding("nothing went wrong that the log would warn of", seen.journal.count(), list(seen.warned)),
        *quiet_findings(seen),
        Finding("every turn has the verdict that the letters give it", len(turns), list(miscounted(seen))),
        Finding("who was excused was waited for as long as was agreed", *waited_for(seen)),
        *vacancy_findings(seen),
        league_finding(seen),
    ]
