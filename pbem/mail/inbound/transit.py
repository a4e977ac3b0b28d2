"""When the host's own mail servers had a letter: what it waited there does not cost its writer the turn.

Each mail server writes a field Received above those it found: when it took the letter, and from whom. Anybody can write
such fields below. So only those are believed that declared servers verifiably wrote, read from the top:

* the topmost, in a letter that a declared server handed over, if it bears the name `mail_authority`;
* the one below a field that is believed, as long as that says that the letter came from the address of a declared
  server, and it bears the name under which that server came, or `mail_authority`.

A field names an address twice where its sender chose what to be called. It is followed only if every address in it is
declared. Nothing counts as later than it was accepted, nor by more than the host allows (`mail_delay`) as earlier.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime

from pbem.mail.inbound.letter import Letter
from pbem.mail.inbound.mime import attempt
from pbem.settings.config import Config
from pbem.settings.networks import is_declared_peer
from pbem.storage.models import MailIn

CAME = re.compile(r"from (?P<said>[^\s()]+) \((?:(?P<name>[^\s()]+) )?\[(?:IPv6:)?[\da-f:.]+\][^()]*\) ", re.I)
BY = re.compile(r"(?:^| )by (?P<by>[^\s;()]+)", re.I)
HOP_ADDRESS = re.compile(r"\[(?:IPv6:)?(?P<address>[\da-f:.]+)\]", re.I)


@dataclass(frozen=True)
class Hop:
    """What a mail server wrote: its name, when it took the letter, and under which names it knew who brought it, none
    if that is not one of our own servers."""

    by: str
    at: datetime
    names: frozenset[str] = frozenset()


def first_server_time(config: Config, mail: MailIn, letter: Letter) -> datetime:
    """Return when the first of the host's own mail servers had a letter, as far as that can be known; never later than
    it was accepted."""
    return min((*(hop.at for hop in iter_hops(config, mail, letter)), mail.received_at))


def letter_counted_at(config: Config, mail: MailIn, letter: Letter) -> datetime:
    """As of when a letter counts for a deadline."""
    return max(first_server_time(config, mail, letter), mail.received_at - config.mail_delay)


def iter_hops(config: Config, mail: MailIn, letter: Letter) -> Iterator[Hop]:
    """Yield what our own mail servers wrote on a letter, the last of them first."""
    expected = frozenset({config.mail_authority} if mail.vouched and config.mail_authority else ())
    for field in letter.received if expected else ():
        hop = parse_received_field(config, field)
        if hop is None or hop.by not in expected:
            return
        yield hop
        if not hop.names:
            return
        expected = hop.names | {config.mail_authority}


def parse_received_field(config: Config, field: str) -> Hop | None:
    """A field Received; None if it does not say by whom and when. Whatever its sender chose stands before the last
    semicolon."""
    told, _, date = field.rpartition(";")
    came = CAME.match(told)
    by = BY.search(told, came.end() - 1 if came else 0)
    at = attempt(lambda: parsedate_to_datetime(date.strip()), None)
    if by is None or at is None or at.tzinfo is None:
        return None
    ours = came is not None and all(is_declared_peer(one, config.mail_servers) for one in HOP_ADDRESS.findall(told))
    names = (came["said"], came["name"]) if came and ours else ()
    return Hop(by["by"].lower(), at, frozenset(name.lower() for name in names if name))
