"""Proof of a game: what its hashes mean, a player's receipts, the game as a file, and the key that signs it."""

from __future__ import annotations

from flask import Blueprint, Response, abort, g, render_template, request
from flask.typing import ResponseReturnValue

from pbem.documents import game_summary
from pbem.documents.game_summary import GIVEN_BY
from pbem.games import games
from pbem.games.orders import receipts
from pbem.games.proof import hash_chain
from pbem.pace import zone_info
from pbem.records import asking, file, forms, keys
from pbem.storage.models import Phase, Receipt, Seat
from pbem.web.http import access
from pbem.web.http.request_limits import limit_requests

pages = Blueprint("proof", __name__)
FIRST = 50
"""Receipts on one page."""


@pages.get("/games/<slug>/proof")
def show_proof(slug: str) -> ResponseReturnValue:
    with access.current_store().read_session() as db:
        game = access.get_visible_game(db, slug)
        return render_template(
            "web/proof.html",
            game=game,
            seat=access.my_seat(db, game),
            phases=[(phase, games.phase_title(phase)) for phase in games.list_phases(db, game)],
            whole=game.status == "finished" and asking.takes_part(db, game, g.player),
            key=keys.public_key_hex(keys.get_own_key(access.current_config().instance)),
            ending=file.ENDING,
            forms={form: called for form, (called, _) in forms.find_game_forms(game).items()},
        )


@pages.get("/games/<slug>/receipts")
def list_receipts(slug: str) -> ResponseReturnValue:
    """A player's own, the newest first."""
    before = access.parse_row_number(request.args.get("before", ""))
    with access.current_store().read_session() as db:
        game, seat = access.required_seat(db, slug)
        rows = receipts.list_seat_receipts(db, seat, before, FIRST)
        called = {phase.id: games.phase_title(phase) for phase in games.list_phases(db, game)}
        return render_template(
            "web/receipts.html",
            game=game,
            seat=seat,
            rows=[(row, receipt_sentence(row), called[row.phase_id]) for row in rows],
            earlier=rows[-1].number if rows and rows[-1].number > 1 else 0,
        )


@pages.get("/games/<slug>/receipts/<int(max=999999999):number>")
def show_receipt(slug: str, number: int) -> ResponseReturnValue:
    """One receipt with the orders it is for, and all that is needed to check it."""
    with access.current_store().read_session() as db:
        game, seat = access.required_seat(db, slug)
        row = receipts.get_receipt(db, seat, number)
        kept = receipts.receipt_orders(db, row)
        standing = hash_chain.load_orders(kept) if kept else None
        return render_template(
            "web/receipt.html",
            game=game,
            seat=seat,
            row=row,
            sentence=receipt_sentence(row),
            given_by=access.say("receipt by", by=access.say(GIVEN_BY[row.by])) if row.by in GIVEN_BY else "",
            called=games.phase_title(db.get_one(Phase, row.phase_id)),
            orders=standing,
            salt=receipts.salt_of_receipt(game, seat, row),
            before=receipts.get_receipt(db, seat, number - 1).hash if number > 1 else game.commitment,
        )


def receipt_sentence(row: Receipt) -> str:
    return game_summary.describe_receipt(row.number, row.at, row.hash, zone_info(access.reader_zone()))


@pages.get("/games/<slug>/record")
@limit_requests("records")
def serve_record(slug: str) -> ResponseReturnValue:
    """The file: the game as the reader may know it."""
    with access.current_store().read_session() as db:
        game = access.get_visible_game(db, slug)
        seat: Seat | None = access.my_seat(db, game)
        found = asking.get_record_for_player(db, game, seat, g.player)
        data = asking.pack_signed_record(access.current_config(), found, access.request_time())
    if len(data) > file.PACKED:
        abort(413, access.say("page record too large"))
    name = f'attachment; filename="{game.slug}{file.ENDING}"'
    return Response(data, mimetype="application/gzip", headers={"Content-Disposition": name})


@pages.get("/games/<slug>/forms/<form>")
@limit_requests("records")
def serve_game_form(slug: str, form: str) -> ResponseReturnValue:
    """The game as another program knows it."""
    with access.current_store().read_session() as db:
        game = access.get_visible_game(db, slug)
        text = forms.write_record_form(db, game, form)
        media = forms.find_game_forms(game)[form][1]
    name = f'attachment; filename="{game.slug}.{form}"'
    return Response(text, mimetype=media, headers={"Content-Disposition": name})


@pages.get("/key")
def serve_public_key() -> ResponseReturnValue:
    """The public half of the key, and those before it with their word for the next, for people and for programs."""
    instance = access.current_config().instance
    lines = [keys.public_key_hex(keys.get_own_key(instance))]
    lines += [
        f"{one.key} until {one.until.isoformat()} next {one.next} {one.signature}"
        for one in keys.list_former_keys(instance)
    ]
    return Response("\n".join(lines) + "\n", mimetype="text/plain")
