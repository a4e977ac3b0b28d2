"""Bytes to letter: within bounds, whatever the bytes; From believed only when it can be read in one way."""

from __future__ import annotations

import base64
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.inbound import letter
from pbem.mail.inbound.html import read_page
from pbem.mail.inbound.letter import UnreadableError, parse_letter

PIECES = rb"""From: a@example.org
From:
Subject: =?utf-8?q?=ff?=
Content-Type: multipart/mixed; boundary=x
Content-Type: text/html; charset=utf-16
Content-Transfer-Encoding: base64

--x
--x--
MIME-Version: 1.0
Content-Type: message/rfc822
<div><blockquote>
=3D=
Content-Type: text/plain; charset=idna; format=flowed; delsp=yes
A PAR - BUR
> quoted""".splitlines(keepends=True)
noise = st.lists(st.sampled_from(PIECES) | st.binary(max_size=40), max_size=25).map(b"".join)


def plain(body: bytes, *fields: bytes) -> bytes:
    return b"\r\n".join((b"From: anna@example.org", *fields, b"", body))


@given(st.binary(max_size=2000) | noise)
def test_no_bytes_whatsoever_raise(raw: bytes) -> None:
    """Reading gives a letter or says which bound is passed; nothing else comes out."""
    try:
        found = parse_letter(raw)
    except UnreadableError:
        return
    assert isinstance(found.text, str)
    found.text.encode("utf-8", "surrogatepass")


@given(st.text(max_size=500))
def test_any_page_becomes_text(page: str) -> None:
    """HTML is never an error."""
    assert isinstance(read_page(page)[0], str)


@pytest.mark.parametrize(
    ("field", "address"),
    [
        ("anna@example.org", "anna@example.org"),
        ("Anna <Anna@Example.org>", "anna@example.org"),
        ('"Bell, Anna" <anna@example.org>', "anna@example.org"),
        ("anna@example.org (Anna)", "anna@example.org"),
        ('"anna@example.org" <eve@example.net>', "eve@example.net"),
        ('"anna@example.org <anna@example.org>" <eve@example.net>', "eve@example.net"),
        ("alice@example.org)bob@example.net", ""),
        ("anna@example.org, eve@example.net", ""),
        ("Anna <anna@example.org> <eve@example.net>", ""),
        ("undisclosed", ""),
        ("", ""),
    ],
)
def test_from_is_one_address_or_none(field: str, address: str) -> None:
    """Nothing that could be read in two ways is anybody's address."""
    assert parse_letter(f"From: {field}\r\nSubject: x\r\n\r\nhi".encode()).sender == address


def test_two_from_fields_are_nobodys() -> None:
    """Which of them would it be?"""
    assert parse_letter(plain(b"hi", b"From: eve@example.net")).sender == ""


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Type: text/plain; charset=x-nope",
        b"Content-Type: text/plain; charset=rot13",
        b"Content-Type: text/plain; charset=idna",
        b"Content-Type: text/plain; name*",
        b"Message-ID: <[x@microsoft.com]>",
        b'To: "',
        b"To: " + b"(" * 1000,
        b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit",
    ],
)
def test_odd_fields_do_not_hide_the_orders(head: bytes) -> None:
    """Charsets that do not exist, comments that do not end: the text is found."""
    assert "A PAR - BUR" in parse_letter(plain(b"A PAR - BUR\r\n", head)).text


@pytest.mark.parametrize("charset", ["utf-8-sig", "utf-16", "cp1252", "utf-8", "iso-8859-1"])
def test_charsets(charset: str) -> None:
    """Marked at the beginning, declared, or guessed: the accents survive where there are any."""
    body = base64.b64encode("München hält".encode(charset))
    declared = b"Content-Type: text/plain" + (b"; charset=iso-8859-1" if charset == "iso-8859-1" else b"")
    assert parse_letter(plain(body, b"Content-Transfer-Encoding: base64", declared)).text == "München hält"


def test_a_header_beyond_the_limit_is_not_read() -> None:
    """Five megabytes of subject say so at once."""
    with pytest.raises(UnreadableError, match="header"):
        parse_letter(plain(b"hi", b"Subject: " + b"x" * 5_000_000))


