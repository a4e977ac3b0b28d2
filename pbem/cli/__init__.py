"""The `pbem` command: what a host types. Each group of commands has a module of its own, imported when one of them is
typed: a part of a server that runs for months keeps nothing that another command needs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import click

from pbem.games import Refusal
from pbem.settings import config as configuration
from pbem.settings import logs
from pbem.settings.config import Config, ConfigError
from pbem.storage.database import BUSY_SECONDS, Store

ROOMS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("serve", "web", "receive", "work", "send"), ("host",)),
    **dict.fromkeys(("db", "mail", "clock", "doctor", "backup", "restore"), ("host",)),
    **dict.fromkeys(("ratings", "sandbox"), ("games",)),
    **dict.fromkeys(("verify", "key"), ("records",)),
    "game": ("games", "saying", "records"),
    "player": ("people",),
    "campaign": ("campaigns",),
    "demo": ("demo",),
}
"""Where each command is: the first of these modules has it among its COMMANDS, the others add to it."""


BEGIN = frozenset({"serve", "web", "receive", "work", "send", "doctor", "demo", "restore"})
"""The commands that make an instance folder where there is none."""


class Main(click.Group):
    """Turns what a use case refuses into a sentence and exit code 1; faults of ours keep their traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(ROOMS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        modules = [import_module(f"pbem.cli.{room}") for room in ROOMS.get(cmd_name, ())]
        return next((one for one in modules[0].COMMANDS if one.name == cmd_name), None) if modules else None

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except Refusal as error:
            from pbem import wording

            raise click.ClickException(wording.refusal_in_english(error)) from error
        except ConfigError as error:
            raise click.ClickException(str(error)) from error
        except click.MissingParameter:
            raise
        except click.BadParameter as error:
            raise Unfit(error) from error


class Unfit(click.ClickException):
    """A value that cannot be taken: told in a sentence, without how the command is used."""

    exit_code = 2

    def __init__(self, error: click.BadParameter) -> None:
        super().__init__(error.format_message() if error.param or error.param_hint else error.message)


@click.group(cls=Main)
@click.version_option(package_name="pbem")
@click.option(
    "--instance",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="PBEM_INSTANCE",
    default=Path("instance"),
    show_default=True,
    help="The folder with pbem.toml, the database and the secret key.",
)
@click.pass_context
def main(ctx: click.Context, instance: Path) -> None:
    """Play-by-email and correspondence games."""
    os.umask(0o077)  # whatever a command writes is its owner's alone
    logs.set_up_logging()
    ctx.obj = instance


def open_store(instance: Path, **given: str) -> tuple[Config, Store]:
    """The configuration (`given` wins over the file, the environment over both), an up-to-date database, and engines
    with the host's own tables."""
    from pbem.games.engine_data import furnish_engines

    config = load_instance_config(instance, **given)
    furnish_engines(config.instance)  # whatever is wrong with the tables is told before the database is changed
    return config, open_migrated_store(config)


def open_store_without_games(instance: Path, **given: str) -> tuple[Config, Store]:
    """The same for who needs no game."""
    config = load_instance_config(instance, **given)
    return config, open_migrated_store(config)


def load_instance_config(instance: Path, **given: str) -> Config:
    return configuration.load_config(
        find_instance(instance), {**{f"PBEM_{key.upper()}": value for key, value in given.items()}, **os.environ}
    )


def find_instance(instance: Path) -> Path:
    """An instance folder that is there, or that this command makes. Raises ConfigError: a name that was mistyped is no
    new server."""
    if not instance.is_dir() and click.get_current_context().find_root().invoked_subcommand not in BEGIN:
        raise ConfigError(
            f"There is no instance folder {instance}. Name it by --instance; `pbem serve` makes a new one."
        )
    return instance


def open_migrated_store(config: Config, busy: int = BUSY_SECONDS) -> Store:
    """The database, brought up to date, until the command ends. `busy`: how many seconds it waits for who writes."""
    store = Store(config.database, busy)
    click.get_current_context().call_on_close(store.close)
    store.migrate()
    return store
