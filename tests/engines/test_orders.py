"""The order language on a small ask that has every kind of part."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.language import bounds, opening_lexemes, outline_grammar, parse_orders, roll_orders, write_order
from engines.language.faults import part_spellings
from engines.language.grammar import (
    Number,
    OneOf,
    Order,
    OrderGrammar,
    OrderPattern,
    Pick,
    Remark,
    Repeat,
    Word,
    alternative,
)
from engines.language.names import Choice, name_words
from tests.engines.sentences import ASK, ATLAS, OPEN, SEND, TOWN


def texts(text: str) -> list[str]:
    return [order.text for order in parse_orders(ASK, text).orders]


def remark(text: str) -> Remark:
    """The only remark a text gets."""
    (found,) = parse_orders(ASK, text).remarks
    return found


# --- reading ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "SEND 20 TO PAR",
        "send 20 par",
        "Dispatch 20 -> Paris",
        "march off 20 towards LUTETIA.",
        "  * send the 20 to paris, please  ",
        "3) send 20 to par",
        "SEND 20 TO PARI",
        "ＳＥＮＤ ２０ ＴＯ ＰＡＲ",
        "send 20 \u2192 p\u200bar",
    ],
)
def test_one_order_in_many_spellings(text: str) -> None:
    """Case, synonyms, optional words, decoration, politeness, beginnings, wide letters, arrows, invisible signs."""
    assert texts(text) == ["SEND 20 TO PAR"]


def test_the_order_holds_its_arguments() -> None:
    """Verb, slot and arguments by name; a list holds its rows."""
    assert parse_orders(ASK, "rank london > lvp").orders == (
        Order("RANK", {"towns": [{"town": "LON"}, {"town": "LVP"}]}, "rank", "RANK LON > LVP"),
    )
    assert parse_orders(ASK, "deal give 4").orders[0].args == {"what": {"way": "give", "coins": 4}}


def test_several_orders_on_a_line() -> None:
    """With semicolons, or with commas between whole orders."""
    assert texts("deal give 1; deal give 2, deal take par") == ["DEAL GIVE 1", "DEAL GIVE 2", "DEAL TAKE PAR"]


def test_a_later_order_for_a_slot_replaces_the_earlier() -> None:
    """And the earlier line is told so; without a slot orders add up, but the same words count once."""
    reading = parse_orders(ASK, "send 20 par\ndeal pass\ndeal pass\nsend 30 lon")
    assert [o.text for o in reading.orders] == ["SEND 30 TO LON", "DEAL PASS"]
    assert "“SEND 30 TO LON” replaces" in reading.verdicts[0].remarks[0].text
    assert reading.verdicts[0].remarks[0].level == "warning"


def test_comments_headings_and_empty_lines_say_nothing() -> None:
    """They are no errors either."""
    assert parse_orders(ASK, "# mine\n\n// yours\nOrders:\n").verdicts == ()


def test_a_section_is_read_under_its_heading() -> None:
    """There its first word may be left out; elsewhere it must be written; another heading ends it."""
    assert texts("Winter 1901:\nPar") == ["WALL PAR"]
    assert texts("wall par") == ["WALL PAR"]
    assert texts("par") == []
    assert texts("Winter\nlon\nOrders\nlvp") == ["WALL LON"]


def test_where_case_matters() -> None:
    """r and R are two cards."""
    assert texts("card r") == ["CARD r"]
    assert texts("CARD R") == ["CARD R"]


# --- what is said about faults ----------------------------------------------------------------------------------


def test_a_hint_warns_and_counts() -> None:
    """A choice or word with a hint is accepted, and the remark points at it."""
    found = remark("send 10 par via south")
    assert (found.level, found.text, found.line[found.start : found.end]) == ("warning", "The road floods.", "south")
    assert texts("deal sleep") == ["DEAL PASS"]
    assert remark("deal sleep").text == "Dull."


def test_a_refusal_gives_its_reason() -> None:
    """What is listed with a reason is refused with it; what is not listed, with the pick's refusal."""
    assert remark("send 20 to rome").text.startswith("Rome is under siege. Possible: SEND 20 TO PAR,")
    found = remark("send 20 to livonia")
    assert found.text.startswith("You hold nothing in Livonia; you hold PAR, LON, LVP.")
    assert "SEND 20 TO LON" in found.text
    assert found.line[found.start : found.end] == "livonia"


def test_a_misspelling_is_mended_in_the_answer() -> None:
    """The whole line as it would be right; the fault is located."""
    found = remark("send 20 to Pariss")
    assert "Did you mean “SEND 20 TO PAR”?" in found.text
    assert found.line[found.start : found.end] == "Pariss"
    assert "Did you mean “SEND 20 TO PAR”?" in remark("snd 20 to par").text


