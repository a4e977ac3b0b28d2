"""The doctor: every unsound set of settings is told with what to do, and what is dangerous is tried at real doors."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import make_server

import pytest
from aiosmtpd.controller import Controller

from pbem.health import clock_check, milestones
from pbem.render import to_png
from pbem.server.doctor import fitting, house, trials
from pbem.server.doctor.examining import examine
from pbem.server.doctor.findings import FAULT, WARN, Finding
from pbem.settings import config
from pbem.settings.limits import Limits
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Player, Pulse
from tests.hosting import Host, Relay, free_port

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PUBLIC = {
    "public_url": "https://pbem.example.org",
    "mail_host": "pbem.example.org",
    "trusted_proxies": "127.0.0.1",
    "mail_servers": "127.0.0.1",
    "mail_authority": "mx.example.org",
    "relay": "smtp://127.0.0.1:25",
    "host_address": "host@example.net",
}
"""What docs/hosting recommends."""


def fit(folder: Path, **settings: str) -> list[Finding]:
    found = config.load_config(folder, {f"PBEM_{name.upper()}": value for name, value in settings.items()})
    return [*fitting.check_web_settings(found), *fitting.check_mail_settings(found)]


def test_what_is_recommended_fits(tmp_path: Path) -> None:
    """And so does a server that only its own machine can reach."""
    assert fit(tmp_path, **PUBLIC) == []
    assert fit(tmp_path) == []
    assert fit(tmp_path, demo="yes") == []


@pytest.mark.parametrize(
    ("changed", "level", "said"),
    [
        ({"trusted_proxies": ""}, FAULT, "trusted_proxies is empty"),
        ({"trusted_proxies": "", "public_url": "http://pbem.example.org"}, FAULT, "trusted_proxies is empty"),
        ({"trusted_proxies": "0.0.0.0/0"}, FAULT, "trusted_proxies = 0.0.0.0/0: 4294967296 public addresses"),
        ({"trusted_proxies": "127.0.0.1, 203.0.113.0/24"}, FAULT, "trusted_proxies = 203.0.113.0/24"),
        ({"trusted_proxies": "::/0"}, FAULT, "trusted_proxies = ::/0"),
        ({"mail_servers": "0.0.0.0/0"}, FAULT, "say who wrote a letter"),
        ({"web_listen": "0.0.0.0:5000"}, WARN, 'set web_listen = "127.0.0.1:5000"'),
        ({"public_url": "http://pbem.example.org"}, WARN, "is not encrypted"),
        ({"public_url": "http://127.0.0.1:5000", "web_listen": "0.0.0.0:5000"}, FAULT, "to their own machine"),
        ({"public_url": "http://0.0.0.0:5000"}, FAULT, "would lead nowhere"),
        ({"smtp_listen": "0.0.0.0:25", "mail_servers": "", "mail_authority": ""}, WARN, "nobody tells who wrote one"),
        ({"mail_servers": ""}, FAULT, "is never believed"),
        ({"mail_authority": ""}, WARN, "mail_authority is not"),
        ({"host_address": ""}, WARN, "abuse@pbem.example.org"),
        ({"host_address": "me@pbem.example.org"}, FAULT, "would write to itself"),
        ({"mail_host": "localhost"}, FAULT, "nobody's answer finds its way here"),
        ({"mail_host": "mail"}, FAULT, "nobody's answer finds its way here"),
        ({"relay": ""}, WARN, "no player gets one"),
        ({"relay": "smtp://127.0.0.1:2525"}, FAULT, "its letters would come back to it"),
        ({"relay": "localhost:2525"}, FAULT, "its letters would come back to it"),
        ({"relay": "[::1]:2525", "smtp_listen": "[::1]:2525"}, FAULT, "its letters would come back to it"),
        ({"relay": "", "demo": "yes"}, WARN, "sits down without a proof"),
    ],
)
def test_what_does_not_fit_is_told(tmp_path: Path, changed: dict[str, str], level: str, said: str) -> None:
    """Each with a sentence that names the setting and what to write instead."""
    given = {name: value for name, value in {**PUBLIC, **changed}.items() if value or name == "relay"}
    found = [f for f in fit(tmp_path, **given) if said in f.text]
    assert [f.level for f in found] == [level]


def test_networks_of_the_hosts_own_fit(tmp_path: Path) -> None:
    for own in ("10.0.0.0/8, 127.0.0.1", "203.0.113.9", "fd00::/8, ::1", "172.17.0.0/16"):
        assert fit(tmp_path, **{**PUBLIC, "trusted_proxies": own, "mail_servers": own}) == []


def test_files_that_others_can_read(tmp_path: Path, now: datetime) -> None:
    """S10: each with the command that mends it; after it, nothing is said."""
    settings = config.load_config(tmp_path / "instance", {})
    store = Store(settings.database)
    store.migrate()
    assert list(house.check_file_modes(settings, store, now)) == []
    for path, mode in ((settings.instance, 0o755), (settings.instance / "pbem.db", 0o644)):
        path.chmod(mode)
        [found] = house.check_file_modes(settings, store, now)
        assert (found.level, found.text.endswith(f"Do: chmod {mode & 0o700:o} {path}")) == (WARN, True)
        path.chmod(mode & 0o700)
    store.close()


def test_a_database_on_another_machine(tmp_path: Path) -> None:
    """The innermost file system a path lies on is the one that counts."""
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda / ext4 rw 0 0\nserver:/x {tmp_path} nfs4 rw 0 0\nnone {tmp_path}/own tmpfs rw 0 0\n")
    assert house.file_system(tmp_path / "pbem.db", mounts) == "nfs4"
    assert house.file_system(tmp_path / "own" / "pbem.db", mounts) == "tmpfs"
    assert house.file_system(Path("/srv/pbem.db"), mounts) == "ext4"
    assert "nfs4" in house.NETWORKS


def test_a_database_that_cannot_be_put_by(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL's own programs do that; SQLite wants none."""
    settings = config.load_config(tmp_path / "instance", {})
    assert list(house.check_backup_programs(settings, store, now)) == []
    monkeypatch.setenv("PATH", str(tmp_path))
    found = [f.text for f in house.check_backup_programs(settings, store, now)]
    assert ["apt install postgresql-client" in one for one in found] == ([] if store.is_sqlite else [True, True])


