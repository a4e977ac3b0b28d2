"""The order reference of a game: each sentence with what it is for, its form, and true examples.

It is drawn up from the engine's own description (`engines.base.Ask`): some phases are played, by advice where there is
any, and what could be said in them is gathered. So it cannot differ from what is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from random import Random
from threading import Lock
from typing import Any

import structlog

from engines import language
from engines.abilities import Adviser, Linguist
from engines.base import Engine, State
from engines.base import Seat as SeatCode
from engines.dice import KeyedDice
from engines.language.completing import OrderJudge
from engines.language.grammar import Order, OrderGrammar, OrderPattern
from engines.language.walking import DeadEnd, walk_grammar
from engines.language.writing import iter_pattern_texts
from engines.report import Block, Cell, Code, Heading, Paragraph, Run, Table, make_columns
from engines.states import seat_view
from pbem.books.markdown import heading_slug, number_repeated_anchors

PHASES = 18
"""Phases that are played to see what can be said."""
TRIED = 12
"""Positions of those in which a sentence was possible in which it is tried out for examples."""
EXAMPLES, LONGEST = 3, 64
"""Examples of one sentence, and the most characters of one."""
LISTED = 4
"""Choices that are written out in a form; of more only the name is."""
SEED = b"reference"


@dataclass
class GatheredSentence:
    """A sentence as it was offered in several positions: its lines, and what was said."""

    lines: list[tuple[OrderPattern, OrderJudge | None]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class SampledAsk:
    """A seat's ask in a phase of some kind, what a bot says to it, and what there is to remark on one order alone.
    `phase`: the name of that phase, and `sampled_titles` what it is called, in English and in the seat's language."""

    kind: str
    grammar: OrderGrammar
    said: Sequence[Order]
    judge: OrderJudge
    phase: str = ""
    titles: tuple[str, ...] = ()


Sentences = dict[tuple[str, str], GatheredSentence]
"""By where it is looked for (a kind of phase, or a section), and the first word of its verb."""


DRAWN_UP: dict[str, tuple[Engine[Any], tuple[Block, ...]]] = {}
"""The references by the code of their game: each is worked out once, and anew for an engine that takes its place."""


ONE_AT_A_TIME = Lock()

log = structlog.get_logger()


def order_reference(engine: Engine[Any]) -> tuple[Block, ...]:
    """The whole reference."""
    with ONE_AT_A_TIME:
        kept = DRAWN_UP.get(engine.code)
        if kept is None or kept[0] is not engine:
            DRAWN_UP[engine.code] = kept = (
                engine,
                tuple(number_repeated_anchors(reference_blocks(engine, gather_sentences(engine)))),
            )
        return kept[1]


# --- gathering --------------------------------------------------------------------------------------------------


def gather_sentences(engine: Engine[Any]) -> Sentences:
    """Return what can be said in a game. One that fails while it is played is described as far as it got: whoever asks
    for help must not be left without an answer, nor without the rest of their letter."""
    found: Sentences = {}
    try:
        for asked in play_phases(engine):
            gather_grammar(found, asked)
    except Exception:
        log.exception("a game failed while its order reference was drawn up", engine=engine.code)
    return found


def play_phases(
    engine: Engine[Any], options: Sequence[Order] = (), phases: int = PHASES, heeded: float = 1
) -> Iterator[SampledAsk]:
    """The asks of some phases of a game. `heeded`: how often advice is followed, from 0 to 1; what is said without it
    is said at random."""
    random, state = Random(1), engine.start(options, KeyedDice(SEED, "0")).state
    for number in range(1, phases + 1):
        given: dict[SeatCode, Sequence[Order]] = {}
        for seat in state.seats:
            grammar = engine.grammar(seat_view(state, seat), seat)
            if grammar is not None:
                given[seat], called = (
                    speak_as_bot(engine, state, seat, grammar, random, heeded),
                    sampled_titles(engine, state, seat),
                )
                yield SampledAsk(
                    state.kind, grammar, given[seat], lone_order_judge(engine, state, seat), state.phase, called
                )
        state = engine.resolve(state, given, KeyedDice(SEED, str(number))).state
        if state.ranks is not None:
            return


def sampled_titles(engine: Engine[Any], state: State, seat: SeatCode) -> tuple[str, ...]:
    """Return what the phase of a position is called, in English and in the language of a seat."""
    seen = seat_view(state, seat)
    own = (engine.phase_name_in(seen, engine.seat_language(seen, seat)),) if isinstance(engine, Linguist) else ()
    return (engine.phase_name(state), *own)


def speak_as_bot(
    engine: Engine[Any], state: State, seat: SeatCode, grammar: OrderGrammar, random: Random, heeded: float
) -> list[Order]:
    """Return what a bot says, and what is not refused of it."""
    seen, heeds = seat_view(state, seat), grammar.due and (heeded == 1 or random.random() < heeded)
    advised = "\n".join(engine.advise(seen, seat, random)) if heeds and isinstance(engine, Adviser) else ""
    said = language.parse_orders(grammar, advised).orders if advised else language.roll_orders(grammar, random)
    refused = {remark.line for remark in engine.check(seen, seat, said) if remark.level == "error"}
    return [order for order in said if order.text not in refused]


def lone_order_judge(engine: Engine[Any], state: State, seat: SeatCode) -> OrderJudge:
    """Return what there is to remark on an order of a seat if it gives no other."""
    seen = seat_view(state, seat)
    return lambda order: engine.check(seen, seat, [order])


