"""Commands about one's own seat, one's orders and one's letters."""

from __future__ import annotations

import re
from typing import Any

from pbem.commands.context import CommandRefused, Work
from pbem.commands.handlers.declared import declare
from pbem.commands.handlers.leading import MASTER_ELSEWHERE
from pbem.commands.language import CommandForm, ServerCommand, Utterance, command_form
from pbem.games import games, notify
from pbem.games.leading import master
from pbem.games.notify import Kind
from pbem.games.orders import orders
from pbem.games.people import people, sign_in
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
    meant = [seats.find_likely_seat(work.session, game, word) for word in parse_wished_seats(said)]
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
        elsewhere="The page of a game that waits for players has a button to take a seat.",
        tells=True,
        says=("joined other", "joined", "enlisted", "wish seat", "wish a seat", "wish any seat"),
        right=Right.OWN,
        wanted=wish_for_seat,
    )
)
def handle_join_command(work: Work, said: Utterance) -> str:
    game = work.get_meant_game(said)
    wishes, player = parse_wished_seats(said), work.writer.player
    knows = invitations.is_entry_word(work.config.secret_key, game, said.args.get("word", ""))
    seat = seat_lottery.join_or_wait(
        work.session, game, player, wishes, work.now, work.contribution, knows, work.config.limits
    )
    if seat is None:
        return work.say("enlisted", slug=game.slug)
    wanted = bool(wishes) and seats.get_seat_by_name(work.session, game, wishes[0]).id != seat.id
    return work.say("joined other" if wanted else "joined", seat=work.say.seat_name(seat), slug=game.slug, wish=wishes)


def parse_wished_seats(said: Utterance) -> list[str]:
    """The seats somebody would like, the dearest first; “any” adds nothing to that."""
    words = said.args.get("wishes", "") or said.args.get("seat", "")
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
        bound=True,
        would="would ready",
        right=Right.ORDERS,
    )
)
def handle_ready_command(work: Work, _: Utterance) -> str:
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
        bound=True,
        would="would wait",
        right=Right.ORDERS,
    )
)
def handle_wait_command(work: Work, _: Utterance) -> str:
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
def handle_clear_command(work: Work, said: Utterance) -> str:
    what = said.args.get("what", "")
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
        elsewhere="Further down on this page, under “Leave the game”.",
        tells=True,
        final=lambda _, game, seat: ENGLISH("final resign", game=game, seat=seat),
        says=("left", "resign how", "unlisted"),
    )
)
def handle_resign_command(work: Work, said: Utterance) -> str:
    game = work.get_meant_game(said)
    if seat_lottery.stop_waiting_for_draw(work.session, game, work.writer.player, work.now):
        return work.say("unlisted", slug=game.slug)
    seat, game = work.seat, work.game
    if said.args.get("game", "").lower() != game.slug:
        raise CommandRefused(work.say("resign how", seat=work.say.seat_name(seat), slug=game.slug))
    left = work.say("left", seat=work.say.seat_name(seat), slug=game.slug)
    tenures.set_press_left(work.session, seat, "press" in said.args)
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
        elsewhere="Further down on this page, under “Your seat's secret address”.",
        once=True,
        tells=True,
        says=("address", "needs proof", "address new"),
    )
)
def handle_address_command(work: Work, said: Utterance) -> str:
    """The seat's own address goes to where its player is registered, never into a receipt."""
    require_proof(work)
    if "new" in said.args:
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
        MASTER_ELSEWHERE,
        once=True,
        tells=True,
        says=("address new of", "needs proof", "address new"),
    )
)
def handle_readdress_command(work: Work, said: Utterance) -> str:
    """Another address for somebody's seat; for one's own nobody needs to be the game master."""
    require_proof(work)
    seat = seats.get_seat_by_name(work.session, work.game, said.args["seat"])
    if work.writer.seat is not None and seat.id == work.writer.seat.id:
        return give_new_address(work, seat)
    master.readdress_seat(work.session, work.game, work.writer.player, seat, work.now)
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
        elsewhere="You are signed in here.",
        once=True,
        tells=True,
        says=("link", "no more links", "needs proof"),
        right=Right.OWN,
    )
)
def handle_sign_in_command(work: Work, _: Utterance) -> str:
    require_proof(work)
    if not sign_in.request_by_letter(work.session, work.config.limits, work.writer.player, work.now):
        raise CommandRefused(work.say("no more links"))
    return work.say("link")


def require_proof(work: Work) -> None:
    """What opens a door is done for letters alone that were proved to be their player's."""
    if not work.writer.proof.acts:
        raise CommandRefused(work.say("needs proof"))


# --- one's letters -------------------------------------------------------------------------------------------------


def letter_setting_command(name: str, one: CommandForm, says: tuple[str, ...]) -> ServerCommand:
    """A command that changes how all letters come to a player."""
    elsewhere = "Your account keeps this: your name at the foot leads there."
    return ServerCommand(name, (one,), "letters", elsewhere=elsewhere, says=says, right=Right.OWN)


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
def handle_settings_command(work: Work, said: Utterance) -> str:
    args = said.args
    given: dict[str, Any] = {}
    if "zone" in args:
        given["zone"] = args["zone"]
    if "flag" in args:
        given["attach_pdf"] = args["flag"].lower() == "on"
    given |= {name: args[name] for name in ("paper", "print", "toner") if name in args}
    people.change_settings(work.session, work.writer.player, **given)
    return work.say("settings")


@declare(
    ServerCommand("signon", (command_form(r"sign ?on\b.*"),), "letters", asks=True, says=("signon",), right=Right.OWN)
)
def handle_signon_command(work: Work, _: Utterance) -> str:
    return work.say("signon")


@declare(
    ServerCommand(
        "yes",
        (command_form(r"(yes|confirm|ja|oui|s[ií]|ok)[.!]?"),),
        "letters",
        asks=True,
        says=("nothing to confirm", "question declined", "question unclear", "question too wordy"),
        right=Right.OWN,
    )
)
def handle_yes_command(work: Work, said: Utterance) -> str:
    """On an answer to a question: "declined", "unclear" or "too wordy"; else what was asked was seen to before."""
    match said.args.get("answer"):
        case "declined":
            return work.say("question declined")
        case "unclear":
            raise CommandRefused(work.say("question unclear"))
        case "too wordy":
            raise CommandRefused(work.say("question too wordy"))
    raise CommandRefused(work.say("nothing to confirm"))
