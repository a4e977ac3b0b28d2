"""Commands about what is kept of oneself: all of it as a file, nothing of it any more, or under another address."""

from __future__ import annotations

from pbem.commands.context import CommandRefused, Work
from pbem.commands.handlers.declared import declare
from pbem.commands.handlers.seat import require_proof
from pbem.commands.language import ServerCommand, Utterance, command_form
from pbem.games import Refusal, notify
from pbem.games.notify import Kind
from pbem.games.people import address_change, people, privacy
from pbem.storage.budgets import spend
from pbem.wording import ENGLISH

ACCOUNT_ELSEWHERE = "Your account has this: your name at the foot leads there."


@declare(
    ServerCommand(
        "export me",
        (
            command_form(
                r"(export|send)( me)?( my| all( my)?)? data|export me",
                "export me",
                "all that is kept of you, as a file",
            ),
        ),
        "letters",
        elsewhere=ACCOUNT_ELSEWHERE,
        once=True,
        tells=True,
        says=("export comes", "needs proof"),
    )
)
def handle_export_me_command(work: Work, _: Utterance) -> str:
    require_proof(work)
    queue_export(work)
    return work.say("export comes")


def queue_export(work: Work) -> None:
    """Queues the file. Raises Refusal "too many exports"."""
    limits, player = work.config.limits, work.writer.player
    if not spend(work.session, limits, "exports", player.id, work.now):
        raise Refusal("too many exports", most=limits.exports)
    notify.queue_letter(work.session, Kind.EXPORT, player, f"export:{work.key}", now=work.now)


@declare(
    ServerCommand(
        "forget",
        (
            command_form(
                r"forget me( (?P<address>[^\s<>@]+@[^\s<>@]+))?", "forget me", "how all that is kept of you is deleted"
            ),
        ),
        "letters",
        elsewhere=ACCOUNT_ELSEWHERE,
        once=True,
        tells=True,
        final=lambda said, _, __: ENGLISH("final forget") if "address" in said.args else "",
        says=("forget how", "forgotten", "needs proof"),
    )
)
def handle_forget_command(work: Work, said: Utterance) -> str:
    """Only who writes their own address with it means it."""
    require_proof(work)
    player = work.writer.player
    if "address" not in said.args:
        queue_export(work)
        return work.say("forget how", address=player.address)
    if said.args["address"].lower() != player.address:
        raise Refusal("not your address", address=player.address)
    privacy.forget_player(work.session, player, work.now)
    return work.say("forgotten")


@declare(
    ServerCommand(
        "set address",
        (
            command_form(
                r"(set|change)( my)? ((e-?mail )?address|ad)( to)? ([^<]*<)?(?P<address>[^\s<>@]+@[^\s<>@]+)>?",
                "set address NAME@HOST",
                "have your letters at another address of yours, once it agrees",
            ),
            command_form(r"set address"),
        ),
        "letters",
        elsewhere=ACCOUNT_ELSEWHERE,
        once=True,
        tells=True,
        final=lambda said, _, __: (
            ENGLISH("final address", address=said.args["address"]) if "address" in said.args else ""
        ),
        says=("address is", "address asked", "needs proof"),
    )
)
def handle_set_address_command(work: Work, said: Utterance) -> str:
    player = work.writer.player
    if "address" not in said.args:
        return work.say("address is", address=player.address)
    require_proof(work)
    plain = people.parse_outside_address(said.args["address"], work.config.mail_host)
    address_change.ask_new_address(work.session, work.config.limits, player, plain, work.now)
    return work.say("address asked", address=said.args["address"].lower())


@declare(
    ServerCommand(
        "confirm address",
        (
            command_form(
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
def handle_confirm_address_command(work: Work, said: Utterance) -> str:
    """The code proves that the new mailbox is read; whose letter brings it must be that mailbox's, too."""
    require_proof(work)
    key, writer = work.config.secret_key, work.writer.player
    _, new = address_change.get_moving_players(work.session, key, said.args["code"], work.now)
    if new.id != writer.id:
        raise CommandRefused(work.say("address from there"))
    moved = address_change.confirm_new_address(work.session, key, said.args["code"], work.now)
    return work.say("address moved", address=moved.address)
