"""Seat addresses: only this server can make one, and one says which seat, generation and nonce it is for."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from pbem.settings.mail_addresses import (
    ADDRESS_KINDS,
    address_kind,
    local_name,
    make_address,
    make_seat_address,
    parse_seat_address,
)

KEY = "a key of this server's own"
seats = st.integers(1, 2**32 - 1)
generations = st.integers(0, 2**16 - 1)
nonces = st.integers(0, 2**31 - 1)


@given(seats, generations, nonces, st.booleans())
def test_an_address_reads_back(seat: int, generation: int, nonce: int, shouted: bool) -> None:
    """In any case, as mail programs change it."""
    address = make_seat_address(KEY, "pbem.example.org", seat, generation, nonce)
    assert re.fullmatch(r"orders\+[a-z2-7]{32}@pbem\.example\.org", address)
    assert parse_seat_address(KEY, address.upper() if shouted else address) == (seat, generation, nonce)


@given(seats, generations, nonces, st.integers(7, 38), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
def test_a_changed_letter_is_noticed(seat: int, generation: int, nonce: int, place: int, letter: str) -> None:
    """No address that differs in one letter means anything."""
    address = make_seat_address(KEY, "h", seat, generation, nonce)
    changed = address[:place] + letter + address[place + 1 :]
    assert changed == address or parse_seat_address(KEY, changed) is None


@given(st.text(max_size=60))
def test_nonsense_is_no_address(text: str) -> None:
    """Whatever stands before the @, reading never fails."""
    assert parse_seat_address(KEY, f"orders+{text}@h") is None
    assert parse_seat_address(KEY, text) is None


def test_another_servers_address_means_nothing_here() -> None:
    """The key decides."""
    assert parse_seat_address("another key altogether", make_seat_address(KEY, "h", 1, 0, 7)) is None


def test_an_address_says_its_kind() -> None:
    """H8: whichever way it is written; an address of everybody's has none."""
    for kind in ADDRESS_KINDS:
        address = make_address(KEY, kind, "h", 1, 7)
        assert (address_kind(address), address_kind(address.upper()), local_name(address.upper())) == (kind, kind, kind)
        assert (address_kind(f"{kind}@h"), local_name(f"{kind}@h")) == (None, kind)
    assert (address_kind("pbem+x@h"), local_name("pbem+x@h")) == (None, "pbem")
