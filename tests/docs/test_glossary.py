"""The glossary tells the truth: its words are where it says."""

from __future__ import annotations

from tests.docs import cited
from tests.docs.cited import ROOT

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")


def test_each_word_is_where_it_is_said_to_be() -> None:
    named = list(cited.iter_cited_names(GLOSSARY))
    assert len(named) > 30
    files = [(ROOT / name, inside) for name, inside in named]
    assert [str(path) for path, inside in files if not path.is_file()] == []
    assert [inside for path, inside in files if inside and inside not in cited.defined_names(path)] == []
