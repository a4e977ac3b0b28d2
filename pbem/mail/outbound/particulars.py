"""For each kind of letter, what its template may name besides what every template may."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlmodel import Session, col, select

from pbem import render
from pbem.books import booklet as booklets
from pbem.books import letters
from pbem.campaigns import opening, telling
from pbem.documents import game_summary, printing, reports, scores, timetable
from pbem.games import games
from pbem.games.leading import corrections, leaders
from pbem.games.notify import Kind, list_holders
from pbem.games.people import address_change, privacy, sign_in
from pbem.games.phases import pacing, phase_turns
from pbem.games.results import result, votes
from pbem.games.rules import are_names_told, rules_of
from pbem.games.seating import invitations
from pbem.games.talk import press
from pbem.games.waiting_for_yes import HELD_LETTER_WAITS
from pbem.mail.inbound.press_reply import reply_circle
from pbem.mail.outbound.letter_facts import LetterFacts, LetterObsolete, seat_labels, seat_name_by_label
from pbem.pace import zone_info
from pbem.records import asking, keys
from pbem.settings.installed_engines import ENGINES
from pbem.storage.models import Game, GameBook, Outbox, Player, Press, SignIn, Statement
from pbem.wording import Tongue, sentence_family

PDF_LIMIT = 5_000_000
"""Bytes: what is larger is not mailed."""
DEPUTY_SUBJECTS = sentence_family(
    "subject deputy", "named", "accepted", "declined", "stood down", "over", "back", "begun"
)
DEPUTY_NEWS = sentence_family("deputy news", "named", "accepted", "declined", "stood down", "over", "back", "begun")
DOUBTS = sentence_family("question", "address", "front", "final")
MARKS = sentence_family("mark", "ok", "no", "instead", "skip", "late")
PLAY_ON = sentence_family("play on", "line", "invited", "master")
PLAY_ON_WITH_PAGE = sentence_family("play on page", "line", "invited", "master")


def no_particulars(_: Session, __: LetterFacts) -> dict[str, Any]:
    return {}


def about_report(session: Session, known: LetterFacts) -> dict[str, Any]:
    if known.phase is None:
        return {"enclosed": "", "answerable": False}
    since = known.deputy.begins_at if known.deputy else None
    blocks = reports.report_blocks(session, known.phase, known.seat, known.player.zone, known.row.created_at, since)
    answerable = known.seat is not None and phase_turns.find_turn(session, known.phase, known.seat) is not None
    return {"blocks": blocks, "enclosed": render.render_plain_text(blocks).strip("\n"), "answerable": answerable}


def about_press(session: Session, known: LetterFacts) -> dict[str, Any]:
    sent = session.get_one(Press, known.data["press"])
    say = known.say
    names = seat_labels(session, known) | {press.MASTER: say("master"), "*": say("all")}
    to = names | ({known.seat.code: say("you").lower()} if known.seat else {})
    back = reply_circle(sent, known.seat)
    return {
        "author": names[sent.author][:1].upper() + names[sent.author][1:],
        "audience": say.join_list(to[code] for code in sent.audience.split()),
        "circle": names["*"] if back == "*" else say.join_list(names[code] for code in back),
        "text": sent.text,
    }


def about_start(session: Session, known: LetterFacts) -> dict[str, Any]:
    """The first position is enclosed, since the first orders need it."""
    told = about_report(session, known)
    kinds = press.kinds_with_press(known.game) if known.game else ()
    return {**told, "kinds_with_press": kinds}


def about_reminder(session: Session, known: LetterFacts) -> dict[str, Any]:
    """Return what can be ordered, as a sheet to be answered, while the phase is open; and what silence leads to."""
    blocks = reports.order_sheet_blocks(session, known.phase, known.seat) if known.phase and known.seat else ()
    threat = (
        reports.describe_absence_risk(session, known.game, known.seat, known.say) if known.game and known.seat else ""
    )
    return {"blocks": blocks, "enclosed": render.render_plain_text(blocks).strip("\n"), "threat": threat}


def about_vacancy(session: Session, known: LetterFacts) -> dict[str, Any]:
    """Return how vacant seats stand, as everybody may know it."""
    every = games.list_game_seats(session, known.game) if known.game else ()
    phase = games.find_current_phase(session, known.game) if known.game else None
    some = [seat for seat in every if seat.label in known.data["seats"]]
    return {
        "one": len(known.data["seats"]) == 1,
        "prospects": [game_summary.describe_seat_prospects(seat, phase, known.say) for seat in some],
        "play_on": tell_how_to_play_on(session, known),
    }


def tell_how_to_play_on(session: Session, known: LetterFacts) -> str:
    """The sentence that says how somebody whom the reader knows could take a vacant seat."""
    if known.game is None or not invitations.is_private(known.game):
        way = "line"
    else:
        way = "invited" if leaders.leads_game(session, known.game, known.player) else "master"
    slug, site = known.game.slug if known.game else "", known.config.public_url
    return known.say(
        (PLAY_ON_WITH_PAGE if site else PLAY_ON)[way],
        slug=slug,
        seat=seat_name_by_label(session, known, known.data["seats"][0]),
        host=known.config.mail_host,
        url=f"{site}/games/{slug}",
    )


def about_book(_: Session, known: LetterFacts) -> dict[str, Any]:
    """A piece of a game's books; of a book itself its contents, and the booklet to print."""
    engine, kind, part = ENGINES[known.data["engine"]], known.data["kind"], known.data["part"]
    told = letters.make_excerpt(engine, kind, part, known.config.public_url)
    booklet = known.data["booklet"] and known.player.attach_pdf
    return {
        "engine": engine,
        "piece": told,
        "blocks": told.blocks,
        "enclosed": render.render_plain_text(told.blocks),
        "booklet": booklets.make_game_booklet(engine, known.config.mail_host, printing.player_paper(known.player))
        if booklet
        else b"",
    }