def test_clock_and_disk(store: Store, tmp_path: Path, now: datetime) -> None:
    """A clock behind what the server has lived through; strangers who could fill the disk."""
    settings = config.load_config(tmp_path / "instance", {})
    with store.write_session() as session:
        session.add(Pulse(beat_at=now + timedelta(days=1)))
    assert [f.level for f in house.check_machine_clock(settings, store, now) if "Set the clock right" in f.text] == [
        FAULT
    ]
    roomy = replace(settings, limits=Limits(stranger_bytes_kept=10))
    assert list(house.check_disk_room(roomy, store, now)) == []
    [full] = house.check_disk_room(replace(settings, limits=Limits(stranger_bytes_kept=10**15)), store, now)
    assert full.level == WARN and "lower stranger_bytes_kept in [limits]" in full.text


@pytest.mark.usefixtures("pixels")
def test_pictures_that_cannot_be_painted(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = config.load_config(tmp_path, {})
    assert list(house.check_picture_painter(settings, store, now)) == []
    monkeypatch.setattr(to_png, "PAINTER", to_png.PicturePainter())
    monkeypatch.setattr("sys.executable", str(tmp_path / "nothing"))
    [found] = house.check_picture_painter(settings, store, now)
    assert found.level == WARN and "letters go with words" in found.text
    to_png.PAINTER.missing = "no library called cairo"
    [found] = house.check_picture_painter(settings, store, now)
    assert found.level == WARN and "apt install libcairo2" in found.text


def test_what_was_set_aside_is_seen(store: Store, tmp_path: Path, now: datetime) -> None:
    """S28: a letter that cannot be read and a game that cannot be resolved showed in the log alone."""
    settings = config.load_config(tmp_path / "instance", {})
    with store.write_session() as session:
        session.add(MailIn(digest="x", sender="", recipient="", raw=b"x", status="parked", received_at=now))
        session.add(
            Game(slug="verdun", engine="toy", status="stuck", pace="", secret="", commitment="", created_at=now)
        )
    assert [f.level for f in house.check_set_aside(settings, store, now)] == [WARN, WARN]
    assert "pbem game say verdun process" in [*house.check_set_aside(settings, store, now)][1].text


def test_silent_duties_and_letters_given_up_are_seen(store: Store, tmp_path: Path, now: datetime) -> None:
    """The doctor said that all was well while no letter left."""
    settings = config.load_config(tmp_path / "instance", {})
    clock_check.beat_duty(store, clock_check.Beat.SEND, now - timedelta(hours=2))
    with store.write_session() as session:
        session.add(player := Player(address="a@example.org", created_at=now))
        session.flush()
        given_up = Outbox(key="1", kind="receipt", player_id=player.id, created_at=now, attempts=9, error="550 no")
        late = now - timedelta(hours=3)
        session.add_all(
            [given_up, Outbox(key="2", kind="receipt", player_id=player.id, created_at=late, ready_at=late)]
        )
    milestones.set_instant(store, milestones.BACKUP, now - timedelta(days=9))
    told = [finding.text for finding in house.check_set_aside(settings, store, now)]
    assert [text.partition(":")[0] for text in told] == ["no send", "letters wait", "letters given up", "backup"]


def test_letters_to_strangers_that_are_used_up_are_seen(store: Store, tmp_path: Path, now: datetime) -> None:
    """N6: the doctor was said to tell them, and did not."""
    settings = config.load_config(tmp_path / "instance", {"PBEM_LIMITS_STRANGER_ANSWERS": "0"})
    told = [finding.text for finding in house.check_set_aside(settings, store, now)]
    assert any(text.startswith("strangers ") for text in told), told


# --- at the doors -----------------------------------------------------------------------------------------------


def levels(output: bytes) -> dict[str, list[str]]:
    """The lines of `pbem doctor` by their level."""
    found: dict[str, list[str]] = {"ok": [], "WARN": [], "FAULT": []}
    for line in output.decode().splitlines():
        level, _, text = line.partition(" ")
        if level in found:
            found[level].append(text.strip())
    return found


@pytest.mark.slow
def test_a_sound_server_passes(tmp_path: Path) -> None:
    """As recommended, while it runs: no fault; the public name, which nobody can reach from here, is a warning."""
    relay = Relay()
    relay.controller.start()
    settings = {name: value for name, value in PUBLIC.items() if name != "relay"}
    settings |= {"public_url": "https://pbem.invalid", "mail_host": "pbem.test"}
    host = Host(tmp_path / "instance", relay, settings)
    with host.serving():
        done = host.run_command("doctor")
    relay.controller.stop()
    found = levels(done.stdout)
    assert found["FAULT"] == [] and done.returncode == 0, done.stderr
    assert [line.partition(":")[0] for line in found["WARN"]] == ["public address"]
    assert {"web door", "mail door"} <= set(found["ok"])


class Gullible:
    """A mail server that takes everything."""

    async def handle_DATA(self, *_: Any) -> str:  # noqa: N802
        return "250 OK"


def careless(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    """A site that shows everybody's letters, believes whoever says he is a proxy, and names itself as it is called."""
    start("200 OK", [("Content-Type", "text/html")])
    name = environ.get("HTTP_X_FORWARDED_HOST") or environ["HTTP_HOST"]
    return [f'{{"ok": true}} <a href="https://{name}/{environ["QUERY_STRING"]}">'.encode()]


@contextmanager
def careless_site() -> Iterator[int]:
    server = make_server("127.0.0.1", 0, careless)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def test_doors_that_are_not_sound(sqlite: Store, tmp_path: Path, now: datetime) -> None:
    """An open relay and a careless site, where pbem should be: each dangerous request is told."""
    port = free_port()
    gullible = Controller(Gullible(), hostname="127.0.0.1", port=port)
    gullible.start()
    with careless_site() as web:
        settings = config.load_config(
            tmp_path / "instance",
            {"PBEM_WEB_LISTEN": f"127.0.0.1:{web}", "PBEM_SMTP_LISTEN": f"127.0.0.1:{port}", **env(PUBLIC)},
        )
        said = [
            f.text
            for f in [*trials.try_web_door(settings, sqlite), *trials.try_mail_door(settings, sqlite, now)]
            if f.level == FAULT
        ]
    gullible.stop()
    for words in (
        "shows everybody's letters",
        "answered with links to that site",
        "Forged X-Forwarded headers from 127.0.0.2",
        "leads to another site after signing in",
        "this is an open relay",
        "A secret address that was never given is taken",
        "addresses that do not exist",
        "is not refused with 552",
        "but it is not in sqlite",
    ):
        assert any(words in text for text in said), (words, said)


def test_nobody_answers(tmp_path: Path) -> None:
    """A relay that is away is a fault; a public address out of reach a warning, told within seconds."""
    settings = config.load_config(
        tmp_path / "instance",
        env({**PUBLIC, "relay": f"127.0.0.1:{free_port()}", "public_url": f"http://localhost.:{free_port()}"}),
    )
    assert [f.level for f in trials.try_relay(settings)] == [FAULT]
    assert [f.level for f in trials.try_public_address(settings)] == [WARN]


def env(settings: dict[str, str]) -> dict[str, str]:
    return {f"PBEM_{name.upper()}": value for name, value in settings.items()}


def test_the_checks_stop_at_settings_that_cannot_be_read(tmp_path: Path, now: datetime) -> None:
    found = list(examine(tmp_path, {"PBEM_KEEP": "soon"}, now))
    assert [(name, f.level) for name, f in found] == [("owner", "ok"), ("configuration", FAULT)]


def test_a_server_says_at_its_start_what_does_not_fit(tmp_path: Path) -> None:
    """Who never asks the doctor reads it in the log: here that nobody in front is declared."""
    host = Host(tmp_path / "instance", None, {"public_url": "https://pbem.example.org"})
    with host.start_command("serve") as process:
        assert process.stdout is not None
        heard = []
        for line in process.stdout:
            heard.append(line)
            if "pbem serves" in line:
                break
        process.kill()
        process.communicate()
    told = [line for line in heard if "settings do not fit together" in line]
    assert any("trusted_proxies" in line for line in told)
