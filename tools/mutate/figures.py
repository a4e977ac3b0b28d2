"""What was found: kept between runs, counted by module, and told."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from tools.mutate.games import ROOT
from tools.mutate.judge import SURVIVED, TIMEOUT, UNSEEN
from tools.mutate.mutants import Mutant

FOLDER = ROOT / ".mutate"
"""Nothing of it belongs to the project; git ignores it."""
KNOWN = "changes nothing"
ALIVE = (SURVIVED, UNSEEN)


def state_of_code() -> str:
    """A hash of all that could change a verdict."""
    files = sorted(path for folder in ("engines", "tests") for path in (ROOT / folder).rglob("*.py"))
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


@dataclass
class Memory:
    """Verdicts of earlier runs, a line each.

    A caught change stays caught while its function is the same; a survivor is tried again once any code has changed.
    """

    path: Path
    code: str
    verdicts: dict[str, tuple[str, str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: str, fresh: bool) -> Memory:
        memory = cls(FOLDER / f"{game}.jsonl", state_of_code())
        memory.path.parent.mkdir(exist_ok=True)
        if fresh:
            memory.path.unlink(missing_ok=True)
        if memory.path.exists():
            for line in memory.path.read_text("utf-8").splitlines():
                key, *rest = json.loads(line)
                memory.verdicts[key] = (rest[0], rest[1], rest[2])
        return memory

    def get(self, mutant: Mutant) -> str | None:
        verdict, original, code = self.verdicts.get(mutant.key, ("", "", ""))
        return verdict if original == mutant.original and (verdict not in ALIVE or code == self.code) else None

    def add(self, mutant: Mutant, verdict: str) -> None:
        self.verdicts[mutant.key] = verdict, mutant.original, self.code
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([mutant.key, *self.verdicts[mutant.key]], ensure_ascii=False) + "\n")


def table(verdicts: Mapping[Mutant, str]) -> str:
    """By module, as Markdown: the percentage is of those that could be noticed."""
    modules = sorted({mutant.path.stem for mutant in verdicts})
    rows = [row(name, (v for m, v in verdicts.items() if m.path.stem == name)) for name in modules]
    head = "| module | mutants | caught | of these timed out | survivors | change nothing | caught % |"
    return "\n".join((head, "| --- | --: | --: | --: | --: | --: | --: |", *rows, row("all", verdicts.values())))


def row(name: str, verdicts: Iterable[str]) -> str:
    count = Counter(verdicts)
    total, alive = count.total(), sum(count[each] for each in ALIVE)
    caught = total - alive - count[KNOWN]
    share = f"{100 * caught / (caught + alive):.1f}" if caught + alive else "–"
    return f"| {name} | {total} | {caught} | {count[TIMEOUT]} | {alive} | {count[KNOWN]} | {share} |"


def survivor(mutant: Mutant, verdict: str) -> str:
    where = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
    told = " (no test comes by)" if verdict == UNSEEN else ""
    return f"### {mutant.name}\n{where}{told}\n```diff\n{mutant.change}\n```\n"
