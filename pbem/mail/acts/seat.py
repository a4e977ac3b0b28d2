"""Commands about one's own seat, one's orders and one's letters."""

from __future__ import annotations

import re
from typing import Any

from pbem.mail.acts.declared import declare
from pbem.mail.acts.leading import ELSEWHERE
from pbem.mail.commands import Command, Form, Said, form
from pbem.mail.work import No, Work
from pbem.models import Game, Seat
from pbem.play import draw, games, invitations, master, orders, people, seats, sign_in, tell, tenures
from pbem.play.rights import Right
from pbem.play.tell import Kind
from pbem.wording import ENGLISH

JOIN = r"join (the )?(game )?(?P<game>[\w-]+)( word (?P<word>\w{4,40}))?"
ANY = frozenset({"any", "anything", "any seat", "n'importe", "*"})
"""Words for a seat that is as good as another."""


def wanted(work: Work, said: Said) -> tuple[str, dict[str, str]]:
    """A seat that a stranger would like, by its name; one that nobody can make out is told, with those there are."""
    game = named(work, said)
    meant = [seats.meant(work.session, game, word) for word in wished(said)]
    found = ", ".join(seat.label for seat in meant if seat)
    if found:
        return "wish seat", {"slug": game.slug, "seat": found}
    if not meant:
        return "wish a seat", {"slug": game.slug}
    every = ", ".join(seat.label for seat in games.seats(work.session, game))
    return "wish any seat", {"slug": game.slug, "seats": every}


def named(work: Work, said: Said) -> Game:
    """The game that a stranger names. Raises Refused "no such game"."""
    return work.visible(said.args.get("game", ""), said.args.get("word", ""))


@declare(
    Command(
        "join",
        (
            form(
                rf"{JOIN}( (as|with|als|comme) (?P<seat>.+))?",
                "join GAME as SEAT",
                "take a seat; without “as SEAT” any free one; “join GAME word …” where one is needed",
                friendly=True,
            ),
            form(
                rf"{JOIN} ?: ?(?P<wishes>.+)",
                "join GAME: SEAT, SEAT, any",
                "the same with several wishes, the dearest first; where seats are drawn, they are yours in the draw",
            ),
            form(r"(join|take ?over) (?!master@)(?P<seat>[\w.-]+)@(?P<game>[\w-]+)( \S+){0,2}"),
            form(r"take ?over (?P<seat>[^@]+?) (in|of) (?P<game>[\w-]+)"),
        ),
        "game",
        elsewhere="The page of a game that waits for players has a button to take a seat.",
        tells=True,
        says=("joined other", "joined", "enlisted", "wish seat", "wish a seat", "wish any seat"),
        right=Right.OWN,
        wanted=wanted,
    )
)
def join(work: Work, said: Said) -> str:
    game = work.meant(said)
    wishes, player = wished(said), work.writer.player
    knows = invitations.knows(work.config.secret_key, game, said.args.get("word", ""))
    seat = draw.enter(work.session, game, player, wishes, work.now, work.contribution, knows, work.config.limits)
    if seat is None:
        return work.say("enlisted", slug=game.slug)
    wanted = bool(wishes) and seats.find(work.session, game, wishes[0]).id != seat.id
    return work.say("joined other" if wanted else "joined", seat=work.say.name(seat), slug=game.slug, wish=wishes)


def wished(said: Said) -> list[str]:
    """The seats somebody would like, the dearest first; “any” adds nothing to that."""
    words = said.args.get("wishes", "") or said.args.get("seat", "")
    found = [word for word in re.split(r"\s*(?:,|;|>|\bthen\b|\bor\b)\s*", words) if word]
    return [word for word in found if word.strip(" .").lower() not in ANY]


