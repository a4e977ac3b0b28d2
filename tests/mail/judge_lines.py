"""What people are used to write to the judges of old, and what becomes of it here: each line is sent to a server.

`python -m tests.mail.judge_lines` writes docs/judge-commands.md anew.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from sqlmodel import Session, col, select

from pbem.campaigns import opening
from pbem.commands.outcomes import LineOutcome, carry_out_lines
from pbem.games import games
from pbem.games.leading import master
from pbem.games.notify import Kind
from pbem.games.people import people
from pbem.games.seating import seats
from pbem.mail.inbound import clerk, identity
from pbem.mail.inbound.case import open_case
from pbem.mail.inbound.letter import parse_letter as parsed
from pbem.mail.outbound import compose
from pbem.settings import config, mail_addresses
from pbem.settings.config import Config
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Player
from tests.mail.conftest import letter

PAGE = Path(__file__).parents[2] / "docs/judge-commands.md"
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
FRONT, PLAYER, MASTER, STRANGER = (
    "pbem@pbem.test",
    "france@example.org",
    "master@example.org",
    "somebody@example.net",
)
HEAD = """# The commands of the judges
People have played by mail with judges since 1987, and their fingers know the commands. This is what becomes of each
here, shown on a game of Diplomacy called *verdun*, in its second turn; *marne* waits for players, *cup* is a league
that can be entered. The answers are the real ones: `python -m tests.mail.judge_lines` writes this page by giving the
lines to a server, each in a letter of its own, and the test suite compares.

