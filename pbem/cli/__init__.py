"""The `pbem` command: what a host types. Each group of commands has a module of its own."""

from __future__ import annotations

import os
from pathlib import Path

import click

from pbem import config as configuration
from pbem import logs, wording
from pbem.config import Config, ConfigError
from pbem.db import Store
from pbem.furnish import furnish
from pbem.play import Refused


class Main(click.Group):
    """Turns what a use case refuses into a sentence and exit code 1; faults of ours keep their traceback."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except Refused as error:
            raise click.ClickException(wording.refusal(error)) from error
        except ConfigError as error:
            raise click.ClickException(str(error)) from error


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
    logs.set_up()
    ctx.obj = instance


def opened(instance: Path, **given: str) -> tuple[Config, Store]:
    """The configuration (`given` wins over the file, the environment over both) and an up-to-date database."""
    config = configuration.load(
        instance, {**{f"PBEM_{key.upper()}": value for key, value in given.items()}, **os.environ}
    )
    furnish(config.instance)
    store = Store(config.database)
    store.migrate()
    return config, store


from pbem.cli import campaigns, demo, games, host, leading, people, records  # noqa: E402, F401

host.add_to(main)
games.add_to(main)
people.add_to(main)
campaigns.add_to(main)
records.add_to(main)
demo.add_to(main)
