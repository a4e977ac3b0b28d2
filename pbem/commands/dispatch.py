"""One command being given, the same from every door: rights, limits and arguments are looked at here and nowhere else.

A letter, a form of a page, a box and the command line each make an `Utterance` of what was said, and the work in hand.
"""

from __future__ import annotations

from pbem.commands.arguments import read_arguments
from pbem.commands.context import CommandRefused, Work
from pbem.commands.declarations import ServerCommand, Utterance
from pbem.games import Refusal
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.rights import Role, has_right
from pbem.games.seating import seats


def give_command(work: Work, said: Utterance) -> str:
    """Does a command, and returns the sentence that answers it. Raises CommandRefused, Refusal; the caller undoes what
    was done by then."""
    command = said.command
    assert command is not None and command.act is not None
    check_writer_may(work, said, command)
    if command.bound:
        check_in_time(work)
    if command.tells and not work.is_host:
        people.count_command(work.session, work.config.limits, work.writer.player, work.now)
    return command.act(work, **read_arguments(work, said))


def check_writer_may(work: Work, said: Utterance, command: ServerCommand) -> None:
    """Raises CommandRefused, and Refusal "not the master". It comes before the arguments are read: names of seats are
    not told to who does not lead the game, and nobody is registered for them."""
    leads = command.who == "master" and work.is_leader
    deputy_may = leads or command.who == "anybody" or has_right(work.role, command.right)
    if work.role is Role.DEPUTY and not deputy_may:
        raise CommandRefused(work.say("deputy may not"))
    if command.proved and not (work.is_host or work.writer.proof.acts):
        raise CommandRefused(work.say("needs proof"))
    if command.who == "master" and not leads and not is_of_own_seat(work, said, command):
        if command.declined:
            facts = {one.name: said.args.get(one.name, "") for one in command.arguments}
            raise CommandRefused(work.say(command.declined, **facts))
        master.check_leads_game(work.session, work.game, work.leader)


def is_of_own_seat(work: Work, said: Utterance, command: ServerCommand) -> bool:
    """Return whether a command of the master names the writer's own seat, and is theirs to give for that."""
    if not command.own or work.known is None or work.known.seat is None:
        return False
    named = seats.find_likely_seat(work.session, work.game, said.args.get("seat", ""))
    return named is not None and work.holds_seat(named)


def check_in_time(work: Work) -> None:
    """Raises CommandRefused for a letter that came before the phase now open had begun: its writer never saw that one.
    A page is bound to its phase by what it sends, and must not hang on two clocks that agree."""
    phase = work.open
    if work.door == "letter" and phase is not None and work.counted_at < phase.opened_at:
        raise CommandRefused(work.say("too early", phase=work.open_phase_title))


def describe_refusal(work: Work, error: CommandRefused | Refusal) -> str:
    """Return what is told of something that cannot be done."""
    return work.say.explain_refusal(error) if isinstance(error, Refusal) else str(error)
