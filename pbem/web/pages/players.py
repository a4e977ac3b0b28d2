"""A player as everybody may know them: their name, how reliably they play, and where."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from pbem.documents import game_summary
from pbem.games.results import reliability
from pbem.games.seating import invitations
from pbem.storage.models import Player
from pbem.web.http import access

pages = Blueprint("players", __name__)


@pages.get("/players/<int(max=2147483647):number>")
def show_player(number: int) -> ResponseReturnValue:
    """Nothing of who has no name, is a bot, or plays only where that is not told."""
    with access.current_store().read_session() as db:
        player = db.get(Player, number)
        played = (
            reliability.list_shown_games(db, player)
            if player and not player.bot and game_summary.shown_player_name(player)
            else []
        )
        if player is None or not played:
            abort(404, access.say("page no player"))
        known = reliability.reliability_figures(db, player)
        return render_template(
            "web/player.html",
            name=game_summary.shown_player_name(player),
            known=known,
            told=game_summary.describe_reliability_figures(known),
            played=[game for game in reversed(played) if not invitations.is_private(game)],
        )
