"""A stranger's first letter may ask for more than a seat; who takes part in anything is asked about his own letters."""

from __future__ import annotations

import pytest
from sqlmodel import Session, select

from pbem.campaigns import opening
from pbem.games import games
from pbem.games.leading import leaders
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import watchers
from pbem.storage.models import Campaign, Entrant, Game, Player, Watcher, Wish
from tests.games.party import Party
from tests.mail.conftest import Office

NEW, RED, FRONT = "new@example.org", "red@example.org", "pbem@pbem.test"
LURE = "Cheap pills at example.net"


@pytest.fixture
def game(office: Office) -> Party:
    game = office.open_party(players=3)
    with office.store.write_session() as session:
        opening.create_campaign(
            session, "diplomacy", slug="cup", title="The cup", kind="league", rounds=1, now=office.now
        )
    return game


def player(session: Session) -> Player:
    return session.exec(select(Player).where(Player.address == NEW)).one()


def has_entered(session: Session) -> bool:
    return session.exec(select(Entrant).where(Entrant.player_id == player(session).id)).first() is not None


def watching(session: Session) -> bool:
    return watchers.is_watching(session, games.get_game(session, "verdun"), player(session))


def leads_games(session: Session) -> bool:
    found = session.exec(select(Campaign).where(Campaign.slug == "pills")).first()
    return found is not None and found.master_id == player(session).id


def leading(session: Session) -> bool:
    return [game.slug for game in leaders.list_led_games(session, player(session))] == ["pills"]


WISHES = (
    ("enter cup", "to take part in cup", has_entered),
    ("watch verdun", "for the public reports of the game verdun", watching),
    ("create pills diplomacy\nend", "to open a game of Diplomacy", leading),
    ("create league pills diplomacy\nrounds 2\nend", "to open several games of Diplomacy", leads_games),
)


@pytest.mark.parametrize(("text", "told", "done"), WISHES)
def test_a_wish_is_asked_about_in_our_words_and_done_after_a_yes(
    office: Office, game: Party, text: str, told: str, done: object
) -> None:
    """Nothing is done before; nothing of the letter is shown to whom it names; nothing else is done."""
    assert callable(done)
    office.write(NEW, FRONT, f"{text}\nbroadcast: {LURE}\nname {LURE}", LURE)
    (asked,) = office.outbox(NEW)
    shown = office.text(asked)
    assert asked.kind == "question" and told in shown and "pills" not in shown
    with office.store.read_session() as session:
        assert not done(session)
    office.write(NEW, office.reply_address(asked), "yes")
    with office.store.read_session() as session:
        assert done(session) and not player(session).name
    assert [level for level, _ in office.outcomes(NEW)] == ["ok"] and not game.letters("press")


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(
    "text",
    ["enter nothing", "watch nothing", "create pills nothing\nend", "create pills toy", "create league pills toy"],
)
def test_what_there_is_not_is_not_asked_about(office: Office, text: str) -> None:
    office.write(NEW, FRONT, text)
    assert [row.kind for row in office.outbox(NEW)] == ["stranger"]


def test_a_game_that_is_not_open_to_all_is_not_told_of(office: Office) -> None:
    """Neither that there is one, nor how it is called, without its word."""
    office.open_party(rules=Rules(open_to="invited"))
    office.write(NEW, FRONT, "watch verdun")
    assert [row.kind for row in office.outbox(NEW)] == ["stranger"]


def test_a_wish_that_cannot_be_the_same_any_more_is_not_done(office: Office, game: Party) -> None:
    office.write(NEW, FRONT, "watch verdun")
    (asked,) = office.outbox(NEW)
    reply = office.reply_address(asked)
    with office.store.write_session() as session:
        found = session.get_one(Game, game.game_id)
        found.slug = "ypres"
        session.add(found)
    office.write(NEW, reply, "yes")
    assert [level for level, _ in office.outcomes(NEW)] == ["no"]


@pytest.mark.parametrize("part", ["entrant", "watcher", "wish", "leader of a campaign"])
def test_who_takes_part_is_asked_whether_a_letter_is_his(office: Office, game: Party, part: str) -> None:
    """His letters come with no proof, as anybody's: he is shown what they say, and is no stranger."""
    with office.store.write_session() as session:
        person = people.get_or_register_player(session, NEW, office.now)
        people.mark_address_proved(session, person, office.now)
        cup = opening.get_campaign(session, "cup")
        if part == "leader of a campaign":
            cup.master_id = person.id
            session.add(cup)
        elif part == "entrant":
            opening.enter_campaign(session, cup, person, office.now)
        elif part == "watcher":
            session.add(Watcher(player_id=person.id, game_id=game.game_id, since=office.now))
        else:
            session.add(Wish(player_id=person.id, game_id=game.game_id, wished_at=office.now))
    office.write(NEW, FRONT, "leave cup")
    row = office.outbox(NEW)[-1]
    assert row.kind == "question" and "    leave cup" in office.text(row)


def test_a_wish_for_another_game_is_about_none_of_ones_own(office: Office) -> None:
    """Who plays one game and joins another is asked, and answered, about that alone: neither under the name of the
    first nor with the orders that stand there."""
    office.write(RED, office.seat_address(office.start_party(), "RED"), "bid 7")
    with office.store.write_session() as session:
        games.insert_game(session, "toy", slug="marne", now=office.now)
    office.write(RED, FRONT, "Hello,\njoin marne")
    asked = office.outbox(RED)[-1]
    assert office.paint_letter(asked)["Subject"] == "Is this letter yours?" and "verdun" not in office.text(asked)
    office.write(RED, office.reply_address(asked), "yes")
    receipt = office.outbox(RED, "receipt")[-1]
    assert office.outcomes(RED)[-1][0] == "ok" and "verdun" not in office.text(receipt)
    assert "as they stand" not in office.text(receipt)
