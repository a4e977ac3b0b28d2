"""A club's evening by letter alone (docs/evening.md), on a real server: from its opening to its proof elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.club.members import Club, Member
from tests.hosting import PATIENCE, ROOT, Host, Relay, words

pytestmark = pytest.mark.slow

OPENED = """create verdun diplomacy
pace daily 20:00
zone Europe/Paris
seating draw
open invited
grace 0 hours
end"""
SPRING = {
    "Austria": "A VIE - GAL\nA BUD - SER\nF TRI - ALB",
    "England": "F LON - NTH\nF EDI - NWG\nA LVP - YOR",
    "France": "A PAR - BUR\nA MAR - SPA\nF BRE - MAO",
}
HELD = {"Austria": "A VIE", "England": "A LVP", "France": "A PAR"}
"""A unit of each that is there in spring."""


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    import tests.hosting

    tests.hosting.PATIENCE = 25
    relay = Relay()
    relay.controller.start()
    c = Club(Host(tmp_path / "instance", relay), relay)
    yield c
    pathlib_debug(c)
    relay.controller.stop()


def test_an_evening_by_letter(club: Club, tmp_path: Path) -> None:
    """Opened, invited, drawn; three turns with a missed one, a deputy, a vote, a takeover and a correction; ended,
    exported, proved elsewhere. The server is killed amid the mail."""
    with club.host.serving():
        gather(club)
        play_a_turn(club)
        leave(club)
        claim(club)
    club.leases_end()
    with club.host.serving():
        vote_for_time(club, taken_over(club))
        put_right(club)
        end(club)
        prove_elsewhere(club, tmp_path / "elsewhere")
        be_forgotten(club)
        in_french(club)
    pathlib_debug(club)


def gather(club: Club) -> None:
    """Anna opens a game for those she invites; the seats that nobody wants are played by the game's adviser."""
    anna, bert, cleo, dora = (club[name] for name in ("Anna", "Bert", "Cleo", "Dora"))
    anna.sends(OPENED)
    anna.sends("yes", anna.reads("Is this letter yours"))
    told = words(anna.reads("ok  create"))
    assert "verdun waits for those whom you invite" in told and "ZONE Europe/Paris" in told
    told = anna.asks(
        "name Anna\npdf off\nzone Europe/Paris\ndummy Germany\ndummy Italy\ndummy Russia\ndummy Turkey\n"
        "invite bert@example.org, cleo@example.org\nword"
    )
    assert "NO  " not in told
    word = re.search(r"join verdun word (\w+)", words(anna.reads("The word of verdun")))
    assert word
    assert "Anna, the game master of verdun, asks you" in words(bert.reads("An invitation"))
    assert "You wait for the draw" in bert.asks("Yes, gladly!\nname Bert\npdf off")
    cleo.reads("An invitation")
    assert "You wait for the draw" in cleo.asks("join verdun: France, Austria, any\nname Cleo\npdf off")
    assert "2 of 3 are:\nBert\nCleo" in anna.asks("who")
    dora.sends(f"join verdun word {word[1]}", subject="hello")
    dora.sends("yes", dora.reads("Is this letter yours"))
    for one in (bert, cleo, dora):
        assert f"You play {one.seat}" in words(one.reads("The game has begun"))
    assert "no letter" not in words(anna.reads("The game has begun"))


def play_a_turn(club: Club) -> None:
    """Bert has a deputy, Cleo gives her orders, Dora is silent when the deadline comes."""
    bert, cleo, dora, emil = (club[name] for name in ("Bert", "Cleo", "Dora", "Emil"))
    dora.sends("pdf off\nname Dora", dora.newest())
    until = f"{datetime.now(UTC) + timedelta(days=9):%d %b %Y}"
    assert "is asked to stand in" in bert.asks(f"deputy emil@example.org from today to {until}")
    emil.reads("Will you stand in")
    assert "You stand in for" in emil.asks("yes\npdf off")
    emil.reads(f"Spring 1901, movement, {bert.seat}")
    told = emil.asks(f"{SPRING[bert.seat]}\nready\nvote draw")
    assert told.count("ok  ") == 4 and "a deputy cannot do that" in told
    told = cleo.asks(f"{SPRING[cleo.seat]}\npress to {bert.seat}\nShall we be friends?\nendpress\nready")
    assert told.count("ok  ") == 5 and "Receipt 1:" in told
    assert "Shall we be friends?" in words(bert.reads(f"{cleo.seat} to you"))
    club.deadline_comes("verdun")
    assert "You sent no orders for Spring 1901, movement" in words(dora.reads(f"Fall 1901, movement, {dora.seat}"))


def leave(club: Club) -> None:
    dora, anna, bert = (club[name] for name in ("Dora", "Anna", "Bert"))
    assert f"You have left {dora.seat} in verdun" in dora.asks("resign verdun with press")
    assert "“invite NAME@HOST” asks him" in words(anna.reads(f"{dora.seat}: a seat is free"))
    assert "tell the game master of him" in words(bert.reads(f"{dora.seat}: a seat is free"))


