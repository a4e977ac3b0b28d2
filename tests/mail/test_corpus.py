"""What people and machines write, in three languages, through the door and back to the relay: nearly all is understood,
nothing is taken for a yes that is none, no person is met with silence, and no machine is answered."""

from __future__ import annotations

import pytest

from tests.mail.corpus import FOLDER, count_fates, describe_misread_letters, fates, post_office, read_corpus
from tests.size import size

LETTERS = sorted(path.stem for path in FOLDER.glob("*.txt"))
UNDERSTOOD = 0.98
EVERY = size(8, 1)
"""Which of them the suite writes: every eighth."""


def test_there_are_two_hundred_of_them_in_three_languages() -> None:
    assert {"en", "fr", "de"} <= {*LETTERS}
    assert sum(len(read_corpus(name)) for name in LETTERS) >= 200


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("name", LETTERS)
def test_letters_are_understood(name: str) -> None:
    with post_office() as (office, sink):
        found = fates(office, sink, read_corpus(name)[::EVERY])
    count = count_fates(found)
    told = "\n".join(describe_misread_letters(found))
    assert not count.false_yes and not count.unanswered and not count.answered, told
    assert count.understood >= UNDERSTOOD * count.all, told
