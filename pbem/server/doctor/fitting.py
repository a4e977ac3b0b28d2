"""Settings that are sound one by one and do not go together: public address, listeners, and whom the host trusts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ipaddress import IPv4Network, IPv6Network, ip_network
from urllib.parse import urlsplit

from pbem.server.doctor.findings import FAULT, WARN, Finding
from pbem.settings.config import LOOPBACK, Config

EVERYWHERE = ("0.0.0.0", "::", "[::]", "*")
PRIVATE = [ip_network(n) for n in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10")] + [
    ip_network(n) for n in ("::1/128", "fc00::/7", "fe80::/10")
]


def check_web_settings(config: Config) -> Iterator[Finding]:
    """Yield how visitors come to the pages."""
    yield from check_public_url(config)
    if is_public(config):
        yield from check_front_server(config)
    yield from check_wide_networks("trusted_proxies", config.trusted_proxies, "say that they ask for anybody else")
    if config.demo and is_public(config):
        yield Finding(
            WARN,
            "demo = true: whoever comes sits down without a proof, and letters stay in here. It is for showing; for "
            "real games set demo = false.",
        )


def check_public_url(config: Config) -> Iterator[Finding]:
    """Yield where links in letters lead."""
    url, inside = urlsplit(config.public_url), host_of(config.web_listen) in LOOPBACK
    if (url.hostname or "") in EVERYWHERE:
        yield Finding(
            FAULT,
            f"public_url = {config.public_url}: links in letters would lead nowhere. Set public_url to the address "
            'that players see, such as "https://pbem.example.org".',
        )
    elif url.hostname in LOOPBACK and not inside:
        yield Finding(
            FAULT,
            f"web_listen = {config.web_listen} is open to others, but public_url = {config.public_url} leads each of "
            'them to their own machine. Set public_url = "https://pbem.example.org", or web_listen = "127.0.0.1:5000".',
        )


def check_front_server(config: Config) -> Iterator[Finding]:
    """The web server between the world and pbem."""
    url, inside = urlsplit(config.public_url), host_of(config.web_listen) in LOOPBACK
    if not config.trusted_proxies and (url.scheme == "https" or inside):
        yield Finding(
            FAULT,
            f"public_url = {config.public_url} means that a web server stands in front, but trusted_proxies is empty: "
            "all visitors would count as one, and share one visitor's limits. Set trusted_proxies to the address your "
            'web server speaks from, such as "127.0.0.1".',
        )
    if url.scheme == "http":
        yield Finding(
            WARN,
            f"public_url = {config.public_url} is not encrypted: sign-in links and cookies can be read on the way. Put "
            'a web server that speaks TLS in front (docs/hosting/web.md) and set public_url = "https://…".',
        )
    elif not inside:
        yield Finding(
            WARN,
            f"web_listen = {config.web_listen} lets visitors go past the web server that stands in front. If that runs "
            'on this machine, set web_listen = "127.0.0.1:5000"; else let the firewall admit its address alone.',
        )


def check_mail_settings(config: Config) -> Iterator[Finding]:
    """Yield how letters come in and go out, and who is believed about them."""
    outside = is_public(config) or bool(config.relay)
    if outside and ("." not in config.mail_host or config.mail_host in LOOPBACK):
        yield Finding(
            FAULT,
            f"mail_host = {config.mail_host}: nobody's answer finds its way here. Set mail_host to the domain whose "
            'mail this server gets, such as "pbem.example.org".',
        )
    if is_public(config) and not config.relay and not config.demo:
        yield Finding(
            WARN,
            'relay = "": letters stay in the database, and no player gets one. Set relay to the mail server that takes '
            'letters out, such as "smtp://127.0.0.1:25".',
        )
    if config.smtp_listen and relay_of(config) == endpoint_of(config.smtp_listen):
        yield Finding(
            FAULT,
            f"relay = this server's own smtp_listen ({config.smtp_listen}): its letters would come back to it. Name "
            "the mail server that takes letters out.",
        )
    if host_of(config.lmtp_listen) not in (*LOOPBACK, ""):
        yield Finding(
            WARN,
            f"lmtp_listen = {config.lmtp_listen} can be reached from other machines. LMTP is for your own mail server: "
            "let the firewall admit its address alone, or name a socket file.",
        )
    yield from check_letter_trust(config)
    yield from check_wide_networks("mail_servers", config.mail_servers, "say who wrote a letter")
    yield from check_host_address(config)


def check_letter_trust(config: Config) -> Iterator[Finding]:
    """Yield who says who wrote a letter."""
    if host_of(config.smtp_listen) not in (*LOOPBACK, "") and not config.mail_servers:
        yield Finding(
            WARN,
            f"smtp_listen = {config.smtp_listen} takes letters from strangers, and without mail_servers nobody tells "
            "who wrote one: only letters to a secret address count at once, all others are asked about. To accept "
            "DMARC, let your mail server take the letters and declare it: mail_servers, mail_authority "
            "(docs/hosting/mail.md).",
        )
    if config.mail_authority and not config.mail_servers:
        yield Finding(
            FAULT,
            f"mail_authority = {config.mail_authority} is never believed, because no mail_servers are declared. Set "
            'mail_servers to the address your mail server speaks from, such as "127.0.0.1", or leave both out.',
        )
    if config.mail_servers and not config.mail_authority:
        yield Finding(
            WARN,
            "mail_servers are declared, but mail_authority is not: what they say about who wrote a letter is not read. "
            "Set mail_authority to the name your mail server writes into Authentication-Results.",
        )


def check_host_address(config: Config) -> Iterator[Finding]:
    """Yield who reads postmaster@ and abuse@."""
    if config.relay and not config.host_address:
        yield Finding(
            WARN,
            f"host_address is empty: nobody reads what is written to postmaster@{config.mail_host} and "
            f'abuse@{config.mail_host}. Set host_address to your own address, such as "you@example.org".',
        )
    if config.host_address.rpartition("@")[2] == config.mail_host:
        yield Finding(
            FAULT,
            f"host_address = {config.host_address} is an address of this server, which would write to itself. Set it "
            "to an address that you read elsewhere.",
        )


def check_wide_networks(name: str, networks: Iterable[object], power: str) -> Iterator[Finding]:
    """A network of the Internet's whole public is nobody's own."""
    for network in networks:
        if not isinstance(network, IPv4Network | IPv6Network) or network.num_addresses == 1:
            continue
        if not any(n.version == network.version and network.subnet_of(n) for n in PRIVATE):  # type: ignore[arg-type]
            yield Finding(
                FAULT,
                f"{name} = {network}: {network.num_addresses} public addresses, and whoever has one of them can "
                f"{power}. Name the addresses of your own servers alone.",
            )


def is_public(config: Config) -> bool:
    """Return whether players on other machines are meant to come."""
    name = urlsplit(config.public_url).hostname or ""
    return name not in LOOPBACK and name not in EVERYWHERE


def host_of(listen: str) -> str:
    return listen.rpartition(":")[0]


def endpoint_of(listen: str) -> tuple[str, int]:
    """Return where a listener is reached from this machine."""
    host, _, port = listen.rpartition(":")
    plain = host.strip("[]")
    return {"0.0.0.0": "127.0.0.1", "*": "127.0.0.1", "::": "::1", "localhost": "127.0.0.1"}.get(plain, plain), int(
        port
    )


def relay_of(config: Config) -> tuple[str, int] | None:
    parts = urlsplit(config.relay)
    return endpoint_of(f"{parts.hostname}:{parts.port or 25}") if config.relay else None
