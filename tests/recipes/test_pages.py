"""The pages for hosts name every setting and every limit, as they are."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from pbem.server.doctor import fitting
from pbem.settings import config
from pbem.settings.config import SETTINGS
from pbem.settings.limits import HOUR, Limits
from tests.hosting import ROOT
from tests.recipes.servers import recipe

HOSTING = (ROOT / "docs/hosting/README.md").read_text("utf-8")
SECURITY = (ROOT / "docs/security.md").read_text("utf-8")
EXAMPLE = (ROOT / "instance/pbem.example.toml").read_text("utf-8")


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_is_explained(name: str) -> None:
    assert re.search(rf"^\| [^|]*`{name}`", HOSTING, re.M), f"docs/hosting/README.md does not explain {name}"
    assert re.search(rf"^# {name} = ", EXAMPLE, re.M), f"instance/pbem.example.toml does not name {name}"


@pytest.mark.parametrize("limit", fields(Limits), ids=lambda limit: limit.name)
def test_every_limit_is_explained(limit: object) -> None:
    """In the same words, with its span and what it is without the host's own; the page on security says whom it
    bounds."""
    name, most, meta = limit.name, limit.default, limit.metadata  # type: ignore[attr-defined]
    span = "an hour" if meta["span"] == HOUR else "a day"
    assert f"| `{name}` | {meta['what']}, {span} | {most:,} |\n" in HOSTING
    assert f"`{name}`" in SECURITY, f"docs/security.md does not say whom {name} bounds"


def test_the_page_knows_no_other_limit() -> None:
    """What is gone from the code is gone from the page."""
    table = HOSTING.partition("### Limits")[2].partition("###")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.M)) == {f.name for f in fields(Limits)}


def test_the_example_shows_what_holds(tmp_path: Path) -> None:
    """Each setting with the value it has when nothing is set, but for those that depend on the folder."""
    lines = [line.removeprefix("# ") for line in EXAMPLE.partition("# [limits]")[0].splitlines() if " = " in line]
    shown = "\n".join(line for line in lines if not line.startswith(("database", "secret_key")))
    (tmp_path / "pbem.toml").write_text(shown, "utf-8")
    written = config.load_config(tmp_path, {})
    (tmp_path / "pbem.toml").unlink()
    assert written == config.load_config(tmp_path, {})


def test_what_the_page_recommends_fits(tmp_path: Path) -> None:
    """`doctor` has nothing to say about it."""
    (tmp_path / "pbem.toml").write_text(recipe("README.md", "/srv/pbem/instance/pbem.toml"), "utf-8")
    settings = config.load_config(tmp_path, {})
    assert [*fitting.check_web_settings(settings), *fitting.check_mail_settings(settings)] == []
    (tmp_path / "pbem.toml").write_text("[limits]\nstranger_answers = 30\n")
    assert (
        "[limits]\nstranger_answers = 30\n" in HOSTING
        and config.load_config(tmp_path, {}).limits.stranger_answers == 30
    )
