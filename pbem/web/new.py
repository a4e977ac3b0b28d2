"""Opening a game: its kind, its options, its pace and its manners."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import wording
from pbem.installed import ENGINES
from pbem.pace import Deadline, Pace, PaceError, Quiet, preview, zone_info, zone_names
from pbem.play import Refused, games
from pbem.web import access
from pbem.web.bounds import bounded
from pbem.web.form import form, posted_text

pages = Blueprint("new", __name__)
PREVIEWED = 5


@pages.get("/new")
@bounded("judgements")
def show() -> ResponseReturnValue:
    if g.player is None:
        return access.to_sign_in()
    engine = ENGINES.get(request.args.get("engine", ""), next(iter(ENGINES.values())))
    return page(engine.code, dict(request.args))


def page(engine_code: str, filled: dict[str, str], fault: str = "") -> ResponseReturnValue:
    engine = ENGINES[engine_code]
    deadlines, why = previewed(filled, engine.kinds)
    drawn = render_template(
        "web/new.html",
        engines=ENGINES.values(),
        engine=engine,
        setup=form(engine.setup, engine.setup.draft),
        usual_press=games.with_press((), engine),
        filled=filled,
        zones=sorted(zone_names()),
        deadlines=deadlines,
        fault=fault or why,
    )
    return drawn, 400 if fault else 200


def previewed(filled: dict[str, str], kinds: Sequence[str]) -> tuple[list[Deadline], str]:
    """The next deadlines of the pace that is filled in, or why there are none."""
    try:
        quiet = Quiet.parse(filled.get("quiet", "").replace(",", " ").split())
        zone = filled.get("zone") or access.zone()
        pace = Pace.parse(filled.get("pace") or "48h", kinds)
        return preview(pace, access.now(), zone, PREVIEWED, quiet=quiet), ""
    except PaceError as error:
        return [], str(error)


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
                rules=rules(filled),
                now=access.now(),
                limits=access.config().limits,
            )
            slug = game.slug
    except (Refused, PaceError) as error:
        text = wording.refusal(error) if isinstance(error, Refused) else str(error)
        return page(engine.code, filled, text)
    flash(access.say("page opened", slug=slug))
    return redirect(url_for("game.show", slug=slug), 303)


def rules(filled: dict[str, str]) -> games.Rules:
    """The host's choices as posted. Raises Refused "bad rule"."""
    return games.Rules(
        press="none" if filled.get("press") == "none" else "all",
        nmr="wait" if filled.get("nmr") == "wait" else "default",
        draws={"any": "any", "none": "none"}.get(filled.get("draws", ""), "survivors"),  # type: ignore[arg-type]
        anonymous="anonymous" in filled,
        grace_hours=hours(filled, "grace_hours", 12),
        first_hours=hours(filled, "first_hours", 0),
        quiet=words(filled, "quiet"),
        press_kinds=words(filled, "press_kinds"),
    )


def words(filled: dict[str, str], key: str) -> tuple[str, ...]:
    return tuple(filled.get(key, "").replace(",", " ").split())


def hours(filled: dict[str, str], key: str, usual: float) -> float:
    text = filled.get(key, "").strip()
    try:
        return float(text) if text else usual
    except ValueError as error:
        raise Refused("bad rule", key=key, value=text, allowed=("a number of hours",)) from error
