"""Commands about how a game ends: votes, scores, what is said afterwards, diaries, ratings."""

from __future__ import annotations

import re

from pbem.commands.context import CommandRefused, Work
from pbem.commands.declarations import CommandForm, ServerCommand, Utterance, command_form
from pbem.commands.handlers.declared import declare
from pbem.documents import game_summary, scores
from pbem.games import games
from pbem.games.results import ratings, result, vote_counting, votes
from pbem.games.rules import rules_of
from pbem.games.talk import diaries, statements
from pbem.settings.installed_engines import ENGINES
from pbem.storage.models import Diary, Game
from pbem.wording import ENGLISH

NONE = r"no(ne| ?votes?)"
"""What all votes are taken back with."""
OWN_KIND = r"(set )?no (?P<kind>draw|conc(ede|ession)?)( .*)?|vote no (?P<kind2>draw|conc(ede|ession)?)( .*)?"


# --- votes ---------------------------------------------------------------------------------------------------------


def vote_consequence(said: Utterance, game: str, _: str) -> str:
    """Return what comes of a vote for good; one for more time ends nothing."""
    more_time = said.args["proposal"].lower().startswith("extend")
    return "" if more_time else ENGLISH("final vote", game=game)


@declare(
    ServerCommand(
        "vote",
        (
            command_form(
                r"(vote|set|propose)( for)? (?P<proposal>(draw|conc(ede)?|extend)( .+)?)",
                "vote draw · vote draw SEAT, SEAT · vote concede SEAT · vote extend 24h",
                "carried when all agree (more time: more than half); who names their own seat in a draw accepts the "
                "smaller ones that they share, too",
            ),
            command_form(rf"vote (?!({NONE}|no .*)$)(?P<proposal>.+)"),
            command_form(r"(?P<proposal>conc(ede)? .+)"),
        ),
        "others",
        bound=True,
        would="would vote",
        tells=True,
        final=vote_consequence,
        says=("carried", "voted", "voted open", "votes mine"),
    )
)
def cast_vote(work: Work, proposal: str) -> str:
    proposal = re.sub(r"^conc\b", "concede", proposal, flags=re.I)
    if votes.cast_vote(work.session, work.seat, proposal, work.now, work.config.limits):
        return work.say("carried")
    shown = rules_of(work.game).votes == "open"
    cast = work.say("voted open" if shown else "voted", phase=work.open_phase_title)
    return f"{cast} {describe_own_votes(work)}"


def describe_own_votes(work: Work) -> str:
    """Return what the seat has voted for in this phase."""
    found = game_summary.describe_seat_ballots(work.session, work.seat, work.say)
    return work.say("votes mine", proposals=found) if found else work.say("votes mine none")


@declare(
    ServerCommand(
        "unvote",
        (
            command_form(rf"(vote|set) {NONE}|withdraw (my )?votes?|unvote", "vote none", "take your votes back"),
            command_form(
                OWN_KIND, "set no draw · set no concede", "take back your votes for draws, or for concessions"
            ),
        ),
        "others",
        bound=True,
        would="would unvote",
        says=("unvoted", "votes mine none"),
    )
)
def withdraw_votes(work: Work, kind: str = "", proposal: str = "") -> str:
    """All votes, those of a `kind`, or the one for a proposal."""
    what = "concede" if kind.lower().startswith("conc") else kind.lower() or proposal
    votes.withdraw_votes(work.session, work.seat, what, work.now)
    left = f" {describe_own_votes(work)}" if what else ""
    return work.say("unvoted", phase=work.open_phase_title) + left


@declare(
    ServerCommand(
        "votes",
        (
            command_form(
                r"(list |show |my )?(votes?|proposals?|propose)",
                "votes",
                "what is proposed, what you voted for, who has a vote",
            ),
        ),
        "game",
        foretold=True,
        asks=True,
        once=True,
        says=("votes", "votes table none", "votes who"),
    )
)
def list_votes(work: Work) -> str:
    game, say = work.game, work.say
    table = game_summary.describe_open_votes(work.session, game, say) or [say("votes table none")]
    own = [describe_own_votes(work)] if work.known and work.known.seat else []
    going = work.phase if game.status in ("running", "paused") else None
    electors = vote_counting.list_electors(work.session, game, going) if going and are_electors_public(game) else []
    who = [say("votes who", seats=[say.seat_name(seat) for seat in electors])] if electors else []
    return work.add_section(
        say("votes"), "\n".join([*table, *own, *who, *game_summary.describe_voting_rules(game, say)])
    )


def are_electors_public(game: Game) -> bool:
    """Return whether all may know which seats have no vote: bots, and players who miss their turns."""
    rules = rules_of(game)
    return not rules.anonymous and rules.absences == "all"


# --- what an end is worth ------------------------------------------------------------------------------------------


@declare(
    ServerCommand(
        "scores",
        (
            command_form(
                r"scor(es?|ing)( system)?", "scores", "how the game is scored, and what an end would be worth now"
            ),
        ),
        "game",
        foretold=True,
        asks=True,
        once=True,
        says=("scores", "scores now", "score line", "score prospect"),
    )
)
def show_scores(work: Work) -> str:
    game, say, phase, ended = work.game, work.say, work.phase, result.find_result(work.game)
    names = game_summary.seat_names(work.session, game, say)
    told = scores.scoring_words(ended, say) if ended else [scores.describe_game_scoring(game, say)]
    told += [say("score line", seat=seat, score=score) for seat, score in scores.scores_by_seat(ended, names, say)]
    now = scores.list_score_prospects(work.session, game, phase, say) if phase else []
    if now:
        told += ["", say("scores now"), *(say("score prospect", **vars(one)) for one in now)]
    return work.add_section(say("scores"), "\n".join(told))


