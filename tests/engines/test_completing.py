"""What can be said next: the steps, and that they are those of the reader."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.language import Completion, complete_order, parse_orders, roll_orders
from engines.language.grammar import (
    DependentChoices,
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
    optional_parts,
)
from engines.language.names import Choice, Lexicon
from engines.language.walking import DeadEnd, first_steps, walk_grammar
from tests.engines.sentences import ASK

TOWNS = tuple(map(Choice, ("PAR", "LON", "ROM")))
ROADS = {"PAR": TOWNS[1:], "LON": TOWNS[:1], "ROM": ()}


def words(found: Completion) -> list[str]:
    return [step.words for step in found.steps]


def codes(found: Completion, words: str = "") -> list[str]:
    return [choice.code for step in found.steps if step.words == words for choice in step.choices]


def test_nothing_said_offers_every_beginning() -> None:
    """Fixed words up to the first choice are one step."""
    found = complete_order(ASK, "")
    assert words(found) == ["SEND", "RANK", "DEAL", "CARD", "WALL"]
    assert not found.ends and found.order is None
    assert found.steps[0].help == "send men to a town"


def test_a_number_is_a_step_and_then_the_words_behind_it() -> None:
    number = complete_order(ASK, "send").steps[0].number
    assert number is not None and list(number.values) == [10, 20, 30, 40, 50, 60, 70, 80, 90]
    assert codes(complete_order(ASK, "SEND 10"), "TO") == ["PAR", "LON", "LVP", "ROM"]


def test_a_whole_sentence_may_end_or_go_on() -> None:
    found = complete_order(ASK, "SEND 10 TO PAR")
    assert found.ends and found.order == parse_orders(ASK, "SEND 10 TO PAR").orders[0]
    assert codes(found, "VIA") == ["N", "S"]


def test_another_row_of_a_list_is_a_step() -> None:
    found = complete_order(ASK, "RANK LON")
    assert found.ends
    assert [(step.words, step.again) for step in found.steps] == [(">", True)]
    assert found.steps[0].with_choice("PAR") == "RANK LON > PAR"


def test_forms_are_steps_of_their_own() -> None:
    """Behind the verb each form, those of one word with their end."""
    assert words(complete_order(ASK, "DEAL")) == ["GIVE", "TAKE", "PASS"]
    assert [step.ends for step in complete_order(ASK, "DEAL").steps] == [False, False, True]


def test_what_is_refused_is_there_with_its_reason_and_leads_nowhere() -> None:
    """It is greyed, not hidden."""
    refused = [c for s in complete_order(ASK, "SEND 10 TO").steps for c in s.choices if c.why_not]
    assert [c.why_not for c in refused] == ["Rome is under siege."]
    assert "ROM" not in [c.code for c in complete_order(ASK, "SEND 10 TO").steps[0].open_choices]
    dead = complete_order(ASK, "SEND 10 TO ROM")
    assert dead.steps == () and dead.remarks[0].text.startswith("Rome is under siege.")


def test_a_sloppy_beginning_goes_on_like_the_canonical_one() -> None:
    sloppy, canonical = (
        complete_order(ASK, "please dispatch 20 towards the paris"),
        complete_order(ASK, "SEND 20 TO PAR"),
    )
    assert (sloppy.text, sloppy.steps) == (canonical.text, canonical.steps)


def test_a_half_typed_word_leaves_what_begins_so() -> None:
    assert codes(complete_order(ASK, "SEND 10 TO lo")) == ["LON"]
    assert codes(complete_order(ASK, "SEND 10 TO l")) == ["PAR", "LON", "LVP"]  # Lutetia is Paris
    assert words(complete_order(ASK, "de")) == ["DEAL"]


def test_what_cannot_be_read_says_why() -> None:
    """As the answer to a letter would."""
    found = complete_order(ASK, "SEND 15 TO PAR")
    assert found.steps == () and not found.ends
    assert found.remarks == parse_orders(ASK, "SEND 15 TO PAR").remarks


def test_a_word_accepted_with_a_warning_is_not_offered_further() -> None:
    """“DEAL sleep” is read; nobody is led there."""
    assert complete_order(ASK, "DEAL sleep").order == parse_orders(ASK, "DEAL sleep").orders[0]
    assert "sleep" not in " ".join(words(complete_order(ASK, "DEAL")))


@pytest.mark.parametrize("text", ["?", "\x00", "DEAL " * 900, ", , ,", "SEND 10 TO PAR VIA N AND MORE"])
def test_no_text_raises(text: str) -> None:
    assert isinstance(complete_order(ASK, text), Completion)


def test_a_judge_keeps_a_sentence_from_ending() -> None:
    """What `check` calls an error cannot be the end; a way on may mend it."""

    def judge(order: Order) -> list[Remark]:
        return [] if len(order.args.get("towns", "  ")) > 1 else [Remark("error", "Two towns at least.", order.text)]

    assert not complete_order(ASK, "RANK LON", judge).ends
    assert complete_order(ASK, "RANK LON", judge).remarks[0].text == "Two towns at least."
    assert complete_order(ASK, "RANK LON > PAR", judge).ends


# --- picks that hang on picks -----------------------------------------------------------------------------------

FROM = Pick("start", TOWNS)
TO = Pick("to", TOWNS, given=DependentChoices("start", ROADS, "There is no road from {given} to {label}."))
GO = OrderGrammar("", (OrderPattern("GO", (Word("GO"), FROM, Word("TO", plain="to"), TO), "go"),))


def test_a_pick_leaves_what_goes_with_an_earlier_one() -> None:
    assert codes(complete_order(GO, "GO PAR"), "TO") == ["LON", "ROM"]
    assert codes(complete_order(GO, "GO LON"), "TO") == ["PAR"]


def test_a_pair_that_does_not_go_is_refused_in_its_own_words() -> None:
    (fault,) = parse_orders(GO, "GO LON TO ROM").remarks
    assert fault.text == "There is no road from LON to ROM. Possible: GO LON TO PAR."
    assert parse_orders(GO, "GO LON TO PAR").orders[0].words == "GO LON to PAR"


def test_it_reaches_into_forms_and_lists() -> None:
    """The earlier pick may stand in the form around it."""
    stages = OrderPattern(
        "TOUR", (Word("TOUR"), FROM, OneOf("how", (alternative("by", Word("BY"), Repeat("towns", (TO,), 1, 3)),))), "t"
    )
    assert codes(complete_order(OrderGrammar("", (stages,)), "TOUR LON"), "BY") == ["PAR"]
    assert parse_orders(OrderGrammar("", (stages,)), "TOUR LON BY PAR, ROM").orders == ()


def test_what_a_list_holds_is_not_offered_again() -> None:
    """Whoever says it twice is read."""
    grammar = OrderGrammar(
        "", (OrderPattern("RANK", (Word("RANK"), Repeat("towns", (FROM,), 1, 3, ">", distinct=True)), "r"),)
    )
    assert codes(complete_order(grammar, "RANK LON"), ">") == ["PAR", "ROM"]
    assert parse_orders(grammar, "RANK LON > LON").orders


def test_the_first_of_a_list_may_stand_before_it() -> None:
    """“Paris, else …” offers Paris no second time; where nothing is left, nothing goes on."""
    wishes = Repeat("next", (Word(">"), FROM), 0, 9, "", distinct=True, after="best")
    grammar = OrderGrammar("", (OrderPattern("RANK", (Word("RANK"), Pick("best", TOWNS), wishes), "r"),))
    assert codes(complete_order(grammar, "RANK LON"), ">") == ["PAR", "ROM"]
    assert codes(complete_order(grammar, "RANK LON > PAR"), ">") == ["ROM"]
    assert complete_order(grammar, "RANK LON > PAR > ROM").steps == ()
    assert parse_orders(grammar, "RANK LON > LON").orders
    rolled = [roll_orders(grammar, Random(seed))[0].args for seed in range(20)]
    said = [[args["best"], *(row["start"] for row in args["next"])] for args in rolled]
    assert all(len({*some}) == len(some) for some in said) and max(map(len, said)) == len(TOWNS)


def test_what_is_taken_but_not_listed_is_not_offered() -> None:
    """`check` speaks of it; other picks refuse it."""
    few = Pick("town", TOWNS[:1], Lexicon(TOWNS), "Not {label}.", lenient=True)
    grammar = OrderGrammar("", (OrderPattern("GO", (Word("GO"), few), "go"),))
    assert codes(complete_order(grammar, ""), "GO") == ["PAR"]
    assert [order.text for order in parse_orders(grammar, "go rom").orders] == ["GO ROM"]
    assert {walk_grammar(grammar, Random(seed)).text for seed in range(20)} == {"GO PAR"}
    assert {order.text for seed in range(20) for order in roll_orders(grammar, Random(seed))} == {"GO PAR"}
    strict = OrderGrammar("", (OrderPattern("GO", (Word("GO"), replace(few, lenient=False)), "go"),))
    assert parse_orders(strict, "go rom").remarks[0].text == "Not ROM. Possible: GO PAR."


def test_what_need_not_be_said_is_no_step_if_nothing_else_is_possible() -> None:
    """One country is voted on: nobody is asked which."""
    only, any_of = Pick("town", TOWNS[:1], implied="PAR"), Pick("town", TOWNS, implied="PAR")
    to = (Word("GO"), only, Word("BY"), Pick("way", (Choice("AIR"), Choice("SEA"))))
    assert words(complete_order(OrderGrammar("", (OrderPattern("GO", to, "go"),)), "")) == ["GO PAR BY"]
    assert words(complete_order(OrderGrammar("", (OrderPattern("GO", (to[0], any_of, *to[2:]), "go"),)), "")) == [
        "GO",
        "GO PAR BY",
    ]


def test_a_list_that_holds_all_does_not_go_on() -> None:
    """Where a number comes before what is left, it led nowhere."""
    row = (Number("n", 1, 9), Pick("town", TOWNS[:2]))
    grammar = OrderGrammar("", (OrderPattern("GO", (Word("GO"), Repeat("on", row, 1, 8, distinct=True)), "g"),))
    assert [step.words for step in complete_order(grammar, "GO 1 PAR").steps] == [","]
    assert complete_order(grammar, "GO 1 PAR, 1 LON").steps == () and complete_order(grammar, "GO 1 PAR, 1 LON").ends


def test_a_pick_has_words_before_it() -> None:
    """In sentences, not in what is offered."""
    grammar = OrderGrammar(
        "", (OrderPattern("GO", (Word("GO", plain="go"), Pick("town", TOWNS, before="to the city of")), "go"),)
    )
    assert parse_orders(grammar, "GO PAR").orders[0].words == "Go to the city of PAR"
    assert [choice.label for step in complete_order(grammar, "").steps for choice in step.choices] == ["", "", ""]


# --- walks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_walks_end_in_sentences(seed: int) -> None:
    """From each first step."""
    random = Random(seed)
    for text in first_steps(complete_order(ASK, "")):
        order = walk_grammar(ASK, random, text)
        assert parse_orders(ASK, order.text).orders == (order,)


def test_a_dead_end_is_told() -> None:
    nothing = optional_parts("x", Pick("none", ()))
    grammar = OrderGrammar("", (OrderPattern("GO", (Word("GO"), Number("n", 1, 3, 5), nothing), "go"),))
    with pytest.raises(DeadEnd) as caught:
        walk_grammar(grammar, Random(1), "GO")
    assert caught.value.text == "GO"


def test_words_of_a_sentence_are_plain_language() -> None:
    """The labels of choices, the plain words, a capital at the head."""
    army = Pick("unit", (Choice("A BUD", "army Budapest"),))
    grammar = OrderGrammar(
        "", (OrderPattern("A", (army, Word("-", plain="to"), Pick("to", (Choice("GAL", "Galicia"),))), "a"),)
    )
    assert parse_orders(grammar, "a bud - gal").orders[0].words == "Army Budapest to Galicia"
    assert complete_order(grammar, "A BUD").words == "Army Budapest"
    assert complete_order(grammar, "A BUD").steps[0].label == "to"


@pytest.mark.parametrize(("sign", "text"), [("", "VISIT PAR LON ROM"), (">", "VISIT PAR > LON > ROM")])
def test_a_list_has_a_word_of_its_own_in_plain_language(sign: str, text: str) -> None:
    """Whether anything is written between its rows or not; what is offered next keeps its words apart."""
    towns = Repeat("towns", (Pick("town", TOWNS),), 1, 3, sign, plain=", then")
    grammar = OrderGrammar(
        "",
        (OrderPattern("VISIT", (Word("VISIT", plain="visit"), towns, optional_parts("last", Word("HOME"))), "visit"),),
    )
    assert parse_orders(grammar, text).orders[0].words == "Visit PAR, then LON, then ROM"
    found = complete_order(grammar, text.rpartition(" ROM")[0].removesuffix(" >"))
    assert found.words == "Visit PAR, then LON"
    assert [(step.words, step.label, step.again) for step in found.steps] == [
        (sign, "then" if sign else "", True),
        ("HOME", "HOME", False),
    ]


def test_what_is_true_of_a_whole_list_is_warned_of_once() -> None:
    """In its first place; other warnings stand beside it."""
    far = Choice("LON", hint="That is far."), Choice("ROM", hint="That is far."), Choice("PAR", hint="That is dear.")
    grammar = OrderGrammar(
        "", (OrderPattern("VISIT", (Word("VISIT"), Repeat("towns", (Pick("town", far),), 1, 3, "")), "visit"),)
    )
    remarks = parse_orders(grammar, "VISIT LON PAR ROM").remarks
    assert [(remark.text, remark.start) for remark in remarks] == [("That is far.", 6), ("That is dear.", 10)]


ROW = (Number("n", 1, 9, unit=("man to", "men to")), Pick("town", (Choice("PAR", "Paris"), Choice("ROM", "Rome"))))


@pytest.mark.parametrize(
    ("many", "said", "told", "label"),
    [
        (Repeat("on", ROW), "GO 1 PAR, 3 ROM", "Go 1 man to Paris, 3 men to Rome", ","),
        (
            Repeat("on", ROW, between=">", plain=", else"),
            "GO 1 PAR > 1 ROM",
            "Go 1 man to Paris, else 1 man to Rome",
            "else",
        ),
        (Repeat("on", ROW, between="", plain="and"), "GO 1 PAR 2 ROM", "Go 1 man to Paris and 2 men to Rome", ""),
        (Repeat("on", ROW, between=""), "GO 1 PAR 2 ROM", "Go 1 man to Paris 2 men to Rome", ""),
    ],
)
def test_lists_and_numbers_in_plain_language(many: Repeat, said: str, told: str, label: str) -> None:
    """What numbers count, of one and of more, and what is between rows, also if nothing is written there; a step says
    it without the comma before it."""
    grammar = OrderGrammar("", (OrderPattern("GO", (Word("GO", plain="go"), many), "go"),))
    assert parse_orders(grammar, said).orders[0].words == told
    assert complete_order(grammar, said).words == told
    again = next(step for step in complete_order(grammar, said).steps if step.again)
    assert (again.words, again.label) == (many.between, label)


# --- what is offered --------------------------------------------------------------------------------------------

COINS = tuple(Choice(code, group="" if code == "c" else "You have none") for code in "cd")
FEW = {"1": COINS, "2": COINS[:1], "3": ()}
PAID = (Number("n", 1, 9, most=3), Pick("kind", COINS, given=DependentChoices("n", FEW, "Nobody has {given} {label}.")))
PAY = OrderGrammar("", (OrderPattern("PAY", (Word("PAY"), *PAID), "pay"),))


def test_more_than_is_offered_is_understood() -> None:
    (step,) = complete_order(PAY, "PAY").steps
    assert step.number and list(step.number.values) == [1, 2, 3]
    assert [order.text for order in parse_orders(PAY, "PAY 8 d").orders] == ["PAY 8 d"]


def test_a_pick_leaves_what_goes_with_an_earlier_number() -> None:
    assert codes(complete_order(PAY, "PAY 2")) == ["c"]
    assert codes(complete_order(PAY, "PAY 7")) == ["c", "d"]
    assert parse_orders(PAY, "PAY 2 d").remarks[0].text.startswith("Nobody has 2 d.")


def test_a_walk_leaves_folded_away_what_it_need_not_unfold() -> None:
    said = [{walk_grammar(PAY, Random(seed), f"PAY 1{kind}", folded=folded).text for seed in range(20)}
            for kind, folded in (("", True), ("", False), (" d", False))]  # fmt: skip
    assert said == [{"PAY 1 c", "PAY 1 d"}, {"PAY 1 c"}, {"PAY 1 d"}]
    folded = OrderGrammar("", (OrderPattern("PAY", (Word("PAY"), Pick("kind", COINS[1:])), "pay"),))
    assert walk_grammar(folded, Random(1), folded=False).text == "PAY d"
