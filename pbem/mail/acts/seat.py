"""Commands about one's own seat, one's orders and one's letters."""

from __future__ import annotations

from typing import Any

from pbem.mail.commands import Said
from pbem.mail.work import No, Work
from pbem.play import games, master, orders, people, seats, sign_in, tell, votes


def join(work: Work, said: Said) -> str:
    game = games.find(work.session, said.args["game"])
    wishes = [said.args["seat"]] if "seat" in said.args else []
    seat = seats.join(work.session, game, work.writer.player, wishes, work.now, contribution=work.message_id)
    wanted = bool(wishes) and seats.find(work.session, game, wishes[0]).id != seat.id
    other = f" {wishes[0]} was taken." if wanted else ""
    return f"You play {seat.label} in {game.slug}.{other} A letter with your seat's own address is on its way."


def ready(work: Work, _: Said) -> str:
    work.standing = orders.ready(work.session, work.seat, True, work.mail.received_at)
    return work.say("ready", phase=work.named)


def wait(work: Work, _: Said) -> str:
    work.standing = orders.ready(work.session, work.seat, False, work.mail.received_at)
    return work.say("wait", phase=work.named)


def clear(work: Work, said: Said) -> str:
    what = said.args.get("what", "")
    work.standing = orders.clear(work.session, work.seat, work.mail.received_at, what)
    return work.say("cleared some" if what else "cleared", what=what, phase=work.named)


def resign(work: Work, said: Said) -> str:
    seat, game = work.seat, work.game
    if said.args.get("game", "").lower() != game.slug:
        raise No(f"To leave {seat.label} for good, write: resign {game.slug}")
    seats.resign(work.session, seat, work.now)
    return f"You have left {seat.label} in {game.slug}."


def vote(work: Work, said: Said) -> str:
    proposal = said.args["proposal"]
    carried = votes.cast(work.session, work.seat, proposal, work.now)
    cast = f"Your vote is cast for {work.named}. All are told what is proposed, nobody who votes for it."
    return "Carried." if carried else cast


def unvote(work: Work, _: Said) -> str:
    votes.withdraw(work.session, work.seat, "", work.now)
    return f"Your votes for {work.named} are taken back."


def address(work: Work, said: Said) -> str:
    """The seat's own address goes to where its player is registered, never into a receipt."""
    proven(work)
    seat = seats.find(work.session, work.game, said.args["seat"]) if "seat" in said.args else work.seat
    if work.writer.seat is None or seat.id != work.writer.seat.id:
        master.readdress(work.session, work.game, work.writer.player, seat, work.now)
        return f"{seat.label} has a new address; its player is told."
    if "new" in said.args:
        seats.readdress(work.session, seat, work.now)
        return "Your seat has a new address; it comes in a letter of its own."
    key, data = f"address:mail:{work.mail.id}", {"by": ""}
    tell.tell(
        work.session, tell.Kind.ADDRESS, work.writer.player, key, game=work.game, seat=seat, data=data, now=work.now
    )
    return "It comes in a letter of its own."


def link(work: Work, _: Said) -> str:
    proven(work)
    if not sign_in.start_by_letter(work.session, work.config.limits, work.writer.player, work.now):
        raise No("So many links were mailed to you today that there is no other one; use the last, or ask tomorrow.")
    return "The link comes in a letter of its own."


def proven(work: Work) -> None:
    """What opens a door is done for letters alone that were proved to be their player's."""
    if not work.writer.proof.acts:
        raise No("This is done only for a letter from your registered address to your seat's own.")


# --- one's letters -------------------------------------------------------------------------------------------------


def settings(work: Work, said: Said) -> str:
    args = said.args
    given: dict[str, Any] = {}
    if "zone" in args:
        given["zone"] = args["zone"]
    if "flag" in args:
        given["attach_pdf"] = args["flag"].lower() == "on"
    if "paper" in args:
        given["paper"] = "A4" if args["paper"].lower() == "a4" else "Letter"
    people.settings(work.session, work.writer.player, **given)
    return "Changed for all your letters."


def signon(_: Work, __: Said) -> str:
    return "Not needed here: the address you write to says which seat is yours, and no password travels by mail."


def nothing_to_confirm(_: Work, __: Said) -> str:
    raise No("There is nothing to confirm here.")
