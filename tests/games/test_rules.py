"""A game's rules: each is a sentence that is read as it is written, and a field that is kept."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.language import rolling
from pbem.games import Refusal, rules
from pbem.games.rules import RULES, Rules

LONG = re.compile(r"\d{2,} days")
KINDS = ("movement", "retreat", "adjustment")


@pytest.mark.slow
@given(st.randoms(use_true_random=False))
def test_rules_are_read_as_they_are_written(luck: Any) -> None:
    """Whatever is said of each of them, and kept as JSON besides."""
    grammar = rules.build_rules_grammar(KINDS)
    said = LONG.sub("20 days", "\n".join(order.text for order in rolling.roll_orders(grammar, luck)))
    chosen = rules.parse_rules(said, KINDS)
    assert rules.parse_rules("\n".join(rules.format_rules(chosen, KINDS)), KINDS) == chosen
    assert rules.load_rules(rules.dump_rules(chosen)) == chosen


def test_every_field_has_a_sentence() -> None:
    """But quiet days, which are told like the pace."""
    said = set[str]()
    for rule in RULES:
        said |= rule.sets(rule.says(Rules(press_kinds=("movement",)))).keys()
    assert said == {field.name for field in fields(Rules)} - {"quiet"}


def test_what_is_usual_is_said_in_the_help() -> None:
    """A game opened without a word has what the help calls usual."""
    assert rules.format_rules(Rules(), KINDS, Rules()) == ()
    assert rules.parse_rules("grace 90 minutes", KINDS).grace_hours == 1.5
    assert rules.parse_rules("remind never", KINDS).remind_hours == ()
    assert rules.parse_rules("press in Movement, retreat", KINDS).press_kinds == ("movement", "retreat")


@pytest.mark.parametrize(
    "said", ["grace soon", "press in movment", "draws maybe", "kindness 3 hours", "extension 9999 days"]
)
def test_what_is_no_rule_is_refused(said: str) -> None:
    """And nothing is taken of it."""
    with pytest.raises(Refusal, match=r"bad rules|rule too long"):
        rules.parse_rules(said, KINDS)