def about_game_book(session: Session, known: LetterFacts) -> dict[str, Any]:
    """The book itself, unless it could not be made, is too large for a letter, or has gone meanwhile."""
    row = session.get(GameBook, known.data["game_book"])
    book = row.content if row else None
    fits = book is not None and len(book) <= PDF_LIMIT
    return {"enclosed_book": book if fits else b"", "failed": known.data["failed"]}


def about_record(session: Session, known: LetterFacts) -> dict[str, Any]:
    """The game as a file, unless it is too large for a letter."""
    assert known.game is not None
    found = asking.get_record_for_player(session, known.game, known.seat, known.player)
    data = asking.pack_signed_record(known.config, found, known.row.created_at)
    key = keys.public_key_hex(keys.get_own_key(known.config.instance))
    return {"enclosed_record": data if len(data) <= PDF_LIMIT else b"", "record": found, "key": key}


def about_end(session: Session, known: LetterFacts) -> dict[str, Any]:
    """Return how it ended, in the words of the game if it was played to its end, who came where, and who played."""
    assert known.game is not None
    ended, names = result.parse_result(known.data), seat_labels(session, known)
    ending = game_summary.describe_ending(ended, names, known.say)
    last = known.phase if ending.played else None
    lead = reports.first_lead(session, known.game, last, known.seat) if last else ""
    return {
        "ending": ending,
        "lead": lead,
        "won": game_summary.describe_conceded_win(ended, known.seat, known.say),
        "named_players": list_named_players(session, known.game, known.say),
        "scored": scores.scoring_words(ended, known.say),
        "scores": scores.scores_by_seat(ended, names, known.say),
    }


def list_named_players(session: Session, game: Game, say: Tongue) -> list[tuple[str, str]]:
    """Each seat with who played it at the end; [] where names are not told, or nobody has one."""
    held = {seat.id: player for seat, player in list_holders(session, game)}
    names = {seat_id: game_summary.shown_player_name(player, say) for seat_id, player in held.items()}
    if not are_names_told(game) or not any(names.values()):
        return []
    return [
        (say.seat_name(seat), (names[seat.id] or say("nameless")) if seat.id in names else say("nobody at the end"))
        for seat in games.list_game_seats(session, game)
    ]


def about_statement(session: Session, known: LetterFacts) -> dict[str, Any]:
    """Return who says what; a statement that was taken back meanwhile is gone."""
    row = session.get(Statement, known.data["statement"])
    if row is None:
        raise LetterObsolete("it was taken back")
    author = seat_labels(session, known).get(row.author) or known.say("master")
    return {"author": author[:1].upper() + author[1:], "text": row.text}


