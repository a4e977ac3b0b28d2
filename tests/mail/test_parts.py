"""How letters are written: byte for byte as the library would, whatever others have a say in."""

from __future__ import annotations

from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.mail.outbound import mime_parts

FIELDS = sorted(mime_parts.SIMPLE)
ASCII = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=90)
SIMPLE = st.sampled_from(FIELDS).flatmap(
    lambda name: st.tuples(st.just(name), st.from_regex(mime_parts.SIMPLE[name], fullmatch=True))
)


def by_the_library(name: str, value: str) -> bytes:
    letter = mime_parts.text_part("Hello.", "plain")
    letter[name] = value
    return letter.as_bytes()


def by_us(name: str, value: str) -> bytes:
    letter = mime_parts.text_part("Hello.", "plain")
    mime_parts.set_field(letter, name, value)
    return mime_parts.message_bytes(letter)


@given(SIMPLE)
def test_what_is_simple_is_written_as_it_is(field: tuple[str, str]) -> None:
    assert by_us(*field) == by_the_library(*field)


@given(st.sampled_from(FIELDS), ASCII | st.text(max_size=90))
@example("Subject", "Re: =?utf-8?q?=0ABcc:_x?= y")
@example("Subject", "two  blanks ")
@example("To", "a..b@example.org")
@example("To", '"a b"@example.org')
@example("To", "jürgen@example.org")
@example("From", "Österreich · verdun <pbem@pbem.test>")
@example("From", '"A. B" · verdun <pbem@pbem.test>')
@example("Reply-To", "a@example.org, b@example.org")
@example("References", f"<{'x' * 90}@example.org> <b@example.org>")
@example("List-Id", "<verdun.pbem.test>\r\nBcc: x@example.org")
def test_whatever_is_said_is_written_as_the_library_does(name: str, value: str) -> None:
    """Or not at all: nothing begins a field of its own."""
    try:
        told = by_the_library(name, value)
    except Exception as error:
        with pytest.raises(type(error)):
            by_us(name, value)
    else:
        assert by_us(name, value) == told


@given(st.integers(0, 10**10).map(lambda n: datetime.fromtimestamp(n, UTC)))
def test_the_date(at: datetime) -> None:
    letter = mime_parts.text_part("Hello.", "plain")
    mime_parts.set_date(letter, at)
    assert mime_parts.message_bytes(letter) == by_the_library("Date", format_datetime(at))


@given(st.text(), st.text(), st.binary(max_size=500), st.sampled_from(("x.pdf", "Spring 1901, movement.pdf", "é" * 60)))
def test_whole_letters(text: str, html: str, content: bytes, name: str) -> None:
    shown = mime_parts.file_part(content, "image/png", "map-1.png", "abc@pbem.test")
    html_part = mime_parts.join_parts("related", [mime_parts.text_part(html, "html"), shown])
    both = mime_parts.join_parts("alternative", [mime_parts.text_part(text, "plain"), html_part])
    letter = EmailMessage(policy=mime_parts.POLICY)
    mime_parts.set_field(letter, "To", "anna@example.org")
    whole = mime_parts.join_parts("mixed", [both, mime_parts.file_part(content, "application/pdf", name)], letter)
    assert mime_parts.message_bytes(whole) == whole.as_bytes()
    attached = next(whole.iter_attachments())
    assert attached.get_content() == content and attached.get_filename() == name


def test_letters_to_addresses_that_are_not_ascii() -> None:
    letter = EmailMessage(policy=mime_parts.POLICY.clone(utf8=True))
    mime_parts.set_field(letter, "To", "jürgen@example.org")
    mime_parts.set_field(letter, "Subject", "Spring · 1901")
    whole = mime_parts.join_parts(
        "alternative", [mime_parts.text_part("ä", "plain"), mime_parts.text_part("<p>ä</p>", "html")], letter
    )
    assert mime_parts.message_bytes(whole) == whole.as_bytes() and "jürgen".encode() in mime_parts.message_bytes(whole)
