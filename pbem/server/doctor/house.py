"""What lies on this machine: the instance folder, the database, the disk, the games, templates and fonts."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pymupdf_fonts
import sqlalchemy as sa
from sqlmodel import func, select

from engines.all import SHIPPED
from engines.palette import INK
from pbem.games.engine_data import furnish_engines
from pbem.health import alarms
from pbem.mail.inbound import intake
from pbem.render import to_png
from pbem.render.collage import Collage, PlacedScene
from pbem.render.scene import Scene, ScenePath
from pbem.render.shapes import polygon_steps
from pbem.server.doctor.findings import FAULT, WARN, Finding
from pbem.server.retention import STRANGERS
from pbem.settings.config import Config, templates_folder
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.storage.models import Game, Pulse

NETWORKS = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "lustre", "fuse.sshfs", "fuse.glusterfs", "9p"}
"""File systems on which SQLite's locks cannot be trusted."""
SQUARE = Collage(1, 1, (PlacedScene(Scene(1, 1, (ScenePath(polygon_steps(((0, 0), (1, 0), (1, 1))), INK),))),))
NEEDED = 100_000_000
"""Bytes without which nothing goes on."""
SKEW = timedelta(seconds=10)


def check_owner(instance: Path) -> list[Finding]:
    """Return a finding if somebody else examines an instance: they may make files that its server cannot read."""
    if not instance.exists() or instance.stat().st_uid == os.geteuid():
        return []
    return [
        Finding(
            WARN,
            f"{instance} belongs to {instance.owner()}, and you are another: files you make there are not readable for "
            f"the server. Use: runuser -u {instance.owner()} -- pbem --instance {instance} doctor.",
        )
    ]


def check_database(_: Config, store: Store, __: datetime) -> Iterator[Finding]:
    """Its tables are up to date; SQLite's file is on a disk of this machine."""
    store.migrate()
    if store.is_sqlite and store.url.database:
        kind = file_system(Path(store.url.database))
        if kind in NETWORKS:
            yield Finding(
                FAULT,
                f"{store.url.database} lies on a network file system ({kind}), where two processes can damage it. Move "
                'it to a disk of this machine (database = "sqlite:////var/lib/pbem/pbem.db"), or use PostgreSQL.',
            )


def check_backup_programs(_: Config, store: Store, __: datetime) -> Iterator[Finding]:
    """Yield what puts PostgreSQL's tables by and back is installed."""
    for program, command in (("pg_dump", "backup"), ("pg_restore", "restore")):
        if not store.is_sqlite and not shutil.which(program):
            yield Finding(
                WARN, f"`pbem {command}` wants {program}, which is missing. Do: apt install postgresql-client"
            )


def file_system(path: Path, mounts: Path = Path("/proc/mounts")) -> str:
    """The kind of file system a path lies on; "" where that cannot be known."""
    if not mounts.exists():
        return ""
    rows = [line.split() for line in mounts.read_text("utf-8", "replace").splitlines()]
    held = [(Path(row[1].replace("\\040", " ")), row[2]) for row in rows if len(row) > 2]
    fitting = [(len(at.parts), n, kind) for n, (at, kind) in enumerate(held) if path.resolve().is_relative_to(at)]
    return max(fitting)[2] if fitting else ""


def check_machine_clock(_: Config, store: Store, now: datetime) -> Iterator[Finding]:
    """This machine's clock is not behind what the server has lived through, and agrees with the database's."""
    with store.read_session() as session:
        pulse = session.get(Pulse, 1)
        theirs = now if store.is_sqlite else session.execute(sa.select(func.now())).scalar_one()
    if pulse and pulse.beat_at > now + SKEW:
        yield Finding(
            FAULT,
            f"This machine's clock says {now:%Y-%m-%d %H:%M} UTC, but the server ran at "
            f"{pulse.beat_at:%Y-%m-%d %H:%M}. Set the clock right "
            "(apt install systemd-timesyncd; timedatectl set-ntp true).",
        )
    if abs(theirs - now) > SKEW:
        seconds = abs(theirs - now).total_seconds()
        yield Finding(
            WARN, f"The database's machine and this one differ by {seconds:.0f} s. Let both keep time by NTP."
        )


