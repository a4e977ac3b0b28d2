"""What happened in a season, in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bench.season.count import Away
from bench.season.vacancies import vacancies
from bench.season.verdict import Evidence


def figures(seen: Evidence) -> Mapping[str, str]:
    """Each figure by what it counts."""
    journal, count = seen.journal, seen.count
    kinds = {member.address: member.kind for member in seen.plan.members}
    closed = [phase for phase in count.phases.values() if phase.closed]
    moved = Counter(len({at for _, at in phase.deadlines}) - 1 for phase in closed)
    return {
        "games": list_counts(Counter(game.engine for game in seen.games)),
        "of these": list_counts(Counter(game.status for game in seen.games)),
        "in zones": str(len({zone for _, zone in seen.quiet.values()})),
        "people": list_counts(Counter(kinds.values())),
        "living in zones": str(len({member.zone for member in seen.plan.members})),
        "letters of players": f"{journal.count('NOT out AND sender != ?', ''):,}",
        "letters of the server": f"{journal.count('out'):,}",
        "of these refused, returned": f"{count_lost_letters(seen, 'refused')}, {count_lost_letters(seen, 'returned')}",
        "reminders, and letters that orders are late": f"{reminders(seen, 'awaited')}, {reminders(seen, 'late')}",
        "phases that were resolved": f"{len(closed):,}",
        "of these with a deadline that was moved": str(sum(n for times, n in moved.items() if times)),
        "turns that were due": f"{len(seen.judged):,}",
        "as the server counts them": list_counts(Counter(seen.verdicts.values())),
        "as the letters say": list_counts(Counter(one.verdict for one in seen.judged.values())),
        "turns of each kind of people": "; ".join(by_kind(seen, kinds)),
        "days away that were announced": describe_absences(count.away),
        "seats that were opened": list_counts(Counter(one.became for one in vacancies(seen))),
        "the league": f"{len({t.slug for t in count.tenures if t.slug.startswith(seen.plan.league.slug + '-')})} games",
    }


def list_counts(some: Counter[str]) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in some.most_common())


def describe_absences(away: Mapping[str, Sequence[Away]]) -> str:
    """Return how often days away were told, and by how many."""
    told = [len(days) for days in away.values() if days]
    return f"{sum(told)} times, by {len(told)} people"


def count_lost_letters(seen: Evidence, fate: str) -> int:
    return seen.journal.count("out AND fate = ?", fate)


def reminders(seen: Evidence, what: str) -> int:
    return seen.journal.count("out AND head NOT LIKE '%auto-replied%' AND head LIKE ?", f"%your orders are {what}%")


def by_kind(seen: Evidence, kinds: Mapping[str, str]) -> list[str]:
    """Return what became of the turns of reliable, forgetful … people."""
    found: dict[str, Counter[str]] = {}
    for one in seen.judged.values():
        found.setdefault(kinds[one.address], Counter())[one.verdict] += 1
    return [f"{kind}: {list_counts(counter)}" for kind, counter in found.items()]
