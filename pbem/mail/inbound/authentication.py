"""What the host's own mail servers say of who wrote a letter, in the field Authentication-Results (RFC 8601)."""

from __future__ import annotations

import re

import authres
import authres.dmarc

from pbem.mail.inbound.letter import Letter
from pbem.settings.config import Config

READER = authres.FeatureContext(authres.dmarc)
AUTHORITY = re.compile(r"\s*(?:\([^()]*\)\s*)?([^\s;()]+)")


def find_results_field(config: Config, declared: bool, letter: Letter) -> str:
    """Return what the host's own mail server has written about who wrote a letter; "" if nothing."""
    if not declared or not config.mail_authority:
        return ""
    names = ((field, AUTHORITY.match(field)) for field in letter.results)
    return next((field for field, name in names if name and name[1].lower() == config.mail_authority), "")


def is_addressed_to_us(to: str, host: str) -> bool:
    """Return whether a letter names an address of ours as its destination: what was signed for others may be sent on to
    us by whoever got it."""
    return bool(re.search(rf"@{re.escape(host)}(?![\w.-])", to, re.I))


def parse_dmarc_result(field: str, domain: str) -> str:
    """The result for the domain of From in one Authentication-Results field; "fail" if the mail server judged the From
    of another domain: then it read the letter in another way than we do."""
    try:
        results = [r for r in READER.parse_value(field).results if r.method.lower() == "dmarc"]
    except Exception:  # what cannot be read says nothing
        return ""
    said = {str(r.result).lower() for r in results}
    about = {ascii_domain(p.value) for r in results for p in r.properties if (p.type, p.name) == ("header", "from")}
    mine = {ascii_domain(domain)}
    if "fail" in said or (domain and about and about != mine):
        return "fail"
    return "pass" if said == {"pass"} and about == mine else ""


def parse_passing_domains(field: str, *methods: str) -> set[str]:
    """The domains for which SPF or DKIM passed, or one of these alone, by one Authentication-Results field."""
    try:
        results = [r for r in READER.parse_value(field).results if str(r.result).lower() == "pass"]
    except Exception:  # what cannot be read says nothing
        return set()
    known = {"spf": {("smtp", "mailfrom")}, "dkim": {("header", "d"), ("header", "i")}}
    return {
        ascii_domain(p.value)
        for r in results
        if r.method.lower() in (methods or known)
        for p in r.properties
        if (p.type, p.name) in known[r.method.lower()]
    }


def ascii_domain(address: object) -> str:
    """The domain of an address or alone, as DNS knows it."""
    domain = str(address).rpartition("@")[2].rstrip(".").lower()
    try:
        return domain.encode("idna").decode("ascii")
    except UnicodeError:
        return domain
