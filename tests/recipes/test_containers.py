"""The image and its parts: what the Dockerfile and compose.yaml name is there. No container is started."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest

from pbem.health.duty import EVERYTHING
from pbem.settings.config import SETTINGS
from tests.attacks.conftest import host, relay  # noqa: F401  fixtures
from tests.hosting import PATIENCE, ROOT, Host, free_port
from tests.recipes.servers import replace_words

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
INSTANCE = "instance"


def instructions(name: str) -> list[str]:
    """Return what stands behind each instruction of that name."""
    return re.findall(rf"^{name} (.*)$", DOCKERFILE, re.M)


def test_what_is_copied_is_there_and_is_all_that_is_packed() -> None:
    copied = {word for line in instructions("COPY") if "--from" not in line for word in line.split()[:-1]}
    assert all((ROOT / name).exists() for name in copied)
    packed = re.findall(r'^(?:"([^"]+)"|(\w+)) = "pbem/_', (ROOT / "pyproject.toml").read_text("utf-8"), re.M)
    assert {a or b for a, b in packed} | {"pbem", "engines"} <= copied
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    assert let_in == copied


def test_the_suite_runs_on_its_python() -> None:
    [version] = set(re.findall(r"^FROM python:(\S+)-slim", DOCKERFILE, re.M))
    assert f'requires-python = ">={version}"' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_every_setting_has_its_name() -> None:
    named = set(re.findall(r"\bPBEM_([A-Z_]+)", DOCKERFILE + COMPOSE))
    assert {name.lower() for name in named} <= {*SETTINGS, INSTANCE}


def test_every_part_has_its_command() -> None:
    services = dict(re.findall(r"^  (\w+):\n    <<: \*pbem\n    command: (\w+)$", COMPOSE, re.M))
    assert services == {duty: duty for duty in EVERYTHING}


def test_the_gateway_is_whom_the_ports_trust() -> None:
    """What comes through a published port comes from the gateway: no port is open to others than this machine."""
    [gateway] = re.findall(r"gateway: (\S+)", COMPOSE)
    assert re.findall(r'PBEM_(?:TRUSTED_PROXIES|MAIL_SERVERS): "(.*)"', COMPOSE) == [gateway] * 2
    ports = re.findall(r"ports: \[(.*)\]", COMPOSE)
    assert len(ports) == 2 and all(port.startswith('"127.0.0.1:') for port in ports)


@pytest.mark.slow
def test_health_is_told(host: Host) -> None:  # noqa: F811
    """The check of the image, of a part that runs and of one that does not."""
    host.settings["metrics_listen"] = f"127.0.0.1:{free_port()}"
    [check] = re.findall(r"^HEALTHCHECK .* CMD (.*)$", DOCKERFILE, re.M)
    assert "PBEM_METRICS_LISTEN=127.0.0.1:9100" in DOCKERFILE
    line = shlex.split(replace_words(check, {"127.0.0.1:9100": host.settings["metrics_listen"]}))
    assert line[0] == "python"

    def healthy() -> bool:
        return not subprocess.run([sys.executable, *line[1:]], stderr=subprocess.DEVNULL, timeout=PATIENCE).returncode

    with host.serving("work", says="pbem work reads"):
        assert healthy()
    assert not healthy()
