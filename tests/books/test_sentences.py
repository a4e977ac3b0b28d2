"""The order reference says true things: what it shows as an example is read, in every game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines.all import SHIPPED
from engines.language import parse_orders
from engines.language.grammar import OrderGrammar
from engines.report import Code, Heading, Table
from goofspiel import ENGINE as GOOFSPIEL
from pbem.books import sentences
from tests.size import take_some

ENGINES = {**SHIPPED, "goofspiel": GOOFSPIEL}


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.parametrize("code", take_some(ENGINES, 1, 1))
def test_every_example_was_possible(code: str) -> None:
    """In one of the positions that the reference was drawn from."""
    engine = ENGINES[code]
    blocks = sentences.order_reference(engine)
    asks: list[OrderGrammar] = [asked.grammar for asked in sentences.play_phases(engine)]
    lines = [line for block in blocks if isinstance(block, Code) for line in block.text.splitlines()]
    assert len(lines) > 2
    assert [line for line in lines if not any(parse_orders(grammar, line).orders for grammar in asks)] == []


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("code", take_some(ENGINES, 1, 2))
def test_it_tells_of_every_sentence_and_every_option(code: str) -> None:
    engine = ENGINES[code]
    blocks = sentences.order_reference(engine)
    verbs = {block.text.split(" ")[0] for block in blocks if isinstance(block, Heading) and block.level == 3}
    assert {line.verb.split(" ")[0] for asked in sentences.play_phases(engine) for line in asked.grammar.lines} == verbs
    rows = next(block.rows for block in blocks if isinstance(block, Table))
    assert {line.help for line in engine.setup.lines} == {row[1] for row in rows}


def test_it_is_drawn_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers may ask for it again and again."""
    first = sentences.order_reference(GOOFSPIEL)

    def again(_: object) -> Iterator[None]:
        raise AssertionError("drawn up twice")

    monkeypatch.setattr(sentences, "play_phases", again)
    assert sentences.order_reference(GOOFSPIEL) is first


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["a unit in Paris", "a unit in Rome"], "a unit in …"),
        (["Paris: hold or move", "Rome: hold or move"], "… hold or move"),
        (["alike", "alike"], "alike"),
        (["one", "two"], "one"),
        ([], ""),
    ],
)
def test_what_sentences_have_in_common(texts: list[str], said: str) -> None:
    assert sentences.common_words(texts) == said
