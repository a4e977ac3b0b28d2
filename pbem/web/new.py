"""Opening a game: its kind, its options, its pace and its manners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engines.base import Engine
from engines.kept import keeps
from pbem import timetable, wording
from pbem.installed import ENGINES
from pbem.pace import PaceError, Quiet, zone_info, zone_names
from pbem.play import Refused, games, rules
from pbem.play.rules import Rules
from pbem.web import access
from pbem.web.bounds import bounded
from pbem.web.form import Form, form, posted_text

pages = Blueprint("new", __name__)


@pages.get("/new")
@bounded("judgements")
def show() -> ResponseReturnValue:
    if g.player is None:
        return access.to_sign_in()
    engine = ENGINES.get(request.args.get("engine", ""), next(iter(ENGINES.values())))
    return page(engine.code, dict(request.args))


def page(engine_code: str, filled: dict[str, str], fault: str = "") -> ResponseReturnValue:
    engine = ENGINES[engine_code]
    understood, why = previewed(engine, filled)
    drawn = render_template(
        "web/new.html",
        engines=ENGINES.values(),
        engine=engine,
        setup=form(engine.setup, engine.setup.draft),
        rules=asked_rules(engine),
        filled=filled,
        zones=sorted(zone_names()),
        understood=understood,
        fault=fault or why,
    )
    return drawn, 400 if fault else 200


def previewed(engine: Engine[Any], filled: dict[str, str]) -> tuple[timetable.Understood | None, str]:
    """What the pace that is filled in means, or why it is none."""
    zone = filled.get("zone") or access.zone()
    try:
        chosen = posted_rules(engine, filled)
        return timetable.understood(filled.get("pace") or "48h", zone, chosen, engine.kinds, access.now()), ""
    except Refused as error:
        return None, wording.refusal(error)


@pages.post("/new")
@bounded("judgements")
def create() -> ResponseReturnValue:
    filled = {key: value for key, value in request.form.items() if key != "csrf_token"}
    engine = ENGINES.get(filled.get("engine", ""), next(iter(ENGINES.values())))
    if "preview" in filled:
        return page(engine.code, filled)
    try:
        with access.store().write() as db:
            game = games.create(
                db,
                engine.code,
                posted_text(engine.setup, filled),
                slug=filled.get("slug", "").strip().lower(),
                master=access.me(db),
                pace=filled.get("pace") or "48h",
                zone=zone_info(filled.get("zone") or access.zone()).key,
                rules=posted_rules(engine, filled),
                now=access.now(),
                limits=access.config().limits,
            )
            slug = game.slug
    except (Refused, PaceError) as error:
        text = wording.refusal(error) if isinstance(error, Refused) else str(error)
        return page(engine.code, filled, text)
    flash(access.say("page opened", slug=slug))
    return redirect(url_for("game.show", slug=slug), 303)


# --- its rules --------------------------------------------------------------------------------------------------


def asked_rules(engine: Engine[Any]) -> Sequence[tuple[str, Form]]:
    """The rules of a game by what they are about, each filled with what is usual."""
    return filled_with(rules.usual(engine), tuple(engine.kinds))


@keeps(64)
def filled_with(usual: Rules, kinds: tuple[str, ...]) -> Sequence[tuple[str, Form]]:
    """They are kept: to look for every rule among those about each thing is most of what the page takes."""
    said = rules.written(usual, kinds)
    return tuple((group, form(rules.about(group, kinds), said, prefix(group))) for group in rules.GROUPS)


def prefix(group: str) -> str:
    """What the fields of a group of rules begin with."""
    return f"{group.partition(' ')[0]}-"


def posted_rules(engine: Engine[Any], filled: dict[str, str]) -> Rules:
    """The choices as posted. Raises Refused "bad rules", "bad rule", "bad pace"."""
    asks = [(rules.about(group, engine.kinds), prefix(group)) for group in rules.GROUPS]
    text = "\n".join(posted_text(ask, filled, begun) for ask, begun in asks)
    try:
        quiet = Quiet.read(filled.get("quiet", "")).items
    except PaceError as error:
        raise Refused("bad pace", why=str(error)) from error
    return replace(rules.read(text, engine.kinds, rules.usual(engine)), quiet=quiet)
