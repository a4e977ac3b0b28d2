"""Proof of a game: what its hashes mean, a player's receipts, the game as a file, and the key that signs it."""

from __future__ import annotations

from flask import Blueprint, Response, abort, g, render_template, request
from flask.typing import ResponseReturnValue

from pbem import chronicle
from pbem.chronicle import GIVEN_BY
from pbem.models import Phase, Receipt, Seat
from pbem.pace import zone_info
from pbem.play import chain, games, receipts
from pbem.records import asking, file, forms, keys
from pbem.web import access
from pbem.web.bounds import bounded

pages = Blueprint("proof", __name__)
FIRST = 50
"""Receipts on one page."""


@pages.get("/games/<slug>/proof")
def show(slug: str) -> ResponseReturnValue:
    with access.store().read() as db:
        game = access.visible(db, slug)
        return render_template(
            "web/proof.html",
            game=game,
            seat=access.my_seat(db, game),
            phases=[(phase, games.called(phase)) for phase in games.timeline(db, game)],
            whole=game.status == "finished" and asking.takes_part(db, game, g.player),
            key=keys.public(keys.own(access.config().instance)),
            ending=file.ENDING,
            forms={form: called for form, (called, _) in forms.of(game).items()},
        )


@pages.get("/games/<slug>/receipts")
def list_receipts(slug: str) -> ResponseReturnValue:
    """A player's own, the newest first."""
    before = access.number(request.args.get("before", ""))
    with access.store().read() as db:
        game, seat = access.required_seat(db, slug)
        rows = receipts.page(db, seat, before, FIRST)
        called = {phase.id: games.called(phase) for phase in games.timeline(db, game)}
        return render_template(
            "web/receipts.html",
            game=game,
            seat=seat,
            rows=[(row, sentence(row), called[row.phase_id]) for row in rows],
            earlier=rows[-1].number if rows and rows[-1].number > 1 else 0,
        )


@pages.get("/games/<slug>/receipts/<int(max=999999999):number>")
def receipt(slug: str, number: int) -> ResponseReturnValue:
    """One receipt with the orders it is for, and all that is needed to check it."""
    with access.store().read() as db:
        game, seat = access.required_seat(db, slug)
        row = receipts.numbered(db, seat, number)
        kept = receipts.orders_of(db, row)
        standing = chain.load_orders(kept, games.engine(game)) if kept else None
        return render_template(
            "web/receipt.html",
            game=game,
            seat=seat,
            row=row,
            sentence=sentence(row),
            given_by=access.say("receipt by", by=access.say(GIVEN_BY[row.by])) if row.by in GIVEN_BY else "",
            called=games.called(db.get_one(Phase, row.phase_id)),
            orders=standing,
            salt=receipts.salt(game, seat, row),
            before=receipts.numbered(db, seat, number - 1).hash if number > 1 else game.commitment,
        )


def sentence(row: Receipt) -> str:
    return chronicle.receipt(row.number, row.at, row.hash, zone_info(access.zone()))


@pages.get("/games/<slug>/record")
@bounded("records")
def record(slug: str) -> ResponseReturnValue:
    """The file: the game as the reader may know it."""
    with access.store().read() as db:
        game = access.visible(db, slug)
        seat: Seat | None = access.my_seat(db, game)
        found = asking.record(db, game, seat, g.player)
        data = asking.packed(access.config(), found, access.now())
    if len(data) > file.PACKED:
        abort(413, "This game is too large for one file. Your host can give it to you.")
    name = f'attachment; filename="{game.slug}{file.ENDING}"'
    return Response(data, mimetype="application/gzip", headers={"Content-Disposition": name})


@pages.get("/games/<slug>/forms/<form>")
@bounded("records")
def form(slug: str, form: str) -> ResponseReturnValue:
    """The game as another program knows it."""
    with access.store().read() as db:
        game = access.visible(db, slug)
        text = forms.written(db, game, form)
        media = forms.of(game)[form][1]
    name = f'attachment; filename="{game.slug}.{form}"'
    return Response(text, mimetype=media, headers={"Content-Disposition": name})


@pages.get("/key")
def key() -> ResponseReturnValue:
    """The public half of the key, and those before it with their word for the next, for people and for programs."""
    instance = access.config().instance
    lines = [keys.public(keys.own(instance))]
    lines += [
        f"{one.key} until {one.until.isoformat()} next {one.next} {one.signature}" for one in keys.former(instance)
    ]
    return Response("\n".join(lines) + "\n", mimetype="text/plain")
