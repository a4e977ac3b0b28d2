"""Letters to people whose own letters prove too little: is this yours, do you want this, and what this server is.

To somebody who holds nothing here, nothing of the letter is shown: it may be an advertisement in their name. Who has a
seat is shown all of it, since they must judge it; what is too long to be shown cannot be confirmed.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from sqlmodel import Session, select

from pbem.commands.consequences import describe_consequences, list_final_words
from pbem.commands.declarations import Utterance
from pbem.commands.writer import CONFIRMED, Writer
from pbem.games import Refusal, games, listing, requests
from pbem.games.leading import leaders
from pbem.games.notify import Kind, queue_letter
from pbem.games.people import people
from pbem.games.seating import invitations, seats
from pbem.games.waiting_for_yes import HELD_LETTER_WAITS
from pbem.mail.inbound import advertising, identity, letter, vouching, wishes
from pbem.mail.inbound.case import Case, Ruling, is_server_word, open_case
from pbem.mail.inbound.vouching import HandedLetter
from pbem.mail.inbound.waiting_letters import WAITING_LETTERS
from pbem.mail.inbound.wishes import CHARACTERS, LINES
from pbem.settings import mail_addresses
from pbem.settings.installed_engines import ENGINES
from pbem.storage.budgets import spend
from pbem.storage.models import Campaign, Entrant, MailIn, Outbox, Player, Watcher, Wish
from pbem.wording import ENGLISH, current_seat_tongue

GAMES = 5
"""How many games with a free seat a stranger is told of."""
CURIOUS = re.compile(
    r"\?|\b(play(ing|er)?|games?|join|sign(ing)? up|subscribe|newcomer|beginner|rules|how (do|to|can)|interested|help"
    r"|(mit)?spiel(en|e|er|t)?|mitmachen|beitreten|anmelden|regeln|hilfe|wie (geht|funktioniert|kann)|interesse"
    r"|teilnehmen|jouer|joueur|jeux?|parties?|participer|inscri\w*|règles|aide|comment|rejoindre|intéressée?)\b",
    re.I,
)
"""What a letter says whose writer would like to play, in three languages."""
UNANSWERED = "from a stranger for whom nobody vouches, or to whom nothing more may be sent just now"


def has_part_here(session: Session, writer: Writer) -> bool:
    """Return whether somebody has a part here and wants our letters: a seat may be given to anybody."""
    player = writer.player
    if player.answered_at is None:
        return False
    return bool(
        writer.game
        or seats.list_held_seats(session, player)
        or leaders.list_led_games(session, player)
        or takes_part(session, player)
    )


def takes_part(session: Session, player: Player) -> bool:
    """Return whether somebody is in a campaign or leads one, watches a game, or waits for a seat that is drawn."""
    mine = [select(one.id).where(one.player_id == player.id) for one in (Entrant, Watcher, Wish)]
    mine.append(select(Campaign.id).where(Campaign.master_id == player.id))
    return any(session.exec(query.limit(1)).first() is not None for query in mine)


# --- is this letter yours? ---------------------------------------------------------------------------------------


def ask_registered_address(case: Case, writer: Writer, why: str) -> Ruling:
    """Keeps the letter and asks the registered address about it. `why`: "address" (another sender at a secret
    address), "front" (their sender without a proof), "final" (proved, but it cannot be undone)."""
    lines = [line for said in case.saying for line in said.lines]
    long = len(lines) > LINES or sum(map(len, lines)) > CHARACTERS
    session, ending = case.session, list_final_words(case.saying)
    others = describe_held_letters(case, writer.player)
    if not long:
        case.mail.player_id = writer.player.id
    bucket = f"{writer.player.id}:{'secret' if writer.secret else 'front'}"  # strangers cannot use up both
    if not spend(session, case.config.limits, "questions", bucket, case.now):
        return ("ignored" if long else "held"), "not asked about: too many today"
    queue_question(
        case,
        writer,
        {
            "why": why,
            "from": case.letter.sender[:100],
            "to": describe_recipient(case),
            "long": long,
            "lines": [] if long else lines,
            "final": describe_consequences(ending, writer.game, writer.seat),
            "others": others,
        },
    )
    return ("ignored", "too long to be confirmed") if long else ("held", "waits for a confirmation")


def queue_question(case: Case, writer: Writer, data: dict[str, Any]) -> None:
    queue_letter(
        case.session,
        Kind.QUESTION,
        writer.player,
        f"question:{case.mail.id}",
        game=writer.game,
        seat=writer.seat,
        data={"mail": case.mail.id, "at": case.mail.received_at.isoformat(), **data},
        now=case.now,
    )


def describe_recipient(case: Case) -> str:
    """Return where a letter came to: "seat", "letter" (where one of ours asked to be answered), or an open address."""
    kind = mail_addresses.address_kind(case.mail.recipient)
    if kind in ("orders", "deputy", "reply") and case.known and case.known.secret:
        return "letter" if kind == "reply" else "seat"
    return f"{mail_addresses.local_name(case.mail.recipient)}@{case.config.mail_host}"


def is_answer_to_question(case: Case) -> bool:
    """Return whether a letter came to the secret address of a question: a reference alone is in every copy of it."""
    asked = case.writer.answers
    return (
        asked is not None
        and asked.kind == Kind.QUESTION
        and mail_addresses.address_kind(case.mail.recipient) == "reply"
    )


def find_letter_in_doubt(case: Case) -> MailIn | None:
    """The letter that is held until the question that this one answers is; None if it was done already or is too
    old."""
    assert case.writer.answers is not None
    number = json.loads(case.writer.answers.data).get("mail", 0)
    held = case.session.get(MailIn, number, with_for_update=True, populate_existing=True)
    if held is None or held.status != "held" or case.now - held.received_at > HELD_LETTER_WAITS:
        return None
    return held


def open_confirmed_letter(case: Case, held: MailIn) -> Case | None:
    """The letter that is held, as it was shown in the question this one says "yes" to; None if it cannot be done as it
    was shown."""
    asked = case.writer.answers
    assert asked is not None
    data = json.loads(asked.data)
    if data.get("long"):
        return None  # nothing but what was shown is done
    people.mark_address_proved(case.session, case.writer.player, case.now)
    origin = identity.find_reply_writer(case.session, case.config, held.recipient, held.received_at)
    writer = replace(case.writer, answers=origin.answers if origin else None, proof=CONFIRMED)
    if asked.game_id is None:  # the word “yes” may be to their only game; what they were asked about is not
        writer = replace(writer, game=None, seat=None)
    read = replace(letter.parse_letter(held.raw), subject="")  # nobody has been shown the subject
    found = open_case(case.session, case.config, held, read, writer, case.now)
    if "wish" in data:
        return wishes.reopen_wish(found, data["wish"])
    named = len(data["final"])
    return found if len(list_final_words(found.saying)) <= named else None


def is_question_final(case: Case) -> bool:
    """Return whether the question that a letter answers is about something that cannot be undone."""
    assert case.writer.answers is not None
    return bool(json.loads(case.writer.answers.data).get("final"))


def ask_question_again(case: Case) -> Ruling:
    """Asks somebody who has never answered the same question once more. That counts as any letter to a stranger: a
    program may have answered, at an address that somebody else has named."""
    asked, waits = case.writer.answers, find_letter_in_doubt(case)
    assert asked is not None
    key = f"question again:{asked.key}"
    if waits is None or asked.key.startswith("question again:"):
        return "ignored", "neither yes nor no, to what is asked no more"
    if (
        case.session.exec(select(Outbox.id).where(Outbox.key == key)).first() is not None
        or find_or_register_stranger(case) is None
    ):
        return "ignored", UNANSWERED
    queue_letter(
        case.session,
        Kind.QUESTION,
        case.writer.player,
        key,
        game=case.writer.game if asked.game_id else None,
        seat=case.writer.seat if asked.seat_id else None,
        data={**json.loads(asked.data), "again": True},
        in_reply_to=case.letter.message_id,
        now=case.now,
    )
    return "done", "neither yes nor no: asked once more"


def describe_held_letters(case: Case, player: Player) -> list[str]:
    """A sentence about the other letters in a player's name that wait for their word; none if there are none."""
    count = count_waiting_letters(case, player)
    if not count:
        return []
    say = current_seat_tongue(case.session, case.writer.game, case.writer.seat) if case.writer else ENGLISH
    return [say("waits one") if count == 1 else say("waits", count=count)]


