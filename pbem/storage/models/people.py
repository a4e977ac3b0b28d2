"""Who plays, and the browsers that are signed in."""

from __future__ import annotations

from datetime import date, datetime

from sqlmodel import AutoString, Field, SQLModel

from pbem.storage.models.words import Print, Size, Toner


class Player(SQLModel, table=True):
    """A person, known by a mail address (lower case). `bot` names the program that plays instead of a person.

    `paper`, `print` and `toner` say what PDFs are made for (`pbem.render.paper.Paper`).
    `answered_at`: when the address first proved that it wants our letters; until then it gets one invitation.
    `calendar` is the generation of the address of the person's calendar feed: raising it makes the addresses before
    void. `bounces` counts letters that came back for good, `bounced_at` the last one; `unreachable_at`: there were too
    many.
    """

    id: int = Field(default=None, primary_key=True)
    address: str = Field(unique=True)
    name: str = ""
    zone: str = "UTC"
    paper: Size = Field(default="A4", sa_type=AutoString)
    print: Print = Field(default="normal", sa_type=AutoString)
    toner: Toner = Field(default="full", sa_type=AutoString)
    attach_pdf: bool = True
    bot: str = Field(default="", index=True)
    calendar: int = 0
    created_at: datetime
    answered_at: datetime | None = None
    bounces: int = 0
    bounced_at: datetime | None = None
    unreachable_at: datetime | None = None
    banned_at: datetime | None = None
    """Since when the host lets nothing of it in."""
    forgotten_at: datetime | None = None
    """Since when the person is gone, and only what games need is left."""


class SignIn(SQLModel, table=True):
    """A mailed sign-in link: one use, short life, bound to the browser that asked unless `browser_hash` is "".

    Its token is not kept: it is made from this row and the server's key when the letter is painted, and again when the
    link is used (`pbem.games.people.sign_in.make_link_token`)."""

    __tablename__ = "sign_in"
    id: int = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    browser_hash: str = ""
    expires_at: datetime
    used_at: datetime | None = None


class WebSession(SQLModel, table=True):
    """A browser that is signed in: the hash of the secret in its cookie. Signing out deletes the row."""

    __tablename__ = "web_session"
    id: int = Field(default=None, primary_key=True)
    token_hash: str = Field(unique=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    created_at: datetime
    expires_at: datetime


class Absence(SQLModel, table=True):
    """Days on which a player is away, both ends included, as days of their zone then.

    `uid` names the event of a calendar file that told it, `revision` how often it was changed; `ended_at`: when they
    took it back, whether it had begun or not.
    """

    id: int = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    first_day: date
    last_day: date
    zone: str
    uid: str = ""
    revision: int = 0
    asked_at: datetime
    ended_at: datetime | None = None
