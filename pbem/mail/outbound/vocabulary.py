"""What the templates of all letters may name."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

from sqlmodel import Session

from pbem.documents import game_summary, player_calendar, reports
from pbem.games import games
from pbem.games.leading import leaders
from pbem.games.notify import Kind
from pbem.mail.outbound.letter_facts import LetterFacts, seat_labels, seat_name_by_label
from pbem.mail.outbound.particulars import PARTICULARS, no_particulars
from pbem.pace import reasons, zone_info
from pbem.settings.installed_engines import ENGINES
from pbem.wording import ENGLISH, Tongue, sentence_family

ASIDE_SENTENCES = sentence_family("aside", "copy", "quoted", "signature")
UNREADABLE = sentence_family("unreadable", "header", "parts", "structure", "killing")


def build_vocabulary(session: Session, known: LetterFacts) -> dict[str, Any]:
    """Everything a template may name."""
    game, phase, say = known.game, known.phase, known.say
    entitled = None if known.kind is Kind.LATE else known.seat  # which tells of others, and their units to build

    @cache
    def name_phase() -> str:
        return reports.phase_title_for(game, phase, entitled) if game and phase else ""

    words: dict[str, Any] = {
        "data": known.data,
        "game": game,
        "phase": phase,
        "seat": known.seat,
        "seat_name": say.seat_name(known.seat) if known.seat else say("your seat"),
        "title": games.get_engine(game).title if game else "",
        "about": games.get_engine(game).about.text if game else "",
        "credit": games.get_engine(game).credit if game else "",
        "first_game": next(iter(ENGINES)),
        "tag": f"[{game.slug}] " if game else "",
        "host": known.config.mail_host,
        "url": known.config.public_url,
        "seat_address": known.seat_address,
        "called": name_phase,
        "headed": lambda words: say("headed", head=name_phase(), words=words) if phase else words,
        "when": known.format_time,
        "why_then": lambda: reports.explain_deadline(phase, known.player.zone, say) if phase else "",
        "numbered": lambda one: game_summary.describe_receipt(
            one["number"], datetime.fromisoformat(one["at"]), one["hash"], zone_info(known.player.zone), say
        ),
        "because": lambda steps: say.explain_reasons(reasons.load_reasons(steps), known.format_time),
        "calendar": lambda: player_calendar.calendar_url(known.config, known.player),
        "leads": lambda: game is not None and leaders.leads_game(session, game, known.player),
        "say": say,
        "reads_english": say.code == ENGLISH.code,
        "fault": lambda: say(UNREADABLE[known.data["why"]]),
        "labels": lambda codes: ", ".join(seat_labels(session, known).get(code, code) for code in codes),
        "aside": lambda part: describe_dropped_part(say, part),
        "proposed": lambda text: game_summary.describe_proposal(text, seat_labels(session, known), say),
        "named": lambda label: seat_name_by_label(session, known, label),
        "those": lambda some: say.join_list(seat_name_by_label(session, known, label) for label in some),
    }
    return words | PARTICULARS.get(known.kind, no_particulars)(session, known)


def describe_dropped_part(say: Tongue, part: dict[str, Any]) -> str:
    """Return what was left out of a letter, in words."""
    return say(ASIDE_SENTENCES[part["kind"]], count=part["count"], first=part["first"])
