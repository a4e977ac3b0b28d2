"""One line of a stranger's that took the clerk a quarter of an hour, and with it everybody's letters."""

from __future__ import annotations

import pytest

from pbem.commands.handlers import COMMANDS
from pbem.commands.lines import WriterLine
from tests.attacks.work import calls
from tests.hosting import Host, Relay

DEAR = "replace a by " + "@" * 60_000 + "<"


@pytest.mark.slow
def test_a_line_of_signs_holds_nobody_up(host: Host, relay: Relay) -> None:
    """S12: the address behind “replace” was looked for at each of sixty thousand signs, while the database was locked
    for all: the next letter was answered a minute later."""
    with host.serving():
        host.post("a@example.org", "pbem@pbem.test", f"From: a@example.org\r\n\r\n{DEAR}\r\n")
        host.post("b@example.org", "pbem@pbem.test", "From: b@example.org\r\n\r\nhelp\r\n")
        assert relay.wait_for_letter("b@example.org")


@pytest.mark.parametrize("sign", ["@", "a@", " by a@", "<a@", "by <"])
def test_an_address_is_looked_for_once(sign: str) -> None:
    """S12: whatever stands where an address should."""
    COMMANDS.parse_lines([WriterLine("replace a by x")])
    line = WriterLine(f"replace a by {sign * 20_000}<")
    assert COMMANDS.parse_lines([line])[0].name == "orders"
    assert calls(lambda: COMMANDS.parse_lines([line])) < 10_000
