"""Commands about what is kept of oneself: all of it as a file, nothing of it any more, or under another address."""

from __future__ import annotations

from pbem.commands.context import CommandRefused, Work
from pbem.commands.declarations import ServerCommand, command_form
from pbem.commands.handlers.declared import declare
from pbem.games import Refusal, notify
from pbem.games.notify import Kind
from pbem.games.people import address_change, people, privacy
from pbem.storage.budgets import spend
from pbem.wording import ENGLISH


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
        once=True,
        tells=True,
        proved=True,
        says=("export comes",),
    )
)
def export_own_data(work: Work) -> str:
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
        once=True,
        tells=True,
        final=lambda said, _, __: ENGLISH("final forget") if "address" in said.args else "",
        proved=True,
        says=("forget how", "forgotten"),
    )
)
def forget_writer(work: Work, address: str = "") -> str:
    """Only who writes their own address with it means it."""
    player = work.writer.player
    if not address:
        queue_export(work)
        return work.say("forget how", address=player.address)
    if address.lower() != player.address:
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
        ),
        "letters",
        once=True,
        tells=True,
        final=lambda said, _, __: ENGLISH("final address", address=said.args["address"]),
        proved=True,
        says=("address asked",),
    )
)
def ask_new_address(work: Work, address: str) -> str:
    player, plain = work.writer.player, people.parse_outside_address(address, work.config.mail_host)
    address_change.ask_new_address(work.session, work.config.limits, player, plain, work.now)
    return work.say("address asked", address=address.lower())


@declare(
    ServerCommand(
        "own address",
        (command_form(r"set address"),),
        "letters",
        asks=True,
        once=True,
        says=("address is",),
    )
)
def show_own_address(work: Work) -> str:
    return work.say("address is", address=work.writer.player.address)


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
        tells=True,
        proved=True,
        says=("address moved", "address from there"),
    )
)
def confirm_address(work: Work, code: str) -> str:
    """The code proves that the new mailbox is read; whose letter brings it must be that mailbox's, too."""
    key, writer = work.config.secret_key, work.writer.player
    _, new = address_change.get_moving_players(work.session, key, code, work.now)
    if new.id != writer.id:
        raise CommandRefused(work.say("address from there"))
    moved = address_change.confirm_new_address(work.session, key, code, work.now)
    return work.say("address moved", address=moved.address)
