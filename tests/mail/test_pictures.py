"""The pictures in letters: painted once, kept for all, and never what keeps a letter from going."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import pytest
from sqlmodel import col, func, select
from structlog.testing import capture_logs

from engines.report import Map
from pbem.games import games
from pbem.games.people import people
from pbem.games.seating import seats
from pbem.mail.outbound import painting, pictures
from pbem.mail.outbound.compose import compose_letter
from pbem.mail.outbound.pictures import Album, PictureDrawing, draw_block
from pbem.render import to_png
from pbem.render.collage import Collage
from pbem.server import retention
from pbem.storage.models import Outbox, Picture
from tests.games.party import Party, clock_at
from tests.mail.conftest import Office
from tests.pixels import POINT
from tests.render.sample import MAP


def drawing(wide: int, high: int) -> PictureDrawing:
    return PictureDrawing(Collage(wide, high, ()))


ONE, TWO = drawing(3, 2), drawing(6, 4)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Collage]:
    """Return what was painted."""
    found: list[Collage] = []

    def png(collage: Collage, _: int) -> bytes:
        found.append(collage)
        return POINT

    monkeypatch.setattr(to_png, "paint_png", png)
    return found


def fails(error: Exception) -> Callable[..., bytes]:
    def png(*_: object) -> bytes:
        raise error

    return png


def album(office: Office) -> Album:
    return Album(office.store, clock_at(office.now))


def count_kept_pictures(office: Office) -> int:
    with office.store.read_session() as session:
        return session.exec(select(func.count()).select_from(Picture)).one()


def images(letter: EmailMessage) -> list[EmailMessage]:
    return [part for part in letter.walk() if part.get_content_maintype() == "image"]


def html(letter: EmailMessage) -> str:
    body = letter.get_body(("html",))
    assert body is not None
    return str(body.get_content())


def alt_of(page: str) -> str:
    return page.split(' alt="')[1].split('"')[0]


def diplomacy(office: Office) -> Party:
    """Diplomacy, as it begins."""
    with office.store.write_session() as session:
        game = games.insert_game(session, "diplomacy", slug="verdun", now=office.now)
        for seat in games.list_game_seats(session, game):
            player = people.get_or_register_player(session, f"{seat.code.lower()}@example.org", office.now)
            seats.join_game(session, game, player, [seat.code], office.now)
        assert game.id is not None
        return Party(office.store, game.id)


@pytest.fixture
def party(office: Office) -> Party:
    return diplomacy(office)


# --- the album ----------------------------------------------------------------------------------------------------


def test_a_picture_is_painted_once_for_all(office: Office, calls: list[Collage]) -> None:
    """By whichever process comes first."""
    assert [album(office).get_picture(one) for one in (ONE, ONE, TWO, ONE)] == [POINT] * 4
    assert calls == [ONE.collage, TWO.collage] and count_kept_pictures(office) == 2


def test_two_processes_may_paint_the_same(office: Office, calls: list[Collage]) -> None:
    """At the same time: one of them keeps it, and both have it."""
    first, second = album(office), album(office)
    assert (
        first.paint_picture(ONE) == second.paint_picture(ONE) == POINT
        and len(calls) == 2
        and count_kept_pictures(office) == 1
    )


def test_no_more_are_kept_than_there_is_room_for(
    office: Office, calls: list[Collage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest go; one that is wanted again is painted again."""
    monkeypatch.setattr(pictures, "MOST_PICTURES", 5)
    every = [drawing(n, 1) for n in range(1, 13)]
    for one in every:
        album(office).get_picture(one)
    assert count_kept_pictures(office) == 5
    album(office).get_picture(every[-1])
    album(office).get_picture(every[0])
    assert len(calls) == 13 and count_kept_pictures(office) == 5


