"""Opening a game: its kind, its options, its pace and its manners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engines.base import Engine
from engines.memo import memoize
from pbem import wording
from pbem.documents import timetable
from pbem.games import Refusal, games, rules
from pbem.games.rules import Rules
from pbem.pace import PaceError, QuietTimes, zone_info, zone_names
from pbem.settings.installed_engines import ENGINES
from pbem.web.http import access
from pbem.web.http.request_limits import limit_requests
from pbem.web.pages.options_form import OptionsForm, build_options_form, posted_text
from pbem.wording import sentence_family

pages = Blueprint("new_game", __name__)
HEADINGS = sentence_family("rules about", "pace", "missed turns", "seats", "press", "endings")
"""What each group of rules is about."""


@pages.get("/new")
@limit_requests("judgements")
def show_new_game() -> ResponseReturnValue:
    if g.player is None:
        return access.redirect_to_sign_in()
    engine = ENGINES.get(request.args.get("engine", ""), next(iter(ENGINES.values())))
    return render_new_game_page(engine.code, dict(request.args))


def render_new_game_page(engine_code: str, filled: dict[str, str], fault: str = "") -> ResponseReturnValue:
    engine = ENGINES[engine_code]
    understood, why = preview_posted_pace(engine, filled)
    drawn = render_template(
        "web/new.html",
        engines=ENGINES.values(),
        engine=engine,
        setup=build_options_form(engine.setup, engine.setup.draft),
        rules=list_rule_forms(engine),
        filled=filled,
        zones=sorted(zone_names()),
        understood=understood,
        fault=fault or why,
    )
    return drawn, 400 if fault else 200


def preview_posted_pace(engine: Engine[Any], filled: dict[str, str]) -> tuple[timetable.PacePreview | None, str]:
    """Return what the pace that is filled in means, or why it is none."""
    zone = filled.get("zone") or access.reader_zone()
    try:
        chosen = posted_rules(engine, filled)
        return timetable.preview_pace(
            filled.get("pace") or "48h", zone, chosen, engine.kinds, access.request_time()
        ), ""
    except Refusal as error:
        return None, wording.refusal_in_english(error)


@pages.post("/new")
@limit_requests("judgements")
def post_new_game() -> ResponseReturnValue:
    filled = {key: value for key, value in request.form.items() if key != "csrf_token"}
    engine = ENGINES.get(filled.get("engine", ""), next(iter(ENGINES.values())))
    if "preview" in filled:
        return render_new_game_page(engine.code, filled)
    try:
        with access.current_store().write_session() as db:
            game = games.insert_game(
                db,
                engine.code,
                posted_text(engine.setup, filled),
                slug=filled.get("slug", "").strip().lower(),
                master=access.signed_in_player(db),
                pace=filled.get("pace") or "48h",
                zone=zone_info(filled.get("zone") or access.reader_zone()).key,
                rules=posted_rules(engine, filled),
                now=access.request_time(),
                limits=access.current_config().limits,
            )
            slug = game.slug
    except (Refusal, PaceError) as error:
        text = wording.refusal_in_english(error) if isinstance(error, Refusal) else str(error)
        return render_new_game_page(engine.code, filled, text)
    flash(access.say("page opened", slug=slug))
    return redirect(url_for("game.show_game", slug=slug), 303)


# --- its rules --------------------------------------------------------------------------------------------------


def list_rule_forms(engine: Engine[Any]) -> Sequence[tuple[str, OptionsForm]]:
    """The rules of a game under what they are about, each filled with what is usual."""
    forms = build_rule_forms(rules.usual_rules(engine), tuple(engine.kinds))
    return [(access.say(HEADINGS[group]), form) for group, form in forms]


@memoize(64)
def build_rule_forms(usual: Rules, kinds: tuple[str, ...]) -> Sequence[tuple[str, OptionsForm]]:
    """They are kept: to look for every rule among those about each thing is most of what the page takes."""
    said = rules.format_rules(usual, kinds)
    return tuple(
        (group, build_options_form(rules.build_group_grammar(group, kinds), said, rule_field_prefix(group)))
        for group in rules.GROUPS
    )


def rule_field_prefix(group: str) -> str:
    """Return what the fields of a group of rules begin with."""
    return f"{group.partition(' ')[0]}-"


def posted_rules(engine: Engine[Any], filled: dict[str, str]) -> Rules:
    """The choices as posted. Raises Refusal "bad rules", "bad rule", "bad pace"."""
    asks = [(rules.build_group_grammar(group, engine.kinds), rule_field_prefix(group)) for group in rules.GROUPS]
    text = "\n".join(posted_text(grammar, filled, begun) for grammar, begun in asks)
    try:
        quiet = QuietTimes.parse_line(filled.get("quiet", "")).item_texts
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error
    return replace(rules.parse_rules(text, engine.kinds, rules.usual_rules(engine)), quiet=quiet)
