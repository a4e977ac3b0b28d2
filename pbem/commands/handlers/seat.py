"""Commands about one's own seat, one's orders and one's letters."""

from __future__ import annotations

import re
from typing import Any

from pbem.commands.context import CommandRefused, Work
from pbem.commands.declarations import CommandForm, ServerCommand, Utterance, command_form
from pbem.commands.handlers.declared import declare
from pbem.games import games, notify
from pbem.games.leading import master
from pbem.games.notify import Kind
from pbem.games.orders import orders
from pbem.games.people import browsers, people, sign_in
from pbem.games.rights import Right
from pbem.games.seating import invitations, seat_lottery, seats, tenures
from pbem.storage.models import Game, Seat
from pbem.wording import ENGLISH

JOIN = r"join (the )?(game )?(?P<game>[\w-]+)( word (?P<word>\w{4,40}))?"
ANY = frozenset({"any", "anything", "any seat", "n'importe", "*"})
"""Words for a seat that is as good as another."""


def wish_for_seat(work: Work, said: Utterance) -> tuple[str, dict[str, str]]:
    """A seat that a stranger would like, by its name; one that nobody can make out is told, with those there are."""
    game = find_wanted_game(work, said)
    meant = [
        seats.find_likely_seat(work.session, game, word)
        for word in split_wished_seats(said.args.get("wishes", "") or said.args.get("seat", ""))
    ]
    found = ", ".join(seat.label for seat in meant if seat)
    if found:
        return "wish seat", {"slug": game.slug, "seat": found}
    if not meant:
        return "wish a seat", {"slug": game.slug}
    every = ", ".join(seat.label for seat in games.list_game_seats(work.session, game))
    return "wish any seat", {"slug": game.slug, "seats": every}


def find_wanted_game(work: Work, said: Utterance) -> Game:
    """The game that a stranger names. Raises Refusal "no such game"."""
    return work.get_game_for_writer(said.args.get("game", ""), said.args.get("word", ""))


@declare(
    ServerCommand(
        "join",
        (
            command_form(
                rf"{JOIN}( (as|with|als|comme) (?P<seat>.+))?",
                "join GAME as SEAT",
                "take a seat; without “as SEAT” any free one; “join GAME word …” where one is needed",
                friendly=True,
            ),
            command_form(
                rf"{JOIN} ?: ?(?P<wishes>.+)",
                "join GAME: SEAT, SEAT, any",
                "the same with several wishes, the dearest first; where seats are drawn, they are yours in the draw",
            ),
            command_form(r"(join|take ?over) (?!master@)(?P<seat>[\w.-]+)@(?P<game>[\w-]+)( \S+){0,2}"),
            command_form(r"take ?over (?P<seat>[^@]+?) (in|of) (?P<game>[\w-]+)"),
        ),
        "game",
        tells=True,
        says=("joined other", "joined", "enlisted", "wish seat", "wish a seat", "wish any seat"),
        right=Right.OWN,
        wanted=wish_for_seat,
    )
)
def join_game(work: Work, game: Game, seat: str = "", wishes: str = "", word: str = "", dice: str = "") -> str:
    """`dice`: what whoever joins adds to those of the game."""
    wished, player = split_wished_seats(wishes or seat), work.writer.player
    knows = invitations.is_entry_word(work.config.secret_key, game, word)
    given, limits = work.contribution or dice, work.config.limits
    found = seat_lottery.join_or_wait(work.session, game, player, wished, work.now, given, knows, limits)
    if found is None:
        return work.say("enlisted", slug=game.slug)
    other = bool(wished) and seats.get_seat_by_name(work.session, game, wished[0]).id != found.id
    return work.say("joined other" if other else "joined", seat=work.say.seat_name(found), slug=game.slug, wish=wished)


def split_wished_seats(words: str) -> list[str]:
    """The seats somebody would like, the dearest first; “any” adds nothing to that."""
    found = [word for word in re.split(r"\s*(?:,|;|>|\bthen\b|\bor\b)\s*", words) if word]
    return [word for word in found if word.strip(" .").lower() not in ANY]


