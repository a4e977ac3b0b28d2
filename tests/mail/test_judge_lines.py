"""What people are used to write to the judges of old is understood, or answered with what does it here."""

from __future__ import annotations

import re
from functools import cache

import pytest

from pbem.commands.handlers import COMMANDS, judge
from pbem.commands.lines import WriterLine
from tests.mail.conftest import Office
from tests.mail.judge_lines import LINES, PAGE, Answer, answers, render_judge_page

found = cache(answers)


def everything() -> list[Answer]:
    return [one for rows in found().values() for one in rows]


@pytest.mark.slow
def test_every_line_is_understood_or_answered() -> None:
    assert len(everything()) >= 200 and {*found()} == {*LINES}
    assert not [(one.line, one.words) for one in everything() if one.verdict == "not understood"]


def test_the_page_tells_what_happens() -> None:
    """`python -m tests.mail.judge_lines` writes it anew."""
    assert PAGE.read_text("utf-8") == render_judge_page(found())


def test_what_is_offered_instead_is_understood() -> None:
    """Every line that an answer names is a command of ours itself."""
    blocks = {key: told for key, (_, told) in judge.OF_PLAYERS_IN_BLOCKS.items()}
    told = [lines for _, lines in {**judge.OF_PLAYERS, **blocks, **judge.OF_MASTERS}.values() if lines]
    for line in {one for lines in told for one in lines.split(" · ")}:
        said = COMMANDS.parse_lines([WriterLine(line.partition(" … ")[0])])[0]
        assert said.command is not None and not said.command.name.startswith("judge"), line


@pytest.mark.parametrize(
    "text",
    ["grey press to blue\nMOVE 3\nendpress", "press to blue fake to red\nhold\nend", "if blue then\nready\nendif"],
)
def test_what_is_not_done_does_nothing_else(office: Office, text: str) -> None:
    """Words under a line that is only answered are neither sent nor read as orders."""
    game = office.start_party()
    office.write("red@example.org", office.seat_address(game, "RED"), text)
    assert [level for level, _ in office.outcomes("red@example.org")] == ["instead"]
    assert not game.letters("press") and not office.receipt("red@example.org")["standing"]


@pytest.mark.parametrize(
    "line",
    [
        *("IF blue\nbid 3\nENDIF", "SET PREFERENCE RB", "broadcast grey\nhello\nendbroadcast", "[RED] bid 4"),
        *("press to nobody: hello", "get map"),
    ],
)
def test_ready_does_not_act_beside_what_was_not_done(office: Office, line: str) -> None:
    """The line was called “ok”, or refused, and the phase could close before its writer read so."""
    game = office.start_party()
    office.write("red@example.org", office.seat_address(game, "RED"), f"bid 5\n{line}\nready")
    assert [level for level, _ in office.outcomes("red@example.org")][1:] in (["instead", "no"], ["no", "no"])
    facts = office.receipt("red@example.org")
    assert facts["standing"] == ["BID 5"] and facts["ready"] is False
    told = office.text(office.outbox("red@example.org", "receipt")[-1])
    assert "write “ready” alone" in told
    office.write("red@example.org", office.seat_address(game, "RED"), "ready")
    assert office.receipt("red@example.org")["ready"] is True


@pytest.mark.parametrize(
    "picture",
    [
        *("[image: logo]", "[cid:logo@01D9]", "[Bild: Logo]", "[image : logo]", "[Inline-Bild 1]", "[Firmenlogo]"),
        *("[A picture containing text]", "[Ein Bild, das Text enthält]", "[Une image contenant du texte]"),
        *("<image001.png>", "[logo-2026.jpg]", "[https://example.org/logo]", "[Image supprimée par l'expéditeur]"),
    ],
)
def test_the_picture_of_a_signature_is_passed_over(office: Office, picture: str) -> None:
    """It was taken for a seat in brackets, as judges had it."""
    game = office.start_party()
    office.write("red@example.org", office.seat_address(game, "RED"), f"bid 5\nready\n{picture}")
    assert [level for level, _ in office.outcomes("red@example.org")] == ["ok", "ok", "skip"]


@pytest.mark.parametrize("seat", ["RED", "Red", "rouge", "Rot", "de Rouge"])
def test_a_seat_in_brackets_is_not_taken_for_an_order(office: Office, seat: str) -> None:
    """In any language; “ready” below it closed the phase without the order."""
    game = office.start_party()
    office.write("red@example.org", office.seat_address(game, "RED"), f"[{seat}] bid 7\nready")
    assert [level for level, _ in office.outcomes("red@example.org")] == ["instead", "no"]
    assert office.receipt("red@example.org")["ready"] is False


@pytest.mark.parametrize(
    ("above", "below"),
    [("Good afternoon,", "Kind regards"), ("Guten Tag,", "Viele Grüße"), ("Bonsoir,", "Bien cordialement")],
)
def test_a_greeting_is_passed_over_in_three_languages(office: Office, above: str, below: str) -> None:
    game = office.start_party()
    office.write("red@example.org", office.seat_address(game, "RED"), f"{above}\n\nbid 5\n\n{below}\nAnna")
    assert office.receipt("red@example.org")["standing"] == ["BID 5"]
    assert "no" not in [level for level, _ in office.outcomes("red@example.org")]


def test_an_inline_word_may_be_any(office: Office) -> None:
    """“from” and “fake” in what is said to somebody are no older spelling."""
    game = office.start_party()
    office.write("red@example.org", office.seat_address(game, "RED"), "press to blue: no fake news from me")
    assert re.match("Sent to Blue", office.outcomes("red@example.org")[0][1])
