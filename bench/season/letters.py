"""What one player of a season got and wrote about one game, printed in order as he read it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from zoneinfo import ZoneInfo

from bench.season.journal import Letter
from bench.season.verdict import Evidence

TOLD_BEST = ("late", "missed", "taken", "stood in")
"""Verdicts that a story should have."""
SENTINEL = "=== write above this line ==="


def page(seen: Evidence) -> str:
    """All letters of one forgetful player about one game, as Markdown; the game whose story tells most is chosen."""
    address, slug = choose_story(seen)
    if not slug:
        return "No forgetful player has ended a game.\n"
    zone = next(member.zone for member in seen.plan.members if member.address == address)
    letters = correspondence(seen, address, slug)
    return "\n".join([*opening(seen, address, slug, zone, letters), *(show_letter(one, zone) for one in letters)])


def choose_story(seen: Evidence) -> tuple[str, str]:
    """The player and the game: of forgetful players one who was late, missed turns and lost his seat, in few phases."""
    forgetful = {member.address for member in seen.plan.members if member.kind == "forgetful"}
    verdicts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in seen.judged.values():
        if one.address in forgetful and one.slug in seen.count.over:
            verdicts[one.address, one.slug][one.verdict] += 1
    lost = {(one.address, one.slug) for one in seen.count.tenures if one.until}

    def worth(key: tuple[str, str]) -> tuple[int, int]:
        found = verdicts[key]
        return 2 * len(found.keys() & set(TOLD_BEST)) + 3 * (key in lost), -sum(found.values())

    return max(sorted(verdicts), key=worth, default=("", ""))


def correspondence(seen: Evidence, address: str, slug: str) -> list[Letter]:
    """His letters about a game, those that he wrote and those that he got."""
    about: set[str] = set()
    found = []
    for letter in seen.journal.letters("sender = ? OR recipient = ?", address, address):
        answers = letter.head.get("In-Reply-To", "") in about
        if letter.slug == slug or answers or slug in letter.text.split() or f"[{slug}]" in letter.subject:
            about.add(letter.message_id)
            found.append(letter)
    return found


def opening(seen: Evidence, address: str, slug: str, zone: str, letters: Sequence[Letter]) -> Iterator[str]:
    written = sum(not one.out for one in letters)
    turns = Counter(one.verdict for one in seen.judged.values() if (one.address, one.slug) == (address, slug))
    told = ", ".join(f"{count} {verdict}" for verdict, count in turns.most_common())
    yield "# The letters of a forgetful player\n"
    yield (
        f"One player of the [season](../season.md), in {slug}: all {len(letters) - written} letters that he got\n"
        f"about it, and the {written} that he wrote, in order, as his mail program showed them (the plain text). He\n"
        f"lives in {city(zone)}; times are his. His turns there: {told}.\n"
    )


def city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")


def show_letter(letter: Letter, zone: str) -> str:
    """One letter, with its date, and without the line that all letters begin with."""
    at = f"{letter.at.astimezone(ZoneInfo(zone)):%a %d %b %Y, %H:%M}"
    who = "" if letter.out else "He writes: "
    lines = letter.text.replace(SENTINEL, "").strip("\n").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("BEGIN:")).strip("\n")
    subject = letter.subject or "(no subject)"
    return f"## {at}: {who}{subject}\n\n```text\n{text}\n```\n"
