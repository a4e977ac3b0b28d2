"""What hangs on a letter, or hides its words: read, or named and told; “ready” never acts beside what was not read."""

from __future__ import annotations

from email.message import EmailMessage
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.mime.text import MIMEText
from email.policy import SMTP
from typing import Any

import pytest

from pbem.mail.inbound.letter import parse_letter
from tests.games.party import Party
from tests.mail.conftest import Office, letter

RED, BLUE = "red@example.org", "blue@example.org"
SIGNATURE = "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE+ab/cd==\n=AbCd\n-----END PGP SIGNATURE-----\n"
CIPHER = "-----BEGIN PGP MESSAGE-----\n\nhQEMA+ab/cd==\nready\n=AbCd\n-----END PGP MESSAGE-----\n"


def handed_in(office: Office, party: Party, message: Any) -> str:
    """A letter from Red to his seat, read; his receipt in words."""
    office.post(RED, office.seat_address(party, "RED"), message.as_bytes())
    office.read()
    return office.text(office.outbox(RED, "receipt")[-1])


def with_file(text: str, content: bytes, kind: str, name: str) -> EmailMessage:
    message = letter(RED, text)
    maintype, subtype = kind.split("/")
    message.add_attachment(content, maintype=maintype, subtype=subtype, filename=name)
    return message


def levels(office: Office) -> list[str]:
    return [level for level, _ in office.outcomes(RED)]


@pytest.mark.parametrize("kind", ["text/plain", "application/octet-stream"])
def test_a_text_file_is_read_with_the_letter(office: Office, kind: str) -> None:
    """A11: “ready” and a file of orders: the orders are given, and then the seat is ready."""
    party = office.start_party()
    told = handed_in(office, party, with_file("ready\n-- \nRed, Paris\n", b"BID 4\n", kind, "orders.txt"))
    assert levels(office) == ["ok", "ok"]
    assert office.receipt(RED)["standing"] == ["BID 4"] and office.receipt(RED)["ready"]
    assert "“orders.txt” was read as a part of your letter." in told


