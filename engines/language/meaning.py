"""Which of all readings of a line is meant, and what there is to remark on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.language.grammar import Order, Remark, make_remark
from engines.language.index import Candidate
from engines.language.names import TextToken, message_code, name_words
from engines.language.phrases import Phrases
from engines.language.reader import OddChoice, PartMatch
from engines.language.slots import order_slot


@dataclass(frozen=True)
class LineVerdict:
    """One line of a text: the order understood, if any, and what there is to say about it. `at` is its place among the
    lines of the text, from 0; orders with commas or semicolons between them share one."""

    raw: str
    order: Order | None
    remarks: tuple[Remark, ...] = ()
    at: int = 0

    @property
    def order_text(self) -> str:
        """The order understood, "" if none was."""
        return self.order.text if self.order else ""

    @property
    def order_words(self) -> str:
        """The same in plain language."""
        return self.order.words if self.order else ""


def distinct_readings(candidates: Iterator[Candidate]) -> Iterator[Candidate]:
    """Each canonical text once."""
    met: set[str] = set()
    for line, found in candidates:
        if found.canonical_text not in met:
            met.add(found.canonical_text)
            yield line, found


def choose_reading(
    line: str, run: Sequence[TextToken], found: Sequence[Candidate], say: Phrases
) -> Order | LineVerdict:
    """The reading without a refusal and with the fewest warnings; an error if two are as good."""
    least = min(badness(one) for _, one in found)
    rivals = [candidate for candidate in found if badness(candidate[1]) == least]
    as_written = tuple(t.text for t in run)
    best_line, best = next((c for c in rivals if name_words(c[1].canonical_text) == as_written), rivals[0])
    refused = [odd_choice_remark(line, run, odd, say) for odd in best.odd if odd.choice.why_not]
    if refused:
        return LineVerdict(line, None, tuple(refused))
    if len(rivals) > 1 and name_words(best.canonical_text) != as_written:
        text = say("two", choices=say.join_with_or(say("quoted", text=f.canonical_text) for _, f in rivals[:4]))
        return LineVerdict(line, None, (Remark("error", text, line, 0, len(line)),))
    order = Order(
        best_line.verb, best.args, order_slot(best_line, best.args), best.canonical_text, join_sentence(best.told)
    )
    hints: dict[str, Remark] = {}
    for odd in best.odd:  # what is true of a whole list is said once
        hints.setdefault(str(odd.choice.hint), odd_choice_remark(line, run, odd, say))
    return LineVerdict(line, order, tuple(hints.values())) if hints else order


def join_sentence(told: Sequence[str]) -> str:
    """Pieces in plain language as a sentence without its full stop."""
    text = " ".join(told).replace(" ,", ",")
    return text[:1].upper() + text[1:]


def badness(found: PartMatch) -> tuple[bool, int]:
    """Return how unwelcome a reading is: refused, then the number of warnings."""
    return any(odd.choice.why_not for odd in found.odd), len(found.odd)


def odd_choice_remark(line: str, run: Sequence[TextToken], odd: OddChoice, say: Phrases) -> Remark:
    """Return what is said about a choice, with its place in the line."""
    why, end = odd.choice.why_not, len(line)
    span = (run[odd.start].start, run[max(odd.start, odd.end - 1)].end) if odd.start < len(run) else (end, end)
    if not why:
        return make_remark("warning", odd.choice.hint, line, *span)
    told = (str(why), say("instead", choices=say.join_shortened(odd.instead))) if odd.instead else (str(why),)
    return Remark("error", " ".join(told), line, *span, message_code(why))
