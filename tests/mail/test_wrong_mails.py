"""The page of wrong letters shows what really happens, and the page about mail lists the commands there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.commands.handlers import COMMANDS
from tests.mail.wrong_mails import LETTERS, PAGE, render_wrong_mails_page

GUIDE = Path(__file__).parents[2] / "docs/mail.md"


@pytest.mark.slow
def test_the_answers_on_the_page_are_the_real_ones() -> None:
    """At least twenty, each sent through the SMTP door; `python -m tests.mail.wrong_mails` writes the page anew."""
    assert len(LETTERS) >= 20
    assert PAGE.read_text("utf-8") == render_wrong_mails_page()


def test_the_guide_lists_every_command() -> None:
    """All of them and nothing else, in the order and the words of `help`."""
    table = re.findall(r"^\| `(.+?)` \| (.+) \|$", GUIDE.read_text("utf-8").partition("## Commands")[2], re.M)
    assert table == COMMANDS.list_usages()