def test_a_wrong_line_in_a_file_keeps_ready_from_acting(office: Office) -> None:
    party = office.start_party()
    handed_in(office, party, with_file("ready\n", b"BID 4\nBID banana\n", "text/plain", "orders.txt"))
    assert levels(office) == ["no", "ok", "no"]
    assert not office.receipt(RED)["ready"]


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("application/pdf", "moves.pdf"),
        ("application/msword", "moves.doc"),
        ("image/jpeg", "moves.jpg"),
        ("text/html", "moves.html"),
        ("application/pgp-encrypted", "orders.txt.pgp"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_and_keeps_ready_from_acting(office: Office, kind: str, name: str) -> None:
    """A11: nothing hangs on a letter unseen."""
    party = office.start_party()
    told = handed_in(office, party, with_file("BID 3\nready\n", b"A PAR - BUR", kind, name))
    assert levels(office) == ["ok", "no"]
    assert f"“{name}” was not read. Write orders as lines of the letter itself, or in a plain text file (.txt)." in told
    office.write(RED, office.seat_address(party, "RED"), "ready\n")
    assert office.receipt(RED)["ready"]


def test_a_letter_that_is_attached_is_named(office: Office) -> None:
    party = office.start_party()
    message = letter(RED, "ready\n")
    message.add_attachment(letter(RED, "BID 3\n"))
    assert "A file without a name was not read." in handed_in(office, party, message)
    assert levels(office) == ["no"]


def test_a_picture_within_a_page_is_no_file(office: Office) -> None:
    """The badge of a company under every letter must not keep its people from being ready; a photo beside it does."""
    party = office.start_party()
    message = letter(RED, "BID 3\nready\n")
    message.add_alternative('<p>BID 3<br>ready</p><img src="cid:logo@example.org">', subtype="html")
    page: Any = message.get_payload()[1]  # type: ignore[index]
    page.add_related(b"\x89PNG", "image", "png", cid="<logo@example.org>", filename="logo.png")
    assert "logo.png" not in handed_in(office, party, message)
    assert levels(office) == ["ok", "ok"]
    message.make_mixed()
    message.add_attachment(b"\xff\xd8", maintype="image", subtype="jpeg", filename="sheet.jpg", cid="<f_1>")
    del message["Message-ID"]
    message["Message-ID"] = "<another@client.example.org>"
    assert "“sheet.jpg” was not read." in handed_in(office, party, message)
    assert levels(office) == ["ok", "no"]


def test_many_files_are_counted(office: Office) -> None:
    party = office.start_party()
    message = letter(RED, "ready\n")
    for n in range(30):
        message.add_attachment(b"x", maintype="application", subtype="pdf", filename=f"{n}.pdf")
    told = handed_in(office, party, message)
    assert "“7.pdf” was not read" in told and "“8.pdf”" not in told
    assert "12 more files hang on your letter" in told and "very many parts" in told


def test_a_file_on_an_answer_to_press_is_not_passed_on(office: Office) -> None:
    """It may hold orders, which nobody else must see."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "press to Blue\nAgreed?\nendpress\n")
    address = office.reply_address(office.outbox(BLUE, "press")[-1])
    message = letter(BLUE, "Agreed, see the file.\n")
    message.add_attachment(b"BID 9 secret\n", maintype="text", subtype="plain", filename="plan.txt")
    office.post(BLUE, address, message.as_bytes())
    office.read()
    told = office.text(office.outbox(BLUE, "receipt")[-1])
    assert "“plan.txt” was neither read nor passed on" in told
    passed = office.text(office.outbox(RED, "press")[-1])
    assert "Agreed, see the file." in passed and "secret" not in passed


# --- OpenPGP and S/MIME ------------------------------------------------------------------------------------------


def test_a_signature_is_set_aside_without_a_word(office: Office) -> None:
    """A11: a signed letter is a letter. What it escapes is read as it was written."""
    party = office.start_party()
    signed = f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nBID 5\nready\n\n- -- \nRed\n{SIGNATURE}"
    told = handed_in(office, party, letter(RED, signed))
    assert levels(office) == ["ok", "ok"]
    assert office.receipt(RED)["standing"] == ["BID 5"] and office.receipt(RED)["ready"]
    assert "PGP" not in told and "SHA512" not in told


@pytest.mark.parametrize("kind", ["pgp-signature", "pkcs7-signature"])
def test_a_signature_in_a_part_of_its_own_is_no_file(office: Office, kind: str) -> None:
    party = office.start_party()
    message = parse_whole(MIMEMultipart("signed", protocol=f"application/{kind}"))
    message.attach(MIMEText("BID 5\nready\n"))
    message.attach(part("application", kind, SIGNATURE, "signature.asc"))
    told = handed_in(office, party, message)
    assert levels(office) == ["ok", "ok"]
    assert "signature" not in told


def test_an_encrypted_letter_is_told_so(office: Office) -> None:
    """A11: by PGP/MIME and by S/MIME."""
    party = office.start_party()
    message = parse_whole(MIMEMultipart("encrypted", protocol="application/pgp-encrypted"))
    message.attach(part("application", "pgp-encrypted", "Version: 1\n"))
    message.attach(part("application", "octet-stream", CIPHER, "encrypted.asc"))
    assert_encrypted(handed_in(office, party, message))
    message = EmailMessage(policy=SMTP)
    message["From"], message["Message-ID"] = RED, "<smime@client.example.org>"
    message.set_content(b"0\x80", "application", "pkcs7-mime", params={"smime-type": "enveloped-data"})
    assert_encrypted(handed_in(office, party, message))
    del message["Message-ID"]
    message["Message-ID"] = "<smime-2@client.example.org>"
    message.set_param("smime-type", "signed-data")
    assert "The words of your letter are packed into its signature" in handed_in(office, party, message)


def test_lines_that_are_encrypted_are_one_sentence(office: Office) -> None:
    """A11: no verdict on each line of the cipher, and no “ready” beside it."""
    party = office.start_party()
    told = handed_in(office, party, letter(RED, f"BID 2\nready\n{CIPHER}"))
    assert levels(office) == ["ok", "no"]
    assert "Your letter is encrypted; this server has no key for it." in told
    assert "hQEMA" not in told


def test_armour_that_does_not_end_hides_nothing(office: Office) -> None:
    """Lines below a broken mark are read as ever."""
    party = office.start_party()
    handed_in(office, party, letter(RED, "-----BEGIN PGP SIGNATURE-----\nBID 2\n"))
    assert levels(office) == ["ok"]


def assert_encrypted(told: str) -> None:
    assert "Your letter is encrypted; this server has no key for it." in told
    assert "no text" not in told and "nothing to do" not in told


def parse_whole(message: Any) -> Any:
    message["From"], message["Message-ID"] = RED, f"<{message.get_content_subtype()}@client.example.org>"
    return message


def part(maintype: str, subtype: str, content: str, name: str = "") -> MIMENonMultipart:
    found = MIMENonMultipart(maintype, subtype)
    found.set_payload(content)
    if name:
        found.add_header("Content-Disposition", "attachment", filename=name)
    return found


@pytest.mark.timeout(20)
def test_very_many_beginnings_of_armour_are_looked_through_once() -> None:
    """What was read once for each beginning took half a minute, in which no deadline was kept."""
    body = "-----BEGIN PGP MESSAGE-----\n" * 6000 + "\n" * 120_000 + "BID 1"
    assert parse_letter(letter(RED, body).as_bytes()).text.strip() == "BID 1"
