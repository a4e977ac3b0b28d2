"""Commands of a player with a proof, meant to reach others: how often, and what they tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.games.rules import Rules
from pbem.settings.limits import Limits
from tests.attacks.test_writer import MASTER, RED
from tests.mail.conftest import Office

MOST = 5


@pytest.mark.slow
@pytest.mark.parametrize("wave", ["vote extend {n}m", "sign in", "address new", "resign verdun\njoin verdun as Red"])
def test_a_letter_is_no_cannon(office: Office, wave: str) -> None:
    """S6: 299 lines “vote extend …” were 897 letters to the table; 300 lines “sign in” as many links."""
    office.config = replace(office.config, limits=Limits(commands=MOST))
    party = office.start_party()
    before = len(office.outbox())
    office.write(RED, office.seat_address(party, "RED"), "\n".join(wave.format(n=n) for n in range(1, 60)))
    assert 0 < len(office.outbox()) - before <= 4 * MOST + 1
    assert any("that is the most" in text or text == "asked above" for _, text in office.outcomes(RED))


@pytest.mark.slow
@pytest.mark.parametrize("wave", ["extend 1m", "address new Red", "process", "rollback 1"])
def test_a_master_is_no_cannon(office: Office, wave: str) -> None:
    """S6: nor is the letter of somebody who has opened a game."""
    office.config = replace(office.config, limits=Limits(commands=MOST))
    party = office.start_party()
    before = len(office.outbox())
    office.write(MASTER, office.reply_address(party.letters("started")[-1]), f"{wave}\n" * 60)
    assert 0 < len(office.outbox()) - before <= 10 * MOST + 1


def test_a_master_who_plays_does_not_learn_who_holds_a_seat(office: Office) -> None:
    """V: `replace` with an address that plays already named its seat, in games that keep names secret."""
    party = office.start_party(rules=Rules(anonymous=True))
    office.write(MASTER, office.reply_address(party.letters("started")[-1]), "replace Blue by red@example.org")
    (_, text), *_ = office.outcomes(MASTER)
    assert "red@example.org plays in verdun already" in text and "Red" not in text