def count_waiting_letters(case: Case, player: Player) -> int:
    """Return how many other letters in a player's name wait for their word."""
    game = case.writer.game
    every = WAITING_LETTERS.answer(case.session, game.id) if game else {}
    if player.id not in every:  # who holds no seat of it
        return sum(one.number != case.mail.id for one in requests.find_held_letters(case.session, player, case.now))
    waiting = [mail_id for mail_id, at in every[player.id] if at > case.now - HELD_LETTER_WAITS]
    return sum(mail_id != case.mail.id for mail_id in waiting)


def warn_of_forgery(case: Case, writer: Writer) -> None:
    """Tells somebody that a letter with their name or to their address was forged: once a day."""
    key = f"forged:{writer.player.id}:{case.now:%Y%m%d}"
    at, sender = case.mail.received_at.isoformat(), case.letter.sender[:100]
    data = {"at": at, "to": describe_recipient(case), "from": sender}
    queue_letter(
        case.session, Kind.FORGED, writer.player, key, game=writer.game, seat=writer.seat, data=data, now=case.now
    )


# --- who is not known --------------------------------------------------------------------------------------------


def find_or_register_stranger(case: Case) -> Player | None:
    """Return whom the letter names as its sender, registered if new; None if nothing, or nothing more, may be sent to
    them."""
    mail, address = case.mail, identity.claimed_sender(case.mail, case.letter)
    handed = HandedLetter(case.letter, mail.sender, mail.peer, mail.vouched)
    budget, source = vouching.stranger_budget(case.config, handed), vouching.letter_asker(case.config, handed)
    if budget is None:
        return None
    try:
        plain = people.parse_outside_address(address, case.config.mail_host)
        if not people.can_write_to_stranger(case.session, case.config.limits, plain, case.now, budget, source):
            return None
        found = people.get_or_register_player(case.session, plain, case.now)
    except Refusal:
        return None
    return None if found.bot else found


