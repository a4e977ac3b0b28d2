"""What a stranger, or a player who overdoes it, can cause in an hour or a day: every such limit, a setting each
(`[limits]` in pbem.toml). How they are counted: `pbem.storage.budgets`."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import timedelta
from typing import Any

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def limit_field(most: int, span: timedelta, what: str) -> Any:
    return field(default=most, metadata={"span": span, "what": what})


@dataclass(frozen=True)
class Limits:
    """The most that is allowed in the span of each limit; `what` stands on the page for hosts as well."""

    newcomers: int = limit_field(
        300, HOUR, "what is kept free, in each budget that strangers share, for who has had little of it"
    )
    firsts: int = limit_field(2, DAY, "how much is little, for one network address, or one mailbox that wrote")
    neighbours: int = limit_field(
        10, HOUR, "what of it one neighbourhood of network addresses (/24, /48) gets, or one domain that vouches"
    )
    domain_newcomers: int = limit_field(
        40, HOUR, "what each such domain has besides for its own newcomers, if somebody of it is known here"
    )
    stranger_letters_kept: int = limit_field(
        600, HOUR, "letters kept that came to an address without a secret, all senders; as many that are vouched for"
    )
    stranger_bytes_kept: int = limit_field(
        30_000_000, HOUR, "bytes of such letters; as many of those that are vouched for"
    )
    peer_letters: int = limit_field(
        120,
        HOUR,
        "such letters from one network address that is no mail server of the host's, or one mailbox vouched for",
    )
    peer_bytes: int = limit_field(12_000_000, HOUR, "bytes of such letters from such an address or mailbox")
    domain_letters: int = limit_field(400, HOUR, "such letters from one domain that vouches for their senders")
    seat_letters: int = limit_field(
        240, HOUR, "letters kept that came to one seat, or to where one player answers letters"
    )
    seat_bytes: int = limit_field(20_000_000, HOUR, "bytes of such letters")
    stranger_answers: int = limit_field(
        60, HOUR, "letters to addresses that have proved nothing: asked for by mail, and as many on the web"
    )
    stranger_answers_daily: int = limit_field(300, DAY, "the same")
    peer_answers: int = limit_field(
        30, DAY, "such letters asked for by one network address that is no mail server of ours, or by one player"
    )
    vouched_answers: int = limit_field(400, HOUR, "letters to strangers for whom their domain vouches, all domains")
    domain_answers: int = limit_field(100, HOUR, "such letters to one domain")
    answers_to_one: int = limit_field(3, DAY, "letters to one stranger's mailbox, by mail, and as many on the web")
    questions: int = limit_field(
        10, DAY, "questions to one player about open letters, and as many about those to secret addresses"
    )
    receipts: int = limit_field(60, HOUR, "receipts to one player")
    idle_receipts: int = limit_field(10, HOUR, "receipts to one player for letters in which nothing was done")
    sign_ins_from_one: int = limit_field(20, HOUR, "sign-in letters asked for from one network address")
    sign_ins_to_one: int = limit_field(
        20, DAY, "sign-in letters to one address; as many by its own letters, or a browser it knows"
    )
    sign_ins_again: int = limit_field(
        5,
        DAY,
        "of these, asked for by neighbourhoods of network addresses (/24, /48) that had asked for `firsts` before",
    )
    visits: int = limit_field(600, HOUR, "times that somebody sits down at a demonstration, all visitors")
    visits_from_one: int = limit_field(120, HOUR, "times that somebody does so from one network address")
    forms: int = limit_field(600, HOUR, "forms sent by one player, or by one network address that is not signed in")
    judgements: int = limit_field(
        1200,
        HOUR,
        "steps in which one player puts orders together, and times they have lines or a draft judged while writing",
    )
    what_ifs: int = limit_field(120, HOUR, "times one player asks what would happen")
    paintings: int = limit_field(300, HOUR, "maps and PDFs painted for one player or network address")
    feeds: int = limit_field(120, HOUR, "times that calendars are asked for by one network address")
    games_opened: int = limit_field(5, DAY, "games opened by one player")
    invitations: int = limit_field(20, DAY, "people invited by one player who have never written to this server")
    invited_to_one: int = limit_field(
        5, DAY, "invitations to one address, whoever invites it, and whatever to, until it has answered"
    )
    asked_of_one: int = limit_field(
        5, DAY, "times one player has the same other asked for something: to take a seat, to stand in, to lead"
    )
    seats_taken: int = limit_field(10, DAY, "times one player takes a seat of the same game")
    proposals: int = limit_field(20, DAY, "proposals that one player puts to the vote")
    same_receipts: int = limit_field(3, HOUR, "receipts to one player for letters that say the very same")
    host_letters: int = limit_field(
        20, HOUR, "letters to the host: what came for postmaster, as many for abuse, as many of the server's own"
    )
    commands: int = limit_field(60, HOUR, "commands of one player that bring letters to others or to themselves")
    booklets: int = limit_field(10, DAY, "booklets mailed to one player")
    game_books: int = limit_field(10, DAY, "game books painted for one player, or sent to them by letter")
    exports: int = limit_field(5, DAY, "times one player has all that is kept of them sent to them")
    records: int = limit_field(
        20, DAY, "games given to one player or network address as a file, or proved for one player"
    )
    messages: int = limit_field(120, HOUR, "press messages written by one player")


USUAL_LIMITS = Limits()
SPANS: dict[str, timedelta] = {f.name: f.metadata["span"] for f in fields(Limits)}
