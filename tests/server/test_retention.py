"""What is kept goes after its time; the game stays."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest
from sqlmodel import SQLModel, col, func, select

from pbem.games.people import people
from pbem.games.talk import press
from pbem.server import retention
from pbem.settings import config
from pbem.settings.config import Config
from pbem.storage.database import Store
from pbem.storage.models import MailIn, Outbox, Player, Press, SignIn, Submission, Tally, WebSession
from pbem.storage.models.words import MailStatus
from tests.games.test_verify import play_whole_game, problems

DAY = timedelta(days=1)
KEEP = 30 * DAY


@pytest.fixture
def settings(tmp_path: Path) -> Config:
    return config.load_config(tmp_path / "instance", {})


def letter(
    store: Store, status: MailStatus, received_at: datetime, key: str = "", to: str = "orders+x@localhost"
) -> int:
    with store.write_session() as session:
        row = MailIn(
            digest=f"{status}{received_at}{key}",
            sender="anna@example.org",
            recipient=to,
            raw=b"From: anna@example.org\n\nstatus\n",
            status=status,
            received_at=received_at,
            ready_at=received_at if status == "new" else None,
        )
        session.add(row)
        session.flush()
        return row.id


def link(player: Player, expires_at: datetime) -> SignIn:
    return SignIn(player_id=player.id, expires_at=expires_at)


def make_invitation(player: Player, key: str, at: datetime) -> Outbox:
    return Outbox(key=key, kind="invitation", player_id=player.id, data='{"a":1}', created_at=at, ready_at=at)


def mail(store: Store, number: int) -> MailIn | None:
    with store.read_session() as session:
        return session.get(MailIn, number)


def count(store: Store, table: type[SQLModel]) -> int:
    with store.read_session() as session:
        return session.exec(select(func.count()).select_from(table)).one()


@pytest.mark.parametrize(
    ("status", "emptied", "deleted"),
    [("done", 30, None), ("parked", 30, None), ("ignored", 3, 30), ("held", 3, 30), ("new", None, None)],
)
def test_letters_are_kept_as_long_as_said(
    store: Store, settings: Config, now: datetime, status: MailStatus, emptied: int | None, deleted: int | None
) -> None:
    """To the day: the bytes first; the row, which knows the letter again, for ever if it was acted on."""
    number = letter(store, status, now)
    letter(store, "new", now, "newest")
    for day in (1, 2, 3, 29, 30, 31, 400):
        retention.prune_store(store, settings, now + day * DAY + timedelta(seconds=1))
        row = mail(store, number)
        assert (row is None) == (deleted is not None and day >= deleted)
        if row is not None:
            assert (row.raw == b"") == (emptied is not None and day >= emptied)


@pytest.mark.parametrize("status", ["done", "parked", "ignored", "held"])
def test_what_anybody_can_send_is_kept_for_days(
    store: Store, settings: Config, now: datetime, status: MailStatus
) -> None:
    """Whatever became of it: nobody can fill the disk for a month by writing to the host, or in a player's name."""
    number = letter(store, status, now, to="postmaster+x@localhost")
    retention.prune_store(store, settings, now + 3 * DAY + timedelta(seconds=1))
    row = mail(store, number)
    assert row is not None and row.raw == b""


def test_a_question_nobody_answered_expires(store: Store, settings: Config, now: datetime) -> None:
    """Settled, with a note for the host, before it goes for good."""
    number = letter(store, "held", now)
    retention.prune_store(store, settings, now + 4 * DAY)
    row = mail(store, number)
    assert row is not None
    assert (row.status, row.note, row.raw) == ("ignored", "expired: nobody confirmed it", b"")


@pytest.mark.usefixtures("toy")
def test_the_game_stays(store: Store, settings: Config, now: datetime) -> None:
    """Every phase is proved again afterwards; submissions, press and the people are there. What was told is gone."""
    party = play_whole_game(store, now)
    with store.write_session() as session:
        game = party.game(session)
        press.post_press(session, game, party.seat(session, "RED"), ["BLU"], "psst", now, "k1")
        for row in session.exec(select(Outbox)):
            row.ready_at, row.sent_at, row.letter = None, now, b"painted"
    before = [count(store, t) for t in (Submission, Press, Player, Outbox)]
    told = [row for row in party.letters() if row.data != "{}"]
    assert {row.kind for row in told} > {"press"}
    assert retention.prune_store(store, settings, now + 400 * DAY) > 0
    assert [count(store, t) for t in (Submission, Press, Player, Outbox)] == before
    assert problems(party) == []
    assert all(row.letter is None for row in party.letters())
    assert {row.kind for row in party.letters() if row.data != "{}"} == {"press"}
    assert retention.prune_store(store, settings, now + 400 * DAY) == 0


