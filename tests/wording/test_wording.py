"""Every sentence that is named has words in every language, every sentence is said somewhere, and its facts fit."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, nodes

from engines.europax import ENGINE as EUROPAX
from pbem import games
from pbem.commands.handlers import COMMANDS
from pbem.games import Refusal
from pbem.pace import reasons
from pbem.settings.config import templates_folder
from pbem.storage.models import Seat
from pbem.wording import ENGLISH, LANGUAGES, STATUS, Tongue, refusal_in_english, sentence_family
from pbem.wording.language import check_languages, sentence_facts

SENTENCES, PAGES = ENGLISH.language.sentences, ENGLISH.language.pages
HOUSE = Path(games.__file__ or "").parents[1]
SOURCES = [path for path in HOUSE.rglob("*.py") if path.relative_to(HOUSE).parts[0] not in ("wording", "books", "cli")]
"""Books speak in the phrases of the game, the command line to the host."""
SPEAKERS = ("say", "ENGLISH", "ask_to_mean_it")
"""What a sentence is said by; also as an attribute, such as `work.say`."""
OF_ITSELF = frozenset({"and", "or", "did you mean", *STATUS.values()})
"""What `pbem.wording` says without being asked."""


def said_by(call: ast.Call) -> str:
    """The name of what is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def calls(*names: str, but: str = "") -> Iterator[ast.Call]:
    """Yield whatever the source calls under these names, but for one room."""
    for path in (path for path in SOURCES if path.relative_to(HOUSE).parts[0] != but):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and said_by(node) in names and node.args:
                yield node


def choices(node: ast.expr) -> Iterator[str]:
    """The texts that an expression can be, as far as they are written out."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp(body=first, orelse=second):
            yield from (text for one in (first, second) for text in choices(one))
        case ast.BoolOp(values=values):
            yield from (text for one in values for text in choices(one))


def list_spoken_sentences() -> list[tuple[str, ast.Call]]:
    """The sentences that the source says by their names, each with its call."""
    # `games` holds no text, but for the phrases of a game
    return [(name, call) for call in calls(*SPEAKERS, but="games") for name in choices(call.args[0])]


def in_late_letters() -> set[str]:
    """Return what commands would have done, as they are declared."""
    return {"not done"} | {one.would for one in COMMANDS.known}


def said_in_templates() -> list[tuple[str, set[str | None]]]:
    """The sentences that letters and pages say by their names, each with the names of its facts."""
    trees = [Environment().parse(path.read_text("utf-8")) for path in templates_folder().rglob("*.[th]*")]
    return [
        (call.args[0].value, {word.key for word in call.kwargs} | ({None} if call.dyn_kwargs else set()))
        for tree in trees
        for call in tree.find_all(nodes.Call)
        if call.args and isinstance(call.args[0], nodes.Const) and getattr(call.node, "name", "") == "say"
    ]


def in_templates() -> set[str]:
    return {name for name, _ in said_in_templates()}


def declared_sentences() -> set[str]:
    """Return what commands declare that pick a sentence from a table, or for the question to a stranger."""
    said = {name for one in COMMANDS.known if one.wanted or one.name.startswith("judge") for name in one.says}
    return said | {one.declined for one in COMMANDS.known if one.declined}


def families() -> set[str]:
    """The sentences that are said by what they differ in."""
    named = [[text for arg in call.args for text in choices(arg)] for call in calls("sentence_family")]
    return {name for prefix, *kinds in named for name in sentence_family(prefix, *kinds).values()}


def test_every_sentence_is_said_and_every_name_has_a_sentence() -> None:
    """H7: nothing is said that has no words, and nothing is worded that nobody says."""
    said = (
        {name for name, _ in list_spoken_sentences()}
        | in_templates()
        | in_late_letters()
        | declared_sentences()
        | families()
    )
    assert len(said) > 80
    assert said - SENTENCES.keys() - PAGES.keys() == set()
    assert SENTENCES.keys() - said - OF_ITSELF == set()
    assert PAGES.keys() - in_templates() == set() and not PAGES.keys() & SENTENCES.keys()


def test_every_fact_that_a_sentence_needs_is_given() -> None:
    """Where it is said by its name; more may be given than one of two sentences needs."""
    lacking = [
        (name, lack)
        for name, call in list_spoken_sentences()
        if not any(word.arg is None for word in call.keywords)
        and (lack := sentence_facts(SENTENCES[name]) - {word.arg for word in call.keywords})
    ]
    assert lacking == []


def test_every_fact_that_a_sentence_of_a_template_needs_is_given_and_no_other() -> None:
    assert [
        (name, given)
        for name, given in said_in_templates()
        if None not in given and given != sentence_facts({**SENTENCES, **PAGES}[name])
    ] == []


def test_every_refusal_has_a_sentence_with_its_facts() -> None:
    """What `play` raises, read from its source."""
    refusals, given = ENGLISH.language.refusals, list(calls("Refusal"))
    assert {code for call in given for code in choices(call.args[0])} == refusals.keys()
    for call in given:
        names = {word.arg for word in call.keywords}
        for code in choices(call.args[0]):
            assert None in names or sentence_facts(refusals[code]) <= names, code


def test_every_reason_has_a_sentence_with_its_facts() -> None:
    """A time of day is told with its place, which comes of the zone; a seat by its label, or in the reader's tongue."""
    for kind, names in reasons.REASON_FACTS.items():
        told = {"place" if name == "zone" else name for name in names - {"label"}}
        assert sentence_facts(ENGLISH.language.reasons[kind]) == told


