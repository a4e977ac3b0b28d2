"""The clerk: what a letter says is done in the same transaction as its receipt.

`RULES` is the way of a letter with the clerk: the first rule that has something to say about it ends the way. Which
letters come to the clerk is the business of `pbem.mail.inbound.inbox`; what proves a writer, that of
`pbem.mail.inbound.proof`; what is asked of people whose letters prove too little, that of
`pbem.mail.inbound.held_letters`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from sqlmodel import Session

from pbem.commands.consequences import list_final_words
from pbem.commands.declarations import Utterance
from pbem.commands.handlers import COMMANDS
from pbem.commands.writer import CONFIRMED, Writer
from pbem.games.notify import Kind, queue_letter
from pbem.games.people import bans, people
from pbem.mail.inbound import bounces, held_letters, identity, intake, letter, postmaster, press_reply, proof, wishes
from pbem.mail.inbound.case import Case, Ruling, is_server_word, open_case, settle_letter
from pbem.mail.outbound import receipts
from pbem.settings import mail_addresses
from pbem.settings.config import Config
from pbem.storage.budgets import spend, spend_each
from pbem.storage.models import MailIn

SENTENCE = Utterance(0, ("yes",), "yes", command=COMMANDS["yes"])
"""What answers a letter with one sentence."""


def handle_letter(session: Session, config: Config, mail: MailIn, read: letter.Letter, now: datetime) -> None:
    """Does what one letter says, which was read before."""
    case = open_case(session, config, mail, read, identity.find_writer(session, config, mail, read), now)
    ruling = next(found for rule in RULES if (found := rule(case)))
    mail.message_id = read.message_id[:250]
    settle_letter(session, mail, *ruling)


# --- before anybody is believed ----------------------------------------------------------------------------------


def take_host_letter(case: Case) -> Ruling | None:
    """Return what came for postmaster and abuse, reports by machines too; not what the server has written itself."""
    if not postmaster.is_for_host(case.mail.recipient) or case.letter.machine == letter.OWN_LETTER:
        return None
    return "done", postmaster.forward_letter_to_host(case.session, case.config, case.mail, case.letter, case.now)


def ignore_machine_letter(case: Case) -> Ruling | None:
    """Never acted on and never answered."""
    if mail_addresses.local_name(case.mail.recipient) == "bounce":
        return "ignored", bounces.count_bounce(case.session, case.config, case.mail, case.now)
    proven = case.known is not None and case.known.proof.final
    why = case.letter.machine or ("a bounce" if case.mail.sender == intake.NULL_SENDER else "")
    why = why or ("" if proven else case.letter.suspect) or ("a note of absence" if is_written_by_nobody(case) else "")
    local, _, host = case.letter.sender.rpartition("@")
    if host == case.config.mail_host and local.partition("+")[0] in intake.FIXED_NAMES:
        why = letter.OWN_LETTER
    in_person = proven and not bounces.quotes_our_letter(case.mail.raw)
    if (
        not why and not in_person and any(bounces.parse_failure_report(case.mail.raw))
    ):  # a player may show us such a report
        why = "a report that a letter was not delivered"
    return ("ignored", why) if why else None


def is_written_by_nobody(case: Case) -> bool:
    """Return whether a letter is a program's note of absence by its words. In an answer to press it may be a word to a
    friend, which is asked about, and orders are nobody's but a player's."""
    if not case.is_absence() or (case.known and press_reply.is_press_reply(case) and not case.letter.suspect):
        return False
    given = [said for said in case.saying if said.name == "orders"]
    return not (case.known and case.known.proof.final and any(press_reply.which_are_orders(case, given)))


def reject_forged_letter(case: Case) -> Ruling | None:
    """The host's mail server says that From is not true: nothing is done; who it is about hears of it once a day."""
    if proof.dmarc_verdict(case.config, case.mail, case.letter) != "fail":
        return None
    if case.known is not None:
        held_letters.warn_of_forgery(case, case.known)
    return "ignored", "DMARC failed"


def answer_banned_writer(case: Case) -> Ruling | None:
    """They are told once; nothing is read."""
    if case.known is None or case.known.player.banned_at is None:
        return None
    bans.notify_ban(case.session, case.known.player, case.now)
    return "ignored", "the host does not want to hear from them"


def answer_stranger(case: Case) -> Ruling | None:
    """Somebody without any proof: asked whether they want what they seem to want, else told what this server is."""
    writer = case.known
    if writer is not None and (writer.secret or writer.proof.acts):
        return None
    if (
        "join" in case.command_names() and case.config.demo
    ):  # its letters never leave the machine: one is enough to sit down
        player = writer.player if writer else identity.register_newcomer(case.session, case.letter.sender, case.now)
        if player is None:
            return None
        people.mark_address_proved(case.session, player, case.now)  # so they hear, too, why they could not
        joins = [said for said in case.saying if said.name == "join"]
        return answer_letter(replace(case, known=Writer(player, proof=CONFIRMED), saying=joins))
    if writer is not None and held_letters.has_part_here(case.session, writer):
        if any(
            not said.is_for_nobody and (said.command is None or said.command.who != "anybody") for said in case.saying
        ):
            return held_letters.ask_registered_address(case, writer, "front")
    elif ruling := held_letters.ask_about_wish(case):
        return ruling
    return held_letters.introduce_server(case)


def ask_unproven_writer(case: Case) -> Ruling | None:
    """A secret address, but not the From it was given to: nothing is done before the registered address agrees."""
    return None if case.writer.proof.acts else held_letters.ask_registered_address(case, case.writer, "address")


