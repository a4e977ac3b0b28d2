"""Names are found by their beginnings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engines.base import Choice
from engines.names import SHORTEST, Lexicon, words

WORDS = st.text("abcdé", min_size=1, max_size=5)
NAMES = st.lists(st.lists(WORDS, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=12, unique=True)


def could_mean(lexicon: Lexicon, said: tuple[str, ...]) -> set[str]:
    """Told slowly: every name that goes on after these words, or after the letters of the last of them."""
    if len(said) == 1 and len(said[0]) < SHORTEST:
        return set()
    head, last = said[:-1], said[-1]
    return {
        choice.code
        for choice in lexicon.choices
        for key in {words(name) for name in (choice.code, choice.label, *choice.names) if name}
        if key != said and key[: len(head)] == head and len(key) > len(head) and key[len(head)].startswith(last)
    }


@given(NAMES, st.lists(WORDS, min_size=1, max_size=3))
def test_a_beginning_means_every_name_that_goes_on_so(names: list[str], said: list[str]) -> None:
    lexicon = Lexicon([Choice(f"N{n}", name) for n, name in enumerate(names)])
    key = words(" ".join(said))
    assert {c.code for c in lexicon.beginning(key)} == could_mean(lexicon, key)
    assert [c for c in lexicon.choices if c in lexicon.beginning(key)] == lexicon.beginning(key)
