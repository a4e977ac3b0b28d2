"""What happened in a season, in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bench.season.vacancies import vacancies
from bench.season.verdict import Evidence


def figures(seen: Evidence) -> Mapping[str, str]:
    """Each figure by what it counts."""
    journal, count = seen.journal, seen.count
    kinds = {member.address: member.kind for member in seen.plan.members}
    closed = [phase for phase in count.phases.values() if phase.closed]
    moved = Counter(len({at for _, at in phase.deadlines}) - 1 for phase in closed)
    return {
        "games": listed(Counter(game.engine for game in seen.games)),
        "of these": listed(Counter(game.status for game in seen.games)),
        "in zones": str(len({zone for _, zone in seen.quiet.values()})),
        "people": listed(Counter(kinds.values())),
        "living in zones": str(len({member.zone for member in seen.plan.members})),
        "letters of players": f"{journal.count('NOT out AND sender != ?', ''):,}",
        "letters of the server": f"{journal.count('out'):,}",
        "of these refused, returned": f"{lost(seen, 'refused')}, {lost(seen, 'returned')}",
        "reminders, and letters that orders are late": f"{reminders(seen, 'awaited')}, {reminders(seen, 'late')}",
        "phases that were resolved": f"{len(closed):,}",
        "of these with a deadline that was moved": str(sum(n for times, n in moved.items() if times)),
        "turns that were due": f"{len(seen.judged):,}",
        "as the server counts them": listed(Counter(seen.verdicts.values())),
        "as the letters say": listed(Counter(one.verdict for one in seen.judged.values())),
        "turns of each kind of people": "; ".join(by_kind(seen, kinds)),
        "days away that were announced": f"{sum(map(len, count.away.values()))} times, by {len(count.away)} people",
        "seats that were opened": listed(Counter(one.became for one in vacancies(seen))),
        "the league": f"{len({t.slug for t in count.tenures if t.slug.startswith(seen.plan.league.slug + '-')})} games",
    }


def listed(some: Counter[str]) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in some.most_common())


def lost(seen: Evidence, fate: str) -> int:
    return seen.journal.count("out AND fate = ?", fate)


def reminders(seen: Evidence, what: str) -> int:
    return seen.journal.count("out AND head NOT LIKE '%auto-replied%' AND head LIKE ?", f"%your orders are {what}%")


def by_kind(seen: Evidence, kinds: Mapping[str, str]) -> list[str]:
    """What became of the turns of reliable, forgetful … people."""
    found: dict[str, Counter[str]] = {}
    for one in seen.judged.values():
        found.setdefault(kinds[one.address], Counter())[one.verdict] += 1
    return [f"{kind}: {listed(counter)}" for kind, counter in found.items()]
