"""The sentences for what `play` refuses: what is wrong, and what would be right. Mail and web share them."""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter
from typing import Any

from engines.language.names import Told, code_of
from pbem.play import Refused

REFUSALS = {
    "all must share": "In this game a draw is shared by all who are left: {seats}. Vote “draw” without names.",
    "already seated": "You play {seat} in {slug} already; a player holds one seat in a game.",
    "bad address": "“{address}” is no mail address. It looks like name@example.org.",
    "bad correction": "Nothing was changed: the orders of {seat} stand as they were. {faults}",
    "bad options": "These options are not possible. {faults}",
    "bad pace": "{why}",
    "bad paper": "There is no paper “{paper}” here; there is {papers}.",
    "bad proposal": (
        "“{proposal}” is no proposal that can be voted on here. There are: draw, draw with the names of who shares it, "
        "concede and the name of who wins, extend 24h."
    ),
    "bad rule": "{key} = {value} is not possible. Allowed: {allowed}.",
    "bad slug": "“{slug}” cannot name a game. Use 1 to 40 small letters, digits and hyphens, such as verdun-2.",
    "bad zone": "{why}",
    "extension too long": "A vote can move a deadline by {hours:g} hours at most.",
    "game full": "Every seat in {slug} is taken.",
    "game over": "{slug} is over.",
    "link expired": "This sign-in link is too old. Ask for a new one.",
    "link unknown": "This is no sign-in link of this server. Ask for a new one.",
    "link used": "This sign-in link was used already. Ask for a new one.",
    "no draws": "There are no votes on draws or concessions in {slug}.",
    "no extensions": "There are no votes on deadlines in this game. Ask the game master.",
    "no orders": "There is nothing {seat} can order in {phase}.",
    "no press": "There is no press between players in {slug}. You can write to the game master: press to master.",
    "no press now": "In this game players write to each other only during: {kinds}. The game master always reads you.",
    "no such engine": "There is no game “{engine}” on this server. There are: {engines}.",
    "no such game": "There is no game “{slug}”.{near:near}",
    "no such kind": "“{word}” is no kind of phase of this game.{near:near} Its kinds are {kinds}.",
    "no such order": "No order of yours says “{what}”. Yours are: {orders}.",
    "no such phase": "The game has no phase number {number} to go back to.",
    "no such seat": "“{word}” is no seat of this game.{near:near} The seats are {seats}.",
    "no such vote": "You have cast no such vote.",
    "no vote": "{seat} has no vote: seats that are eliminated, played by bots, or absent for two turns have none.",
    "not paused": "{slug} is not paused.",
    "not running": "{slug} is not running now: it is {status}.",
    "not the master": "Only the game master of {slug} can do that.",
    "other browser": "Open the sign-in link in the browser you asked for it with, or ask for a new one here.",
    "press empty": "The message is empty.",
    "press to nobody": "The message is addressed to nobody but yourself.",
    "press too long": "The message has {length} characters; {longest} is the most. Send it in parts.",
    "seat vacant": "Nobody holds {seat}.",
    "slug taken": "There is a game “{slug}” already. Choose another name.",
    "text too long": "The orders have {length} characters; {longest} is the most.",
    "too many orders": (
        "With these your orders would have {length} characters in all; {longest} is the most. Say less, or take some "
        "back with “clear”. Nothing was changed."
    ),
    "too many games": "You have opened {most} games today; that is the most. Open the next one tomorrow.",
    "too many invitations": (
        "You have invited {most} people today who have never written to this server; that is the most. Invite the "
        "next one tomorrow, or let people join by themselves."
    ),
    "plays already": "{address} plays in {slug} already; a player holds one seat in a game.",
    "too many commands": (
        "You have given {most} commands in this hour of which letters are written; that is the most. Give this one "
        "later."
    ),
    "too many messages": "You have written {most} messages in this hour; that is the most. Write this one later.",
    "what if chance": "This phase is decided by chance as well; what would happen cannot be told.",
    "what if hidden": "What the others hold is hidden from you; what would happen cannot be told.",
}


class Words(Formatter):
    """Lists become “a, b and c”; the format “near” makes “ Did you mean a or b?” of a list, or nothing."""

    def format_field(self, value: Any, spec: str) -> str:
        if spec == "near":
            return f" Did you mean {listed(value, 'or')}?" if value else ""
        if isinstance(value, (list, tuple, set, frozenset)):
            return listed(value, "and")
        return str(super().format_field(value, spec))


def listed(items: Iterable[object], last: str = "and") -> str:
    """ "a, b and c"; sentences are only put one after the other."""
    words = [str(item) for item in items]
    if any(word.endswith(".") for word in words):
        return " ".join(words)
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def refusal(error: Refused) -> str:
    """What a player is told."""
    return Words().vformat(REFUSALS[error.code], (), error.facts)


def coded(text: Told, code: str = "") -> str:
    """What a player is told about his orders, with the code under which the rules tell more of it."""
    known = code or code_of(text)
    return f"{text} ({known})" if known else str(text)
