"""What two commits are compared by: chance that is the same in every run, and rows that are told apart."""

from __future__ import annotations

import random
import secrets
from pathlib import Path

import pytest

from bench import rows
from bench._repeatable import nothing_left_to_chance
from pbem.settings.mail_addresses import new_nonce


def draw_some() -> tuple[object, ...]:
    with nothing_left_to_chance():
        return secrets.token_hex(32), new_nonce(), secrets.token_hex(32), random.Random().random(), random.random()


def test_chance_is_the_same_in_every_run() -> None:
    """Secrets differ from each other, and not from those of another run; outside they are as ever."""
    assert draw_some() == draw_some()
    assert draw_some()[0] != draw_some()[2]
    assert secrets.token_hex(32) != draw_some()[0]


def test_numbers_of_addresses_hang_on_no_order() -> None:
    with nothing_left_to_chance():
        assert new_nonce() == new_nonce()


def test_rows_that_differ_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for side, text in (("before", "one\ntwo\n"), ("now", "one\nthree\n")):
        (tmp_path / side).mkdir()
        (tmp_path / side / "game.rows").write_text(text)
        (tmp_path / side / "seat.rows").write_text("same\n")
    assert rows.show_differences(tmp_path / "before", tmp_path / "now")
    told = capsys.readouterr().out
    assert "1 of 2 tables have the same rows" in told and "two" in told and "three" in told
    assert not rows.show_differences(tmp_path / "now", tmp_path / "now")
