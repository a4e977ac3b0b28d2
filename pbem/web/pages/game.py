"""A game as its players and everybody else see it: the report on every phase with its map, and the way through them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, g, render_template
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from engines.report import Block, Lead, Map
from pbem import render
from pbem.documents import game_summary, printing, reports, scores, timetable
from pbem.games import demo, games, notify
from pbem.games.leading import leaders
from pbem.games.phases import pacing, phase_turns, schedule
from pbem.games.proof import build_record
from pbem.games.results import result
from pbem.games.rules import rules_of
from pbem.games.seating import invitations, seat_lottery
from pbem.games.talk import diaries, press, statements
from pbem.storage.models import Game, Phase, Player, Seat
from pbem.web.http import access, page_cache
from pbem.web.http.request_limits import limit_requests
from pbem.web.pages import game_lists, maps, seating
from pbem.web.pages.report_delivery import delivery_of_report
from pbem.web.pages.report_view import build_document
from pbem.wording import join_words, seat_tongue

pages = Blueprint("game", __name__)


@pages.get("/games/<slug>")
@page_cache.cache_page(page_cache.find_game_stamp)
def show_game(slug: str) -> ResponseReturnValue:
    with access.current_store().read_session() as db:
        game = access.get_visible_game(db, slug)
        return render_template("web/game.html", **game_page_values(db, game, games.find_current_phase(db, game)))


@pages.get("/games/<slug>/phases/<int(max=2147483647):number>")
@page_cache.cache_page(page_cache.find_game_stamp)
def show_phase(slug: str, number: int) -> ResponseReturnValue:
    with access.current_store().read_session() as db:
        game = access.get_visible_game(db, slug)
        return render_template("web/game.html", **game_page_values(db, game, games.get_phase(db, game, number)))


AROUND = 12
"""Phases before and after one to which its page leads."""
LATELY, OF_LEDGER = 20, 200
"""Acts of the ledger on the page of a game, and on a page of its own."""


@dataclass(frozen=True)
class PhaseStop:
    """A phase on the way through a game, by its name in words."""

    number: int
    name: str


def game_page_values(db: Session, game: Game, phase: Phase | None) -> dict[str, Any]:
    """Return what the page of a game shows, for the seat of the player who asks or for anybody."""
    seat, ending = access.my_seat(db, game), game_summary.find_game_ending(db, game)
    labels, seated = game_summary.seat_names(db, game), games.list_game_seats(db, game)
    mine = [one for one in seated if g.player and one.player_id == g.player.id]
    return {
        "game": game,
        "title": games.get_engine(game).title,
        "seat": seat,
        "is_master": g.player is not None and leaders.leads_game(db, game, g.player),
        "ending": ending,
        "seats": seated,
        "holders": who_plays(db, game, seat),
        "brought": build_record.imported_facts(game).get("players", {}),
        "labels": labels | {press.MASTER: access.say("page game master")},
        "press": press.list_visible_press(db, game, None, last=20),
        "pace": timetable.describe_pace_and_quiet(game.pace, game.zone, pacing.game_quiet(game)),
        "manners": game_summary.describe_press_times(game),
        "proposals": game_summary.describe_open_votes(db, game),
        **scoring_values(db, game),
        **aftermath_values(db, game, seat),
        "ledger": list_ledger_lines(db, game, LATELY),
        "free": games.list_vacant_seats(db, game),
        **seat_draw_values(db, game),
        "watching": seating.is_reader_watching(db, game),
        "asked": seating.find_open_request(db, game),
        "stands_in": access.find_deputyship(db, game),
        "mine": mine,
        "secret": reports.hides_names(game),
        "joinable": game.status != "finished" and len(mine) < rules_of(game).seats_each,
        "by_click": access.current_config().demo and g.player is None and demo.has_demo_room(db, game),
        **phase_navigation_values(db, game, phase),
        **(phase_page_values(db, game, phase, seat, ending) if phase else {"phase": None, "lead": ""}),
    }


def who_plays(db: Session, game: Game, seat: Seat | None) -> dict[int | None, Player]:
    """Return who holds which seat, as far as the reader may know: of an anonymous game nobody does, of one that stands
    in no list a stranger does not."""
    known = (
        seat or invitations.can_know_game(db, game, g.player) or (g.player and leaders.leads_game(db, game, g.player))
    )
    return {} if reports.hides_names(game) or not known else {s.id: p for s, p in notify.list_holders(db, game)}


def seat_draw_values(db: Session, game: Game) -> dict[str, Any]:
    """Return whether a game's seats are drawn when all are there, how many wait for that, and what the reader
    wishes."""
    if not games.is_to_be_drawn(game):
        return {"drawn": False, "enlisted": 0, "wishes": None, "private": invitations.is_private(game)}
    mine = seat_lottery.find_seat_wish(db, game, g.player) if g.player else None
    return {
        "drawn": True,
        "enlisted": len(seat_lottery.list_wishes(db, game)),
        "wishes": json.loads(mine.seats) if mine else None,
        "private": invitations.is_private(game),
    }


def scoring_values(db: Session, game: Game) -> dict[str, Any]:
    """Return how the game is scored, and what an end would bring now or brought."""
    phase, ended = games.find_current_phase(db, game), result.find_result(game)
    return {
        "scored": scores.scoring_words(ended) if ended else [scores.describe_game_scoring(game)],
        "scores": scores.scores_by_seat(ended, game_summary.seat_names(db, game)),
        "prospects": scores.list_score_prospects(db, game, phase) if phase else [],
    }


def aftermath_values(db: Session, game: Game, seat: Seat | None) -> dict[str, Any]:
    """Return what was said of the game once it was over, and what the reader may still say."""
    is_master = g.player is not None and leaders.leads_game(db, game, g.player)
    own = seat if seat and g.player and seat.player_id == g.player.id else None
    author = own.code if own else press.MASTER if is_master else ""
    return {
        "statements": statements.list_statements(db, game),
        "tells_names": rules_of(game).names == "told",
        "states_as": "seat" if own else "master",
        "may_state": statements.can_write_statement(game, access.request_time()) and bool(author),
        "stated": statements.find_statement(db, game, author) if author else None,
    }


def phase_navigation_values(db: Session, game: Game, phase: Phase | None) -> dict[str, Any]:
    """The first phase of a game, the last, and those around one, with those before and after it; how many there are."""
    newest = games.find_current_phase(db, game)
    if phase is None or newest is None:
        return {"timeline": [], "count": 0, "older": None, "newer": None}
    numbers = range(max(1, phase.number - AROUND), min(newest.number, phase.number + AROUND) + 1)
    seen = games.list_phase_summaries(db, game, numbers[0], numbers[-1])
    ends = [past for one in {1, newest.number} - {*numbers} for past in games.list_phase_summaries(db, game, one, one)]
    stops = {past.number: PhaseStop(past.number, games.summary_title(db, past)) for past in (*seen, *ends)}
    older, newer = (stops.get(phase.number + step) for step in (-1, 1))
    return {
        "timeline": [stops[number] for number in sorted(stops)],
        "count": newest.number,
        "older": older,
        "newer": newer,
    }


def list_ledger_lines(db: Session, game: Game, last: int, before: int | None = None) -> list[game_summary.LedgerLine]:
    return game_summary.describe_ledger(
        db, game, lambda at: reports.format_instant(at, access.reader_zone()), last=last, before=before
    )


@pages.get("/games/<slug>/ledger")
def show_ledger(slug: str) -> ResponseReturnValue:
    """All of the ledger, the newest page of it or the one before an entry: `?before=123`."""
    before = game_lists.requested_before()
    with access.current_store().read_session() as db:
        game = access.get_visible_game(db, slug)
        lines = list_ledger_lines(db, game, OF_LEDGER, before)
        return render_template(
            "web/ledger.html", game=game, lines=lines, older=len(lines) == OF_LEDGER, begun=not before
        )


def phase_page_values(
    db: Session, game: Game, phase: Phase, seat: Seat | None, ending: game_summary.Ending | None
) -> dict[str, Any]:
    """One phase: its report, and who is waited for while it is open. The words of the end stand above it all."""
    is_open = phase.resolved_at is None and game.status not in ("finished", "forming")
    everyone = phase_turns.list_turns(db, phase) if is_open else []
    owing = [seat for turn, seat in everyone if phase_turns.owes_orders(turn, seat)]
    waiting = [seat for turn, seat in everyone if phase_turns.holds_up_phase(turn, seat) and seat not in owing]
    reader, since = access.find_report_reader(db, game, phase)
    blocks = reports.report_blocks(db, phase, reader, access.reader_zone(), access.request_time(), since)
    last = games.find_current_phase(db, game)
    if ending and phase == last:
        blocks = tuple(block for block in blocks if not isinstance(block, Lead))
    return {
        "phase": phase,
        "phase_name": games.phase_title(phase),
        "is_open": is_open,
        "mailed": delivery_of_report(db, game, phase, seat),
        "until": schedule.orders_accepted_until(phase) or phase.deadline,
        "owing": join_words(s.label for s in owing),
        "waiting": join_words(s.label for s in waiting),
        "report": build_document(blocks, maps.make_map_addresses(game, phase)),
        "notes": diaries.list_opened_notes(db, game, phase.id),
        "whose": {s.id: s.label for s in games.list_game_seats(db, game)},
        "lead": reports.first_lead(db, game, last, seat)
        if last and ending and ending.played
        else game_summary.describe_conceded_win(result.find_result(game), seat),
    }


# --- downloads --------------------------------------------------------------------------------------------------


def load_phase_report(db: Session, slug: str, number: int) -> tuple[Phase, Seat | None, tuple[Block, ...]]:
    """A phase, and its report for whoever asks."""
    game = access.get_visible_game(db, slug)
    phase = games.get_phase(db, game, number)
    seat, since = access.find_report_reader(db, game, phase)
    return phase, seat, reports.report_blocks(db, phase, seat, access.reader_zone(), since=since)


@pages.get("/games/<slug>/phases/<int(max=2147483647):number>.pdf")
def serve_phase_pdf(slug: str, number: int) -> ResponseReturnValue:
    def paint_report() -> bytes:
        with access.current_store().read_session() as db:
            phase, seat, blocks = load_phase_report(db, slug, number)
            game = games.game_of_phase(phase)
            return printing.render_phase_pdf(
                blocks, access.requested_paper(), game, seat, seat_tongue(game, phase, seat), access.current_config()
            )

    data = page_cache.get_painted_file(page_cache.find_game_stamp(slug), paint_report)
    name = f'inline; filename="{slug}-{number:03}.pdf"'
    return Response(data, mimetype="application/pdf", headers={"Content-Disposition": name})


@pages.get("/games/<slug>/phases/<int(max=2147483647):number>.txt")
def serve_phase_text(slug: str, number: int) -> ResponseReturnValue:
    with access.current_store().read_session() as db:
        return Response(render.render_plain_text(load_phase_report(db, slug, number)[2]), mimetype="text/plain")


@pages.get("/games/<slug>/phases/<int(max=2147483647):number>.svg")
@limit_requests("paintings")
def serve_phase_map(slug: str, number: int) -> ResponseReturnValue:
    """The map alone; not every game has one."""
    with access.current_store().read_session() as db:
        maps = [block for block in load_phase_report(db, slug, number)[2] if isinstance(block, Map)]
    if not maps:
        abort(404, access.say("page no map", number=number))
    return Response(render.render_map_svg(maps[0]), mimetype="image/svg+xml")
