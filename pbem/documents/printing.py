"""The document about a phase on paper: in the language of its reader, with what the file says of itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.report import Block
from pbem import render
from pbem.games import games
from pbem.render.paper import PLAIN_PAPER, Imprint, Paper
from pbem.settings.config import Config
from pbem.storage.models import Game, Player, Seat
from pbem.wording import Tongue, sentence_family

FRAME = sentence_family("paper", "page", "continued", "report")


def render_phase_pdf(
    blocks: Sequence[Block], paper: Paper, game: Game, seat: Seat | None, say: Tongue, config: Config
) -> bytes:
    """The blocks of `pbem.documents.reports` as a file in a language."""
    return render.render_report_pdf(blocks, paper_in_tongue(paper, say), make_imprint(game, seat, config, say))


def player_paper(player: Player | None) -> Paper:
    """Return what a player prints on; what is usual for somebody who is not known."""
    return Paper(player.paper, player.print, player.toner) if player else PLAIN_PAPER


def paper_in_tongue(paper: Paper, say: Tongue) -> Paper:
    """The paper with the words of a language."""
    words = {kind: say.language.sentences[name] for kind, name in FRAME.items()}
    return replace(paper, language=say.code, words=words)


def make_imprint(game: Game, seat: Seat | None, config: Config, say: Tongue) -> Imprint:
    """The server is the author; the pages of the game are a click away."""
    page, title = f"{config.public_url}/games/{game.slug}", games.get_engine(game).title
    links = ((say("paper game"), page), *(((say("paper orders"), f"{page}/seat"),) if seat else ()))
    return Imprint(config.mail_host, " · ".join([title, game.slug, *([say.seat_name(seat)] if seat else [])]), links)
