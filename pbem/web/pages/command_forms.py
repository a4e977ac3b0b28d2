"""Where forms give commands, whatever page they stand on, and where the answer is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from flask import Blueprint, abort, current_app, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.commands.context import CommandRefused
from pbem.games import Refusal
from pbem.web.desk.desk_page import return_to_desk
from pbem.web.http import access, command_door, errors
from pbem.web.http.access import OutdatedForm
from pbem.web.http.command_door import PageAnswer
from pbem.web.http.unsent_form import render_kept_form
from pbem.web.pages import absences, account, leading, seat, seating
from pbem.web.pages.report_view import build_document

pages = Blueprint("commands", __name__)
TypedFields = Mapping[str, str]


@dataclass(frozen=True)
class CommandPage:
    """A page with forms that give commands. `endpoint` draws it; `draw_again` does so with why something was not done,
    and with all that was typed, if the page can show that; `of`: who can read it; others get the page of the game."""

    endpoint: str
    draw_again: Callable[[str, str, TypedFields], str] | None = None
    of: Literal["all", "leaders", "seated"] = "all"

    def can_be_read(self, answer: PageAnswer) -> bool:
        return {"all": True, "leaders": answer.leads, "seated": answer.seated}[self.of]


COMMAND_PAGES: Mapping[str, CommandPage] = {
    "account": CommandPage("account.show_account", account.draw_account),
    "away": CommandPage("absences.show_absences", absences.draw_absences_again),
    "book": CommandPage("gamebook.show_game_book"),
    "campaign": CommandPage("campaigns.show_campaign_page"),
    "desk": CommandPage("seat.show_desk", seat.draw_desk_again, of="seated"),
    "game": CommandPage("game.show_game"),
    "master": CommandPage("leading.show_master_page", leading.draw_master_page, of="leaders"),
    "seating": CommandPage("seating.show_seating", seating.draw_seating, of="seated"),
}


@pages.post("/commands/<page>")
@pages.post("/games/<slug>/commands/<page>")
def post_command(page: str, slug: str = "") -> ResponseReturnValue:
    """One command, from a form of a page: done, and answered there."""
    if page not in COMMAND_PAGES:
        abort(404)
    here = COMMAND_PAGES[page]
    address = find_page_address(here, slug)
    if g.player is None:
        kept = render_kept_form() if page != "game" or request.form.get("text", "").strip() else None
        return kept or redirect(url_for("account.sign_in", next=address), 303)
    command = command_door.posted_command()
    try:
        answer = command_door.give_page_command(command.name, command_door.posted_arguments(command), slug)
    except OutdatedForm as error:
        with access.current_store().read_session() as db:
            fault = access.describe_outdated_form(db, error)
        return show_fault(here, slug, fault, 409)
    except (Refusal, CommandRefused) as error:
        if isinstance(error, Refusal) and error.code == "no such game":
            return errors.handle_refusal(error)
        return show_fault(here, slug, errors.refusal_words(error), 400)
    if any(one.blocks or len(one.text) > LONGEST_NOTICE for one in answer.sections) or not answer.fits:
        return render_answer(slug, address, answer)
    flash(answer.text)
    following = find_following_page(here, command.name, answer)
    if following is COMMAND_PAGES["desk"]:
        return return_to_desk(slug, "notice")
    return redirect(find_page_address(following, slug), 303)


LONGEST_NOTICE = 600
"""Characters of something that was asked for, and fits above a page; what is longer has a page of its own."""


def find_following_page(page: CommandPage, command: str, answer: PageAnswer) -> CommandPage:
    """Return where an answer is read: whoever accepts to lead a game or to speak for a seat goes on where that is
    done."""
    if command == "accept" and (answer.leads or answer.seated):
        return COMMAND_PAGES["master" if answer.leads else "desk"]
    return page if page.can_be_read(answer) else COMMAND_PAGES["game"]


def find_page_address(page: CommandPage, slug: str) -> str:
    """Of the page of a campaign its name is one of the fields. Raises NotFound for a page of a game without one."""
    name = slug or (request.form.get("campaign", "") if page is COMMAND_PAGES["campaign"] else "")
    if not name and current_app.url_map.is_endpoint_expecting(page.endpoint, "slug"):
        abort(404)
    return url_for(page.endpoint, slug=name) if name else url_for(page.endpoint)


def show_fault(page: CommandPage, slug: str, fault: str, status: int) -> ResponseReturnValue:
    """The page again with why nothing was done, and with all that was typed."""
    if page.draw_again is None:
        return errors.give_form_back(fault)
    return page.draw_again(slug, fault, request.form), status


def render_answer(slug: str, back: str, answer: PageAnswer) -> str:
    """A page with all that was asked for."""
    drawn = [(one.title, build_document(one.blocks) if one.blocks else None, one.text) for one in answer.sections]
    return render_template("web/answer.html", slug=slug, back=back, sections=drawn, text=answer.text)
