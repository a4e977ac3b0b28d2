"""Which lines are the writer's own: nothing stale is let through, nothing new is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.inbound.quoting import SENTINEL, split_own_lines

NEW = "A PAR - BUR"
OLD = "A MUN - RUH"


def list_own_lines(text: str) -> list[str]:
    return [line.text.strip() for line in split_own_lines(text) if not line.dropped and line.text.strip()]


GMAIL = "On Mon, 3 May 2026 at 10:00, verdun <orders+abc@example.org> wrote:"
WRAPPED = "On Mon, 3 May 2026 at 10:00, Verdun, the game of\nall games\n<orders+abc@example.org> wrote:"
OUTLOOK = "\n".join(
    ("________________________________", "From: verdun <x@example.org>", "Sent: Monday", "To: Anna", "Subject: S")
)
GERMAN = "\n".join(("Von: verdun <x@example.org>", "Gesendet: Montag", "An: Anna", "Betreff: Verdun"))
CHINESE = "\n".join(("发件人: verdun <x@example.org>", "发送时间: 2026", "收件人: Anna", "主题: Verdun"))
INTRODUCTIONS = [
    GMAIL,
    WRAPPED,
    "Am 03.05.26 um 10:00 schrieb Verdun:",
    "Le 3 mai 2026 à 10:00, Verdun <x@example.org> a écrit :",
    "El 3 de mayo de 2026, Verdun <x@example.org> escribió:",
    "Op 3 mei 2026 om 10:00 schreef Verdun <x@example.org>:",
    "W dniu 3.05.2026 o 10:00, Verdun pisze i napisał:",
    "3 мая 2026 г., 10:00, Verdun <x@example.org> написал(а):",
    OUTLOOK,
    GERMAN,
    CHINESE,
    "-----Original Message-----\n" + OUTLOOK.partition("\n")[2],
    "-------- Ursprüngliche Nachricht --------",
    "",
]


@pytest.mark.parametrize("introduction", INTRODUCTIONS)
def test_above_a_bare_sentinel(introduction: str) -> None:
    """Clients that do not mark what they quote: everything from the introduction down goes."""
    assert list_own_lines(f"{NEW}\n\n{introduction}\n\n{SENTINEL}\n{OLD}\n") == [NEW]


@pytest.mark.parametrize("introduction", INTRODUCTIONS)
def test_above_a_marked_quotation(introduction: str) -> None:
    """Marked lines go with what introduces them; what is written below them stays."""
    quoted = "\n".join("> " + line for line in (SENTINEL, "", OLD))
    assert list_own_lines(f"{NEW}\n\n{introduction}\n{quoted}\n\nF BRE - MAO\n") == [NEW, "F BRE - MAO"]


@pytest.mark.parametrize("introduction", [i for i in INTRODUCTIONS if i and i != WRAPPED])
def test_without_the_sentinel(introduction: str) -> None:
    """A reply to somebody who took it out: the usual introductions do."""
    assert list_own_lines(f"{NEW}\n\n{introduction}\n\n{OLD}\n") == [NEW]


def test_answers_between_the_quoted_lines() -> None:
    """New lines stand where they stand."""
    assert list_own_lines(f"> {SENTINEL}\n> {OLD}\n{NEW}\n> A KIE H\nF BRE H\n") == [NEW, "F BRE H"]


def test_words_that_only_look_like_an_introduction() -> None:
    """Prose before orders is no quotation."""
    assert list_own_lines(f"On my honour, he wrote:\n{NEW}\n") == ["On my honour, he wrote:", NEW]


@pytest.mark.parametrize("end", ["-- ", "--"])
def test_a_signature_is_no_order(end: str) -> None:
    """Below the two hyphens stands who writes, even A. Smith."""
    assert list_own_lines(f"{NEW}\n{end}\nA. Smith - London\n") == [NEW]


PHONES = """Sent from my iPhone
Von meinem iPhone gesendet
Envoyé de mon iPhone
Enviado desde mi iPhone
Inviato da iPhone
Verstuurd vanaf mijn iPhone
Отправлено с iPhone
Get Outlook for Android"""


@pytest.mark.parametrize("device", PHONES.splitlines())
def test_what_phones_add(device: str) -> None:
    """The last line of a letter from a phone."""
    assert list_own_lines(f"{NEW}\n\n{device}\n\n{GMAIL}\n> {OLD}\n") == [NEW]


def test_blanks_of_all_kinds_and_invisible_characters() -> None:
    """No-break blanks, marks of writing direction, zero bytes."""
    assert list_own_lines("\u202bA\u00a0PAR\u2009-\u200b BUR\x00\u202c\u2028") == ["A PAR - BUR"]


@given(st.text(alphabet=st.sampled_from("\n>|-_=:ab @1 wrote\r\u2028"), max_size=300))
def test_every_line_is_kept_or_has_its_reason(text: str) -> None:
    """Nothing vanishes: there are as many lines out as in."""
    lines = split_own_lines(text)
    assert len(lines) == text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    assert {line.dropped for line in lines} <= {"", "copy", "quoted", "signature"}