def ask_about_wish(case: Case) -> Ruling | None:
    """Asks whether somebody wants what their letter asks for, named in our own words; None if it asks for nothing that
    there is."""
    wish = wishes.find_wish(case)
    if wish is None:
        return None
    said, sentence, facts = wish
    player = find_or_register_stranger(case)
    if player is None:
        return "ignored", UNANSWERED
    case.mail.player_id = player.id
    if "word" in said.args:
        admit_guest(case, said, player)
    data = {"why": "wish", "wish": {"says": sentence, "facts": facts}, "others": []}
    queue_question(case, Writer(player), data)
    return "held", "waits for a confirmation"


def admit_guest(case: Case, said: Utterance, player: Player) -> None:
    """Who says the word of a game that is not open to all is admitted to it: their letter is not read for it again."""
    game = games.get_game(case.session, said.args["game"])
    if invitations.is_entry_word(case.config.secret_key, game, said.args["word"]):
        invitations.invite_guest(case.session, game, player, case.now)


def is_curious(text: str) -> bool:
    """Return whether words speak of games or of playing, or ask something."""
    titles = (name for engine in ENGINES.values() for name in (engine.title, engine.code))
    return bool(CURIOUS.search(text)) or any(name.casefold() in text.casefold() for name in titles)


def introduce_server(case: Case) -> Ruling:
    """Tells a stranger what this server is and which games have a free seat: always in the same words. An advertisement
    is not answered, nor what says nothing."""
    text = wishes.first_words(case)
    if not text.strip():
        return "ignored", "from a stranger, and nothing in it"
    if advertising.is_advertisement(text, is_curious(text)) and not any(is_server_word(said) for said in case.saying):
        return "ignored", "from a stranger, and an advertisement by its words"
    player = find_or_register_stranger(case)
    if player is None:
        return "ignored", UNANSWERED
    leaf = listing.load_games_page(case.session, "open", None, None, GAMES)
    some = [{"slug": game.slug, "title": games.get_engine(game).title, "free": game.free} for game in leaf.games]
    queue_letter(case.session, Kind.STRANGER, player, f"stranger:{case.mail.id}", data={"games": some}, now=case.now)
    return "done", "told what this server is"
