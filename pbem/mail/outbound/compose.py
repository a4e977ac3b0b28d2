"""Outbox row to letter: painted when it is sent, from what the database says then and the facts kept in the row.

Every letter begins with the sentinel line, so that an answer can be told from what it quotes, and says by its fields
that a machine wrote it and how to answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from email.headerregistry import Address
from email.message import EmailMessage
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, select_autoescape
from markupsafe import Markup
from sqlmodel import Session

from engines.report import Block
from pbem import render
from pbem.documents import printing
from pbem.games.notify import Kind
from pbem.games.seating import substitutes
from pbem.mail.inbound import identity
from pbem.mail.inbound.letter import LOOP_HEADER
from pbem.mail.inbound.quoting import SENTINEL
from pbem.mail.outbound import mime_parts
from pbem.mail.outbound.letter_facts import LetterFacts, LetterObsolete
from pbem.mail.outbound.particulars import PDF_LIMIT
from pbem.mail.outbound.pictures import Album, InlinePicture, draw_first_blocks
from pbem.mail.outbound.vocabulary import build_vocabulary
from pbem.records import file
from pbem.render.to_mail import LetterPicture, render_mail_paragraphs
from pbem.settings.config import Config, templates_folder
from pbem.storage.models import Game, Outbox, Phase, Player, Seat
from pbem.wording import ENGLISH, LANGUAGES, Tongue, current_seat_tongue

if TYPE_CHECKING:
    from css_inline import CSSInliner

PDF = "application/pdf"
FOLDER = templates_folder() / "mail"


def load_letter_facts(session: Session, config: Config, row: Outbox) -> LetterFacts:
    """Raises LetterObsolete."""
    seat = session.get(Seat, row.seat_id) if row.seat_id else None
    player, deputy = session.get_one(Player, row.player_id), None
    if seat is not None and seat.player_id != player.id:
        deputy = substitutes.find_accepted_deputy(session, seat, player)
        if deputy is None:
            raise LetterObsolete("the seat has another player now")
    data, game = json.loads(row.data), session.get(Game, row.game_id) if row.game_id else None
    return LetterFacts(
        config=config,
        row=row,
        kind=Kind(row.kind),
        data=data,
        player=player,
        game=game,
        phase=session.get(Phase, row.phase_id) if row.phase_id else None,
        seat=seat,
        say=choose_tongue(current_seat_tongue(session, game, seat)),
        deputy=deputy,
    )


def choose_tongue(say: Tongue) -> Tongue:
    """The language of a letter; where the server has no words of it, all of the letter is English."""
    return say if say.code in LANGUAGES else ENGLISH


def compose_letter(session: Session, config: Config, row: Outbox, album: Album | None = None) -> EmailMessage:
    """The letter of an outbox row, the same bytes whenever nothing has changed. Without an `album` it has no pictures.
    Raises LetterObsolete."""
    known = load_letter_facts(session, config, row)
    words = build_vocabulary(session, known)
    subject, text = render_subject_and_text(mail_environment().get_template(f"{known.kind}.txt"), words)
    foot = mail_environment().get_template("footer.txt").render(words)
    body = "\n\n".join(filter(None, (SENTINEL, text, words.get("enclosed"), foot.strip())))
    hung, enclosed = paint_pictures_and_files(known, words, album)
    html = mime_parts.text_part(render_letter_html(known, words, subject, text, foot, hung), "html")
    shown = mime_parts.join_parts("related", [html, *picture_parts(hung.values())])
    told, message = [mime_parts.text_part(body, "plain"), shown], start_message(known, subject)
    if not enclosed:
        return mime_parts.join_parts("alternative", told, message)
    return mime_parts.join_parts("mixed", [mime_parts.join_parts("alternative", told), *enclosed], message)


def render_subject_and_text(template: Template, words: dict[str, Any]) -> tuple[str, str]:
    """The subject, which is a template's first line, and the text below it."""
    subject, _, text = template.render(words).partition("\n")
    return " ".join(subject.split()), text.strip("\n")


@lru_cache(maxsize=1)
def mail_environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )


TEMPLATES = frozenset(path.stem for path in FOLDER.glob("*.txt"))
if wanting := [kind for kind in Kind if kind not in TEMPLATES]:
    raise RuntimeError(f"there is no template for {', '.join(wanting)}")


# --- how it looks and travels ------------------------------------------------------------------------------------


def render_letter_html(
    known: LetterFacts, words: dict[str, Any], subject: str, text: str, foot: str, hung: Mapping[int, InlinePicture]
) -> str:
    """The letter as HTML, its looks written into its elements."""
    way = f"{known.config.public_url}/games/{known.game.slug}" if known.game else known.config.public_url
    there = f"{way}/phases/{known.phase.number}" if known.phase and known.config.public_url else ""

    def picture_of_block(block: Block) -> LetterPicture | None:
        one = hung.get(id(block))
        more = known.say("whole map" if one and one.cut else "map on the web")
        return LetterPicture(f"cid:{one.name}", one.words, there, more) if one else None

    body = Markup(render_mail_paragraphs(text) + render.render_mail_html(words.get("blocks", ()), picture_of_block))
    around = Markup(render_mail_paragraphs(foot.strip().removeprefix("--").strip(), "quiet"))
    facts = {**words, "subject": subject, "body": body, "sentinel": SENTINEL, "foot": around}
    return inline_styles(mail_environment().get_template("letter.html").render(facts))


