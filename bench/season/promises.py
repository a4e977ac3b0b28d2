"""All that a season must show, each promise with what breaks it."""

from __future__ import annotations

from bench._proof import Finding
from bench.season.vacancies import vacancy_findings
from bench.season.verdict import (
    TO_SECRET,
    Evidence,
    find_miscounted_turns,
    find_stuck_games,
    find_unanswered_letters,
    league_finding,
    quiet_findings,
    waited_for,
)


def findings(seen: Evidence) -> list[Finding]:
    """Each promise, at how many things was looked, and what breaks it."""
    turns = seen.verdicts.keys() | seen.judged.keys()
    return [
        Finding(
            "every game is over, waits for players, or has its next step ahead",
            len(seen.games),
            list(find_stuck_games(seen)),
        ),
        Finding("every letter was read, and every letter was sent", seen.journal.count(), seen.left),
        Finding(
            "every letter to a secret address got an answer",
            seen.journal.count(TO_SECRET),
            list(find_unanswered_letters(seen)),
        ),
        Finding("nothing went wrong that the log would warn of", seen.journal.count(), list(seen.warned)),
        *quiet_findings(seen),
        Finding("every turn has the verdict that the letters give it", len(turns), list(find_miscounted_turns(seen))),
        Finding("who was excused was waited for as long as was agreed", *waited_for(seen)),
        *vacancy_findings(seen),
        league_finding(seen),
    ]
