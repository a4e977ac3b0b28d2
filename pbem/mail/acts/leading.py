"""Commands of a game master."""

from __future__ import annotations

from pbem.mail.acts.asking import named_phase
from pbem.mail.commands import Said
from pbem.mail.work import No, Work
from pbem.pace import PaceError, length
from pbem.play import master, people, seats


def extend(work: Work, said: Said) -> str:
    try:
        by = length(said.args["length"])
    except PaceError as error:
        raise No(str(error)) from error
    if work.game.master_id != work.writer.player.id:
        raise No(f"Only the game master moves deadlines alone. You can write: vote extend {said.args['length']}")
    master.extend(work.session, work.game, work.writer.player, by, work.now)
    return "The deadline is moved; all are told."


def pause(work: Work, _: Said) -> str:
    master.pause(work.session, work.game, work.writer.player, work.now)
    return "The clock stands; all are told."


def resume(work: Work, _: Said) -> str:
    master.resume(work.session, work.game, work.writer.player, work.now)
    return "The clock runs again; all are told."


def process(work: Work, _: Said) -> str:
    phase = master.process(work.session, work.game, work.writer.player, work.now)
    return f"Resolved; {work.called(phase)} has begun."


def replace(work: Work, said: Said) -> str:
    master.allow(work.game, work.writer.player)
    seat = seats.find(work.session, work.game, said.args["seat"])
    player = people.player(work.session, said.args["address"], work.now)
    master.replace(work.session, work.game, work.writer.player, seat.code, player, work.now, work.config.limits)
    return f"{seat.label} is now played by {player.address}."


def rollback(work: Work, said: Said) -> str:
    phase = named_phase(work, said.args["phase"])
    master.rollback(work.session, work.game, work.writer.player, phase.number, work.now)
    return f"The game goes on from {work.called(phase)}; all are told."
