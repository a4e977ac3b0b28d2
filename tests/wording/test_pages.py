"""Words of pages stand in the catalogue, not in their templates; and nothing that is put into them becomes HTML."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markupsafe import Markup

from pbem.settings.config import templates_folder
from pbem.wording import ENGLISH

EXPRESSION = re.compile(r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}", re.S)
SPOKEN_ATTRIBUTES = re.compile(r"(?:title|alt|aria-label|placeholder)=\"([^\"]*)\"")
TAG = re.compile(r"<[^>]*>", re.S)
WORDS = re.compile(r"[^\W\d_]{2,}[ ,]+[^\W\d_]{2,}")


def list_templates() -> list[Path]:
    return sorted(path for room in ("web", "macros") for path in (templates_folder() / room).glob("*.html"))


def own_words(template: str) -> list[str]:
    """Two words or more in a row that a template says by itself, also within its expressions."""
    literals = [text for code in EXPRESSION.findall(template) for text in re.findall(r"'([^']*)'|\"([^\"]*)\"", code)]
    plain = EXPRESSION.sub("\0", template)
    spoken = [*SPOKEN_ATTRIBUTES.findall(plain), TAG.sub("\0", plain)]
    said = re.findall(r"\bsay\(\s*[\"']([^\"']*)", template)
    quoted = [one or other for one, other in literals if (one or other) not in said]
    prose = [text for text in quoted if text[:1].isupper() and not text.startswith("BINARY")]
    return [found for text in (*spoken, *prose) for found in WORDS.findall(text)]


def test_words_of_pages_stand_in_the_catalogue() -> None:
    found = {path.name: own_words(path.read_text("utf-8")) for path in list_templates()}
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize("fact", ["<script>", ["<b>", "a"], Markup("<i>x</i>")])
def test_only_markup_is_put_into_a_page_as_it_is(fact: object) -> None:
    sentence = ENGLISH.language.fill_page_sentence("<em>{what}</em>", {"what": fact})
    assert "<script>" not in sentence and "<b>" not in sentence and sentence.startswith("<em>")
    assert ("<i>" in sentence) is isinstance(fact, Markup)


def test_a_sentence_of_letters_is_escaped_on_a_page() -> None:
    assert "&lt;" in ENGLISH.on_page("named", name="<a>")
