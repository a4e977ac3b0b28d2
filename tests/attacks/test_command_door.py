"""The door of commands on pages, as an attacker sends forms: any command, with any words, for anybody's game."""

from __future__ import annotations

from datetime import datetime

import pytest

from pbem.commands.handlers import COMMANDS
from pbem.games.rules import Rules
from tests.games.party import MASTER, Party, start_party
from tests.size import take_some
from tests.web.conftest import Browser, Site, every_site, plain_site, present

__all__ = ["every_site", "plain_site", "present"]  # fixtures
pytestmark = pytest.mark.usefixtures("toy")

DOOR = "/games/verdun/commands/desk"
ODD = ("\0", "\x1b[2J", "‮bid", "x" * 20_000, "press to\n" * 50, "-1", "9" * 40, "٣", "{0}", "<b>", "1" * 12 + "d", "'")
"""What no form of ours sends."""


def give(browser: Browser, act: str, door: str = DOOR, **args: str) -> int:
    browser.get("/account")
    return browser.force(door, act, **args).status_code


@pytest.mark.slow
def test_no_words_are_a_fault_of_ours(every_site: Site, present: datetime) -> None:
    """Each argument of each command in turn, as a player, as the master, and as somebody else."""
    start_party(every_site.store, present)
    every_site.app.config["WTF_CSRF_ENABLED"] = False
    for address in ("red@example.org", MASTER, "eve@example.org"):
        browser = every_site.browser(address)
        for command in COMMANDS.known:
            for odd in take_some(ODD, 3):
                sent = {one.name: odd for one in command.arguments} | {"act": command.name}
                if command.name in ("sign out", "forget"):
                    continue
                answer = browser.client.post(DOOR, data=sent)
                assert answer.status_code < 500, (address, command.name, odd)


def test_what_no_letter_says_by_itself_is_no_command_of_a_form(site: Site, present: datetime) -> None:
    start_party(site.store, present)
    red = site.browser("red@example.org")
    for name in ("judge", "judge's master", "yes", "calendar file", "nonsense", ""):
        assert give(red, name) == 400, name


def test_who_leads_one_game_leads_no_other(site: Site, present: datetime) -> None:
    """Whatever game a form names besides."""
    mine, theirs = start_party(site.store, present, slug="mine"), start_party(site.store, present, slug="theirs")
    with site.store.write_session() as session:
        theirs.game(session).master_id = theirs.player(session, "BLU").id
    lead = site.browser(MASTER)
    for act, args in (("pause", {}), ("process", {}), ("cancel", {"slug": "theirs"}), ("eject", {"seat": "RED"})):
        for more in ({}, {"game": "theirs"}):
            assert give(lead, act, "/games/theirs/commands/master", **args, **more) in (303, 400, 403), act
    give(lead, "cancel", "/games/mine/commands/master", slug="theirs", game="theirs")
    assert (mine.status(), theirs.status()) == ("running", "running")


def test_a_stranger_learns_nothing_of_a_closed_game(site: Site, present: datetime) -> None:
    """Neither by its own address, nor as what another game's form names."""
    start_party(site.store, present)
    start_party(site.store, present, Rules(open_to="invited"), slug="quiet")
    red = site.browser("eve@example.org")
    for act in ("ledger", "status", "who", "watch", "join", "step down"):
        red.get("/account")
        answer = red.force(DOOR, act, game="quiet")
        nowhere = red.force(DOOR, act, game="nowhere")
        assert answer.status_code == nowhere.status_code, act
        red.get("/")
        assert "Red" not in red.words and "being played" not in red.words


def party_letters(party: Party) -> int:
    return len(party.letters("press"))


def test_a_key_of_somebody_else_stops_no_letter(site: Site, present: datetime) -> None:
    """What a form says to be known again by counts for its writer alone."""
    game = start_party(site.store, present)
    for address in ("red@example.org", "blue@example.org"):
        give(site.browser(address), "broadcast", text="hello", key="same")
        give(site.browser(address), "broadcast", text="hello", key="same")
    assert party_letters(game) >= 2
