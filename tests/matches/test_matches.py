"""Whole games by mail alone and by web alone, each proved afterwards."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from pypdf import PdfReader

from pbem.replay.match import play_match
from tests.matches import by_web
from tests.size import proof_only, size

GAMES = {
    "europa": (5, "", 15),
    "cantillon": (4, size("GOAL ROUNDS 3", "GOAL ROUNDS 5"), size(5, 7)),
    "europax": (5, "", 0),
    "europe2028": (6, size("MAX-ROUNDS 2", "MAX-ROUNDS 7"), 0),
}
"""Players, options, and how many phases there are; 0: that is for the dice to say."""
PRESSED = size(5, 1)
"""In which phases orders go in by the buttons of desks besides the first: in every one, or every fifth."""


def tells_of_leaving(report: str) -> bool:
    """Return whether a report tells that somebody has gone."""
    return "resigned" in report or "left the game" in report


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("game", size(["cantillon"], GAMES))
def test_a_game_by_mail(game: str, tmp_path: Path) -> None:
    """A hand for each player, slips and second letters, missed deadlines, one who resigns; all reports, and the
    proof."""
    players, options, count = GAMES[game]
    done = play_match(game, f"PLAYERS {size(4, players)}\n{options}", tmp_path, lambda _: None, count or 9)
    assert len(done.phases) == count or not count
    mails = [path.read_text(errors="replace") for path in (tmp_path / "mails").glob("*/*.eml")]
    assert any("is not understood" in mail or "Did you mean" in mail for mail in mails)
    assert count == 0 or any(tells_of_leaving(path.read_text()) for path in tmp_path.rglob("*.txt"))


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("game", size(["europe2028"], GAMES))
def test_a_game_by_web(game: str, tmp_path: Path) -> None:
    """Every order of every player goes in by his desk: in some phases by its buttons (in a proof in each)."""
    players, options, count = GAMES[game]
    options = f"PLAYERS {size(3, players)}\n{options}"
    done, boxed = by_web.match(game, options, tmp_path, count or 9, every=PRESSED)
    assert boxed == 0
    assert len(done.phases) == count or not count


# --- a game in two languages -------------------------------------------------------------------------------------

FRENCH = size({"BLU": "FRANCE"}, {"BLU": "FRANCE", "GRN": "BENELUX", "PUR": "ITALIE"})
ENGLISH = size({"RED": "ENGLAND"}, {"RED": "ENGLAND", "YEL": "GERMANY"})
FIRST = {
    **{seat: ["LANGUE FRANÇAIS", f"TABLEAU {country}"] for seat, country in FRENCH.items()},
    **{seat: [f"BOARD {country}"] for seat, country in ENGLISH.items()},
}
BOTH = f"PLAYERS {len(FIRST)}"
WORDS = {
    "fr": ("joue la carte", "Cartes jouées", "Ordres attendus avant le", "ACHETER"),
    "en": ("plays card", "Cards played", "Orders by", "BUY"),
}
ORDERS = re.compile(r"\b(PLAY|PLAN \d|BUY|SPREAD|STOP|CLEAR|LANGUAGE|BOARD|FROM)\b")
"""English words of orders that are no French ones."""


def told_in(language: str, text: str) -> bool:
    """Return whether a report speaks one language, and nothing of the other."""
    other = "en" if language == "fr" else "fr"
    return all(words in text for words in WORDS[language]) and not any(words in text for words in WORDS[other])


def reports_speak_their_readers_language(folder: Path) -> None:
    """Text, HTML and PDF of every report after the first round, while the game goes on."""
    found = [path for path in folder.glob("reports/*-R?/*") if not path.parent.name.endswith("-R1")]
    assert len({path.suffix for path in found}) == 3
    for path in found:
        pdf = path.suffix == ".pdf"
        text = " ".join(p.extract_text() for p in PdfReader(path).pages) if pdf else path.read_text("utf-8")
        assert told_in("fr" if path.stem.upper() in FRENCH else "en", " ".join(text.split())), path


@proof_only
@pytest.mark.proof
def test_a_game_in_two_languages_by_mail(tmp_path: Path) -> None:
    """Some write French alone: they are answered in French, and the others in English."""
    done = play_match("europax", BOTH, tmp_path, lambda _: None, 9, FIRST)
    assert len(done.phases) > 5
    reports_speak_their_readers_language(tmp_path)
    for path in tmp_path.glob("mails/*/*.eml"):
        body = message_from_bytes(path.read_bytes(), policy=policy.default).get_body(("plain",))
        text = body.get_content() if body else ""
        if "Vos ordres (Manche" in text or "Your orders for Round" in text:
            french = path.parent.name.upper() in FRENCH
            assert french == ("Vos ordres (Manche" in text) == (not ORDERS.search(text)), text


@pytest.mark.slow
@proof_only
def test_a_game_in_two_languages_by_web(tmp_path: Path) -> None:
    done, boxed = by_web.match("europax", BOTH, tmp_path, 9, FIRST, every=PRESSED)
    assert (len(done.phases) > 5, boxed) == (True, 0)
    reports_speak_their_readers_language(tmp_path)