def claim(club: Club) -> None:
    """Two want the free seat at once, and the server dies with their letters in its hands."""
    anna, fred, gina, seat = (*(club[name] for name in ("Anna", "Fred", "Gina")), club["Dora"].seat)
    assert "Each gets a letter" in anna.asks("invite fred@example.org, gina@example.org")
    asked = [(one, one.reads("An invitation")) for one in (fred, gina)]
    for one, letter in asked:
        one.sends(f"join verdun as {seat}\nname {one.name}\npdf off", letter)


def taken_over(club: Club) -> Member:
    """Who has got the seat; the other hears that none is free."""
    fred, gina, seat = club["Fred"], club["Gina"], club["Dora"].seat
    answers = {one.name: words(one.reads(r"ok +name \w+")) for one in (fred, gina)}
    got = [name for name, told in answers.items() if f"You play {seat} in verdun" in told]
    [other] = {"Fred", "Gina"} - {*got}
    assert len(got) == 1 and "NO  join" in answers[other]
    assert f"{got[0]} plays {seat} in verdun from now on" in words(club["Cleo"].reads("has a new player"))
    return club[got[0]]


def vote_for_time(club: Club, late: Member) -> None:
    """More than half want another day."""
    bert = club["Bert"]
    assert "Your vote is cast" in late.asks("vote extend 24h")
    assert "You propose 1 day more" in words(late.reads("A vote: 1 day more"))
    assert "To agree, answer with the line:\n    vote extend 24h" in words(bert.reads("A vote: 1 day more"))
    assert "Carried." in bert.asks("vote extend 24h")
    late.reads("new deadline")


def put_right(club: Club) -> None:
    """Orders corrected, if all of it is right; the board; and a turn taken back."""
    anna, cleo = club["Anna"], club["Cleo"]
    unit = "A GAL" if cleo.seat == "Austria" else {"England": "A YOR", "France": "A BUR"}[cleo.seat]
    told = anna.asks(f"correct orders of {cleo.seat}\n{unit} HOLT\nend")
    assert "Nothing was changed" in told or "Nothing was changed" in anna.asks(
        f"correct orders of {cleo.seat}\n{unit} - XYZ\nend"
    )
    assert "are as you wrote them" in anna.asks(f"correct orders of {cleo.seat} because she called me\n{unit} H\nend")
    assert "Why: she called me" in words(cleo.reads("Your orders were corrected"))
    assert "REMOVE" in anna.asks("correct board")
    assert "The board is put right" in anna.asks(
        "correct board because Tunis was drawn wrong\nGIVE TUN TO NOBODY\nGIVE BEL TO FRANCE\nend"
    )
    assert "GIVE BEL TO FRANCE" in words(cleo.reads("The board was corrected"))
    assert "Resolved; " in anna.asks("process because all are here")
    assert "goes on from Fall 1901" in anna.asks("rollback fall 1901 keep orders because we counted wrong")
    assert "Why: we counted wrong" in words(cleo.reads("Back to Fall 1901"))
    anna.sends("official Tonight: the last turn", anna.newest())
    assert "Tonight\n\nthe last turn" in words(cleo.reads("The game master to all"))


def end(club: Club) -> None:
    anna, bert, cleo = club["Anna"], club["Bert"], club["Cleo"]
    late = next(club[name] for name in ("Fred", "Gina") if club.relay.to(club[name].address) and welcomed(club[name]))
    for one in (bert, cleo):
        assert "Your vote is cast" in one.asks("vote draw")
    assert "Carried." in late.asks("vote draw")
    told = words(cleo.reads("The game is over"))
    assert "Scored by the size of the draw" in told and f"{cleo.seat}: Cleo" in told
    assert "All can read now" in cleo.asks("statement\nWell played, all of you.\nendstatement")
    assert "Well played, all of you." in words(anna.reads(f"{cleo.seat} on the game"))


def welcomed(one: Member) -> bool:
    return any("Welcome, " in str(letter["Subject"]) for letter in one.club.relay.to(one.address))


def prove_elsewhere(club: Club, folder: Path) -> None:
    """On a machine that has pbem and nothing of this server's."""
    club["Cleo"].asks("export\nverify")
    letter = club["Cleo"].reads("The game as a file")
    [file] = [part for part in letter.iter_attachments() if str(part.get_filename()).endswith(".pbem")]
    folder.mkdir()
    (folder / "verdun.pbem").write_bytes(file.get_content())
    line = [sys.executable, "-m", "pbem.cli", *re.findall(r"pbem (verify .*)", words(letter))[0].split()]
    done = subprocess.run(line, cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, timeout=PATIENCE)
    club.written.append(done.stdout.decode())
    assert done.returncode == 0, done.stderr
    assert "each resolved again from the orders and the dice" in done.stdout.decode()
    shutil.rmtree(folder)


def be_forgotten(club: Club) -> None:
    bert, cleo = club["Bert"], club["Cleo"]
    assert "To be forgotten for good write" in bert.asks("forget me")
    bert.sends("forget me bert@example.org", bert.newest())
    bert.reads("orgotten")
    assert f"{bert.seat}: Bert" not in cleo.asks("who verdun")


def in_french(club: Club) -> None:
    pass


def pathlib_debug(club: Club) -> None:
    Path("/tmp/told.txt").write_text("\n\n=====\n".join(club.told))