def check_file_modes(config: Config, store: Store, _: datetime) -> Iterator[Finding]:
    """Nobody but the owner reads the database, the key, the settings."""
    instance = config.instance
    if instance.stat().st_mode & 0o077:
        yield Finding(WARN, f"Other users of this machine can look into {instance}. Do: chmod 700 {instance}")
    paths = [instance / "secret_key", instance / "pbem.toml"]
    if store.is_sqlite and store.url.database:
        paths += [Path(store.url.database + end) for end in ("", "-wal", "-shm")]
    for path in paths:
        if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield Finding(WARN, f"Other users of this machine can read {path}. Do: chmod 600 {path}")


def check_disk_room(config: Config, store: Store, _: datetime) -> Iterator[Finding]:
    """There is room, and strangers cannot fill it."""
    folder = Path(store.url.database).parent if store.is_sqlite and store.url.database else config.instance
    free = shutil.disk_usage(folder).free
    hours = min(config.keep, STRANGERS) / timedelta(hours=1)
    fillable = int(intake.most_bytes(config.limits) * hours)
    if free < NEEDED:
        yield Finding(
            FAULT, f"{free / 1e6:.0f} MB are free in {folder}. Make room: letters are refused when it is full."
        )
    elif free < fillable:
        yield Finding(
            WARN,
            f"{free / 1e9:.1f} GB are free in {folder}, and strangers' letters may take {fillable / 1e9:.1f} GB before "
            "they are deleted. Make room, or lower stranger_bytes_kept in [limits].",
        )


def check_engines(config: Config, _: Store, __: datetime) -> Iterator[Finding]:
    """At least one game engine is installed, and the host's own data files can be used."""
    if not ENGINES:
        yield Finding(FAULT, "No game is installed. Install one with an entry point in the group pbem.engines.")
    furnish_engines(config.instance)


def check_left_out(_: Config, __: Store, ___: datetime) -> Iterator[Finding]:
    """Every game that is offered can be played. If not, the other games go on."""
    for one in SHIPPED.list_left_out():
        yield Finding(FAULT, f"not on offer: {one}")


def check_templates(_: Config, __: Store, ___: datetime) -> Iterator[Finding]:
    """Pages and letters can be found."""
    if not (templates_folder() / "mail").is_dir():
        yield Finding(FAULT, f"There are no templates in {templates_folder()}. Install pbem again.")


def check_fonts(_: Config, __: Store, ___: datetime) -> Iterator[Finding]:
    """The font of the printed reports is there."""
    if not pymupdf_fonts.myfont("notos"):
        yield Finding(FAULT, "Noto Sans is missing. Install pymupdf-fonts.")


def check_picture_painter(_: Config, __: Store, ___: datetime) -> Iterator[Finding]:
    """The process that paints the pictures in letters can do so."""
    try:
        to_png.paint_png(SQUARE, 10)
    except to_png.PainterMissing as error:
        yield Finding(
            WARN,
            f"Pictures of maps cannot be painted, and letters go with words instead: {error}. Cairo paints them. Do: "
            "apt install libcairo2, and start the server again.",
        )
    except (to_png.PaintingFailed, OSError) as error:
        yield Finding(WARN, f"Pictures of maps cannot be painted, and letters go with words instead: {error}")


def check_set_aside(config: Config, store: Store, now: datetime) -> Iterator[Finding]:
    """No letter waits or was set aside or given up, no duty is silent, and no game is stuck; strangers get letters,
    certificates of relays go on, and the last backup is fresh."""
    with store.read_session() as session:
        wrong = [*alarms.iter_duty_troubles(session, now), *alarms.iter_letter_troubles(session, now)]
        wrong += alarms.iter_stranger_troubles(session, config, now)
        wrong += [
            *alarms.iter_certificate_troubles(session, config, now),
            *alarms.iter_backup_troubles(session, now),
        ]
        stuck = session.exec(select(Game.slug).where(Game.status == "stuck").order_by(Game.slug)).all()
    yield from (Finding(WARN, f"{one.name}: {one.words}.") for one in wrong)
    for slug in stuck:
        yield Finding(
            WARN, f"{slug} could not be resolved; the log says why. Once it is mended: pbem game say {slug} process"
        )