def test_a_mime_bomb_is_not_read() -> None:
    """A thousand parts in parts."""
    bomb = b"".join(b"Content-Type: multipart/mixed; boundary=x%d\r\n\r\n--x%d\r\n" % (i, i) for i in range(1000))
    with pytest.raises(UnreadableError, match="parts"):
        parse_letter(b"From: a@example.org\r\n" + bomb)


def test_very_many_parts_are_read_in_part() -> None:
    """The first two hundred, and the letter says so."""
    raw = plain(b"--x\r\n\r\nhi\r\n" * 5000, b"Content-Type: multipart/mixed; boundary=x")
    assert parse_letter(raw).flags == ("parts left out",)


def test_attached_messages_are_not_read() -> None:
    """A forwarded report holds no orders of today."""
    inner, outer = EmailMessage(), EmailMessage()
    inner.set_content("A MUN - RUH")
    outer["From"] = "anna@example.org"
    outer.set_content("A PAR - BUR")
    outer.add_attachment(inner)
    assert "RUH" not in parse_letter(outer.as_bytes()).text


def test_without_a_header_all_is_text() -> None:
    """Orders alone, with colons in them, are not lost."""
    found = parse_letter(b"FRANCE: A PAR - BUR\r\nF BRE - MAO\r\n")
    assert found.text.split("\r\n")[:2] == ["FRANCE: A PAR - BUR", "F BRE - MAO"]
    assert found.flags == ("no header",)


def test_text_before_html_and_html_where_text_is_empty() -> None:
    """The text part wins where it says something."""
    both = EmailMessage()
    both["From"] = "anna@example.org"
    both.set_content("A PAR - BUR")
    both.add_alternative("<p>A PAR - GAS</p>", subtype="html")
    assert (parse_letter(both.as_bytes()).source, "BUR" in parse_letter(both.as_bytes()).text) == ("text", True)
    both.get_body(("plain",)).set_content(" \n")  # type: ignore[union-attr]
    assert "GAS" in parse_letter(both.as_bytes()).text


def test_flowed_lines_are_joined() -> None:
    """RFC 3676: a blank at the end of the line goes on; DelSp drops it."""
    flowed = b"Content-Type: text/plain; format=flowed"
    assert parse_letter(plain(b"A PAR \r\n- BUR\r\nF BRE H", flowed)).text == "A PAR - BUR\nF BRE H"
    assert parse_letter(plain(b"A P \r\nAR - BUR", flowed + b"; delsp=yes")).text == "A PAR - BUR"


def test_a_subject_is_one_harmless_line() -> None:
    """Encoded line ends do not make new fields."""
    found = parse_letter(plain(b"hi", b"Subject: =?utf-8?q?hi=0D=0ABcc:_eve=40example.net?="))
    assert found.subject == "hi Bcc: eve@example.net"


@pytest.mark.parametrize(
    "field",
    [
        b"Auto-Submitted: auto-replied",
        b"Precedence: bulk",
        b"List-Id: <x.example.org>",
        b"X-Autoreply: yes",
        b"Content-Type: multipart/report; report-type=delivery-status; boundary=x",
        letter.LOOP_HEADER.encode() + b": pbem.example.org",
        b"\r\n".join([b"Received: from x"] * 31),
    ],
)
def test_machines_are_known(field: bytes) -> None:
    """Automatic answers, lists, bounces and loops; not a person's letter that says it is none."""
    assert parse_letter(plain(b"A PAR - BUR", field)).machine
    assert not parse_letter(plain(b"A PAR - BUR", b"Auto-Submitted: no")).machine


def test_html_is_read_as_it_is_seen() -> None:
    """Breaks, blocks, tables and entities; not what is hidden; quotations marked."""
    page = (
        "<html><head><title>no</title><style>p{}</style></head><body><div>A&nbsp;PAR <b>-</b> BUR</div>F BRE - MAO<br>"
        "A MAR H<table><tr><td>A</td><td>MUN</td><td>H</td></tr></table><p style='display: none'>A KIE H</p>"
        "<script>A BER H</script><blockquote><p>A RUH H</p></blockquote></body></html>"
    )
    shown = read_page(page)[0].replace("\xa0", " ").splitlines()
    assert shown == ["A PAR - BUR", "F BRE - MAO", "A MAR H", "A MUN H", "> A RUH H"]


def test_deeply_nested_html_is_read() -> None:
    """Twenty thousand boxes in boxes."""
    assert read_page("<div>" * 20_000 + "A PAR - BUR")[0] == "A PAR - BUR"