def test_a_misspelling_of_something_impossible_says_why() -> None:
    """The guess is read too."""
    assert "You hold nothing in Livonia" in remark("send 20 to Livonnia").text


def test_an_ambiguous_beginning_lists_what_it_could_be() -> None:
    """“Li” begins two names."""
    assert remark("send 20 to liv erpool x").level == "error"
    assert "Livonia" in remark("rank liv").text


def test_a_line_that_stops_early_or_goes_on() -> None:
    """Says what is missing, or what is too much."""
    assert "stops too early: after “SEND”" in remark("send").text
    assert "a number from 10 to 90 in steps of 10" in remark("send").text
    found = remark("deal give 4 or so")
    assert "“DEAL GIVE 4” is a whole order" in found.text
    assert found.line[found.start : found.end] == "or so"


def test_a_line_that_is_no_order_at_all_is_shown_one() -> None:
    """An example that would do."""
    assert remark("hello there").text.endswith("An order looks like this: SEND 10 TO PAR")


def test_two_readings_that_are_as_good_are_an_error() -> None:
    """Nobody's order is guessed."""
    north = OrderPattern("GO", (Word("GO"), Number("a", 1, 9)), "go")
    south = OrderPattern("RUN", (Word("RUN", ("go",)), Number("a", 1, 9)), "run")
    (verdict,) = parse_orders(OrderGrammar("", (north, south)), "Go 3 .").verdicts
    assert verdict.order is not None and verdict.order.text == "GO 3"
    (verdict,) = parse_orders(
        OrderGrammar("", (OrderPattern("X", (Word("X", ("go",)), *north.parts[1:])), south)), "go 3"
    ).verdicts
    assert verdict.order is None
    assert "“X 3” or “RUN 3”" in verdict.remarks[0].text


def test_of_many_remarks_the_first_are_kept() -> None:
    """The hundredth says that there are more; the first fault of each line is told all the same."""
    lines = [f"send {n} par via south" for n in (10, 20)] * 60
    verdicts = parse_orders(ASK, "\n".join((*lines, "hello there"))).verdicts
    warnings = [one for verdict in verdicts for one in verdict.remarks if one.level == "warning"]
    assert len(warnings) == bounds.REMARKS
    assert {one.text for one in warnings[:-1]} > {"The road floods."}
    assert warnings[-1].text == "No more is remarked on this text: 100 remarks are enough."
    assert [one.level for one in verdicts[-1].remarks] == ["error"]


def test_of_a_long_text_the_beginning_is_read() -> None:
    """And one sentence says how much, at the line where it ends, with what stands there."""
    reading = parse_orders(ASK, "\n".join(f"deal give {1 + n % 9}" for n in range(bounds.LINES + 3)))
    last = reading.verdicts[-1]
    assert len(reading.verdicts) == bounds.LINES + 1 and last.at == bounds.LINES
    (told,) = last.remarks
    assert (told.level, last.order) == ("error", None)
    assert told.text.startswith(f"Only {bounds.LINES} lines of this text were read;")
    assert last.raw.splitlines()[0] == told.line.splitlines()[0] == f"deal give {1 + bounds.LINES % 9}"


def test_what_is_implied_need_not_be_written_where_a_line_begins() -> None:
    """It is printed all the same."""
    who = Pick("who", (Choice("ME", "myself"), Choice("YOU", "yourself")), implied="ME")
    grammar = OrderGrammar("", (OrderPattern("GO", (who, Word("GO")), "go"),))
    for text, said in (("go", "ME GO"), ("yourself go", "YOU GO"), ("myself go", "ME GO")):
        (order,) = parse_orders(grammar, text).orders
        assert (order.text, order.args["who"]) == (said, said.split()[0])


def test_an_ambiguous_word_is_pointed_at() -> None:
    """Where it stands, whatever was understood before it."""
    found = remark("send 20 to liv")
    assert "Livonia" in found.text or "Liverpool" in found.text
    found = remark("deal take liv")
    assert found.line[found.start : found.end] == "liv"


def test_signs_between_rows_are_shown_as_they_are_written() -> None:
    """A comma stands close, another sign between blanks, none not at all."""
    town = Pick("town", OPEN)
    shown = {
        sign: outline_grammar(OrderGrammar("", (OrderPattern("L", (Word("L"), Repeat("t", (town,), 1, 3, sign))),)))
        for sign in (",", ">", "")
    }
    assert shown == {sign: [f"L <PAR|LON|LVP> {more}"] for sign, more in ((",", ",…"), (">", "> …"), ("", "…"))}


