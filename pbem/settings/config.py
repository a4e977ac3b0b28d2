"""The host's configuration: defaults, then `instance/pbem.toml`, then `PBEM_…` in the environment; judged at once."""

from __future__ import annotations

import os
import secrets
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from email_validator import EmailNotValidError, validate_email
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from pbem.pace import PaceError, parse_length
from pbem.settings.limits import Limits
from pbem.settings.networks import Peers, parse_peers

CATCH_UP = timedelta(days=7)
KEEP = timedelta(days=30)
HERE = Path(__file__).parents[1]
LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")


def templates_folder() -> Path:
    """Return where the templates lie: inside the package once it is installed, beside it in a checkout."""
    packaged = HERE / "_templates"
    return packaged if packaged.is_dir() else HERE.parent / "templates"


class ConfigError(Exception):
    """A setting that cannot be used, or what it names: says which, why, and what to do."""


def define_setting(default: Any, read: Callable[[str], Any], allowed: str) -> Any:
    return field(default=default, metadata={"read": read, "allowed": allowed})


def parse_database_url(text: str) -> str:
    if not text.startswith(("sqlite:///", "postgresql://", "postgresql+psycopg://")):
        raise ValueError
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise ValueError from error
    if url.host and not is_plain_host(url.host):  # the rest of a password with an @ in it would be told as a host
        raise ValueError
    return text


def parse_web_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError
    return text.rstrip("/")


def parse_endpoint(text: str) -> str:
    host, _, port = text.rpartition(":")
    if not host or not 0 <= int(port) < 65536:
        raise ValueError
    return text


def parse_endpoint_or_none(text: str) -> str:
    return parse_endpoint(text) if text else ""


def parse_endpoint_or_socket(text: str) -> str:
    return text if text.startswith("/") else parse_endpoint_or_none(text)


def parse_relay_url(text: str) -> str:
    """ "" or a URL; "host:port" is plain SMTP."""
    url = text if "://" in text or not text else f"smtp://{text}"
    parts = urlsplit(url)
    if url and (parts.scheme not in ("smtp", "smtps") or not is_plain_host(parts.hostname) or (parts.port or 25) < 1):
        raise ValueError
    return url


def is_plain_host(name: str | None) -> bool:
    return name is not None and name != "" and not any(c in name for c in " /<>@")


def parse_host_name(text: str) -> str:
    if not text or any(c in text for c in "@ /:<>"):
        raise ValueError
    return text.lower()


def parse_host_name_or_none(text: str) -> str:
    return parse_host_name(text) if text else ""


def parse_boolean(text: str) -> bool:
    return {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}[
        text.lower()
    ]


def parse_long_secret(text: str) -> str:
    if len(text) < 16:
        raise ValueError
    return text


def parse_positive_number(text: str) -> int:
    if int(text) < 1:
        raise ValueError
    return int(text)


def parse_length_or_none(text: str) -> timedelta:
    return timedelta() if text == "0" else parse_length(text)


def parse_mail_address(text: str) -> str:
    try:
        return validate_email(text, check_deliverability=False, test_environment=True).normalized if text else ""
    except EmailNotValidError as error:
        raise ValueError from error


@dataclass(frozen=True)
class Config:
    """Every setting of a host. `relay` "" keeps letters in the embedded mailbox.

    Trust is what the host declares, never where a connection comes from: behind a proxy, loopback is the world. The
    web servers in `trusted_proxies` are believed about whom they speak for. The `mail_servers` are believed about who
    wrote a letter: in Authentication-Results under the name `mail_authority`; and about when they had it, which counts
    for deadlines up to `mail_delay` before it was accepted.
    """

    instance: Path
    database: str = define_setting(
        "", parse_database_url, "sqlite:///FILE or postgresql://USER@HOST/NAME (%40 for an @ in a password)"
    )
    secret_key: str = define_setting("", parse_long_secret, "at least 16 characters")
    public_url: str = define_setting("", parse_web_url, "the address players see, such as https://pbem.example.org")
    mail_host: str = define_setting("localhost", parse_host_name, "the domain of the server's mail addresses")
    web_listen: str = define_setting("127.0.0.1:5000", parse_endpoint, "ADDRESS:PORT")
    smtp_listen: str = define_setting(
        "127.0.0.1:2525", parse_endpoint_or_none, 'ADDRESS:PORT; "" if letters come another way'
    )
    lmtp_listen: str = define_setting("", parse_endpoint_or_socket, '"", ADDRESS:PORT, or the /PATH of a socket file')
    metrics_listen: str = define_setting("", parse_endpoint_or_none, '"", or ADDRESS:PORT, where Prometheus may ask')
    relay: str = define_setting("", parse_relay_url, '"", HOST:PORT, smtp://[USER:PASSWORD@]HOST:PORT or smtps://…')
    relay_2: str = define_setting("", parse_relay_url, '"", or another relay, tried while the first is away')
    mailbox_page: bool = define_setting(False, parse_boolean, "true or false; shows everybody's letters to everybody")
    catch_up: timedelta = define_setting(CATCH_UP, parse_length, 'a length of time such as "2h" or "30m"')  # noqa: RUF009
    demo: bool = define_setting(False, parse_boolean, "true or false; only without a relay")
    demo_patience: timedelta = define_setting(timedelta(hours=6), parse_length, 'a length of time such as "6h"')  # noqa: RUF009
    max_letter: int = define_setting(1_000_000, parse_positive_number, "the largest letter taken, in bytes")
    trusted_proxies: Peers = define_setting(  # noqa: RUF009
        (), parse_peers, "addresses or networks such as 127.0.0.1, 10.0.0.0/8; unix"
    )
    mail_servers: Peers = define_setting((), parse_peers, "addresses or networks such as 127.0.0.1, 10.0.0.0/8; unix")  # noqa: RUF009
    mail_authority: str = define_setting(
        "", parse_host_name_or_none, "the name your mail server writes into Authentication-Results"
    )
    mail_delay: timedelta = define_setting(  # noqa: RUF009
        timedelta(hours=6), parse_length_or_none, '"0", or a length of time such as "6h"'
    )
    host_address: str = define_setting("", parse_mail_address, "your own mail address, such as host@example.org")
    keep: timedelta = define_setting(KEEP, parse_length, 'a length of time such as "30d"')  # noqa: RUF009
    limits: Limits = field(default_factory=Limits)

    @property
    def has_door(self) -> bool:
        """Return whether letters come in at a door of ours, so that no turn may be judged while nobody keeps it."""
        return bool(self.smtp_listen or self.lmtp_listen)

    @property
    def is_on_loopback(self) -> bool:
        """Return whether both the listener and the address that players see are on this machine alone."""
        return self.web_listen.rpartition(":")[0] in LOOPBACK and urlsplit(self.public_url).hostname in LOOPBACK


