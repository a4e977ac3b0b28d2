"""The maps of reports as pictures of their own: a page names them, and a browser fetches each once and keeps it.

The address of a map holds the digest of what is drawn, and a seal that only this server can make, for the reader whose
page it stood on. So whoever comes with it has been shown that very picture, and gets it without any more being asked;
to everybody else the address is worth nothing. If the picture is not at hand any more it is drawn again, by the rights
the reader has then.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable

from flask import Blueprint, abort, g, request, session, url_for
from flask.typing import ResponseReturnValue

from engines.report import Map
from pbem.documents import reports
from pbem.games import games
from pbem.render import to_svg
from pbem.storage.models import Game, Phase
from pbem.web.http import access, page_cache
from pbem.web.http.request_limits import spend_request_limit

pages = Blueprint("maps", __name__)
FOR_GOOD = "private, max-age=2592000, immutable"


def make_map_addresses(game: Game, phase: Phase) -> Callable[[Map], str]:
    """Return what says where the maps of a phase's report are, one after the other."""
    count = iter(range(100))

    def next_map_address(map_: Map) -> str:
        nth, tag = next(count), page_cache.keep_picture(to_svg.render_map_svg(map_, ids=False))
        seal = make_map_seal(game.slug, phase.number, nth, tag)
        return url_for("maps.serve_map", slug=game.slug, number=phase.number, nth=nth, v=f"{tag}-{seal}")

    return next_map_address


def make_map_seal(slug: str, number: int, nth: int, tag: str) -> str:
    """That a picture was on the page of the player who asks, or of a stranger who knows the same word of the game."""
    who = g.player.id if g.player else session.get(access.WORDS, {}).get(slug, "")
    words = f"map:{'player' if g.player else 'stranger'}:{who}:{slug}:{number}:{nth}:{tag}"
    return hmac.digest(access.current_config().secret_key.encode(), words.encode(), "sha256").hex()[:32]


@pages.get("/games/<slug>/phases/<int(max=2147483647):number>/map-<int(max=99):nth>.svg")
def serve_map(slug: str, number: int, nth: int) -> ResponseReturnValue:
    tag, _, seal = request.args.get("v", "").partition("-")
    was_shown = hmac.compare_digest(seal.encode(), make_map_seal(slug, number, nth, tag).encode())
    kept = page_cache.find_picture(tag) if was_shown else None
    picture = kept or draw_visible_map(slug, number, nth)
    found = page_cache.send_copy(picture, "image/svg+xml")
    if picture.tag == tag:
        found.headers["Cache-Control"] = FOR_GOOD
    return found


def draw_visible_map(slug: str, number: int, nth: int) -> page_cache.Copy:
    """The map as the reader may see it now."""
    spend_request_limit("paintings")
    with access.current_store().read_session() as db:
        game = access.get_visible_game(db, slug)
        phase = games.get_phase(db, game, number)
        seat, since = access.find_report_reader(db, game, phase)
        maps = [
            one
            for one in reports.report_blocks(db, phase, seat, access.reader_zone(), None, since)
            if isinstance(one, Map)
        ]
    if nth >= len(maps):
        abort(404)
    return page_cache.compress_picture(to_svg.render_map_svg(maps[nth], ids=False))