@pytest.mark.parametrize("table", ["sentences", "refusals", "ledger", "reasons"])
def test_a_language_that_does_not_fit_is_refused(table: str) -> None:
    """When it is imported: one that lacks a sentence, one that has another, and one that asks for another fact."""
    french = LANGUAGES["fr"]
    words: dict[str, str] = getattr(french, table)
    first = next(iter(words))
    for wrong, told in (
        ({name: words[name] for name in words if name != first}, f"fr lacks {table} “{first}”"),
        ({**words, "hum": "hum"}, f"fr alone has {table} “hum”"),
        ({**words, first: "{hum}"}, f"fr {table} “{first}”: hum is no fact of it"),
    ):
        changed: dict[str, Any] = {table: wrong}
        with pytest.raises(ValueError, match=re.escape(told)):
            check_languages((ENGLISH.language, replace(french, **changed)))


def test_a_family_that_lacks_a_sentence_is_refused() -> None:
    """So a name that is put together is refused when it is imported, too."""
    assert sentence_family("ended", "draw") == {"draw": "ended draw"}
    with pytest.raises(ValueError, match="ended badly"):
        sentence_family("ended", "draw", "badly")


def test_facts_are_put_into_words() -> None:
    """Lists are spoken, near names are offered, none are not."""
    assert refusal_in_english(Refusal("no such game", slug="x", near=["a", "b"])) == (
        "There is no game “x”. Did you mean a or b?"
    )
    assert refusal_in_english(Refusal("no such game", slug="x", near=[])) == "There is no game “x”."
    said = refusal_in_english(Refusal("no such seat", word="x", near=[], seats=["Red", "Blue", "Green"]))
    assert said == "“x” is no seat of this game. The seats are Red, Blue and Green."
    assert refusal_in_english(Refusal("bad options", faults=["One.", "Two."])).endswith("One. Two.")


def test_facts_are_put_into_the_words_of_the_reader() -> None:
    """H7: also lists, near names and how a game stands."""
    say = Tongue("fr")
    near = Refusal("no such seat", word="x", near=["Rouge", "Bleu"], seats=["Rouge", "Bleu", "Vert"])
    assert say.explain_refusal(near) == (
        "« x » n'est pas une place de cette partie. Vouliez-vous dire Rouge ou Bleu ? Les places sont Rouge, Bleu et "
        "Vert."
    )
    assert (
        say.explain_refusal(Refusal("not running", slug="verdun", status="paused"))
        == "verdun n'est pas en cours : suspendue."
    )


def test_seats_of_other_games_are_called_by_their_labels() -> None:
    """Who plays a game with names in several languages reads of a seat elsewhere what it is called, not its code."""
    say = Tongue("en", EUROPAX)
    assert say.seat_name(Seat(game_id=1, code="AUSTRIA", label="Austria")) == "Austria"
    assert say.seat_name(Seat(game_id=1, code="RED", label="Red")) == "Red"