def test_they_go_when_letters_go(office: Office, calls: list[Collage]) -> None:
    """The newest stays, as of every table."""
    album(office).get_picture(ONE)
    office.later(days=20)
    album(office).get_picture(TWO)
    retention.prune_store(office.store, office.config, office.now + office.config.keep - timedelta(days=1))
    with office.store.read_session() as session:
        assert session.exec(select(Picture.key)).all() == [TWO.key] and len(calls) == 2


def test_what_cannot_be_painted_is_not_tried_again(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(to_png, "paint_png", fails(to_png.PaintingFailed("no")))
    assert album(office).get_picture(ONE) == b"" and count_kept_pictures(office) == 1
    monkeypatch.setattr(to_png, "paint_png", lambda *_: POINT)
    assert album(office).get_picture(ONE) == b"" and album(office).get_picture(TWO) == POINT


def test_too_large_a_picture_is_none(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(to_png, "paint_png", lambda *_: b"x" * (pictures.LARGEST_PICTURE + 1))
    assert album(office).get_picture(ONE) == b"" and count_kept_pictures(office) == 1


def test_a_machine_that_has_no_room_is_no_fault_of_the_drawing(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next letter tries again."""
    monkeypatch.setattr(to_png, "paint_png", fails(OSError("no processes left")))
    assert album(office).get_picture(ONE) == b"" and count_kept_pictures(office) == 0
    monkeypatch.setattr(to_png, "paint_png", lambda *_: POINT)
    assert album(office).get_picture(ONE) == POINT


def test_the_host_is_told_once_that_no_picture_can_be_painted(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """For want of a library, say: letters go with words, and the log is not filled with it."""
    monkeypatch.setattr(to_png, "paint_png", fails(to_png.PainterMissing("no cairo")))
    pictures.warn_of_missing_painter.cache_clear()
    with capture_logs() as told:
        assert [album(office).get_picture(one) for one in (ONE, TWO, ONE)] == [b""] * 3
    assert [one["error"] for one in told] == ["no cairo"] and count_kept_pictures(office) == 0


def test_tall_pictures_are_narrower() -> None:
    """No picture has many more pixels than another."""
    tall, wide = drawing(1, 3), drawing(3, 2)
    assert wide.pixel_width == pictures.WIDTH and tall.pixel_width * tall.pixel_width * 3 == pytest.approx(
        pictures.PIXELS, rel=0.01
    )


# --- letters ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("party")
def test_a_letter_shows_the_map(office: Office, calls: list[Collage]) -> None:
    """P1: no letter showed it, and HTML lacked even the words that plain text has. The picture is a part of the letter,
    named where it is shown, with what it shows in words; the letter of a seat shows the part that concerns it."""
    office.deliver()
    letter = office.paint_letter(office.outbox("england@example.org", "started")[-1])
    [picture] = images(letter)
    name = picture["Content-ID"].strip("<>")
    page = html(letter)
    assert f'src="cid:{name}"' in page and page.count("<img") == 1 and picture.get_content() == POINT
    assert "England: " in alt_of(page) and "fleet London" in alt_of(page)
    assert "fleet London" not in page.replace(alt_of(page), "") and "The whole map, on the web" in page
    assert f"{office.config.public_url}/games/verdun/phases/1" in page
    assert [part.get_content_type() for part in letter.walk() if part.is_multipart()] == [
        *("multipart/mixed", "multipart/alternative", "multipart/related")
    ]
    assert len(calls) == 7 and len({one.digest for one in calls}) == 7


@pytest.mark.usefixtures("party")
def test_a_letter_that_is_sent_again_has_the_same_bytes(office: Office) -> None:
    row = office.outbox("england@example.org", "started")[-1]
    assert row.id is not None
    first, again = (painting.paint_letter(office.store, office.config, row.id, album(office)) for _ in range(2))
    assert isinstance(first, painting.PaintedLetter) and first == again and b"Content-ID" in first.letter


@pytest.mark.slow
@pytest.mark.usefixtures("party")
def test_without_its_picture_a_letter_goes_with_words(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(to_png, "paint_png", fails(to_png.PaintingFailed("it took more than 20 s")))
    office.deliver()
    letter = office.paint_letter(office.outbox("england@example.org", "started")[-1])
    page = html(letter)
    assert images(letter) == [] and "<img" not in page and "fleet London" in page
    assert all(row.sent_at for row in office.outbox())


@pytest.mark.usefixtures("party")
def test_after_a_death_nothing_new_is_painted(office: Office, calls: list[Collage]) -> None:
    """A worker died with the letter, perhaps of its picture: it goes without, unless the picture is there already."""
    row = office.outbox("england@example.org", "started")[-1]
    with office.store.write_session() as session:
        session.get_one(Outbox, row.id).claims = 2
    assert row.id is not None
    found = painting.paint_letter(office.store, office.config, row.id, album(office))
    assert isinstance(found, painting.PaintedLetter) and b"Content-ID" not in found.letter and calls == []


@pytest.mark.slow
@pytest.mark.usefixtures("party")
def test_who_has_waited_has_a_picture_too(office: Office, calls: list[Collage]) -> None:
    """When a thousand games are due at once, the last letter leaves minutes after it was written."""
    office.later(hours=1)
    office.deliver()
    assert len(calls) == len(office.outbox(kind="started")) == 7
    assert images(office.paint_letter(office.outbox("england@example.org", "started")[-1]))


@pytest.mark.usefixtures("party")
def test_what_may_have_gone_before_is_sent_as_it_was(office: Office, calls: list[Collage]) -> None:
    """With the pictures that it had, also if somebody died with it meanwhile."""
    row = office.outbox("england@example.org", "started")[-1]
    first = painting.paint_letter(office.store, office.config, row.id or 0, album(office))
    assert isinstance(first, painting.PaintedLetter) and b"Content-ID" in first.letter
    for tried in ({"attempts": 1}, {"claims": 2}):
        with office.store.write_session() as session:
            session.get_one(Outbox, row.id).sqlmodel_update({"attempts": 0, "claims": 1, **tried})
        assert painting.paint_letter(office.store, office.config, row.id or 0, album(office)) == first
    assert len(calls) == 1


def test_who_sees_less_is_shown_less(office: Office, party: Party, calls: list[Collage]) -> None:
    """A picture is painted from what the reader's seat sees, and known by nothing else: the drawing itself."""
    with office.store.read_session() as session:
        rows = [row for row in office.outbox(kind="started") if row.seat_id]
        for row in rows:
            compose_letter(session, office.config, row, album(office))
    assert len(calls) == len(rows) and all("verdun" not in repr(one) for one in calls)
    with office.store.read_session() as session:
        keys = session.exec(select(Picture.key).order_by(col(Picture.id))).all()
    assert len({*keys}) == len(rows) and party.game_id


def test_two_maps_that_look_alike_are_shown_once(office: Office, calls: list[Collage]) -> None:
    alike = Map(MAP.chart, "Another title", MAP.owners, MAP.pieces, styles=MAP.styles)
    plain = Map(MAP.chart, "A title", MAP.owners, MAP.pieces, styles=MAP.styles)
    assert (
        len(album(office).hang_pictures(pictures.draw_first_blocks((plain, alike)), "pbem.test")) == 1
        and len(calls) == 1
    )
    assert draw_block(plain) == draw_block(alike)


@pytest.mark.slow
@pytest.mark.usefixtures("party", "pixels")
def test_the_picture_itself(office: Office) -> None:
    """Painted for one letter, as fine as phones are and small enough to be mailed."""
    row = office.outbox("turkey@example.org", "started")[-1]
    with office.store.read_session() as session:
        letter = compose_letter(session, office.config, row, album(office))
    [picture] = images(letter)
    assert picture.get_content().startswith(b"\x89PNG") and 20_000 < len(picture.get_content()) < 120_000
