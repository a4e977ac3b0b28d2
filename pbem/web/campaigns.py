"""Leagues, knock-outs, duplicates and series: their list, a page each, and the form that opens one."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from sqlmodel import Session

from pbem import render, wording
from pbem.campaigns import lines, opening, rounds, telling
from pbem.installed import ENGINES
from pbem.models import Campaign
from pbem.pace import zone_info, zone_names
from pbem.play import Refused, games
from pbem.web import access, new
from pbem.web.bounds import bounded
from pbem.web.form import form, posted_text
from pbem.wording import ENGLISH

pages = Blueprint("campaigns", __name__)


@pages.get("/campaigns")
def index() -> ResponseReturnValue:
    with access.store().read() as db:
        rows = [(one, telling.lead(db, one, ENGLISH), games.named_engine(one.engine)) for one in opening.listed(db)]
        return render_template("web/campaigns.html", rows=rows)


@pages.get("/campaigns/<slug>")
def show(slug: str) -> ResponseReturnValue:
    with access.store().read() as db:
        return render_template("web/campaign.html", **shown(db, opening.find(db, slug)))


def shown(db: Session, campaign: Campaign) -> dict[str, Any]:
    """What the page of a campaign tells, and what its reader may do there."""
    mine = opening.entrant_of(db, campaign, access.me(db)) if g.player else None
    takes_part = mine is not None and mine.out_at is None
    closed = campaign.status == "finished" or (campaign.kind != "series" and campaign.status != "open")
    return {
        "campaign": campaign,
        "engine": games.named_engine(campaign.engine),
        "kind": telling.kind(campaign, ENGLISH),
        "lead": telling.lead(db, campaign, ENGLISH),
        "told": Markup(render.html(telling.blocks(db, campaign, zone_info(access.zone()), ENGLISH))),
        "entered": [telling.named(db, one.player_id, ENGLISH) for one in opening.playing(db, campaign)],
        "played": opening.games_of(db, campaign),
        "can_enter": not closed and not takes_part,
        "can_leave": takes_part and campaign.status != "finished",
        "asked": takes_part and campaign.status == "asking" and mine is not None and not mine.answer,
        "leads": g.player is not None and campaign.master_id == g.player.id,
        "secret": telling.secret_of(campaign),
    }


DONE = {
    "enter": "campaign entered",
    "leave": "campaign left",
    "yes": "campaign again",
    "no": "campaign not again",
}


@pages.post("/campaigns/<slug>")
def act(slug: str) -> ResponseReturnValue:
    """Entering, leaving, answering, and the first round."""
    if g.player is None:
        return access.to_sign_in()
    asked = request.form.get("do", "")
    with access.store().write() as db:
        campaign, me, now = opening.find(db, slug), access.me(db), access.now()
        match asked:
            case "enter":
                opening.enter(db, campaign, me, now)
            case "leave":
                opening.leave(db, campaign, me, now)
            case "yes" | "no":
                opening.again(db, campaign, me, asked == "yes", now)
            case "begin":
                rounds.start(db, campaign, me, now)
        told = access.say(DONE[asked], title=campaign.title) if asked in DONE else ""
        if asked == "begin":
            told = access.say("campaign begun", title=campaign.title, count=len(opening.games_of(db, campaign)))
    if told:
        flash(told)
    return redirect(url_for("campaigns.show", slug=slug), 303)


# --- a new one --------------------------------------------------------------------------------------------------


@pages.get("/campaigns/new")
@bounded("judgements")
def ask() -> ResponseReturnValue:
    if g.player is None:
        return access.to_sign_in()
    engine = ENGINES.get(request.args.get("engine", ""), next(iter(ENGINES.values())))
    return page(engine.code, dict(request.args))


def page(engine_code: str, filled: dict[str, str], fault: str = "") -> ResponseReturnValue:
    engine = ENGINES[engine_code]
    drawn = render_template(
        "web/campaign-new.html",
        engines=ENGINES.values(),
        engine=engine,
        setup=form(engine.setup, engine.setup.draft),
        rules=new.asked_rules(engine),
        kinds=[(kind, access.say(telling.KINDS[kind])) for kind in opening.KINDS],
        filled=filled,
        zones=sorted(zone_names()),
        fault=fault,
    )
    return drawn, 400 if fault else 200


@pages.post("/campaigns/new")
@bounded("judgements")
def create() -> ResponseReturnValue:
    if g.player is None:
        return access.to_sign_in()
    filled = {key: value for key, value in request.form.items() if key != "csrf_token"}
    engine = ENGINES.get(filled.get("engine", ""), next(iter(ENGINES.values())))
    try:
        with access.store().write() as db:
            campaign = opening.create(
                db,
                engine.code,
                posted_text(engine.setup, filled),
                slug=filled.get("slug", "").strip().lower(),
                title=filled.get("title", ""),
                kind=filled.get("kind", ""),
                rounds=lines.number(filled.get("rounds", "").strip()),
                best=lines.number(filled.get("best", "").strip()),
                master=access.me(db),
                pace=filled.get("pace") or "48h",
                zone=filled.get("zone") or access.zone(),
                rules=new.posted_rules(engine, filled),
                now=access.now(),
                limits=access.config().limits,
            )
            slug, title = campaign.slug, campaign.title
    except Refused as error:
        return page(engine.code, filled, wording.refusal(error))
    flash(access.say("page campaign opened", title=title, slug=slug))
    return redirect(url_for("campaigns.show", slug=slug), 303)


@pages.get("/campaigns/<slug>.ics")
def calendar(slug: str) -> ResponseReturnValue:
    """The deadlines of its games, for any calendar."""
    with access.store().read() as db:
        text = telling.calendar(db, opening.find(db, slug), access.config().mail_host, access.now())
    return Response(text, mimetype="text/calendar")