@declare(
    ServerCommand(
        "ready",
        (
            command_form(r"(set )?ready|(set )?no ?wait|set now", "ready", "resolve as soon as everybody is ready"),
            command_form("done", friendly=True),
        ),
        "orders",
        says=("ready", "ready undone", "not ready"),
        checks_first=True,
        bound=True,
        would="would ready",
        right=Right.ORDERS,
    )
)
def set_ready(work: Work) -> str:
    work.standing = orders.set_ready(
        work.session,
        work.seat,
        True,
        work.received_at,
        work.order_context,
        source=work.words_source,
        counted=work.counted_at,
    )
    return work.say("ready", phase=work.open_phase_title)


@declare(
    ServerCommand(
        "wait",
        (command_form(r"(set )?wait|set w|not ready", "wait", "do not resolve before the deadline"),),
        "orders",
        says=("wait",),
        checks_first=True,
        bound=True,
        would="would wait",
        right=Right.ORDERS,
    )
)
def set_waiting(work: Work) -> str:
    work.standing = orders.set_ready(
        work.session, work.seat, False, work.received_at, work.order_context, source=work.words_source
    )
    return work.say("wait", phase=work.open_phase_title)


@declare(
    ServerCommand(
        "clear",
        (
            command_form(r"clear( (my |all )?orders)?", "clear", "take all your orders back"),
            command_form(r"clear (?P<what>.+)", "clear WORDS", "take back the orders that say these words"),
        ),
        "orders",
        says=("cleared", "cleared some"),
        bound=True,
        would="would clear",
        right=Right.ORDERS,
    )
)
def clear_orders(work: Work, what: str = "") -> str:
    work.standing = orders.clear_orders(work.session, work.seat, work.received_at, what, work.order_context)
    return work.say("cleared some" if what else "cleared", what=what, phase=work.open_phase_title)


@declare(
    ServerCommand(
        "resign",
        (
            command_form(
                r"(resign|withdraw)( from)?( (?P<game>(?!votes?$)[\w-]+))?(?P<press> with (my )?press)?",
                "resign GAME",
                "leave your seat for good; nobody waits for it then, and what you left standing ends; “… with press” "
                "lets whoever follows read what was private",
            ),
        ),
        "others",
        tells=True,
        final=lambda _, game, seat: ENGLISH("final resign", game=game, seat=seat),
        says=("left", "resign how", "unlisted", "page tick"),
    )
)
def resign_seat(work: Work, said: Utterance, game: Game, press: bool = False) -> str:
    """Only who names the game means it."""
    if seat_lottery.stop_waiting_for_draw(work.session, game, work.writer.player, work.now):
        return work.say("unlisted", slug=game.slug)
    seat, game = work.seat, work.game
    if said.args.get("game", "").lower() != game.slug:
        raise CommandRefused(work.ask_to_mean_it("resign how", seat=work.say.seat_name(seat), slug=game.slug))
    left = work.say("left", seat=work.say.seat_name(seat), slug=game.slug)
    tenures.set_press_left(work.session, seat, press)
    seats.leave_seat_vacant(work.session, seat, work.now)
    return left


@declare(
    ServerCommand(
        "address",
        (
            command_form(r"(my |seat )?address", "address", "your seat's own address, in a letter of its own"),
            command_form(r"address (?P<new>new)", "address new", "another address for your seat; the old one is void"),
        ),
        "letters",
        once=True,
        tells=True,
        proved=True,
        says=("address", "address new"),
    )
)
def send_seat_address(work: Work, new: bool = False) -> str:
    """The seat's own address goes to where its player is registered, never into a receipt."""
    if new:
        return give_new_address(work, work.seat)
    key, data, seat = f"address:{work.key}", {"by": ""}, work.seat
    notify.queue_letter(
        work.session, Kind.ADDRESS, work.writer.player, key, game=work.game, seat=seat, data=data, now=work.now
    )
    return work.say("address")


@declare(
    ServerCommand(
        "readdress",
        (
            command_form(
                r"address new (for )?(?P<seat>.+)",
                "address new SEAT",
                "another address for a seat whose old one got into other hands",
            ),
        ),
        "leading",
        "master",
        once=True,
        tells=True,
        proved=True,
        own=True,
        says=("address new of", "address new"),
    )
)
def renew_seat_address(work: Work, seat: Seat, reason: str = "") -> str:
    """Another address for somebody's seat; for one's own nobody needs to lead the game."""
    if work.holds_seat(seat):
        return give_new_address(work, seat)
    master.readdress_seat(work.session, work.game, work.leader, seat, work.now, reason)
    return work.say("address new of", seat=work.say.seat_name(seat))