@declare(
    Command(
        "ready",
        (
            form(r"(set )?ready|(set )?no ?wait|set now", "ready", "resolve as soon as everybody is ready"),
            form("done", friendly=True),
        ),
        "orders",
        says=("ready", "ready undone", "not ready"),
        bound=True,
        would="would ready",
        right=Right.ORDERS,
    )
)
def ready(work: Work, _: Said) -> str:
    work.standing = orders.ready(
        work.session,
        work.seat,
        True,
        work.received_at,
        work.hearing,
        source=work.source,
        counted=work.counted_at,
    )
    return work.say("ready", phase=work.named)


@declare(
    Command(
        "wait",
        (form(r"(set )?wait|set w|not ready", "wait", "do not resolve before the deadline"),),
        "orders",
        says=("wait",),
        bound=True,
        would="would wait",
        right=Right.ORDERS,
    )
)
def wait(work: Work, _: Said) -> str:
    work.standing = orders.ready(work.session, work.seat, False, work.received_at, work.hearing, source=work.source)
    return work.say("wait", phase=work.named)


@declare(
    Command(
        "clear",
        (
            form(r"clear( (my |all )?orders)?", "clear", "take all your orders back"),
            form(r"clear (?P<what>.+)", "clear WORDS", "take back the orders that say these words"),
        ),
        "orders",
        says=("cleared", "cleared some"),
        bound=True,
        would="would clear",
        right=Right.ORDERS,
    )
)
def clear(work: Work, said: Said) -> str:
    what = said.args.get("what", "")
    work.standing = orders.clear(work.session, work.seat, work.received_at, what, work.hearing)
    return work.say("cleared some" if what else "cleared", what=what, phase=work.named)


@declare(
    Command(
        "resign",
        (
            form(
                r"(resign|withdraw)( from)?( (?P<game>(?!votes?$)[\w-]+))?(?P<press> with (my )?press)?",
                "resign GAME",
                "leave your seat for good; nobody waits for it then, and what you left standing ends; “… with press” "
                "lets whoever follows read what was private",
            ),
        ),
        "others",
        elsewhere="Further down on this page, under “Leave the game”.",
        tells=True,
        final=lambda _, game, seat: ENGLISH("final resign", game=game, seat=seat),
        says=("left", "resign how", "unlisted"),
    )
)
def resign(work: Work, said: Said) -> str:
    game = work.meant(said)
    if draw.leave(work.session, game, work.writer.player, work.now):
        return work.say("unlisted", slug=game.slug)
    seat, game = work.seat, work.game
    if said.args.get("game", "").lower() != game.slug:
        raise No(work.say("resign how", seat=work.say.name(seat), slug=game.slug))
    left = work.say("left", seat=work.say.name(seat), slug=game.slug)
    tenures.leave_press(work.session, seat, "press" in said.args)
    seats.resign(work.session, seat, work.now)
    return left


@declare(
    Command(
        "address",
        (
            form(r"(my |seat )?address", "address", "your seat's own address, in a letter of its own"),
            form(r"address (?P<new>new)", "address new", "another address for your seat; the old one is void"),
        ),
        "letters",
        elsewhere="Further down on this page, under “Your seat's secret address”.",
        once=True,
        tells=True,
        says=("address", "needs proof", "address new"),
    )
)
def address(work: Work, said: Said) -> str:
    """The seat's own address goes to where its player is registered, never into a receipt."""
    proven(work)
    if "new" in said.args:
        return another(work, work.seat)
    key, data, seat = f"address:{work.key}", {"by": ""}, work.seat
    tell.tell(work.session, Kind.ADDRESS, work.writer.player, key, game=work.game, seat=seat, data=data, now=work.now)
    return work.say("address")


@declare(
    Command(
        "readdress",
        (
            form(
                r"address new (for )?(?P<seat>.+)",
                "address new SEAT",
                "another address for a seat whose old one got into other hands",
            ),
        ),
        "leading",
        "master",
        ELSEWHERE,
        once=True,
        tells=True,
        says=("address new of", "needs proof", "address new"),
    )
)
def readdress(work: Work, said: Said) -> str:
    """Another address for somebody's seat; for one's own nobody needs to be the game master."""
    proven(work)
    seat = seats.find(work.session, work.game, said.args["seat"])
    if work.writer.seat is not None and seat.id == work.writer.seat.id:
        return another(work, seat)
    master.readdress(work.session, work.game, work.writer.player, seat, work.now)
    return work.say("address new of", seat=work.say.name(seat))