def test_who_never_answered_is_forgotten(store: Store, settings: Config, now: datetime) -> None:
    """With what was told to him; not who answered, or was written to lately, or whose letter still waits."""
    with store.write_session() as session:
        for name in ("stranger", "answered", "lately", "waiting", "signing"):
            player = people.get_or_register_player(session, f"{name}@example.org", now)
            session.add(make_invitation(player, f"{name}:1", now))
            player.answered_at = now if name == "answered" else None
            session.add(player)
        lately, signing = (
            people.get_or_register_player(session, "lately@example.org", now),
            people.get_or_register_player(session, "signing@example.org", now),
        )
        session.add(make_invitation(lately, "lately:2", now + 20 * DAY))
        session.add(link(signing, now + 31 * DAY))
        for row in session.exec(select(Outbox).where(~col(Outbox.key).startswith("waiting"))):
            row.ready_at = None
    retention.prune_store(store, settings, now + 31 * DAY)
    with store.read_session() as session:
        left = set(session.exec(select(Player.address)))
        assert left == {f"{name}@example.org" for name in ("answered", "lately", "waiting", "signing")}
        assert not session.exec(select(Outbox).where(col(Outbox.key).startswith("stranger"))).all()


def test_proofs_and_tallies_end(store: Store, settings: Config, now: datetime) -> None:
    """A browser's session, a used or forgotten link, a count whose hour is over."""
    with store.write_session() as session:
        anna = people.get_or_register_player(session, "anna@example.org", now)
        session.add(link(anna, now))
        session.add(WebSession(token_hash="a", player_id=anna.id, created_at=now, expires_at=now + DAY))
        session.add(WebSession(token_hash="b", player_id=anna.id, created_at=now, expires_at=now + DAY))
        session.add_all(Tally(key=key, count=1, ends_at=now + DAY) for key in ("receipts:1", "receipts:2"))
    retention.prune_store(store, settings, now)
    assert [count(store, t) for t in (SignIn, WebSession, Tally)] == [1, 2, 2]
    retention.prune_store(store, settings, now + 2 * DAY)
    assert [count(store, t) for t in (SignIn, WebSession, Tally)] == [1, 1, 1]


def test_no_number_is_given_twice(sqlite: Store, settings: Config, now: datetime) -> None:
    """SQLite gives the highest number away again once its row is gone, and the secret address of a letter to a stranger
    would then be that of somebody else's letter."""
    with sqlite.write_session() as session:
        row = make_invitation(people.get_or_register_player(session, "stranger@example.org", now), "a", now)
        row.ready_at = None
        session.add(row)
    letter(sqlite, "ignored", now)
    retention.prune_store(sqlite, settings, now + 400 * DAY)
    with sqlite.write_session() as session:
        session.add(make_invitation(people.get_or_register_player(session, "anna@example.org", now), "b", now))
        assert session.exec(select(Outbox.id).where(Outbox.key == "b")).one() == 2
        assert session.exec(select(Player.id).where(Player.address == "anna@example.org")).one() == 2
    assert letter(sqlite, "new", now) == 2


def test_two_processes_at_once(store: Store, settings: Config, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small batches, none of them taken twice, none left over."""
    monkeypatch.setattr(retention, "PRUNE_BATCH", 7)
    for n in range(60):
        letter(store, "done", now, str(n))
    done: list[int] = []
    other = Store(store.url.render_as_string(hide_password=False))
    workers = [
        Thread(target=lambda s=s: done.append(retention.prune_store(s, settings, now + 31 * DAY)))
        for s in (store, other)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    other.close()
    assert retention.prune_store(store, settings, now + 31 * DAY) + sum(done) == 60