# --- afterwards ----------------------------------------------------------------------------------------------------


@declare(
    ServerCommand(
        "statement",
        (
            command_form(
                r"(my |end[- ]of[- ]game )?statement( ?: ?(?P<text>.+))?",
                "statement … endstatement",
                "once the game is over: what you say of it, for all to read",
            ),
        ),
        "others",
        end=re.compile(r"end ?statement", re.I),
        tells=True,
        says=("statement kept",),
    )
)
def write_statement(work: Work, text: str) -> str:
    game = work.game
    statements.write_statement(work.session, game, work.writer.seat, work.writer.player, text, work.now)
    assert game.finished_at is not None
    until = work.say.calendar.format_moment(game.finished_at + statements.STATEMENT_SPAN, work.zone)
    return work.say("statement kept", slug=game.slug, until=until)


@declare(
    ServerCommand(
        "statement none",
        (command_form(r"(statement none|no statement|withdraw (my )?statement)", "statement none", "take it back"),),
        "others",
        says=("statement gone",),
    )
)
def withdraw_statement(work: Work) -> str:
    statements.withdraw_statement(work.session, work.game, work.writer.seat, work.writer.player, work.now)
    return work.say("statement gone", slug=work.game.slug)


# --- diaries -------------------------------------------------------------------------------------------------------


def diary_command(name: str, one: CommandForm, *says: str, asks: bool = False) -> ServerCommand:
    """A command about what is already in a diary."""
    return ServerCommand(name, (one,), "others", asks=asks, once=asks, says=says)


@declare(
    ServerCommand(
        "diary",
        (
            command_form(
                r"diary( record)?( ?: ?(?P<text>.+))?",
                "diary … enddiary",
                "a note for yourself, kept with the phase; nobody else reads it unless you open your diary",
            ),
        ),
        "others",
        end=re.compile(r"end ?diary|end ?press", re.I),
        says=("diary kept", "diary kept open"),
    )
)
def write_note(work: Work, text: str) -> str:
    note = diaries.write_note(work.session, work.seat, text, work.now)
    return work.say("diary kept open" if note.opened else "diary kept", number=note.number)


@declare(
    diary_command("diary list", command_form(r"diary list|list diary", "diary list", "your notes"), "diary", asks=True)
)
def list_notes(work: Work) -> str:
    notes = diaries.list_own_notes(work.session, work.seat)
    say = work.say
    lines = [say("diary line", entry=note_headline(work, note), beginning=shorten_note(note.text)) for note in notes]
    return work.add_section(work.say("diary"), "\n".join(lines) or work.say("diary nothing"))


SHOWN_OF_NOTE = 60
"""Characters of a note that a list shows."""


def shorten_note(text: str) -> str:
    first = " ".join(text.split())
    return first if len(first) <= SHOWN_OF_NOTE else f"{first[: SHOWN_OF_NOTE - 1]}…"


def note_headline(work: Work, note: Diary) -> str:
    """The number of a note, and when it was written."""
    phase = next((p for p in games.list_phases(work.session, work.game) if p.id == note.phase_id), None)
    at = work.say.calendar.format_short_moment(note.written_at, work.zone)
    return work.say("diary entry", number=note.number, phase=work.writer_phase_title(phase) if phase else "–", when=at)


@declare(
    diary_command(
        "diary read", command_form(r"diary read (?P<number>\d{1,6})", "diary read 3", "a note"), "diary note", asks=True
    )
)
def show_note(work: Work, number: int) -> str:
    note = diaries.get_note(work.session, work.seat, number)
    return work.add_section(work.say("diary note", number=note.number), f"{note_headline(work, note)}\n{note.text}")


@declare(
    diary_command(
        "diary delete",
        command_form(r"diary delete (?P<number>\d{1,6})", "diary delete 3", "take a note out of it for good"),
        "diary deleted",
    )
)
def delete_note(work: Work, number: int) -> str:
    diaries.delete_note(work.session, work.seat, number)
    return work.say("diary deleted", number=number)


@declare(
    diary_command(
        "open diary",
        command_form(r"open (my )?diary", "open diary", "all may read your diary once the game is over"),
        "diary opens",
    )
)
def open_diary(work: Work) -> str:
    diaries.open_diary_at_end(work.session, work.game, work.seat, True)
    return work.say("diary opens")


@declare(
    diary_command(
        "close diary",
        command_form(r"close (my )?diary", "close diary", "takes “open diary” back"),
        "diary stays closed",
    )
)
def close_diary(work: Work) -> str:
    diaries.open_diary_at_end(work.session, work.game, work.seat, False)
    return work.say("diary stays closed")


# --- ratings -------------------------------------------------------------------------------------------------------


@declare(
    ServerCommand(
        "ratings",
        (
            command_form(
                r"ratings?( (of |in )?(?P<engine>[\w-]+))?",
                "ratings · ratings GAME",
                "how good players are thought to be",
            ),
        ),
        "learning",
        who="anybody",
        asks=True,
        once=True,
        says=("ratings none", "ratings how", "no topic"),
    )
)
def show_ratings(work: Work, engine: str = "") -> str:
    scope = engine.lower()
    if scope and scope not in ENGINES:
        raise CommandRefused(work.say("no topic", words=scope[:40], near=sorted(ENGINES)))
    rows = [
        game_summary.describe_rating_line(one, work.say)
        for one in ratings.list_ranked_players(work.session, scope, MOST_RATED)
    ]
    title = work.say("ratings of", title=ENGINES[scope].title) if scope else work.say("ratings")
    return work.add_section(
        title, "\n".join([*rows, "", work.say("ratings how")]) if rows else work.say("ratings none")
    )


MOST_RATED = 100
"""Players in a letter."""
