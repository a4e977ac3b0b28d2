"""The embedded mailbox: every letter the server sent, readable and answerable in the browser.

It exists only for demonstrations, or where a host asks for it by name."""

from __future__ import annotations

from base64 import b64encode
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import load_only
from sqlmodel import col, select

from pbem.mail.inbound import intake
from pbem.storage.models import MailIn, Outbox, Player
from pbem.web.http import access
from pbem.web.http.safe_paths import referring_page

pages = Blueprint("mailbox", __name__, url_prefix="/mailbox")
SHOWN = 200


@pages.get("")
def show_mailbox() -> ResponseReturnValue:
    address = request.args.get("as", g.player.address if g.player else "")
    with access.current_store().read_session() as db:
        query = select(Outbox, Player).join(Player, col(Outbox.player_id) == Player.id)
        query = query.where(col(Outbox.letter).is_not(None)).order_by(col(Outbox.id).desc()).limit(SHOWN)
        rows = db.exec(query.where(Player.address == address) if address else query).all()
        letters = [(row, player, parse_kept_letter(row.letter or b"")) for row, player in rows]
        came = select(MailIn).options(load_only(MailIn.sender, MailIn.recipient, MailIn.status, MailIn.received_at))  # type: ignore[arg-type]
        received = db.exec(came.order_by(col(MailIn.id).desc()).limit(20)).all()
        known = db.exec(select(Player.address).where(Player.bot == "").order_by(Player.address)).all()
        return render_template(
            "web/mailbox.html", letters=letters, address=address, known=known, received=received, to=front_address()
        )


def front_address() -> str:
    return f"pbem@{access.current_config().mail_host}"


@pages.get("/<int(max=2147483647):number>")
def show_letter(number: int) -> ResponseReturnValue:
    found, player = get_kept_letter(number)
    body = found.get_body(("plain",))
    return render_template(
        "web/letter.html",
        number=number,
        letter=found,
        player=player,
        text=body.get_content() if body else "",
        attachments=list(enumerate(a.get_filename() or "attachment" for a in found.iter_attachments())),
        to=parseaddr(str(found.get("Reply-To") or found["From"]))[1],
    )


@pages.get("/<int(max=2147483647):number>/html")
def show_letter_html(number: int) -> ResponseReturnValue:
    """The letter's HTML, which brings styles and pictures of its own."""
    found = get_kept_letter(number)[0]
    body = found.get_body(("html",))
    html = body.get_content() if body else ""
    for part in found.walk():
        if part["Content-ID"]:
            png = b64encode(part.get_payload(decode=True)).decode()  # type: ignore[arg-type]
            html = html.replace(f"cid:{part['Content-ID'].strip('<>')}", f"data:{part.get_content_type()};base64,{png}")
    response = Response(html, mimetype="text/html")
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
    response.headers["Content-Security-Policy"] = policy
    return response


@pages.get("/<int(max=2147483647):number>/attachments/<int(max=2147483647):index>")
def serve_attachment(number: int, index: int) -> ResponseReturnValue:
    parts = list(get_kept_letter(number)[0].iter_attachments())
    if index >= len(parts):
        abort(404)
    name = f'inline; filename="{parts[index].get_filename()}"'
    data: Any = parts[index].get_content()
    return Response(data, mimetype=parts[index].get_content_type(), headers={"Content-Disposition": name})


@pages.post("/send")
def post_letter_to_server() -> ResponseReturnValue:
    """A letter from the browser, kept like one that came by SMTP."""
    sender, to = request.form.get("from", "").strip(), request.form.get("to", "").strip()
    message = EmailMessage(policy=policy.SMTP)
    try:
        message["From"], message["To"] = sender, to
        message["Subject"] = " ".join(request.form.get("subject", "").split())
        message["Date"], message["Message-ID"] = (
            format_datetime(access.request_time()),
            make_msgid(domain="mailbox.invalid"),
        )
        if request.form.get("in_reply_to"):
            message["In-Reply-To"] = " ".join(request.form["in_reply_to"].split())
        message.set_content(request.form.get("text", ""))
        if "@" not in sender:
            raise ValueError(access.say("page letter unsigned"))
        intake.receive_handed_letter(
            access.current_store(), access.current_config(), message.as_bytes(), to, sender, access.request_time
        )
    except (ValueError, intake.UnknownRecipient, intake.IntakeFull) as error:
        flash(access.say("page letter refused", why=error), "error")
        return redirect(referring_page(), 303)
    flash(access.say("page letter sent"))
    return redirect(f"{url_for('mailbox.show_mailbox')}?{urlencode({'as': sender.lower()})}", 303)


def get_kept_letter(number: int) -> tuple[EmailMessage, Player]:
    with access.current_store().read_session() as db:
        row = db.get(Outbox, number)
        if row is None or row.letter is None:
            abort(404)
        return parse_kept_letter(row.letter), db.get_one(Player, row.player_id)


def parse_kept_letter(raw: bytes) -> EmailMessage:
    found = message_from_bytes(raw, policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found
