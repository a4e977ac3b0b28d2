"""Games for those who are invited: by letter, by a word, and closed to whoever guesses."""

from __future__ import annotations

import json
import re

from pbem.games import games
from pbem.games.rules import Rules
from pbem.games.seating import invitations
from pbem.storage.models import Player
from tests.games.party import MASTER, Party
from tests.mail.conftest import Office

PRIVATE = Rules(open_to="invited")
ADA, BOB, EVE = "ada@example.org", "bob@example.org", "eve@example.org"


def master_says(office: Office, line: str) -> str:
    """The master writes to the open address and agrees to what is asked about."""
    office.write(MASTER, "pbem@pbem.test", line, "verdun")
    office.write(MASTER, office.reply_address(office.outbox(MASTER, "question")[-1]), "yes")
    return " ".join(text for _, text in office.outcomes(MASTER))


def invite(office: Office, party: Party, *addresses: str) -> None:
    with office.store.write_session() as session:
        game = party.game(session)
        master = session.get_one(Player, game.master_id)
        invitations.invite_players(session, game, master, addresses, office.now)


def test_a_master_invites_by_letter_and_they_join_by_an_answer(office: Office) -> None:
    """Each gets one letter, however often he is invited; a game that is not open to all admits him."""
    office.open_party(rules=PRIVATE)
    assert master_says(office, f"invite {ADA}, Bob <{BOB}>") == f"Invited: {ADA} and {BOB}. Each gets a letter."
    assert "Nobody was invited" in master_says(office, f"invite {ADA}")
    assert len(office.outbox(ADA, "invited")) == 1
    office.write(ADA, office.reply_address(office.outbox(ADA, "invited")[0]), "join verdun as blue")
    assert office.outcomes(ADA)[0][0] == "ok"
    office.write(BOB, office.reply_address(office.outbox(BOB, "invited")[0]), "Join verdun: any")
    assert "started" in [row.kind for row in office.outbox(BOB)]


def test_a_private_game_stands_in_no_list_and_opens_to_its_word(office: Office) -> None:
    """A stranger does not learn that there is one; the word lets him in by one letter and his yes."""
    party = office.open_party(rules=PRIVATE)
    office.write(EVE, "pbem@pbem.test", "join verdun")
    assert [row.kind for row in office.outbox(EVE)] == ["stranger"]
    office.write(EVE, "pbem@pbem.test", "join verdun word abcdefgh")
    assert "question" not in [row.kind for row in office.outbox(EVE)]
    assert "letter of its own" in master_says(office, "new word")
    found = re.search(r"word ([a-z2-7]{16})$", office.text(office.outbox(MASTER, "word")[0]), re.M)
    assert found
    office.write(EVE, "pbem@pbem.test", f"join verdun word {found[1]} as red")
    office.write(EVE, office.reply_address(office.outbox(EVE, "question")[0]), "yes")
    assert "welcome" in [row.kind for row in office.outbox(EVE)]
    office.write(BOB, "pbem@pbem.test", "games")
    assert "verdun" not in json.dumps([json.loads(row.data) for row in office.outbox(BOB)])
    with office.store.read_session() as session:
        game = party.game(session)
        assert found[1] not in json.dumps([game.word_seed, *[row.data for row in office.outbox()]])
        assert games.list_all_games(session) == [game]


def test_a_word_is_void_when_there_is_another(office: Office) -> None:
    party, key = office.open_party(rules=PRIVATE), office.config.secret_key
    with office.store.write_session() as session:
        game = party.game(session)
        assert not invitations.is_entry_word(key, game, "")
        invitations.renew_entry_word(session, game)
        first = invitations.entry_word(key, game)
        assert invitations.is_entry_word(key, game, first.upper())
        invitations.renew_entry_word(session, game)
        assert not invitations.is_entry_word(key, game, first) and not invitations.is_entry_word(
            "another key", game, first
        )


def test_invitations_flood_nobody(office: Office) -> None:
    """A few letters a day to one address, whoever invites it; a master reaches few strangers a day."""
    for number in range(office.config.limits.invited_to_one + 3):
        invite(office, office.open_party(slug=f"game-{number}"), ADA)
    assert len(office.outbox(ADA, "invited")) == office.config.limits.invited_to_one


def test_a_stranger_who_guesses_a_private_game_learns_nothing_of_it(office: Office) -> None:
    """Neither who plays, nor how it stands, nor who did what; who was invited may ask."""
    party = office.open_party(rules=PRIVATE)
    invite(office, party, ADA)
    for address, level in ((EVE, "no"), (ADA, "ok")):
        office.write(address, "pbem@pbem.test", "help")
        row = office.outbox(address)[-1]
        office.write(address, office.reply_address(row), "who verdun\nstatus verdun\nledger verdun")
        assert [one for one, _ in office.outcomes(address)] == [level] * 3, address