def test_a_form_that_cannot_be_said_is_not_rolled() -> None:
    """Another is; where none is left, nothing is said."""
    dead, alive = (
        alternative("dead", Word("DEAD"), Pick("none", ())),
        alternative("alive", Word("ALIVE"), Number("n", 1, 9)),
    )
    mixed = OrderGrammar("", (OrderPattern("L", (Word("L"), OneOf("how", (dead, alive))), "l"),))
    assert all("ALIVE" in roll_orders(mixed, Random(seed))[0].text for seed in range(20))
    assert roll_orders(OrderGrammar("", (OrderPattern("L", (Word("L"), OneOf("how", (dead,))), "l"),)), Random(1)) == []


# --- all of it together -----------------------------------------------------------------------------------------


@given(st.integers())
def test_whatever_is_rolled_reads_back(seed: int) -> None:
    """Alone and together, whatever the order of the lines."""
    rolled = roll_orders(ASK, Random(seed))
    for order in rolled:
        assert parse_orders(ASK, order.text).orders == (order,)
        line = next(line for line in ASK.lines if line.verb == order.verb)
        assert write_order(line, order.args) == order.text
    together = parse_orders(ASK, "\n".join(o.text for o in rolled))
    assert sorted(o.text for o in together.orders) == sorted(o.text for o in rolled)


WORDS = "send,10,90,to,par,lon,>,rank,deal,give,take,;,-,winter,wall,card,r,R,via,s,é,\0,²"
VOCABULARY = st.sampled_from([*WORDS.split(","), ","])


@given(st.text() | st.lists(VOCABULARY, max_size=12).map(" ".join))
def test_no_text_raises(text: str) -> None:
    """Every line gets an order or an error, and the remarks point into the line."""
    for verdict in parse_orders(ASK, text).verdicts:
        assert verdict.order is not None or any(r.level == "error" for r in verdict.remarks)
        for found in verdict.remarks:
            assert 0 <= found.start <= found.end <= max(len(found.line), found.end)


def test_hostile_lines_cost_little() -> None:
    """A line that could be read in millions of ways is given up; one that is too long is not begun."""
    names = Pick("n", ASK.lines[1].parts[1].parts[0].choices)  # type: ignore[union-attr]
    many = OrderPattern("L", (Word("L"), *(Word("a", optional=True) for _ in range(40)), names))
    assert "too many ways" in parse_orders(OrderGrammar("", (many,)), "L " + "a " * 39 + "b").remarks[0].text
    assert "too long" in parse_orders(ASK, "send 10 " * 1000).remarks[0].text
    assert "too long" in parse_orders(ASK, f"send 10{' ' * 500_000}to par").remarks[0].text


def test_a_guess_compares_with_each_name_once() -> None:
    """However many parts share a lexicon, its spellings are one object, by which they are told to be the same."""
    one, two = Pick("one", ATLAS.choices[:1], ATLAS), Pick("two", ATLAS.choices[1:], ATLAS)
    assert part_spellings(one, True) is part_spellings(two, True)
    assert part_spellings(one, False) != part_spellings(two, False)


def test_outline_and_first_words() -> None:
    """Patterns for people, sections under their headings; and the words with which an order can begin."""
    shown = outline_grammar(ASK)
    assert "SEND <10–90> TO <PAR|LON|LVP> [VIA <N|S>]" in shown
    assert "DEAL GIVE <1–9>" in shown and "DEAL PASS" in shown
    assert shown[shown.index("Winter:") + 1] == "WALL <PAR|LON|LVP>"
    assert {"send", "dispatch", "march", "rank", "deal", "wall", "card"} <= opening_lexemes(ASK)
    assert SEND.help


def test_what_somebody_writes_is_not_remembered() -> None:
    """S11: what was made of each long line was kept, 65,536 of them: gigabytes for whoever wrote them."""
    assert name_words("Côte d'Azur") is name_words("Côte d'Azur"), "a name is"
    long = "x " * 1000
    assert name_words(long) == ("x",) * 1000 and name_words(long) is not name_words(long)


# --- commas -----------------------------------------------------------------------------------------------------

RUN = OrderGrammar("", (SEND, OrderPattern("RUN", (Word("RUN"), Repeat("towns", (TOWN,), 1, 4)), "run")))


@pytest.mark.parametrize("text", ["RUN PAR, ROM", "RUN PAR, LIV", "RUN PAR, 7", "SEND 10 TO PAR, 7"])
def test_a_list_that_is_refused_is_no_list_of_orders(text: str) -> None:
    """V18: its first piece was taken for an order, where what stands behind the comma begins none."""
    reading = parse_orders(RUN, text)
    assert not reading.orders and len(reading.verdicts) == 1 and reading.remarks


def test_orders_with_commas_between_them_are_judged_one_by_one() -> None:
    """Also if one of them is wrong: it begins like an order."""
    reading = parse_orders(RUN, "SEND 10 TO PAR, RUN ROM, run lon")
    assert [order.text for order in reading.orders] == ["SEND 10 TO PAR", "RUN LON"]
    assert [bool(verdict.order) for verdict in reading.verdicts] == [True, False, True]