def about_correction(_: Session, known: LetterFacts) -> dict[str, Any]:
    """Return what was said, with what the reader's seat alone may know; and of whom there was more."""
    if known.game is None or known.phase is None or not known.phase.correction:
        return {"told": corrections.KnownCorrection(known.data["lines"], known.data["hidden"])}
    return {"told": corrections.correction_for_reader(known.game, known.phase, known.seat.code if known.seat else None)}


def about_vote(session: Session, known: LetterFacts) -> dict[str, Any]:
    """Return where votes are open it is told who proposes; a player knows their own proposals. Who has no vote is not
    told how to cast one."""
    names, all_share = seat_labels(session, known), bool(known.game and rules_of(known.game).draws == "survivors")
    votes_here = known.seat is not None and known.deputy is None
    first = (
        votes.find_first_supporter(session, known.game, known.data["proposal"]) if known.game and votes_here else None
    )
    asked = votes_here and (known.seat is None or votes.has_vote(session, known.seat))
    return {
        "proposer": names.get(known.data.get("by", ""), ""),
        "own": known.seat is not None and first == known.seat.id,
        "line": game_summary.format_ballot_line(known.data["proposal"], names, all_share),
        "votes": asked,
        "unasked": votes_here and not asked,
        "absence": game_summary.describe_unasked_rule(known.game, known.say) if known.game else "",
        "acts": known.deputy is not None,
    }


def about_successor(session: Session, known: LetterFacts) -> dict[str, Any]:
    """Return who plays a seat from now on, where names are told; "" if that is not known."""
    found = {seat.label: player for seat, player in list_holders(session, known.game)} if known.game else {}
    player = found.get(known.data["seat"])
    told = player is not None and known.game is not None and are_names_told(known.game)
    return {"successor": game_summary.shown_player_name(player, known.say) if player and told else ""}


def about_invitation(session: Session, known: LetterFacts) -> dict[str, Any]:
    """Return who asks, when orders are due, and how wishes are written, by seats that there are."""
    game = known.game
    if game is None:
        return {}
    master = session.get(Player, game.master_id) if game.master_id and are_names_told(game) else None
    return {
        "master": game_summary.shown_player_name(master, known.say) if master else "",
        "pace": timetable.describe_pace_and_quiet(game.pace, game.zone, pacing.game_quiet(game), known.say),
        "drawn": rules_of(game).seating == "draw",
        "some_seats": ", ".join(known.say.seat_name(seat) for seat in games.list_game_seats(session, game)[:2]),
    }


def about_campaign(session: Session, known: LetterFacts) -> dict[str, Any]:
    """Return how it stands when the letter is painted."""
    campaign = opening.get_campaign(session, known.data["campaign"])
    blocks = telling.build_campaign_blocks(session, campaign, zone_info(known.player.zone), known.say)
    told = {"campaign": campaign, "lead": telling.campaign_lead(session, campaign, known.say)}
    return {
        **told,
        "blocks": blocks,
        "enclosed": render.render_plain_text(blocks).strip("\n"),
        "secret": telling.disclosed_secret(campaign),
    }


def about_deputy_news(session: Session, known: LetterFacts) -> dict[str, Any]:
    """Return what became of a deputy, as a subject and a sentence."""
    data, say = known.data, known.say
    facts = {
        "seat": seat_name_by_label(session, known, data["seat"]),
        "slug": known.game.slug if known.game else "",
        "begins": known.format_time(data["begins"]),
        "ends": known.format_time(data["ends"]),
    }
    return {
        "subject": say(DEPUTY_SUBJECTS[data["what"]], **facts),
        "news": say(DEPUTY_NEWS[data["what"]], **facts),
    }


def about_forgery(_: Session, known: LetterFacts) -> dict[str, Any]:
    """Return where the forged letter came to."""
    to, say = known.data["to"], known.say
    if to == "seat" and known.seat:
        return {"place": say("forged at seat", seat=say.seat_name(known.seat))}
    return {"place": say("forged at letter") if to in ("seat", "letter") else to}


