"""A club's evening by letter alone (docs/evening.md), on a real server: from its opening to its proof elsewhere."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.club.members import Club, Member
from tests.club.told import run_proof_line, shown_in_docs
from tests.hosting import words
from tests.size import proof_only

pytestmark = pytest.mark.slow

OPENED = """create marche europax
players 3
pace daily 20:00
zone Europe/Paris
seating draw
open invited
grace 0 hours
end"""


def test_an_evening_begins_by_letter(club: Club) -> None:
    """Until the first turn is over."""
    with club.host.serving():
        gather(club)
        play_a_turn(club)


@proof_only
def test_an_evening_by_letter(club: Club, tmp_path: Path) -> None:
    """Opened, invited, drawn; three turns with a missed one, a deputy, a vote, a takeover and corrections; ended,
    exported, proved elsewhere. The server is killed amid the mail, and who comes last reads French."""
    with club.host.serving():
        gather(club)
        play_a_turn(club)
        leave(club)
        claim(club)
    club.leases_end()
    with club.host.serving():
        late = taken_over(club)
        vote_for_time(club, late)
        put_right(club, late)
        end(club, late)
        prove_elsewhere(club, tmp_path / "elsewhere")
        hold_a_league(club)
        be_forgotten(club)
    assert shown_in_docs("By letter", club) == []


def gather(club: Club) -> None:
    """Anna opens a game for those whom she invites, and one more who knows the word."""
    anna, bert, cleo, dora = (club[name] for name in ("Anna", "Bert", "Cleo", "Dora"))
    anna.sends(OPENED)
    anna.sends("yes", anna.reads("Is this letter yours"))
    told = words(anna.reads("ok  create"))
    assert "marche waits for those whom you invite" in told and "ZONE Europe/Paris" in told
    told = anna.asks("name Anna\npdf off\nzone Europe/Paris\ninvite bert@example.org, cleo@example.org\nword")
    assert told.count("ok  ") == 5
    word = re.search(r"join marche word (\w+)", words(anna.reads("The word of marche")))
    assert word
    assert "Anna, the game master of marche, asks you" in words(bert.reads("An invitation"))
    assert "You wait for the draw" in bert.asks("Yes, gladly!\nname Bert\npdf off")
    cleo.reads("An invitation")
    assert "You wait for the draw" in cleo.asks("join marche: Red, Green, any\nname Cleo\npdf off")
    assert "2 of 3 are:\nBert\nCleo" in anna.asks("who")
    dora.sends(f"join marche word {word[1]}\nname Dora", subject="hello")
    dora.sends("yes", dora.reads("Is this letter yours"))
    assert "was not read" in words(dora.reads("You play .* in marche", "send it again"))
    for one in (bert, cleo, dora):
        assert f"You play {one.seat}." in words(one.reads("The game has begun"))
    anna.reads("The game has begun")


def play_a_turn(club: Club) -> None:
    """Bert has a deputy, Cleo gives her orders, Dora is silent when the deadline comes."""
    bert, cleo, dora, emil = (club[name] for name in ("Bert", "Cleo", "Dora", "Emil"))
    until = f"{datetime.now(UTC) + timedelta(days=9):%d %b %Y}"
    assert "is asked to stand in" in bert.asks(f"deputy emil@example.org from today to {until}\nready")
    assert "You stand in for" in emil.asks("yes\npdf off", emil.reads("Will you stand in"))
    assert "You are ready" in cleo.asks("BOARD FR EN\nready")
    assert "You are ready" in dora.asks("name Dora\npdf off\nready")
    told = emil.asks(f"{plan(emil)}\nready\nvote draw", emil.reads("Round 1, "))
    assert told.count("ok  ") == 2 and "a deputy cannot do that" in told
    told = cleo.asks(f"{plan(cleo)}\npress to {bert.seat}\nShall we be friends?\nendpress\nready")
    assert told.count("ok  ") == 3 and "Receipt 2:" in told
    assert "Shall we be friends?" in words(bert.reads(f"{cleo.seat} to you"))
    club.deadline_comes("marche")
    assert "You sent no orders for Round 1" in words(dora.reads("Round 2, ")).replace("\n", " ")


def plan(one: Member) -> str:
    """A line that a report holds out as an example."""
    found = re.search(r"example:\s+(PLAN\s+\d+\s+\d+)", words(one.reads("Round ., ", "example:")))
    assert found
    return " ".join(found[1].split())


def leave(club: Club) -> None:
    dora, anna, bert = (club[name] for name in ("Dora", "Anna", "Bert"))
    assert f"You have left {dora.seat} in marche" in dora.asks("resign marche with press")
    assert "“invite NAME@HOST” asks them" in words(anna.reads(f"{dora.seat}: a seat is free"))
    assert "tell the game master of them" in words(bert.reads(f"{dora.seat}: a seat is free"))


def claim(club: Club) -> None:
    """Two want the free seat at once, and the server dies with their letters in its hands."""
    anna, fred, gina, seat = (*(club[name] for name in ("Anna", "Fred", "Gina")), club["Dora"].seat)
    assert "Each gets a letter" in anna.asks("invite fred@example.org, gina@example.org")
    asked = [(one, one.reads("An invitation")) for one in (fred, gina)]
    for one, letter in asked:
        one.sends(f"join marche as {seat}\nname {one.name}\npdf off", letter)


def taken_over(club: Club) -> Member:
    """Return who has got the seat; the other hears that none is free."""
    seat = club["Dora"].seat
    answers = {name: words(club[name].reads(r"ok +name \w+")) for name in ("Fred", "Gina")}
    got = [name for name, told in answers.items() if f"You play {seat} in marche" in told]
    assert len(got) == 1
    [other] = {"Fred", "Gina"} - {*got}
    assert "NO  join" in answers[other]
    assert f"{got[0]} plays {seat} in marche from now on" in words(club["Cleo"].reads("has a new player"))
    return club[got[0]]


def vote_for_time(club: Club, late: Member) -> None:
    """More than half want another day."""
    bert = club["Bert"]
    assert "Your vote is cast" in late.asks("vote extend 24h")
    assert "You propose 1 day more" in words(late.reads("A vote: 1 day more"))
    assert "To agree, answer with the line:\n    vote extend 24h" in words(bert.reads("A vote: 1 day more"))
    assert "Carried." in bert.asks("vote extend 24h")
    late.reads("new deadline")


def put_right(club: Club, late: Member) -> None:
    """Orders corrected, if all of it is right; the board; and a turn taken back."""
    anna, cleo = club["Anna"], club["Cleo"]
    assert "Nothing was changed" in anna.asks(f"correct orders of {cleo.seat}\nPLAN 999 998\nend")
    told = anna.asks(f"correct orders of {cleo.seat} because she called me\n{plan(cleo)}\nend")
    assert "are as you wrote them" in told
    assert "Why: she called me" in words(cleo.reads("Your orders were corrected"))
    told = anna.asks("correct board")
    example = re.search(r"example:\s+(CASH \w+\s+\d+)", told)
    assert example
    told = anna.asks(f"correct board because the bank gave too little\n{' '.join(example[1].split())}\nend")
    assert "The board is put right" in told
    assert "Why: the bank gave too little" in words(cleo.reads("The board was corrected"))
    assert "LANGUAGE FR" in late.asks("LANGUAGE FR\nready")
    assert "goes on from Round 1" in anna.asks("rollback round 1 keep orders because we counted wrong")
    assert "Why: we counted wrong" in words(cleo.reads("Back to Round 1"))
    assert "Sent to all" in anna.asks("official Tonight: the last turn")
    assert "Tonight\n\nthe last turn" in words(cleo.reads("The game master to all"))
    late.asks("LANGUAGE FR")
    assert "Resolved; Round 2 has begun" in anna.asks("process because all are here")
    assert "Ordres attendus" in words(late.reads("Manche 2, "))


def end(club: Club, late: Member) -> None:
    anna, bert, cleo = club["Anna"], club["Bert"], club["Cleo"]
    for one in (bert, cleo):
        assert "Your vote is cast" in one.asks("vote draw")
    late.sends("vote draw", late.reads("On propose"))
    told = words(cleo.reads("The game is over"))
    assert "Scored by" in told and f"{cleo.seat}: Cleo" in told
    assert "All can read now" in cleo.asks("statement\nWell played, all of you.\nendstatement")
    assert "Well played, all of you." in words(anna.reads(f"{cleo.seat} on the game"))
    late.reads("La partie est finie|finie")


def prove_elsewhere(club: Club, folder: Path) -> None:
    """On a machine that has pbem and nothing of this server's."""
    club["Cleo"].asks("export\nverify")
    letter = club["Cleo"].reads("The game as a file")
    [file] = [part for part in letter.iter_attachments() if str(part.get_filename()).endswith(".pbem")]
    [line] = re.findall(r"pbem (verify .*)", words(letter))
    told = run_proof_line(folder, "marche.pbem", file.get_content(), line)
    assert "each resolved again from the orders and the dice" in told
    club.written.append(told)


def hold_a_league(club: Club) -> None:
    """One round for two, opened and begun by letter."""
    anna, bert, cleo = club["Anna"], club["Bert"], club["Cleo"]
    assert "NO  " not in anna.asks("create league cup europax\nplayers 2\nrounds 1\npace daily 20:00\nend")
    for one in (bert, cleo):
        assert "ok  enter cup" in one.asks("enter cup")
    assert "ok  begin cup" in anna.asks("begin cup")
    assert "cup-1" in str(bert.reads("cup-1.* Welcome")["Subject"])
    assert "Cleo" in anna.asks("campaign cup")


def be_forgotten(club: Club) -> None:
    bert, cleo = club["Bert"], club["Cleo"]
    assert "To be forgotten for good write" in bert.asks("forget me")
    bert.sends("forget me bert@example.org", bert.newest())
    bert.reads("orgotten")
    assert f"{bert.seat}: Bert" not in cleo.asks("who marche")
