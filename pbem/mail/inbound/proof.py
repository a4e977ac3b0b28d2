"""What proves who wrote a letter, and what each proof allows: decided here and nowhere else.

| proof | what it is | what it allows |
| --- | --- | --- |
| address | it came to a secret address of the player's, From is their registered one, no DMARC check failed | all |
| confirmed | their registered address answered “yes” to our question, which showed the letter | what was shown |
| dmarc | From is their registered one, and one of the host's mail servers says that DMARC passed | what can be undone |
| none | anything else | nothing; they are asked |
| forged | one of the host's mail servers says that DMARC failed | nothing, whatever else is right; they are told |

The Message-ID of a letter of ours says what an answer is about. It never says who wrote it: it travels in every copy.
"""

from __future__ import annotations

from pbem.commands.writer import ADDRESS_PROOF, DMARC, FORGED, NO_PROOF, Proof
from pbem.mail.inbound.authentication import find_results_field, is_addressed_to_us, parse_dmarc_result
from pbem.mail.inbound.letter import Letter
from pbem.settings.config import Config
from pbem.storage.models import MailIn


def judge_proof(verdict: str, secret: bool, registered: bool) -> Proof:
    """Return what a letter proves: `verdict` is that of DMARC, `secret` says that it knows a secret address of the
    player's, `registered` that it names their registered address as its sender."""
    if verdict == "fail":
        return FORGED
    if registered and secret:
        return ADDRESS_PROOF
    return DMARC if registered and verdict == "pass" else NO_PROOF


def dmarc_verdict(config: Config, mail: MailIn, letter: Letter) -> str:
    """Return what DMARC said of a letter: "pass", "fail", or "" if that cannot be known.

    Only the topmost Authentication-Results under the name of the host's own mail server is read, and only in a letter
    that one of the declared servers handed over: all others may have been written by anybody.
    """
    field = find_results_field(config, mail.vouched, letter)
    found = parse_dmarc_result(field, letter.sender.rpartition("@")[2]) if field else ""
    return found if found != "pass" or is_addressed_to_us(letter.to, config.mail_host) else ""
