"""Leagues, knock-outs, duplicates and series: their list, a page each, and the form that opens one."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from sqlmodel import Session

from pbem import render, wording
from pbem.campaigns import lines, opening, telling
from pbem.games import Refusal, games
from pbem.pace import zone_info, zone_names
from pbem.settings.installed_engines import ENGINES
from pbem.storage.models import Campaign
from pbem.web.http import access
from pbem.web.http.request_limits import limit_requests
from pbem.web.pages import new_game
from pbem.web.pages.options_form import build_options_form, posted_text
from pbem.wording import ENGLISH

pages = Blueprint("campaigns", __name__)


@pages.get("/campaigns")
def show_campaigns() -> ResponseReturnValue:
    with access.current_store().read_session() as db:
        rows = [
            (one, telling.campaign_lead(db, one, ENGLISH), games.get_engine_by_code(one.engine))
            for one in opening.list_campaigns(db)
        ]
        return render_template("web/campaigns.html", rows=rows)


@pages.get("/campaigns/<slug>")
def show_campaign_page(slug: str) -> ResponseReturnValue:
    with access.current_store().read_session() as db:
        return render_template("web/campaign.html", **campaign_page_values(db, opening.get_campaign(db, slug)))


def campaign_page_values(db: Session, campaign: Campaign) -> dict[str, Any]:
    """Return what the page of a campaign tells, and what its reader may do there."""
    mine = opening.find_entrant(db, campaign, access.signed_in_player(db)) if g.player else None
    takes_part = mine is not None and mine.out_at is None
    closed = campaign.status == "finished" or (campaign.kind != "series" and campaign.status != "open")
    return {
        "campaign": campaign,
        "engine": games.get_engine_by_code(campaign.engine),
        "kind": telling.campaign_kind_words(campaign, ENGLISH),
        "lead": telling.campaign_lead(db, campaign, ENGLISH),
        "told": Markup(
            render.render_page_html(
                telling.build_campaign_blocks(db, campaign, zone_info(access.reader_zone()), ENGLISH)
            )
        ),
        "entered": [
            telling.campaign_player_name(db, one.player_id, ENGLISH)
            for one in opening.list_playing_entrants(db, campaign)
        ],
        "played": opening.list_campaign_games(db, campaign),
        "can_enter": not closed and not takes_part,
        "can_leave": takes_part and campaign.status != "finished",
        "asked": takes_part and campaign.status == "asking" and mine is not None and not mine.answer,
        "leads": g.player is not None and campaign.master_id == g.player.id,
        "secret": telling.disclosed_secret(campaign),
    }


# --- a new one --------------------------------------------------------------------------------------------------


@pages.get("/campaigns/new")
@limit_requests("judgements")
def show_new_campaign() -> ResponseReturnValue:
    if g.player is None:
        return access.redirect_to_sign_in()
    engine = ENGINES.get(request.args.get("engine", ""), next(iter(ENGINES.values())))
    return render_new_campaign_page(engine.code, dict(request.args))


def render_new_campaign_page(engine_code: str, filled: dict[str, str], fault: str = "") -> ResponseReturnValue:
    engine = ENGINES[engine_code]
    drawn = render_template(
        "web/campaign-new.html",
        engines=ENGINES.values(),
        engine=engine,
        setup=build_options_form(engine.setup, engine.setup.draft),
        rules=new_game.list_rule_forms(engine),
        kinds=[(kind, access.say(telling.KINDS[kind])) for kind in opening.KINDS],
        filled=filled,
        zones=sorted(zone_names()),
        fault=fault,
    )
    return drawn, 400 if fault else 200


@pages.post("/campaigns/new")
@limit_requests("judgements")
def post_new_campaign() -> ResponseReturnValue:
    if g.player is None:
        return access.redirect_to_sign_in()
    filled = {key: value for key, value in request.form.items() if key != "csrf_token"}
    engine = ENGINES.get(filled.get("engine", ""), next(iter(ENGINES.values())))
    try:
        with access.current_store().write_session() as db:
            campaign = opening.create_campaign(
                db,
                engine.code,
                posted_text(engine.setup, filled),
                slug=filled.get("slug", "").strip().lower(),
                title=filled.get("title", ""),
                kind=filled.get("kind", ""),
                rounds=lines.parse_campaign_number(filled.get("rounds", "").strip()),
                best=lines.parse_campaign_number(filled.get("best", "").strip()),
                master=access.signed_in_player(db),
                pace=filled.get("pace") or "48h",
                zone=filled.get("zone") or access.reader_zone(),
                rules=new_game.posted_rules(engine, filled),
                now=access.request_time(),
                limits=access.current_config().limits,
            )
            slug, title = campaign.slug, campaign.title
    except Refusal as error:
        return render_new_campaign_page(engine.code, filled, wording.refusal_in_english(error))
    flash(access.say("page campaign opened", title=title, slug=slug))
    return redirect(url_for("campaigns.show_campaign_page", slug=slug), 303)


@pages.get("/campaigns/<slug>.ics")
def serve_campaign_calendar(slug: str) -> ResponseReturnValue:
    """The deadlines of its games, for any calendar."""
    with access.current_store().read_session() as db:
        text = telling.render_campaign_calendar(
            db, opening.get_campaign(db, slug), access.current_config().mail_host, access.request_time()
        )
    return Response(text, mimetype="text/calendar")
