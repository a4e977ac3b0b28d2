"""Names are found by their beginnings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.language.names import (
    MIN_PREFIX_LENGTH,
    Choice,
    Lexicon,
    clean_line,
    fold_text,
    join_english_list,
    name_words,
    tokenize_line,
)

WORDS = st.text("abcdé", min_size=1, max_size=5)
NAMES = st.lists(st.lists(WORDS, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=12, unique=True)


def could_mean(lexicon: Lexicon, said: tuple[str, ...]) -> set[str]:
    """Told slowly: every name that goes on after these words, or after the letters of the last of them."""
    if len(said) == 1 and len(said[0]) < MIN_PREFIX_LENGTH:
        return set()
    head, last = said[:-1], said[-1]
    return {
        choice.code
        for choice in lexicon.choices
        for key in {name_words(name) for name in (choice.code, choice.label, *choice.names) if name}
        if key != said and key[: len(head)] == head and len(key) > len(head) and key[len(head)].startswith(last)
    }


@given(NAMES, st.lists(WORDS, min_size=1, max_size=3))
def test_a_beginning_means_every_name_that_goes_on_so(names: list[str], said: list[str]) -> None:
    lexicon = Lexicon([Choice(f"N{n}", name) for n, name in enumerate(names)])
    key = name_words(" ".join(said))
    assert {c.code for c in lexicon.choices_by_prefix(key)} == could_mean(lexicon, key)
    assert [c for c in lexicon.choices if c in lexicon.choices_by_prefix(key)] == lexicon.choices_by_prefix(key)


SEAS = Lexicon(
    (
        Choice("ENG", "English Channel"),
        Choice("NTH", "North Sea", ("german ocean",)),
        Choice("NWG", "Norwegian Sea"),
        Choice("NWY", "Norway"),
    )
)


def find_codes(lexicon: Lexicon, text: str, at: int = 0) -> list[tuple[int, str]]:
    return [(end, choice.code) for end, choice in lexicon.find(tokenize_line(clean_line(text)), at)]


def test_a_line_is_cleaned_of_what_does_not_show() -> None:
    """Control characters part words, invisible ones do not; wide letters are ordinary ones."""
    assert clean_line("  a \t b ") == "a b"
    assert clean_line("é\x00b\x07") == "é b"
    assert clean_line("a\u200bb\u00ad") == "ab"
    assert clean_line("Ａ\u3000ｂ") == "A b"


def test_names_are_compared_without_case_and_accents() -> None:
    assert fold_text("Édouard") == fold_text("EDOUARD") == "edouard"
    assert name_words("stp(sc)") == name_words("StP/sc") == name_words("stp sc") == ("stp", "sc")
    assert name_words("a→b") == name_words("a => b") == ("a", "->", "b")
    assert name_words("a – b2") == ("a", "-", "b", "2")


def test_a_name_is_found_by_code_label_other_names_and_beginnings() -> None:
    """From any place in the line; the end is that of the words that were used."""
    assert find_codes(SEAS, "eng to") == [(1, "ENG")]
    assert find_codes(SEAS, "the german ocean now", 1) == [(3, "NTH")]
    assert find_codes(SEAS, "english cha") == [(2, "ENG")]
    assert find_codes(SEAS, "engl") == [(1, "ENG")]
    assert (
        find_codes(SEAS, "en") == find_codes(SEAS, "nor") == find_codes(SEAS, "x") == find_codes(SEAS, "eng", 1) == []
    )


def test_a_name_that_goes_on_is_tried_first() -> None:
    towns = Lexicon((Choice("N", "New"), Choice("NY", "New York")))
    assert find_codes(towns, "new york") == [(2, "NY"), (1, "N")]


def test_where_case_counts_it_counts() -> None:
    cards = Lexicon((Choice("r"), Choice("R", "Red")), exact=True)
    assert (find_codes(cards, "r"), find_codes(cards, "R"), find_codes(cards, "red")) == ([(1, "r")], [(1, "R")], [])
    assert cards != Lexicon(cards.choices) and cards == Lexicon(cards.choices, exact=True)


def test_a_choice_is_got_by_its_code_alone() -> None:
    assert SEAS.get("NTH").label == "North Sea"
    with pytest.raises(KeyError):
        SEAS.get("North Sea")


def test_names_that_look_like_a_word_come_nearest_first() -> None:
    """Each once, no more than so many, and only of those that are asked for."""
    assert [choice.code for choice in SEAS.nearest_choices("norwai")][:1] == ["NWY"]
    assert [choice.code for choice in SEAS.nearest_choices("Norweg sea", most=1)] == ["NWG"]
    assert [choice.code for choice in SEAS.nearest_choices("norwegian", SEAS.choices[:2])] == []
    assert SEAS.nearest_choices("xyz") == []


def test_names_are_told_one_after_the_other() -> None:
    assert [join_english_list(list(letters)) for letters in ("", "A", "AB", "ABC")] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]