SETTINGS: dict[str, Field[Any]] = {f.name: f for f in fields(Config) if "read" in f.metadata}


def load_config(instance: Path, environ: Mapping[str, str]) -> Config:
    """The configuration of an instance folder, which is made if it is missing. Raises ConfigError."""
    instance = instance.resolve()
    instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    file, around = load_toml(instance / "pbem.toml"), settings_of_environment(environ)
    limits = parse_limits(file.pop("limits", {}), around)
    given: dict[str, Any] = {}
    for source, values in (("pbem.toml", file), ("environment", around)):
        for key, value in values.items():
            if key in SETTINGS:
                given[key] = parse_setting(SETTINGS[key], value, source)
            elif source == "pbem.toml":
                raise ConfigError(
                    f"pbem.toml: there is no setting “{key}”. There are: {', '.join(SETTINGS)}, [limits]."
                )
    given.setdefault("database", f"sqlite:///{instance / 'pbem.db'}")
    given.setdefault("public_url", "http://" + given.get("web_listen", setting_default(SETTINGS["web_listen"])))
    given.setdefault("secret_key", load_secret_key(instance / "secret_key"))
    return check_config(Config(instance, **given, limits=limits), given)


def check_config(config: Config, given: Mapping[str, Any]) -> Config:
    """Return what is not wrong in itself but does not go together. Raises ConfigError."""
    if config.demo and config.relay:
        raise ConfigError("demo = true: visitors have no mail address, so there can be no relay. Allowed: false.")
    if config.relay_2 and not config.relay:
        raise ConfigError("relay_2 is the second relay, and there is no first one. Set relay, or take relay_2 away.")
    if config.mailbox_page and not config.is_on_loopback:
        raise ConfigError(
            f"mailbox_page = true: everybody's mail would be shown to all who reach {config.public_url} "
            f"({config.web_listen}). Allowed: false, or a public_url and a web_listen on 127.0.0.1."
        )
    if config.demo and "mailbox_page" not in given:
        return replace(config, mailbox_page=config.is_on_loopback)
    return config


def parse_limits(table: object, around: Mapping[str, str]) -> Limits:
    """The table [limits] of the file; PBEM_LIMITS_… of the environment wins. Raises ConfigError."""
    if not isinstance(table, dict):
        raise ConfigError("pbem.toml: limits is a table: write [limits] and one setting a line below it.")
    names = [f.name for f in fields(Limits)]
    if unknown := [name for name in table if name not in names]:
        raise ConfigError(f"pbem.toml: [limits] has no “{unknown[0]}”. There are: {', '.join(names)}.")
    given = {**table, **{n: around[f"limits_{n}"] for n in names if f"limits_{n}" in around}}
    for name, value in given.items():
        if not str(value).isdecimal():
            raise ConfigError(f"[limits] {name} = {value!r}. Allowed: a whole number; 0 allows none.")
    return Limits(**{name: int(value) for name, value in given.items()})


def setting_default(setting: Field[Any]) -> Any:
    return None if setting.default is MISSING else setting.default


def parse_setting(setting: Field[Any], value: object, source: str) -> Any:
    """One value, whether it comes as TOML or as text from the environment."""
    if isinstance(value, bool):
        text = "true" if value else "false"
    else:
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    try:
        return setting.metadata["read"](text)
    except (ValueError, KeyError, PaceError) as error:
        shown = "(not shown)" if setting.name in ("secret_key", "relay", "relay_2", "database") else repr(value)
        raise ConfigError(f"{source}: {setting.name} = {shown}. Allowed: {setting.metadata['allowed']}.") from error


def load_toml(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not TOML: {error}.") from error


def settings_of_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """PBEM_WEB_LISTEN is web_listen. Names that are no settings (PBEM_INSTANCE) are other people's."""
    return {k.removeprefix("PBEM_").lower(): v for k, v in environ.items() if k.startswith("PBEM_")}


def load_secret_key(path: Path) -> str:
    """The key kept beside the database; made at the first start, readable by its owner alone."""
    if not path.exists():
        draft = path.with_name(f"secret_key.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(32) + "\n", "ascii")
        with suppress(FileExistsError):  # another process was first: its key stands
            path.hardlink_to(draft)
        draft.unlink()
    return path.read_text("ascii").strip()
