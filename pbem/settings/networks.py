"""Network addresses: which are declared by the host, and by which name whoever comes from one is counted."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network
UNIX = "unix"
"""Among trusted proxies and mail servers: whoever speaks through a socket file, which has no network address."""
Peers = tuple[Network | str, ...]
HOUSEHOLD = 64
"""The bits of an IPv6 address that are one household's."""
NEIGHBOURHOOD_BITS = {4: 24, 6: 48}
"""The bits of an address that one provider's customer may have all of."""


def parse_networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks with commas or blanks between them."""
    return tuple(ip_network(word) for word in text.replace(",", " ").split())


def parse_peers(text: str) -> Peers:
    """Addresses and networks, and the word "unix" for programs that speak through a socket file."""
    words = text.replace(",", " ").split()
    return (*parse_networks(" ".join(word for word in words if word != UNIX)), *({UNIX} & set(words)))


def is_declared_peer(peer: str, trusted: Peers) -> bool:
    """Return whether a network address is one of those the host has declared; one that cannot be read never is. WSGI
    servers call the other end of a socket file "" or "localhost"."""
    if peer in ("", "localhost"):
        return UNIX in trusted
    address = parse_ip_address(peer)
    return address is not None and any(address in one for one in trusted if not isinstance(one, str))


def peer_bucket(peer: str) -> str:
    """Return whom the limits of one peer are counted for: an IPv4 address, or the network of an IPv6 address, in which
    whoever has one has all. All that cannot be read are counted as one: nobody gets a new count by writing nonsense."""
    address = parse_ip_address(peer)
    if address is None:
        return "elsewhere"
    return str(address if address.version == 4 else ip_network((address, HOUSEHOLD), strict=False))


def peer_neighbourhood(counted: str) -> str:
    """The network around an address, or around a household, as `peer_bucket` names them."""
    address = parse_ip_address(counted.partition("/")[0])
    return str(ip_network((address, NEIGHBOURHOOD_BITS[address.version]), strict=False)) if address else "elsewhere"


def parse_ip_address(peer: str) -> IPv4Address | IPv6Address | None:
    """An address, an IPv4 one in the clothes of IPv6 as what it is; None if it is none."""
    try:
        address = ip_address(peer)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
