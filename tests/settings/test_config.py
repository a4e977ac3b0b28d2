"""The host's configuration: what wins over what, and what a wrong setting is told."""

from __future__ import annotations

import stat
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.settings.config import ConfigError, load_config
from pbem.settings.networks import is_declared_peer


def test_defaults_need_no_file(tmp_path: Path) -> None:
    """A folder that is not there yet becomes an instance with a database path and a key of its own."""
    config = load_config(tmp_path / "new", {})
    assert config.database == f"sqlite:///{tmp_path / 'new' / 'pbem.db'}"
    assert (config.web_listen, config.public_url) == ("127.0.0.1:5000", "http://127.0.0.1:5000")
    assert not config.mailbox_page


def test_the_key_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    """The second start reads the first one's key; only its owner may."""
    key = load_config(tmp_path, {}).secret_key
    assert len(key) > 30
    assert load_config(tmp_path, {}).secret_key == key
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [p.name for p in tmp_path.iterdir()] == ["secret_key"]


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    """Defaults, then pbem.toml, then PBEM_…; names of the environment that are no settings are left alone."""
    (tmp_path / "pbem.toml").write_text('mail_host = "a.example.org"\ncatch_up = "30m"\nmax_letter = 5000\n')
    config = load_config(tmp_path, {"PBEM_MAIL_HOST": "B.example.org", "PBEM_INSTANCE": "x", "PBEM_TEST_NO_SKIP": "1"})
    assert (config.mail_host, config.catch_up, config.max_letter) == ("b.example.org", timedelta(minutes=30), 5000)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('web_listen = "everywhere"', "web_listen = 'everywhere'. Allowed: ADDRESS:PORT"),
        ('public_url = "pbem.example.org"', "public_url"),
        ('mail_host = "a@b"', "mail_host"),
        ('relay = "http://localhost"', "relay = (not shown). Allowed:"),
        ('database = "mysql://x"', "sqlite:///FILE"),
        ('database = "postgresql://host:abc/x"', "sqlite:///FILE"),
        ('database = "postgresql://pbem:hu@sh@host/x"', "%40 for an @"),
        ('catch_up = "soon"', "2h"),
        ("mailbox_page = 7", "true or false"),
        ('secret_key = "short"', "(not shown)"),
        ("colour = 1", "there is no setting “colour”"),
        ("= 1", "is not TOML"),
    ],
)
def test_a_wrong_setting_is_named_with_what_is_allowed(tmp_path: Path, line: str, says: str) -> None:
    """Key, value and what would be right; secrets are not repeated."""
    (tmp_path / "pbem.toml").write_text(line)
    with pytest.raises(ConfigError) as caught:
        load_config(tmp_path, {})
    assert says in str(caught.value)
    assert "short" not in str(caught.value)


def test_the_mailbox_is_never_shown_to_the_world(tmp_path: Path) -> None:
    """Only a demonstration has it by itself; behind a proxy loopback is the world, so the public address decides."""
    assert load_config(tmp_path, {"PBEM_DEMO": "yes"}).mailbox_page
    assert not load_config(tmp_path, {"PBEM_DEMO": "yes", "PBEM_PUBLIC_URL": "https://pbem.example.org"}).mailbox_page
    for elsewhere in ({"PBEM_WEB_LISTEN": "0.0.0.0:80"}, {"PBEM_PUBLIC_URL": "https://pbem.example.org"}):
        with pytest.raises(ConfigError, match="mailbox_page"):
            load_config(tmp_path, {**elsewhere, "PBEM_MAILBOX_PAGE": "yes"})


def test_trust_and_limits_are_declared(tmp_path: Path) -> None:
    """Networks as text or as a list; limits in a table of their own, each of which the environment can move."""
    (tmp_path / "pbem.toml").write_text(
        'trusted_proxies = ["127.0.0.1", "10.0.0.0/8"]\nmail_servers = "::1"\nhost_address = "Host@example.org"\n'
        "[limits]\nreceipts = 7\nquestions = 2\n"
    )
    config = load_config(tmp_path, {"PBEM_LIMITS_QUESTIONS": "3"})
    assert (config.limits.receipts, config.limits.questions, config.limits.idle_receipts) == (7, 3, 10)
    assert [is_declared_peer(a, config.trusted_proxies) for a in ("10.9.9.9", "::ffff:127.0.0.1", "11.0.0.1", "")] == [
        True,
        True,
        False,
        False,
    ]
    with pytest.raises(ConfigError, match="a whole number"):
        load_config(tmp_path, {"PBEM_LIMITS_QUESTIONS": "many"})


def test_a_relay_is_a_url(tmp_path: Path) -> None:
    """A bare host and port is taken as plain SMTP."""
    assert load_config(tmp_path, {"PBEM_RELAY": "localhost:25"}).relay == "smtp://localhost:25"
    assert load_config(tmp_path, {"PBEM_RELAY": "smtps://me:secret@mail.example.org:465"}).relay.startswith("smtps://")


def test_a_key_of_digits_stays_text(tmp_path: Path) -> None:
    """The environment is never read as numbers."""
    assert load_config(tmp_path, {"PBEM_SECRET_KEY": "1234567890123456"}).secret_key == "1234567890123456"