“Done” stands where the line does what it did there; “instead” where the answer tells what does it here.
"""
Writer = Literal["player", "master", "stranger"]
Verdict = Literal["done", "instead", "not understood"]
LINES: dict[str, dict[Writer, tuple[str, ...]]] = {
    "Who writes, and for which seat": {
        "player": (
            "signon fverdun secret",
            "sign on france@verdun secret",
            "signon ?marne secret",
            "signon ? secret",
            "signon mverdun secret",
            "join marne secret",
            "join england@marne secret",
            "join england@marne secret privacyword",
            "takeover england@verdun secret",
            "take over england in verdun",
            "observe marne",
            "observe marne secret",
            "observe ada@marne secret",
            "watch marne",
            "monitor ada@marne secret",
            "monitor marne",
            "resign",
            "resign verdun",
            "withdraw",
            "resign france@verdun secret",
            "signoff",
            "sign off",
            "-- ",
            "register",
            "register\nname: Ada\ncountry: France\nend",
            "i am also other@example.org",
            "reply-to: other@example.org",
            "set address",
            "set address other@example.org",
            "set address a@example.org, b@example.org",
            "set ad other@example.org",
            "set password geheim",
            "set pw geheim",
            "set p geheim",
            "password geheim",
            "whois ada",
            "who game verdun",
            "who game verdun full",
            "who verdun",
            "info player ada@example.org",
            "get dedication",
            "// a comment",
            "\\\\:",
            "help",
            "help press",
            "get help",
            "get index",
            "get syntax",
            "get map.standard",
            "get info.standard",
            "get flist",
            "send me rules",
            "send syntax",
            "get package",
            "version",
            "language french",
            "set language fr",
            "set name Ada",
        ),
        "stranger": (
            "join marne",
            "join marne as england",
            "signon ?marne secret",
            "enter cup",
            "watch marne",
            "observe marne",
            "create loire diplomacy\nend",
            "list",
            "help",
            "register",
        ),
    },
    "Information": {
        "player": (
            "list",
            "list verdun",
            "list full",
            "list full verdun",
            "status",
            "status verdun",
            "summary",
            "summary verdun",
            "history",
            "history verdun",
            "history verdun from 1 mar to 2 mar lines 200",
            "history verdun exclstart f1901m broad",
            "map",
            "map verdun",
            "map verdun gif",
            "diary\nItaly is friendly.\nenddiary",
            "diary record\nItaly is friendly.\nendpress",
            "diary list",
            "diary read 1",
            "diary delete 1",
        )
    },
    "Orders and time": {
        "player": (
            "A PAR - BUR",
            "a par-bur, f bre-mao",
            "a par-bur; f bre-mao",
            "phase f 1901 m\nA PAR H\nendphase",
            "phase spring 1902 movement\nA PAR H\nendphase",
            "if bur then\nA PAR H\nelse\nA PAR - BUR\nendif",
            "clear",
            "set wait",
            "set no wait",
            "set w",
            "set now",
            "set nowait",
            "wait",
            "set absence 10 mar to 12 mar",
            "set no absence",
            "set absence to 13:00",
            "holiday 10 mar to 12 mar",
            "set holidays 10 mar to 12 mar",
            "vacation 10 mar to 12 mar",
            "[england] F LON - NTH",
        )
    },
    "Press": {
        "player": (
            "broadcast\nGood luck to all.\nendbroadcast",
            "broadcast white\nGood luck to all.\nendbroadcast",
            "broadcast grey\nGood luck to all.\nendbroadcast",
            "press to england\nShall we?\nendpress",
            "press to eg\nShall we?\nendpress",
            "press +eg\nShall we?\nendpress",
            "press to england, germany\nShall we?\nendpress",
            "press to all but england\nShall we?\nendpress",
            "press -e\nShall we?\nendpress",
            "press to m\nA question.\nendpress",
            "press to master\nA question.\nendpress",
            "press to o\nA word.\nendpress",
            "press grey to england\nShall we?\nendpress",
            "grey press to england\nShall we?\nendpress",
            "fake broadcast\nShall we?\nendbroadcast",
            "nofake broadcast\nShall we?\nendbroadcast",
            "press fake to england\nShall we?\nendpress",
            "press to england fake to germany\nShall we?\nendpress",
            "press to england fake partial to germany\nShall we?\nendpress",
            "press to england from germany\nShall we?\nendpress",
            "fake from germany",
            "from germany",
            "white",
            "grey",
            "gray",
            "anonymous",
            "anonymously",
            "unanonymous",
            "quiet",
            "endpress",
            "endbroadcast",
            "postal press\nTo be printed with the results.\nendpress",
        ),
        "master": ("official\nThe deadline stands.\nendofficial", "official about the deadline\nIt stands.\nendpress"),
    },
    "Endings": {
        "player": (
            "set draw",
            "set no draw",
            "set draw fei",
            "set draw france, england",
            "set concede e",
            "set concede england",
            "set no concede",
            "set no concede e",
            "conc e",
            "concede england",
            "vote draw",
            "propose draw",
            "vote",
            "promote ada@example.org",
        )
    },
    "Leading a game": {
        "player": ("create ?loire secret gunboat", "create loire diplomacy\npace daily 20:00\nend"),
        "master": (
            "become master",
            "become england",
            "promote france@example.org",
            "takeover master@verdun secret",
            "eject england",
            "eject england@example.org",
            "resign england",
            "dummy england",
            "revive england",
            "revive england secret",
            "set deadline 10 mar 20:00",
            "set grace 12 hours",
            "set grace 10 mar 20:00",
            "set start 10 mar 20:00",
            "set move clock 1200 min 24 next 72 grace 12 delay 1 days -mtwtf-",
            "set retreat clock 1200",
            "set adjust min 12",
            "timing days -mtwtf- next 3d",
            "process",
            "process!",
            "process f 1901 m",
            "predict",
            "preview",
            "rollback s1901m",
            "rollback full spring 1901",
            "rollforward",
            "pause",
            "suspend",
            "resume",
            "wait",
            "terminate",
            "unstart",
            "force begin",
            "form",
            "activate",
            "purge",
            "rename verdun loire secret",
            "reveal",
            "set nmr",
            "set no nmr",
            "set cd",
            "set no cd",
            "set dias",
            "set no dias",
            "set concessions",
            "set no concessions",
            "set list",
            "set no list",
            "set private",
            "set public",
            "set rated",
            "set unrated",
            "set moderated",
            "set unmoderated",
            "set show",
            "set no reveal",
            "set quiet",
            "set no secret",
            "set approval",
            "set approve france",
            "set not approve france",
            "allow player ada@example.org",
            "deny player ada@example.org",
            "set allow player ada@example.org",
            "set deny player -ada@example.org",
            "set access same-site",
            "set level advanced",
            "set dedication 10",
            "set ontimerat 0.9",
            "set resrat 0.9",
            "set max absence 10",
            "set strict grace",
            "set strict wait",
            "set strict convoy",
            "set late count",
            "set late press",
            "set grace press",
            "set minor press",
            "set must order",
            "set touch press",
            "set partial allowed",
            "set white",
            "set grey",
            "set white/grey",
            "set manual process",
            "set auto start",
            "set centers 18",
            "set players 7",
            "set powers 7",
            "set variant gunboat",
            "set comment Friends of Lyon",
            "set comment begin",
            "set preference fei",
            "set preference *",
            "set prfboth",
            "set any centre",
            "set home centre",
            "set one centre",
            "set proxy",
            "set blank board",
            "set watch all press",
            "set observer any",
            "set observer no",
            "set no_press",
            "set civil_disorder",
            "rule no_press",
            "set rule blind",
            "set smart_cd",
            "set player_deadlines",
        ),
    },
}
"""By theme and by who writes; what stands behind a first line is the inside of a block and its end."""


@dataclass(frozen=True)
class Answer:
    """What became of a line, in the words its writer got."""

    writer: Writer
    line: str
    verdict: Verdict
    words: str


class RollBack(Exception):  # noqa: N818
    """Takes back all that a letter did."""


# --- a server with games -----------------------------------------------------------------------------------------


def create_waiting_game(session: Session, slug: str, master: Player) -> Game:
    return games.insert_game(session, "diplomacy", "", slug=slug, master=master, pace="48h", now=NOW)


def prepare_games(session: Session) -> None:
    """A game in its second turn, one that waits for players, a league."""
    leader = people.get_or_register_player(session, MASTER, NOW)
    people.mark_address_proved(session, leader, NOW)
    verdun = create_waiting_game(session, "verdun", leader)
    create_waiting_game(session, "marne", leader)
    opening.create_campaign(
        session, "diplomacy", slug="cup", title="The cup", kind="league", rounds=2, master=leader, now=NOW
    )
    for seat in games.list_game_seats(session, verdun):
        person = people.get_or_register_player(session, f"{seat.label.lower()}@example.org", NOW)
        seats.join_game(session, verdun, person, [seat.code], NOW)
        people.mark_address_proved(session, person, NOW)
    master.process_phase(session, verdun, leader, NOW + timedelta(hours=1))


@contextmanager
def server() -> Iterator[tuple[Store, Config]]:
    with tempfile.TemporaryDirectory() as folder:
        settings = config.load_config(Path(folder), {"PBEM_MAIL_HOST": "pbem.test"})
        store = Store(settings.database)
        store.migrate()
        try:
            with store.write_session() as session:
                prepare_games(session)
            yield store, settings
        finally:
            store.close()


# --- sent and answered -------------------------------------------------------------------------------------------


def address(session: Session, settings: Config, writer: Writer) -> tuple[str, str]:
    """From where and to where somebody writes."""
    if writer == "stranger":
        return STRANGER, FRONT
    game = games.get_game(session, "verdun")
    if writer == "player":
        seat = seats.get_seat_by_name(session, game, "FRANCE")
        return PLAYER, mail_addresses.make_seat_address(
            settings.secret_key, settings.mail_host, seat.id, seat.generation, seat.nonce
        )
    query = select(Outbox).where(Outbox.game_id == game.id, Outbox.player_id == game.master_id)
    row = session.exec(query.order_by(col(Outbox.id).desc())).first()
    assert row is not None, "the master has got no letter"
    return MASTER, compose.load_letter_facts(session, settings, row).reply_address


def send_line(session: Session, settings: Config, writer: Writer, line: str) -> Answer:
    sender, recipient = address(session, settings, writer)
    now = NOW + timedelta(hours=2)
    raw = letter(sender, line).as_bytes()
    mail = MailIn(digest="1", sender=sender, recipient=recipient, raw=raw, received_at=now)
    session.add(mail)
    session.flush()
    if writer == "stranger":
        clerk.handle_letter(session, settings, mail, parsed(raw), now)
        return answer_to_stranger(session, settings, line)
    read = parsed(raw)
    case = open_case(session, settings, mail, read, identity.find_writer(session, settings, mail, read), now)
    return judge_outcomes(carry_out_lines(case), writer, line)


def answer_to_stranger(session: Session, settings: Config, line: str) -> Answer:
    """Return what a stranger is told: a question whether the letter is his, or what this server is."""
    query = select(Outbox).join(Player, col(Outbox.player_id) == Player.id).where(Player.address == STRANGER)
    row = session.exec(query).first()
    if row is None:
        return Answer("stranger", line, "not understood", "")
    if row.kind == Kind.STRANGER:
        return Answer("stranger", line, "instead", "A letter tells what this server is, and how to join a game.")
    body = compose.compose_letter(session, settings, row).get_body(("plain",))
    assert body is not None
    asks = next(part for part in body.get_content().replace("\r", "").split("\n\n") if "in your name" in part)
    return Answer("stranger", line, "done", " ".join(asks.split()))


def judge_outcomes(found: Sequence[LineOutcome], writer: Writer, line: str) -> Answer:
    """“Not understood”: taken for an order of the game that is none, or passed over where somebody meant something."""
    words = " / ".join(dict.fromkeys(map(describe_outcome, found)))
    if any(one.level == "no" and one.name == "orders" for one in found) or not (found or line.startswith("-- ")):
        return Answer(writer, line, "not understood", words)
    instead = any(one.level == "no" or one.name.startswith("judge") for one in found)
    return Answer(writer, line, "instead" if instead else "done", words)


def describe_outcome(one: LineOutcome) -> str:
    return f"An order: {one.text}" if one.name == "orders" and one.level == "ok" else one.text


def answers() -> dict[str, list[Answer]]:
    """Return what becomes of every line, by theme. Each is taken back before the next is sent."""
    with server() as (store, settings):
        return {
            theme: [try_line(store, settings, writer, line) for writer, lines in groups.items() for line in lines]
            for theme, groups in LINES.items()
        }


def try_line(store: Store, settings: Config, writer: Writer, line: str) -> Answer:
    found: list[Answer] = []
    try:
        with store.write_session() as session:
            found.append(send_line(session, settings, writer, line))
            raise RollBack
    except RollBack:
        return found[0]


# --- the page ----------------------------------------------------------------------------------------------------


def render_judge_page(found: dict[str, list[Answer]]) -> str:
    """The page."""
    parts = [HEAD]
    for theme, rows in found.items():
        table = ["| who | line | | answer |", "|---|---|---|---|", *map(row_of, rows)]
        parts.append(f"## {theme}\n" + "\n".join(table) + "\n")
    return "\n".join(parts)


def row_of(one: Answer) -> str:
    lines = "<br>".join(f"`{line}`" for line in one.line.split("\n"))
    words = " ".join(one.words.split()).replace("|", "\\|").replace("<", "&lt;")
    return f"| {one.writer} | {lines} | {one.verdict} | {words} |"


if __name__ == "__main__":
    PAGE.write_text(render_judge_page(answers()), "utf-8")