def inline_styles(html: str) -> str:
    """Looks from the style sheet, written into the elements; what is for dark screens stays a style sheet."""
    return css_inliner().inline(html)


@lru_cache(maxsize=1)
def css_inliner() -> CSSInliner:
    from css_inline import CSSInliner  # two megabytes

    return CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def picture_parts(hung: Iterable[InlinePicture]) -> list[EmailMessage]:
    """Pictures to be shown by the HTML, each once."""
    found = {one.name: one.png for one in hung}
    return [
        mime_parts.file_part(png, "image/png", f"map-{n}.png", name) for n, (name, png) in enumerate(found.items(), 1)
    ]


def paint_pictures_and_files(
    known: LetterFacts, words: Mapping[str, Any], album: Album | None
) -> tuple[dict[int, InlinePicture], list[EmailMessage]]:
    """The pictures of a letter, which another process paints while its files are made here."""
    if album is None or "blocks" not in words:
        return {}, file_parts(known, words)
    drawn = draw_first_blocks(words["blocks"])
    with ThreadPoolExecutor(1, "pictures") as waiting:
        hung = waiting.submit(album.hang_pictures, drawn, known.config.mail_host)
        enclosed = file_parts(known, words)
    return hung.result(), enclosed


def file_parts(known: LetterFacts, words: Mapping[str, Any]) -> list[EmailMessage]:
    """Return what hangs on a letter, unless it is too large to be mailed."""
    game, found = known.game, list[tuple[bytes, str, str]]()
    if known.kind is not Kind.REMIND and "blocks" in words and known.player.attach_pdf and game and known.phase:
        paper = printing.player_paper(known.player)
        pdf = printing.render_phase_pdf(words["blocks"], paper, game, known.seat, known.say, known.config)
        found.append((pdf, PDF, f"{game.slug}-{known.phase.number:03}-{known.phase.name}.pdf"))
    if words.get("enclosed_book"):
        found.append((words["enclosed_book"], PDF, f"{game.slug if game else 'game'}.pdf"))
    if words.get("enclosed_record") and game:
        found.append((words["enclosed_record"], "application/gzip", f"{game.slug}{file.ENDING}"))
    if words.get("booklet"):
        found.append((words["booklet"], PDF, f"{known.data['engine']}.pdf"))
    if words.get("exported"):
        found.append((words["exported"], "application/json", "pbem.json"))
    return [mime_parts.file_part(content, kind, name) for content, kind, name in found if len(content) <= PDF_LIMIT]


def start_message(known: LetterFacts, subject: str) -> EmailMessage:
    """An empty letter with its fields."""
    host, row = known.config.mail_host, known.row
    message = EmailMessage(
        policy=mime_parts.POLICY if known.player.address.isascii() else mime_parts.POLICY.clone(utf8=True)
    )
    name = (
        f"{known.say.seat_name(known.seat)} · {known.game.slug}"
        if known.seat and known.game
        else known.game.slug
        if known.game
        else "pbem"
    )
    # who passes a letter on copies this field, so no secret is in it
    mime_parts.set_field(message, "From", str(Address(name, "pbem", host)))
    mime_parts.set_field(message, "To", known.player.address)
    mime_parts.set_field(message, "Subject", break_encoded_words(subject))
    mime_parts.set_date(message, row.created_at)
    mime_parts.set_field(message, "Message-ID", identity.make_message_id(known.config, row))
    mime_parts.set_field(message, "Reply-To", known.reply_address)
    threads = [
        f"<{kind}.{number}@{host}>" for kind, number in (("game", row.game_id), ("phase", row.phase_id)) if number
    ]
    answered = break_encoded_words(row.in_reply_to)
    if answered:
        mime_parts.set_field(message, "In-Reply-To", answered)
    if threads or answered:
        mime_parts.set_field(message, "References", " ".join(filter(None, (*threads, answered))))
    if known.game:
        mime_parts.set_field(message, "List-Id", f"<{known.game.slug}.{host}>")
    mime_parts.set_field(message, "Auto-Submitted", "auto-replied" if known.kind is Kind.RECEIPT else "auto-generated")
    mime_parts.set_field(message, "X-Auto-Response-Suppress", "All")
    mime_parts.set_field(message, LOOP_HEADER, host)
    return message


def break_encoded_words(text: str) -> str:
    """The words of a field, so that nothing in them is decoded: an encoded line end would begin a field of its own."""
    return text.replace("=?", "= ?")
