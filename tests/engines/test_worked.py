"""The pages of worked examples say what the engines do."""

from __future__ import annotations

import pytest

from tests.engines.worked import FOLDER, PAGES, page


@pytest.mark.parametrize("code", PAGES)
def test_the_page_is_what_happens(code: str) -> None:
    """`python -m tests.engines.worked` writes it anew."""
    assert (FOLDER / f"{code}-examples.md").read_text("utf-8") == page(code)
