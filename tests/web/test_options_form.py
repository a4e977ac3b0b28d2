"""The form of a new game's options: what a browser sends for it is text that reads back, for any ask."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from engines import language
from engines.all import list_own_engines
from engines.base import Engine
from engines.language.grammar import (
    GrammarPart,
    Number,
    OneOf,
    OrderGrammar,
    OrderPattern,
    Pick,
    Repeat,
    Word,
    alternative,
)
from engines.language.names import Choice
from pbem.web.pages.options_form import OptionsForm, build_options_form, posted_text
from pbem.wording import ENGLISH
from tests.engines.sentences import ASK
from tests.web.conftest import contents

MACROS = Path(__file__).parents[2] / "templates"
PAGE = '{% import "macros/grammar.html" as asks %}<form>{{ asks.form(form) }}</form>'


def draw_form(shown: OptionsForm) -> str:
    app = Flask("test", template_folder=str(MACROS))
    return app.jinja_env.from_string(PAGE, {"say": ENGLISH.on_page}).render(form=shown)


def form_data(shown: OptionsForm) -> dict[str, str]:
    """Return what a browser sends for a form as it was drawn."""
    node = HTMLParser(draw_form(shown)).css_first("form")
    assert node is not None
    return {name: values[-1] for name, values in contents(node).items() if values}


def said_back(grammar: OrderGrammar, standing: Sequence[str]) -> list[str]:
    """Orders that went through the form: filled in, drawn, sent, and read."""
    text = posted_text(grammar, form_data(build_options_form(grammar, standing)))
    return [order.text for order in language.parse_orders(grammar, text).orders]


@pytest.mark.slow
@given(st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=50)
def test_every_kind_of_part_survives_the_form(random: Random) -> None:
    """Nothing is lost, nothing is added, and the canonical text is the same."""
    orders = list({o.text: None for o in language.roll_orders(ASK, random)})
    assert sorted(said_back(ASK, orders)) == sorted(orders)


def asks() -> st.SearchStrategy[OrderGrammar]:
    """Asks of all shapes. Each sentence begins with a word of its own, so that it is read in one way only."""
    return st.builds(make_sentences_grammar, st.lists(parts(2), min_size=1, max_size=4))


def parts(depth: int) -> st.SearchStrategy[list[GrammarPart]]:
    kinds: list[st.SearchStrategy[GrammarPart]] = [
        st.builds(
            lambda n: Pick("pick", tuple(Choice(f"C{i}", why_not="No." * (i > 2)) for i in range(n))), st.integers(1, 5)
        ),
        st.builds(lambda low, step: Number("number", low, low + 9, step), st.integers(0, 9), st.integers(1, 3)),
    ]
    if depth:
        inner = parts(depth - 1)
        kinds += [
            st.builds(
                lambda p, low, more: Repeat("many", tuple(p), low, low + more),
                inner,
                st.integers(0, 2),
                st.integers(0, 3),
            ),
            st.builds(
                lambda ways: OneOf("way", tuple(alternative(str(n), *w) for n, w in enumerate(ways))),
                st.lists(inner, min_size=1, max_size=3),
            ),
        ]
    return st.lists(st.one_of(kinds), max_size=3)


def make_sentences_grammar(sentences: list[list[GrammarPart]]) -> OrderGrammar:
    """The sentences with a word before each part, all different."""
    words = (Word(f"W{n}X") for n in count())
    return OrderGrammar(
        "Any", tuple(OrderPattern(f"V{n}", tuple(mark_parts(p, words)), f"s{n}") for n, p in enumerate(sentences))
    )


def mark_parts(found: Sequence[GrammarPart], words: object) -> list[GrammarPart]:
    out: list[GrammarPart] = [next(words)]  # type: ignore[call-overload]
    for n, part in enumerate(found):
        out += [name_part(part, n, words), next(words)]  # type: ignore[call-overload]
    return out


def name_part(part: GrammarPart, n: int, words: object) -> GrammarPart:
    """The part under a name of its own, with its inner parts marked too."""
    match part:
        case Pick():
            return Pick(f"{part.name}{n}", part.choices)
        case Number():
            return Number(f"{part.name}{n}", part.low, part.high, part.step)
        case Repeat():
            return Repeat(f"{part.name}{n}", tuple(mark_parts(part.parts, words)), part.low, part.high)
        case OneOf():
            return OneOf(
                f"{part.name}{n}", tuple(alternative(w.name, *mark_parts(w.parts, words)) for w in part.alternatives)
            )
    return part


@pytest.mark.slow
@given(asks(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_any_grammar_survives_the_form(grammar: OrderGrammar, random: Random) -> None:
    """Lists in lists, forms in forms: what was ordered comes back."""
    orders = [o.text for o in language.roll_orders(grammar, random)]
    read = [o.text for o in language.parse_orders(grammar, "\n".join(orders)).orders]
    assert said_back(grammar, read) == read


@pytest.mark.parametrize("engine", list_own_engines(), ids=lambda engine: engine.code)
@pytest.mark.parametrize("seed", range(3))
def test_the_options_of_every_game_survive_the_form(engine: Engine[Any], seed: int) -> None:
    """As they are advised, and any others."""
    assert said_back(engine.setup, engine.setup.draft) == list(engine.setup.draft)
    rolled = [order.text for order in language.roll_orders(engine.setup, Random(seed))]
    assert sorted(said_back(engine.setup, rolled)) == sorted(rolled)


def test_an_untouched_form_says_nothing() -> None:
    """Blank is blank, in every kind of part."""
    assert posted_text(ASK, form_data(build_options_form(ASK, ()))) == ""


def test_a_long_list_from_a_mail_stays_whole() -> None:
    """More rows than the form would offer by itself."""
    pick = Pick("pick", tuple(Choice(f"C{n}") for n in range(30)))
    grammar = OrderGrammar(
        "Long", (OrderPattern("RANK", (Word("RANK"), Repeat("ranks", (pick,), 1, 30, ">")), "rank"),)
    )
    text = "RANK " + " > ".join(f"C{n}" for n in range(30))
    assert said_back(grammar, [text]) == [text]


def test_no_order_means_no_order() -> None:
    """What still stands in the select beside it does not count."""
    posted = form_data(build_options_form(ASK, ["DEAL TAKE PAR"]))
    assert posted_text(ASK, posted) == "DEAL TAKE PAR"
    assert posted_text(ASK, posted | {"o2.what": ""}) == ""


def test_what_cannot_be_chosen_is_shown_with_its_reason() -> None:
    """Greyed out, not hidden."""
    node = HTMLParser(draw_form(build_options_form(ASK, ()))).css_first("option[value=ROM]")
    assert node is not None and "disabled" in node.attributes and "under siege" in node.text()


def test_a_forged_form_cannot_break_anything() -> None:
    """Values that no form offers become text that is judged like any other."""
    at = datetime.now(UTC).year
    posted = {
        "o0.men": f"{at}",
        "o0.town": "NOWHERE\nRANK PAR",
        "o2.what": "99",
        "o1.towns.x.town": "1",
        "o4.card": "'",
    }
    reading = language.parse_orders(ASK, posted_text(ASK, posted))
    assert all(remark.level == "error" for remark in reading.remarks)


def test_a_ranking_has_room_for_all_and_a_long_list_is_typed() -> None:
    """A few things are ranked at once; of many, one types which, and the page helps with a list."""
    few, many = (tuple(Choice(f"{letter}{n}") for n in range(count)) for letter, count in (("F", 9), ("M", 99)))
    ranked = OrderPattern("RANK", (Word("RANK"), Repeat("order", (Pick("thing", few),), 1, 20, ">")), "rank")
    typed = OrderPattern("GO", (Word("GO"), Pick("where", many)), "GO {where}")
    text = ["RANK F3 > F1 > F8 > F0 > F2 > F4 > F5 > F6 > F7", "GO M98"]
    grammar = OrderGrammar("", (ranked, typed))
    assert sorted(said_back(grammar, text)) == sorted(text)
    shown = build_options_form(grammar, ())
    assert len(shown.sentences[0].fields[-1].groups) == 9
    assert [field.kind for field in shown.sentences[1].fields] == ["word", "typed"]
    assert len(next(iter(shown.lists.values()))) == 99
