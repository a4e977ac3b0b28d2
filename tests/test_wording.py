"""Every refusal has a sentence, and every sentence its facts."""

from __future__ import annotations

import re
from pathlib import Path

from pbem import play
from pbem.play import Refused
from pbem.wording import REFUSALS, refusal


def codes() -> set[str]:
    """What `play` raises, read from its source."""
    sources = Path(play.__file__ or "").parent.glob("*.py")
    return {code for path in sources for code in re.findall(r'Refused\(\s*"([^"]+)"', path.read_text("utf-8"))}


def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal() -> None:
    """Nothing is told by a bare code, and nothing is worded that never happens."""
    assert codes() == set(REFUSALS)


def test_facts_are_put_into_words() -> None:
    """Lists are spoken, near names are offered, none are not."""
    assert refusal(Refused("no such game", slug="x", near=["a", "b"])) == ("There is no game “x”. Did you mean a or b?")
    assert refusal(Refused("no such game", slug="x", near=[])) == "There is no game “x”."
    said = refusal(Refused("no such seat", word="x", near=[], seats=["Red", "Blue", "Green"]))
    assert said == "“x” is no seat of this game. The seats are Red, Blue and Green."
    assert refusal(Refused("bad options", faults=["One.", "Two."])).endswith("One. Two.")