def gather_grammar(found: Sentences, asked: SampledAsk) -> None:
    for line in asked.grammar.lines:
        one = found.setdefault((line.section or asked.kind, line.verb.partition(" ")[0]), GatheredSentence())
        one.lines.append((line, asked.judge))
        one.said += [order.text for order in asked.said if order.verb == line.verb and not line.section]


def sayable_now_blocks(grammar: OrderGrammar, judge: OrderJudge) -> tuple[Block, ...]:
    """All that a seat can say at this moment, with examples that are true now."""
    found: Sentences = {}
    gather_grammar(found, SampledAsk("", grammar, (), judge))
    places = dict.fromkeys(place for place, _ in found)
    blocks = (
        [*([Heading(place, 3)] if place else ()), *place_sentence_blocks(found, place, 4 if place else 3)]
        for place in places
    )
    return tuple(replace(b, anchor="") if isinstance(b, Heading) else b for some in blocks for b in some)


# --- telling ----------------------------------------------------------------------------------------------------


def reference_blocks(engine: Engine[Any], found: Sentences) -> Iterator[Block]:
    yield Heading(f"{engine.title}: what you can write", 1)
    yield Paragraph(
        "One sentence a line, in a letter or on your desk; capitals, accents and full stops do not matter, and names "
        "may be shortened. In the forms <a|b> is a choice, <…> something to fill in, […] may be left out, and … stands "
        "for more of the same. The examples are true: each was possible in a game."
    )
    places = dict.fromkeys(place for place, _ in found)
    for place in sorted(places, key=lambda place: place not in engine.kinds):
        yield Heading(place.capitalize(), 2, heading_slug(place))
        yield from place_sentence_blocks(found, place, 3)
    yield from option_blocks(engine.setup)


def place_sentence_blocks(found: Sentences, place: str, level: int) -> Iterator[Block]:
    """All sentences that are looked for in a place."""
    for (where, _), one in found.items():
        if where == place:
            yield from sentence_blocks(one, level)


def sentence_blocks(one: GatheredSentence, level: int) -> Iterator[Block]:
    """A sentence: its first words, what it is for, its examples, and its forms if they say more."""
    lines = [line for line, _ in one.lines]
    verb = common_words([line.verb for line in lines])
    yield Heading(verb, level, heading_slug(verb))
    if purpose := common_words([line.help for line in lines if line.help]).removeprefix("… "):
        yield Paragraph(f"{purpose[:1].upper()}{purpose[1:]}{'' if purpose.endswith('…') else '.'}")
    shown = list_examples(one)
    if shown:
        yield Code("\n".join(shown))
    for form in list_fullest_forms(lines):
        if form not in shown:
            yield Paragraph(f"Form: {form}", quiet=True, runs=(Run("Form: "), Run(form, code=True)))


def common_words(texts: Sequence[str]) -> str:
    """Return what texts have in common at their beginning and at their end, word by word; the first if that is
    nothing."""
    if len(set(texts)) < 2:
        return texts[0] if texts else ""
    rows = [text.split() for text in texts]
    head, tail = shared_beginning(rows), shared_beginning([row[::-1] for row in rows])[::-1]
    return " ".join([*head, "…", *tail]) if head or tail else texts[0]


def shared_beginning(rows: Sequence[Sequence[str]]) -> list[str]:
    """The words that all rows begin with."""
    first = []
    for words in zip(*rows, strict=False):
        if len(set(words)) > 1:
            break
        first.append(words[0])
    return first


def list_fullest_forms(lines: Sequence[OrderPattern]) -> list[str]:
    """The forms of a sentence where most could be said: few choices are what one position left."""
    each = (list(iter_pattern_texts(line.parts, LISTED)) for line in lines)

    def count_freedom(found: Sequence[str]) -> tuple[int, int, int, int]:
        text = " ".join(found)
        return len(found), -text.count("<>"), -text.count("|"), sum(map(int, re.findall(r"\d+", text)))

    return max(each, key=count_freedom)


def list_examples(one: GatheredSentence) -> list[str]:
    """Return what was said in the games, the shortest first; where that is too little, what could have been."""
    short = (text for text in chain(one.said, walk_examples(one)) if len(text) <= LONGEST)
    every = sorted(islice(iter_unique_texts(short), 4 * EXAMPLES), key=len)
    step = max(1, len(every) // EXAMPLES)
    return every[::step][:EXAMPLES]


def walk_examples(one: GatheredSentence) -> Iterator[str]:
    """Sentences made by taking steps, in some of the positions in which there were any."""
    random = Random(1)
    for line, judge in one.lines[:: len(one.lines) // TRIED + 1] * EXAMPLES:
        with suppress(DeadEnd):
            yield walk_grammar(OrderGrammar("", (line,)), random, "", judge).text


def iter_unique_texts(texts: Iterable[str]) -> Iterator[str]:
    """The texts in their order, each once."""
    met: set[str] = set()
    for text in texts:
        if text not in met:
            met.add(text)
            yield text


def option_blocks(setup: OrderGrammar) -> Iterator[Block]:
    """Yield what can be said when a game is opened."""
    if not setup.lines:
        return
    yield Heading("Options of a new game", 2, "options")
    yield Paragraph("Said by whoever opens the game, or filled in on the page for a new one; none need be.")
    rows = tuple(
        (code_cell(form), line.help) for line in setup.lines for form in iter_pattern_texts(line.parts, LISTED)
    )
    yield Table("options", make_columns("option", "what it sets, and what is usual"), rows)


def code_cell(text: str) -> Cell:
    return Cell(text, runs=(Run(text, code=True),))