# --- who is believed ---------------------------------------------------------------------------------------------


def take_confirmation(case: Case) -> Ruling | None:
    """An answer to our question about a letter that is held: it is done, set aside, or still waits. What cannot be
    undone takes the one word."""
    if not held_letters.is_answer_to_question(case):
        return None
    consents = case.read_yes_or_no()
    if consents is None:
        return None if says_more(case) else answer_unclear(case)
    held = held_letters.find_letter_in_doubt(case)
    if held and consents and held_letters.is_question_final(case) and not case.is_one_word():
        return answer_in_sentence(case, "too wordy")
    found = held_letters.open_confirmed_letter(case, held) if held and consents else None
    if found is not None:
        settle_letter(case.session, found.mail, *answer_letter(found))
        return "done", "confirmed another letter"
    if held and not consents:
        settle_letter(case.session, held, "ignored", "whose name stands in it says that it is not theirs")
    if not consents and case.writer.player.answered_at is None:
        return "done", "declined"  # they were promised to hear no more of it
    people.mark_address_proved(case.session, case.writer.player, case.now)
    return answer_in_sentence(case, "" if consents or not held else "declined")


def says_more(case: Case) -> bool:
    """Return whether an answer that says neither yes nor no says something else that we know: a command, or orders of
    the game it is about. Of who has never answered it is nothing but commands: a program's answer may hold one."""
    words = [said for said in case.saying if not said.is_for_nobody]
    if case.writer.player.answered_at is None:
        return bool(words) and all(is_server_word(said) and said.name != "yes" for said in words)
    placed = case.writer.game is not None
    return any(said.name != "yes" if is_server_word(said) else said.name == "orders" and placed for said in words)


def answer_unclear(case: Case) -> Ruling:
    """Neither yes nor no: nothing comes of it, whoever wrote it. Who has never answered is asked once more."""
    return (
        answer_in_sentence(case, "unclear") if case.writer.player.answered_at else held_letters.ask_question_again(case)
    )


def answer_in_sentence(case: Case, answer: str) -> Ruling:
    """One sentence on a letter as a whole."""
    lines = tuple(line.text for line in case.lines if line.text.strip() and not line.dropped)[:1] or ("",)
    return answer_letter(replace(case, saying=[replace(SENTENCE, lines=lines, args={"answer": answer})]))


def take_first_answer(case: Case) -> Ruling | None:
    """Return a newcomer who wants our letters: a word that we know, from who has never answered before, shows it."""
    asked, player = case.writer.answers, case.writer.player
    accepts = asked is not None and asked.kind == Kind.INVITATION and case.read_yes_or_no() is True
    if player.answered_at is None and not accepts:
        if wishes.is_wish_in_passing(case):  # in an answer to our greeting as in a first letter
            return held_letters.ask_about_wish(case)
        if not case.is_understood():
            return held_letters.introduce_server(case)
    people.mark_address_proved(case.session, player, case.now)
    words = {said.name for said in case.saying if not said.is_for_nobody}
    return ("done", "accepted an invitation") if accepts and words <= {"yes", "orders"} else None


def ask_about_final(case: Case) -> Ruling | None:
    """Return what cannot be undone needs more than a From, even one that is proved."""
    if case.writer.proof.final or not list_final_words(case.saying):
        return None
    return held_letters.ask_registered_address(case, case.writer, "final")


def answer_letter(case: Case) -> Ruling:
    """Does what the letter says and writes its receipt."""
    player, quiet = case.writer.player, not may_be_answered(case)
    if quiet:
        case = replace(case, saying=[said for said in case.saying if not said.is_question])
        if case.says_nothing():
            return "done", "no answer: too many in an hour"
    receipt = receipts.carry_out_letter(case)
    idle = not receipt.useful and not spend(case.session, case.config.limits, "idle_receipts", player.id, case.now)
    if quiet or idle:
        return "done", "no receipt: too many in an hour"
    receipt.data["notes"] += [case.say("wish alone")] if case.alone else []
    receipt.data["notes"] += held_letters.describe_held_letters(case, player)
    queue_letter(
        case.session,
        Kind.RECEIPT,
        player,
        f"receipt:{case.mail.id}",
        game=receipt.game,
        phase=receipt.phase,
        seat=receipt.seat,
        data=receipt.data,
        in_reply_to=case.letter.message_id if case.writer.proof is not CONFIRMED else "",
        now=case.now,
    )
    return "done", ""


def may_be_answered(case: Case) -> bool:
    """Return whether the player may get one more receipt, and one more for these words: a machine that answers ours
    looks like a person who says the same again and again."""
    words = "\n".join(line.text for line in case.lines if not line.dropped)
    same = f"{case.writer.player.id}:{hashlib.sha256(words.encode('utf-8', 'replace')).hexdigest()[:16]}"
    limits, player = case.config.limits, case.writer.player.id
    again, more = spend_each(case.session, limits, [("same_receipts", same, 1), ("receipts", player, 1)], case.now)
    if not again:  # a machine does not use up what the player has
        spend(case.session, limits, "receipts", player, case.now, -1)
    return again and more


RULES: tuple[Callable[[Case], Ruling | None], ...] = (
    take_host_letter,
    ignore_machine_letter,
    reject_forged_letter,
    answer_banned_writer,
    answer_stranger,
    ask_unproven_writer,
    take_confirmation,
    take_first_answer,
    ask_about_final,
    answer_letter,
)