def give_new_address(work: Work, seat: Seat) -> str:
    """Another address for one's own seat."""
    seats.renew_seat_address(work.session, seat, work.now)
    return work.say("address new")


@declare(
    ServerCommand(
        "sign in",
        (command_form(r"(sign|log) ?in", "sign in", "a link that signs you in on the web, in any browser, once"),),
        "letters",
        once=True,
        tells=True,
        proved=True,
        says=("link", "no more links"),
        right=Right.OWN,
    )
)
def send_sign_in_link(work: Work) -> str:
    if not sign_in.request_by_letter(work.session, work.config.limits, work.writer.player, work.now):
        raise CommandRefused(work.say("no more links"))
    return work.say("link")


# --- one's letters -------------------------------------------------------------------------------------------------


def letter_setting_command(name: str, one: CommandForm, says: tuple[str, ...]) -> ServerCommand:
    """A command that changes how all letters come to a player."""
    return ServerCommand(name, (one,), "letters", says=says, right=Right.OWN)


@declare(
    letter_setting_command(
        "print",
        command_form(
            r"(set )?print (?P<print>large|normal)", "print large", "larger letters in the PDF; “print normal” again"
        ),
        says=("settings",),
    )
)
@declare(
    letter_setting_command(
        "toner",
        command_form(
            r"(set )?toner (?P<toner>low|full)", "toner low", "maps in the PDF that save toner; “toner full” again"
        ),
        says=("settings",),
    )
)
@declare(
    letter_setting_command(
        "paper",
        command_form(r"(set )?paper (?P<paper>a4|letter)", "paper letter", "the paper of the PDF: a4 or letter"),
        says=("settings",),
    )
)
@declare(
    letter_setting_command(
        "pdf",
        command_form(r"(set )?pdf (?P<flag>on|off)", "pdf off", "reports without the PDF; “pdf on” with it"),
        says=("settings",),
    )
)
@declare(
    letter_setting_command(
        "zone",
        command_form(r"(set )?(time ?)?zone (?P<zone>[\w/+-]+)", "zone Europe/Paris", "the time zone of your letters"),
        says=("settings",),
    )
)
def change_settings(
    work: Work, zone: str = "", flag: str = "", paper: str = "", print: str = "", toner: str = ""
) -> str:
    """Those that are said; the others stay. `flag`: whether the PDF comes with a report, “on” or “off”."""
    said = {"zone": zone, "paper": paper, "print": print, "toner": toner}
    given: dict[str, Any] = {name: words for name, words in said.items() if words}
    if flag:
        given["attach_pdf"] = flag.lower() == "on"
    people.change_settings(work.session, work.writer.player, **given)
    return work.say("settings")


@declare(
    ServerCommand(
        "sign out",
        (
            command_form(
                r"(sign|log) ?out( everywhere)?", "sign out", "end what you are signed in to on the web, everywhere"
            ),
        ),
        "letters",
        once=True,
        proved=True,
        says=("signed out",),
        right=Right.OWN,
    )
)
def sign_out_everywhere(work: Work) -> str:
    browsers.end_all_web_sessions(work.session, work.writer.player)
    return work.say("signed out")


@declare(
    ServerCommand(
        "signon",
        (command_form(r"sign ?on\b.*"),),
        "letters",
        asks=True,
        foretold=True,
        says=("signon",),
        right=Right.OWN,
    )
)
def answer_signon(work: Work) -> str:
    return work.say("signon")


@declare(
    ServerCommand(
        "yes",
        (command_form(r"(yes|confirm|ja|oui|s[ií]|ok)[.!]?"),),
        "letters",
        asks=True,
        foretold=True,
        says=("nothing to confirm", "question declined", "question unclear", "question too wordy"),
        right=Right.OWN,
    )
)
def answer_yes(work: Work, said: Utterance) -> str:
    """On an answer to a question: "declined", "unclear" or "too wordy"; else what was asked was seen to before."""
    match said.args.get("answer"):
        case "declined":
            return work.say("question declined")
        case "unclear":
            raise CommandRefused(work.say("question unclear"))
        case "too wordy":
            raise CommandRefused(work.say("question too wordy"))
    raise CommandRefused(work.say("nothing to confirm"))