def about_question(_: Session, known: LetterFacts) -> dict[str, Any]:
    """Return where the letter came to that the question is about, and why it is doubted; of a stranger's wish
    nothing."""
    if known.data["why"] == "wish":
        return {}
    to, say = known.data["to"], known.say
    seat, slug = say.seat_name(known.seat) if known.seat else say("your seat"), known.game.slug if known.game else ""
    if to == "seat":
        place = say("question at seat", seat=seat, slug=slug)
    else:
        place = say("question at letter") if to == "letter" else say("question at door", address=to)
    days = say.calendar.number_word(HELD_LETTER_WAITS.days)
    return {"place": place, "doubt": say(DOUBTS[known.data["why"]]), "days": days}


def about_receipt(_: Session, known: LetterFacts) -> dict[str, Any]:
    """The subject of an answer, and how each line of the letter is marked."""
    say, asked = known.say, known.data["subject"]
    tag = f"[{known.game.slug}] " if known.game else ""
    for mark in ("Re: ", "RE: ", "AW: "):
        asked = asked.removeprefix(mark)
    return {
        "subject": f"Re: {asked}" if known.data["subject"] else tag + say("subject receipt"),
        "mark": lambda level: say(MARKS[level]),
    }


def about_sign_in(session: Session, known: LetterFacts) -> dict[str, Any]:
    row = session.get_one(SignIn, known.data["sign_in"])
    token = sign_in.make_link_token(known.config.secret_key, row)
    return {"token": token, "expires": row.expires_at, "anywhere": not row.browser_hash}


def about_word(_: Session, known: LetterFacts) -> dict[str, Any]:
    return {"word": invitations.entry_word(known.config.secret_key, known.game) if known.game else ""}


def about_address(session: Session, known: LetterFacts) -> dict[str, Any]:
    """The code that proves the new mailbox."""
    old = session.get(Player, known.data["player"])
    if old is None:
        raise LetterObsolete("it has moved already")
    return {"code": address_change.make_address_code(known.config.secret_key, old, known.player, known.data["expires"])}


def about_deadline(session: Session, known: LetterFacts) -> dict[str, Any]:
    """Nothing besides. Of several deadlines only the last is told, but for one that its master says something of."""
    row = known.row
    newer = select(Outbox.id).where(Outbox.kind == row.kind, Outbox.player_id == row.player_id)
    newer = newer.where(Outbox.phase_id == row.phase_id, Outbox.seat_id == row.seat_id, col(Outbox.id) > row.id)
    if row.phase_id and not known.data.get("reason") and session.exec(newer.limit(1)).first() is not None:
        raise LetterObsolete("a newer deadline is told")
    return {}


def about_export(session: Session, known: LetterFacts) -> dict[str, Any]:
    """The file, unless it is too large for a letter."""
    text = privacy.export_player(session, known.player).encode()
    return {"exported": text if len(text) <= PDF_LIMIT else b""}


PARTICULARS: Mapping[Kind, Callable[[Session, LetterFacts], dict[str, Any]]] = {
    Kind.REPORT: about_report,
    Kind.AGAIN: about_campaign,
    Kind.REMIND: about_reminder,
    Kind.VACANT: about_vacancy,
    Kind.BOOK: about_book,
    Kind.CAMPAIGN: about_campaign,
    Kind.PRESS: about_press,
    Kind.STARTED: about_start,
    Kind.FINISHED: about_end,
    Kind.PROPOSED: about_vote,
    Kind.TAKEN: about_successor,
    Kind.INVITED: about_invitation,
    Kind.ENLISTED: about_invitation,
    Kind.BOARD_CORRECTED: about_correction,
    Kind.DEADLINE: about_deadline,
    Kind.DEPUTY_NEWS: about_deputy_news,
    Kind.FORGED: about_forgery,
    Kind.QUESTION: about_question,
    Kind.RECEIPT: about_receipt,
    Kind.STATEMENT: about_statement,
    Kind.GAME_BOOK: about_game_book,
    Kind.RECORD: about_record,
    Kind.SIGNIN: about_sign_in,
    Kind.WORD: about_word,
    Kind.ADDRESS_NEW: about_address,
    Kind.EXPORT: about_export,
}
"""What the templates of some kinds may name besides."""
