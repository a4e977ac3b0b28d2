"""Who vouches that a letter was written by whom it names, as far as somebody who is not known may be answered for it;
and whom the letter's costs are counted for. What a letter may *do* is the business of `pbem.mail.inbound.proof`."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.mail.inbound import authentication
from pbem.mail.inbound.letter import Letter
from pbem.settings import mail_addresses
from pbem.settings.config import Config
from pbem.storage import shared_budgets
from pbem.storage.shared_budgets import Asker, SharedBudget

SECOND_LEVELS = frozenset(
    {"ac", "co", "com", "edu", "gob", "gov", "gouv", "gv", "ltd", "me", "mil", "net", "ne", "nom", "or", "org", "plc"}
)
"""What stands before the name of a country where domains are given out, as in example.co.uk."""
REFUSED_REPLY = (
    "5.7.1 Nothing shows that this letter is yours: come by the web, {url}/sign-in, or answer a letter of ours"
)


@dataclass(frozen=True)
class HandedLetter:
    """A letter by what is known before anything of it is believed: its envelope's `sender`, the `peer` that handed it
    over, and whether that is one of the host's own mail servers (`declared`)."""

    letter: Letter
    sender: str
    peer: str
    declared: bool


def vouching_domain(config: Config, handed: HandedLetter) -> str:
    """The domain that vouches for the sender, by the word of the host's own mail server: DMARC passed, or SPF or DKIM
    for the domain of From; "" if none does. As with DMARC, the letter must name this server: it may be a copy."""
    letter = handed.letter
    field = authentication.find_results_field(config, handed.declared, letter)
    mine = authentication.ascii_domain(letter.sender)
    if not field or not mine or not authentication.is_addressed_to_us(letter.to, config.mail_host):
        return ""
    verdict = authentication.parse_dmarc_result(field, mine)
    if verdict == "fail":
        return ""
    vouched = verdict == "pass" or any(are_aligned(one, mine) for one in authentication.parse_passing_domains(field))
    return registered_domain(mine) if vouched else ""


def are_aligned(one: str, mine: str) -> bool:
    """Return whether two domains are one's and the same one's."""
    shorter, longer = sorted((one, mine), key=len)
    return one == mine or (
        "." in shorter and longer.endswith(f".{shorter}") and registered_domain(one) == registered_domain(mine)
    )


def registered_domain(domain: str) -> str:
    """The part of a domain that somebody had to get from somebody else: below it names can be made up."""
    parts = domain.split(".")
    most = 3 if len(parts) > 2 and len(parts[-1]) == 2 and parts[-2] in SECOND_LEVELS else 2
    return ".".join(parts[-most:])


def can_know_writer(config: Config, handed: HandedLetter) -> bool:
    """Return whether the host's own mail servers say who wrote a letter: then one that came past them says nothing."""
    return bool(config.mail_authority) and (handed.declared or bool(config.mail_servers))


def stranger_budget(config: Config, handed: HandedLetter) -> SharedBudget | None:
    """Out of which budget a stranger is answered; None: not at all, since nobody vouches though somebody could."""
    if vouching_domain(config, handed):
        return shared_budgets.VOUCHED
    return None if can_know_writer(config, handed) else shared_budgets.MAIL


def letter_asker(config: Config, handed: HandedLetter) -> Asker:
    """Return whom the costs are counted for: a mailbox of the domain that vouches, else the network address. The host's
    own mail server brings everybody's letters: there the mailbox that is named is all there is, and its domain, of
    which anybody may forge as many, is not counted."""
    mailbox = mail_addresses.mailbox_key(handed.letter.sender)
    if found := vouching_domain(config, handed):
        return Asker(mailbox, found, is_domain=True)
    return Asker(mailbox) if handed.declared else shared_budgets.asker_at_peer(handed.peer)


def refusal_reason(config: Config, handed: HandedLetter) -> str:
    """Return why a letter to an open address is not taken ("" if it is). It is refused only where whoever wrote it is
    told: a mail server that was not declared, or a sender for whose envelope SPF passed. The host's own mail server
    would write to whomever the envelope names, and a forger names somebody else. Known or not, all are told the
    same."""
    if vouching_domain(config, handed) or not can_know_writer(config, handed) or "@" not in handed.sender:
        return ""
    field = authentication.find_results_field(config, handed.declared, handed.letter)
    if field and authentication.parse_dmarc_result(field, handed.letter.sender.rpartition("@")[2]) == "fail":
        return ""  # it is told to whoever was named, if they are known
    heard = not handed.declared or authentication.ascii_domain(handed.sender) in authentication.parse_passing_domains(
        field, "spf"
    )
    return REFUSED_REPLY.format(url=config.public_url) if heard else ""
