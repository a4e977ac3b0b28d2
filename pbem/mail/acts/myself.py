"""Commands about what is kept of oneself: all of it as a file, nothing of it any more, or under another address."""

from __future__ import annotations

from pbem.mail.acts.declared import declare
from pbem.mail.acts.seat import proven
from pbem.mail.commands import Command, Said, form
from pbem.mail.work import No, Work
from pbem.play import Refused, moving, people, privacy, tell
from pbem.play.tell import Kind
from pbem.spending import spend
from pbem.wording import ENGLISH

ELSEWHERE = "Your account has this: your name at the foot leads there."


@declare(
    Command(
        "export me",
        (
            form(
                r"(export|send)( me)?( my| all( my)?)? data|export me",
                "export me",
                "all that is kept of you, as a file",
            ),
        ),
        "letters",
        elsewhere=ELSEWHERE,
        once=True,
        tells=True,
        says=("export comes", "needs proof"),
    )
)
def export(work: Work, _: Said) -> str:
    proven(work)
    send_export(work)
    return work.say("export comes")


def send_export(work: Work) -> None:
    """Queues the file. Raises Refused "too many exports"."""
    limits, player = work.config.limits, work.writer.player
    if not spend(work.session, limits, "exports", player.id, work.now):
        raise Refused("too many exports", most=limits.exports)
    tell.tell(work.session, Kind.EXPORT, player, f"export:{work.key}", now=work.now)


@declare(
    Command(
        "forget",
        (
            form(
                r"forget me( (?P<address>[^\s<>@]+@[^\s<>@]+))?", "forget me", "how all that is kept of you is deleted"
            ),
        ),
        "letters",
        elsewhere=ELSEWHERE,
        once=True,
        tells=True,
        final=lambda said, _, __: ENGLISH("final forget") if "address" in said.args else "",
        says=("forget how", "forgotten", "needs proof"),
    )
)
def forget(work: Work, said: Said) -> str:
    """Only who writes his own address with it means it."""
    proven(work)
    player = work.writer.player
    if "address" not in said.args:
        send_export(work)
        return work.say("forget how", address=player.address)
    if said.args["address"].lower() != player.address:
        raise Refused("not your address", address=player.address)
    privacy.forget(work.session, player, work.now)
    return work.say("forgotten")


@declare(
    Command(
        "set address",
        (
            form(
                r"(set|change)( my)? ((e-?mail )?address|ad)( to)? ([^<]*<)?(?P<address>[^\s<>@]+@[^\s<>@]+)>?",
                "set address NAME@HOST",
                "have your letters at another address of yours, once it agrees",
            ),
            form(r"set address"),
        ),
        "letters",
        elsewhere=ELSEWHERE,
        once=True,
        tells=True,
        final=lambda said, _, __: (
            ENGLISH("final address", address=said.args["address"]) if "address" in said.args else ""
        ),
        says=("address is", "address asked", "needs proof"),
    )
)
def set_address(work: Work, said: Said) -> str:
    player = work.writer.player
    if "address" not in said.args:
        return work.say("address is", address=player.address)
    proven(work)
    plain = people.elsewhere(said.args["address"], work.config.mail_host)
    moving.ask(work.session, work.config.limits, player, plain, work.now)
    return work.say("address asked", address=said.args["address"].lower())


@declare(
    Command(
        "confirm address",
        (
            form(
                r"confirm address (?P<code>[\w-]{4,80})",
                "confirm address CODE",
                "agree to it, from the new address",
            ),
        ),
        "letters",
        elsewhere="The letter to the new address has a link to do this here.",
        tells=True,
        says=("address moved", "address from there", "needs proof"),
    )
)
def confirm_address(work: Work, said: Said) -> str:
    """The code proves that the new mailbox is read; whose letter brings it must be that mailbox's, too."""
    proven(work)
    key, writer = work.config.secret_key, work.writer.player
    _, new = moving.meant(work.session, key, said.args["code"], work.now)
    if new.id != writer.id:
        raise No(work.say("address from there"))
    moved = moving.confirm(work.session, key, said.args["code"], work.now)
    return work.say("address moved", address=moved.address)