def another(work: Work, seat: Seat) -> str:
    """Another address for one's own seat."""
    seats.readdress(work.session, seat, work.now)
    return work.say("address new")


@declare(
    Command(
        "sign in",
        (form(r"(sign|log) ?in", "sign in", "a link that signs you in on the web, in any browser, once"),),
        "letters",
        elsewhere="You are signed in here.",
        once=True,
        tells=True,
        says=("link", "no more links", "needs proof"),
        right=Right.OWN,
    )
)
def link(work: Work, _: Said) -> str:
    proven(work)
    if not sign_in.start_by_letter(work.session, work.config.limits, work.writer.player, work.now):
        raise No(work.say("no more links"))
    return work.say("link")


def proven(work: Work) -> None:
    """What opens a door is done for letters alone that were proved to be their player's."""
    if not work.writer.proof.acts:
        raise No(work.say("needs proof"))


# --- one's letters -------------------------------------------------------------------------------------------------


def of_letters(name: str, one: Form, says: tuple[str, ...]) -> Command:
    """A command that changes how all letters come to a player."""
    elsewhere = "Your account keeps this: your name at the foot leads there."
    return Command(name, (one,), "letters", elsewhere=elsewhere, says=says, right=Right.OWN)


@declare(
    of_letters(
        "print",
        form(r"(set )?print (?P<print>large|normal)", "print large", "larger letters in the PDF; “print normal” again"),
        says=("settings",),
    )
)
@declare(
    of_letters(
        "toner",
        form(r"(set )?toner (?P<toner>low|full)", "toner low", "maps in the PDF that save toner; “toner full” again"),
        says=("settings",),
    )
)
@declare(
    of_letters(
        "paper",
        form(r"(set )?paper (?P<paper>a4|letter)", "paper letter", "the paper of the PDF: a4 or letter"),
        says=("settings",),
    )
)
@declare(
    of_letters(
        "pdf",
        form(r"(set )?pdf (?P<flag>on|off)", "pdf off", "reports without the PDF; “pdf on” with it"),
        says=("settings",),
    )
)
@declare(
    of_letters(
        "zone",
        form(r"(set )?(time ?)?zone (?P<zone>[\w/+-]+)", "zone Europe/Paris", "the time zone of your letters"),
        says=("settings",),
    )
)
def settings(work: Work, said: Said) -> str:
    args = said.args
    given: dict[str, Any] = {}
    if "zone" in args:
        given["zone"] = args["zone"]
    if "flag" in args:
        given["attach_pdf"] = args["flag"].lower() == "on"
    given |= {name: args[name] for name in ("paper", "print", "toner") if name in args}
    people.settings(work.session, work.writer.player, **given)
    return work.say("settings")


@declare(Command("signon", (form(r"sign ?on\b.*"),), "letters", asks=True, says=("signon",), right=Right.OWN))
def signon(work: Work, _: Said) -> str:
    return work.say("signon")


@declare(
    Command(
        "yes",
        (form(r"(yes|confirm|ja|oui|s[ií]|ok)[.!]?"),),
        "letters",
        asks=True,
        says=("nothing to confirm", "question declined", "question unclear", "question too wordy"),
        right=Right.OWN,
    )
)
def nothing_to_confirm(work: Work, said: Said) -> str:
    """On an answer to a question: "declined", "unclear" or "too wordy"; else what was asked was seen to before."""
    match said.args.get("answer"):
        case "declined":
            return work.say("question declined")
        case "unclear":
            raise No(work.say("question unclear"))
        case "too wordy":
            raise No(work.say("question too wordy"))
    raise No(work.say("nothing to confirm"))
