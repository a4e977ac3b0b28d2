"""The order sheet and the answers to “how does this go on?”: in words, true, and never a grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from engines.all import SHIPPED
from engines.base import Seat, State
from engines.dice import KeyedDice
from engines.language import complete_order, parse_orders, roll_orders
from engines.language.grammar import Number, Order, OrderGrammar, OrderPattern, Pick, Remark, Word
from engines.language.names import Choice, Message
from engines.language.phrases import FRENCH, Phrases
from engines.report import SHEET, Block, Paragraph, Table
from engines.states import seat_view
from goofspiel import ENGINE as GOOFSPIEL
from pbem import render
from pbem.books import sentences
from pbem.books.sheet import ROWS, build_order_sheet
from pbem.books.steps import add_order_words, describe_next_steps, orders_in_words, words_beyond_line
from tests.size import take_some

ENGINES = {**SHIPPED, "goofspiel": GOOFSPIEL}
GRAMMAR = re.compile(r"<[^>]*\|[^>]*>|<\w+: one of|…\]|\[[<A-Z]")
"""Signs of a pattern: nothing for players."""
UNIT = OrderPattern(
    "A BUD",
    (
        Word("A", plain="Army"),
        Pick("unit", (Choice("BUD", "Budapest"),)),
        Word("-", plain="moves to"),
        Pick(
            "to", (Choice("GAL", "Galicia", note="2 coins"), Choice("SER", "Serbia"), Choice("ROM", why_not="Too far."))
        ),
    ),
    "BUD",
)
BID = OrderPattern("BID", (Word("BID"), Number("bid", 0, 9)), "bid", "the highest bid wins")
ASK = OrderGrammar(
    "Spring", (UNIT, BID, OrderPattern("WAIVE", (Word("WAIVE"),), "w", "nothing", "Winter")), draft=("A BUD - SER",)
)
SAY = Phrases()


def table(blocks: tuple[Block, ...]) -> Table:
    return next(block for block in blocks if isinstance(block, Table) and block.name == SHEET)


def asks(code: str, phases: int = 6) -> Iterator[tuple[State, Seat, OrderGrammar]]:
    """Yield what is asked in the first phases of a random game."""
    engine, random = ENGINES[code], Random(code)
    state = engine.start((), KeyedDice(b"sheet", "0")).state
    for number in range(phases):
        open_ = {seat: grammar for seat in state.seats if (grammar := engine.grammar(seat_view(state, seat), seat))}
        yield from ((state, seat, grammar) for seat, grammar in open_.items())
        said = {seat: roll_orders(grammar, random) for seat, grammar in open_.items()}
        state = engine.resolve(state, said, KeyedDice(b"sheet", str(number + 1))).state
        if state.ranks is not None:
            return


# --- the sheet --------------------------------------------------------------------------------------------------------


def test_each_thing_with_what_stands_and_what_it_could_be() -> None:
    """A unit is named, and each way on told in words; a verb says what it is for, with a line that is true."""
    rows = [[getattr(cell, "text", cell) for cell in row] for row in table(build_order_sheet(ASK, ASK.draft)).rows]
    assert rows == [
        ["A BUD", "Army Budapest moves to Serbia", "moves to Galicia (2 coins) or Serbia"],
        ["BID", "", "The highest bid wins. For example: BID 0"],
    ]


def test_it_begins_with_what_the_ask_says_of_itself() -> None:
    """Nothing of it ends in a colon, in text or in HTML."""
    alone = OrderPattern("BUILD", (Word("BUILD"), Pick("unit", (Choice("PAR"),)), Word("NOW")), "PAR", "build in Paris")
    blocks = build_order_sheet(OrderGrammar("Winter", (alone,), summary="You may build 1."), ())
    assert render.render_plain_text(blocks).startswith(
        "You may build 1."
    ) and "You may build 1." in render.render_page_html(blocks)
    assert "Build in Paris:" not in render.render_plain_text(blocks)


def test_what_is_folded_away_is_only_counted() -> None:
    """What is likely meant is named; and a way without words stands behind what the sentence is for."""
    far = tuple(Choice(f"L{n}", f"Land {n}", group="far") for n in range(40))
    to = Pick("to", (Choice("HUN", "Hungary"), Choice("SER", "Serbia", hint="Nobody of yours is there."), *far))
    step = OrderPattern("STEP", (Pick("what", (Choice("T", "taxman"),)), to), "", "a step")
    (row,) = table(build_order_sheet(OrderGrammar("", (step,)), ())).rows
    assert row[2] == "A step: Hungary and 41 more"


def test_it_says_how_more_is_asked_for() -> None:
    told = render.render_plain_text(build_order_sheet(ASK, ()))
    assert "?" in told and "Winter" in told and "help orders" in told and "nothing yet" in told


def test_what_stands_for_later_is_not_forgotten() -> None:
    rows = table(build_order_sheet(ASK, ("WAIVE",))).rows
    assert any(getattr(row[0], "text", "") == "WAIVE" for row in rows)


def test_it_is_never_longer_than_fits() -> None:
    """Of very many things the first, and how many there are besides."""
    many = OrderGrammar(
        "", tuple(OrderPattern(f"V{n}", (Word(f"V{n}"), Number("n", 0, 9)), f"v{n}") for n in range(3 * ROWS))
    )
    blocks = build_order_sheet(many, ())
    assert len(table(blocks).rows) == ROWS
    assert any(isinstance(block, Paragraph) and str(2 * ROWS) in block.text for block in blocks)


def test_examples_pass_the_rules() -> None:
    """A line that the rules are against is no example; one that is warned of only where there is no other."""

    def judge(order: Order) -> list[Remark]:
        bid = order.args.get("bid", 0)
        return [Remark("error" if bid == 0 else "warning", "low", order.text)] if bid < 1 else []

    alone = OrderGrammar(
        "", (OrderPattern("BID", (Word("BID"), Pick("bid", (Choice("0"), Choice("7")))), "bid", "a bid"),)
    )
    strict = build_order_sheet(
        alone, (), lambda order: [Remark("error", "no", order.text)] if order.args["bid"] == "0" else []
    )
    mild = build_order_sheet(
        alone, (), lambda order: [Remark("warning", "low", order.text)] if order.args["bid"] == "0" else []
    )
    assert "BID 7" in render.render_plain_text(strict) and "BID 7" in render.render_plain_text(mild)
    assert "For example" not in render.render_plain_text(build_order_sheet(ASK, (), judge)).split("BID")[-1]


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("code", take_some(ENGINES, 2, 3))
def test_the_sheets_of_every_game(code: str) -> None:
    """No grammar in them, and their examples are read."""
    for _, _, grammar in asks(code):
        told = render.render_plain_text(build_order_sheet(grammar, grammar.draft))
        assert not GRAMMAR.search(told), told
        for row in table(build_order_sheet(grammar, grammar.draft)).rows if grammar.lines else ():
            if example := re.search(r"(?:For example: |Par exemple : )(.+)$", str(row[2])):
                assert [v.order.text for v in parse_orders(grammar, example[1]).verdicts if v.order] == [example[1]]


# --- answers ----------------------------------------------------------------------------------------------------------


def lines(text: str, grammar: OrderGrammar = ASK, say: Phrases = SAY) -> list[str]:
    return list(describe_next_steps(complete_order(grammar, text), say))


def test_how_a_line_goes_on() -> None:
    """What is written and what it means, with facts that help and the reason of what is refused."""
    told = lines("A BUD -")
    assert told[0] == "Army Budapest moves to …"
    assert told[1] == "A BUD - …  GAL Galicia (2 coins) or SER Serbia"
    assert told[2].strip() == "Not now: ROM (Too far)"
    assert lines("bid") == ["BID …  a number from 0 to 9"]


def test_choices_under_a_heading_are_counted() -> None:
    """And listed if two question marks ask for them; one number is no range of numbers."""
    far = tuple(Choice(f"L{n}", f"Land {n}", group="Out of reach") for n in range(40))
    to = Pick("to", (Choice("HUN", "Hungary"), *far))
    grammar = OrderGrammar(
        "",
        (
            OrderPattern("GO", (Word("GO"), to), "", "go"),
            OrderPattern("SAVE", (Word("SAVE"), Number("n", 1, 1)), "", "save"),
        ),
    )
    assert lines("go", grammar) == [
        "GO …  HUN Hungary",
        "    Out of reach: 40",
        "Two question marks list also what is only counted here: GO ??",
    ]
    _, unfolded = describe_next_steps(complete_order(grammar, "go"), SAY, everything=True)
    assert unfolded.startswith("    Out of reach: L0 Land 0, L1 Land 1,") and unfolded.endswith("and 10 more")
    assert lines("save", grammar) == ["SAVE …  1"]


def test_a_whole_order_says_that_it_is_one() -> None:
    (told,) = lines("a bud - gal")
    assert told.startswith("“A BUD - GAL” is a whole order: Army Budapest moves to Galicia. To give it")


def test_what_cannot_go_on_says_why() -> None:
    found = complete_order(ASK, "bid high")
    assert not found.steps and found.remarks


def test_in_french() -> None:
    say = Phrases(FRENCH)
    assert lines("bid", say=say) == ["BID …  un nombre de 0 à 9"]
    assert lines("a bud - gal", say=say)[0].startswith("« A BUD - GAL » est un ordre entier")
    french = OrderGrammar("Printemps", ASK.lines, phrases=FRENCH)
    assert "Par exemple : BID 0" in render.render_plain_text(build_order_sheet(french, ()))


@pytest.mark.parametrize("code", ENGINES)
def test_the_first_steps_of_every_game(code: str) -> None:
    """Each way on is one line of bounded length, and no grammar."""
    for _, _, grammar in asks(code, 4):
        for text in ("", *(line.verb for line in grammar.lines)):
            told = lines(text, grammar, Phrases(grammar.phrases))
            assert all(len(line) < 4000 and not GRAMMAR.search(line) for line in told)


# --- plain language ---------------------------------------------------------------------------------------------------


def test_stored_lines_get_their_words() -> None:
    """What cannot be said any more has none, and keeps its text."""
    assert orders_in_words(ASK, ["A BUD - GAL", "A ROM H"]) == {"A BUD - GAL": "Army Budapest moves to Galicia"}
    (order,) = add_order_words(ASK, [Order("A BUD", {}, "BUD", "A BUD - SER")])
    assert order.words == "Army Budapest moves to Serbia"
    assert words_beyond_line("BID 7", "Bid 7") == "" and words_beyond_line("A BUD", "Army Budapest") == "Army Budapest"


# --- all that can be said now -----------------------------------------------------------------------------------------


def test_all_that_can_be_said_now() -> None:
    """Under its headings, each with its forms and with examples that are read."""
    blocks = sentences.sayable_now_blocks(ASK, lambda _: [])
    told = render.render_plain_text(blocks)
    assert "WAIVE" in told and "Winter" in told and "The highest bid wins." in told
    codes = [line.strip() for line in told.splitlines() if line.startswith("    ")]
    assert codes and all(parse_orders(ASK, line).orders for line in codes)


def test_a_message_with_a_code_is_told_in_words() -> None:
    grammar = OrderGrammar(
        "",
        (
            OrderPattern(
                "GO", (Word("GO"), Pick("to", (Choice("A"), Choice("B", why_not=Message("Shut.", "X1"))))), "go"
            ),
        ),
    )
    assert "B (Shut)" in lines("go", grammar)[1]
