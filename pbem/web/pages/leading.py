"""What the game master does: time, seats, orders in somebody's place, going back, a word to all."""

from __future__ import annotations

import dataclasses
import secrets
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from flask import Blueprint, g, render_template
from flask.typing import ResponseReturnValue
from sqlmodel import Session
from werkzeug.exceptions import Forbidden

from engines.abilities import Adviser
from engines.language.index import CompiledGrammar
from pbem import wording
from pbem.books.sheet import short_example
from pbem.documents import game_summary, reports
from pbem.games import Refusal, games, notify
from pbem.games.leading import corrections, leaders, master, terms
from pbem.games.phases import phase_turns, turn_verdicts
from pbem.games.rules import rules_of
from pbem.games.seating import gifts, invitations
from pbem.games.talk import press
from pbem.storage.models import Game, Player
from pbem.web.http import access

TURNS = wording.sentence_family("turns", "missed", "unreachable", "late", "stood in", "excused", "taken")
pages = Blueprint("leading", __name__, url_prefix="/games/<slug>/master")


def get_led_game(db: Session, slug: str) -> tuple[Game, Player]:
    """The game, led by the player who asks. Raises Forbidden."""
    game, player = access.get_visible_game(db, slug), access.signed_in_player(db)
    if not leaders.leads_game(db, game, player):
        raise Forbidden(access.say("page not the master"))
    return game, player


@pages.get("")
def show_master_page(slug: str) -> ResponseReturnValue:
    if g.player is None:
        return access.redirect_to_sign_in()
    return draw_master_page(slug)


def draw_master_page(slug: str, fault: str = "", typed: Mapping[str, str] = MappingProxyType({})) -> str:
    """`fault`: why something was not done; `typed`: what was written into the forms."""
    with access.current_store().read_session() as db:
        game, player = get_led_game(db, slug)
        phase, holders = games.find_current_phase(db, game), notify.list_holders(db, game)
        plays = master.plays_or_stands_in(db, game, player)
        awaited = phase_turns.list_debtor_seats(db, phase) if phase and not phase.resolved_at else []
        return render_template(
            "web/master.html",
            key=secrets.token_hex(8),
            plays=plays,
            deputies=rules_of(game).deputies,
            fault=fault,
            typed=typed,
            game=game,
            status=access.reader_tongue().describe_status(game.status),
            given=[seat for row, seat in gifts.list_open_gifts(db, game, access.request_time()) if row.accepted_at],
            private=invitations.is_private(game),
            word=invitations.entry_word(access.current_config().secret_key, game),
            phase=phase,
            phase_name=games.phase_title(phase) if phase else "",
            timeline=[(p.number, games.phase_title(p)) for p in games.list_phases(db, game)],
            seats=games.list_game_seats(db, game),
            holders={s.id: p for s, p in holders},
            names=not (plays and rules_of(game).anonymous),
            tallies={s.id: turn_verdicts.tally_verdicts(db, seat=s, player=p) for s, p in holders},
            awaited={s.id for s in awaited},
            press=press.list_visible_press(db, game, press.MASTER),
            labels={s.code: s.label for s in games.list_game_seats(db, game)}
            | {press.MASTER: access.say("page game master"), "*": access.say("all")},
            correctable=list_correction_examples(db, game, player),
            terms=terms.format_terms(game),
            chief=leaders.is_master(game, player),
            leaders=leaders.list_leaders_and_asked(db, game),
            forward=bool(master.numbers_left_behind(games.list_phases(db, game))),
            advised=isinstance(games.get_engine(game), Adviser),
            ledger=game_summary.describe_ledger(db, game, lambda at: reports.format_instant(at, access.reader_zone())),
        )


def list_correction_examples(db: Session, game: Game, player: Player) -> list[tuple[str, str]]:
    """Examples of what can be said to put the board right, each with what it does; none if it cannot be."""
    try:
        asked = corrections.build_correction_grammar(db, game, player)
    except Refusal:
        return []
    return [
        (short_example(CompiledGrammar(dataclasses.replace(asked, lines=(line,)))), line.help) for line in asked.lines
    ]


@pages.app_template_filter("tallied")
def format_turn_tally(found: Counter[str]) -> str:
    """Return how the turns of a seat ended, in words, those that were taken last."""
    some = [access.say(TURNS[verdict], count=found[verdict]) for verdict in TURNS if found[verdict]]
    return ", ".join(some)
