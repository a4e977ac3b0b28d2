"""Commands about how a game ends: votes, scores, what is said afterwards, diaries, ratings."""

from __future__ import annotations

import re

from pbem import chronicle, scores
from pbem.installed import ENGINES
from pbem.mail.acts.declared import declare
from pbem.mail.commands import Command, Form, Said, form
from pbem.mail.work import No, Work
from pbem.models import Diary, Game
from pbem.pace import zone_info
from pbem.play import ballots, diaries, games, ratings, result, statements, votes
from pbem.play.rules import rules_of
from pbem.wording import ENGLISH

NONE = r"no(ne| ?votes?)"
"""What all votes are taken back with."""
OWN_KIND = r"(set )?no (?P<kind>draw|conc(ede|ession)?)( .*)?|vote no (?P<kind2>draw|conc(ede|ession)?)( .*)?"


# --- votes ---------------------------------------------------------------------------------------------------------


def for_good(said: Said, game: str, _: str) -> str:
    """What comes of a vote for good; one for more time ends nothing."""
    more_time = said.args["proposal"].lower().startswith("extend")
    return "" if more_time else ENGLISH("final vote", game=game)


@declare(
    Command(
        "vote",
        (
            form(
                r"(vote|set|propose)( for)? (?P<proposal>(draw|conc(ede)?|extend)( .+)?)",
                "vote draw · vote draw SEAT, SEAT · vote concede SEAT · vote extend 24h",
                "carried when all agree (more time: more than half); who names himself in a draw accepts the smaller "
                "ones that he shares, too",
            ),
            form(rf"vote (?!({NONE}|no .*)$)(?P<proposal>.+)"),
            form(r"(?P<proposal>conc(ede)? .+)"),
        ),
        "others",
        bound=True,
        would="would vote",
        tells=True,
        final=for_good,
        says=("carried", "voted", "voted open", "votes mine"),
    )
)
def vote(work: Work, said: Said) -> str:
    proposal = re.sub(r"^conc\b", "concede", said.args["proposal"], flags=re.I)
    if votes.cast(work.session, work.seat, proposal, work.now, work.config.limits):
        return work.say("carried")
    shown = rules_of(work.game).votes == "open"
    cast = work.say("voted open" if shown else "voted", phase=work.named)
    return f"{cast} {mine(work)}"


def mine(work: Work) -> str:
    """What the seat has voted for in this phase."""
    found = chronicle.accepted(work.session, work.seat, work.say)
    return work.say("votes mine", proposals=found) if found else work.say("votes mine none")


@declare(
    Command(
        "unvote",
        (
            form(rf"(vote|set) {NONE}|withdraw (my )?votes?|unvote", "vote none", "take your votes back"),
            form(OWN_KIND, "set no draw · set no concede", "take back your votes for draws, or for concessions"),
        ),
        "others",
        bound=True,
        would="would unvote",
        says=("unvoted", "votes mine none"),
    )
)
def unvote(work: Work, said: Said) -> str:
    kind = (said.args.get("kind") or said.args.get("kind2") or "").lower()
    votes.withdraw(work.session, work.seat, "concede" if kind.startswith("conc") else kind, work.now)
    left = f" {mine(work)}" if kind else ""
    return work.say("unvoted", phase=work.named) + left


@declare(
    Command(
        "votes",
        (
            form(
                r"(list |show |my )?(votes?|proposals?|propose)",
                "votes",
                "what is proposed, what you voted for, who has a vote",
            ),
        ),
        "game",
        asks=True,
        once=True,
        says=("votes", "votes table none", "votes who"),
    )
)
def listed_votes(work: Work, _: Said) -> str:
    game, say = work.game, work.say
    table = chronicle.table(work.session, game, say) or [say("votes table none")]
    own = [mine(work)] if work.writer.seat else []
    going = work.phase if game.status in ("running", "paused") else None
    electors = ballots.electorate(work.session, game, going) if going and told_to_all(game) else []
    who = [say("votes who", seats=[say.name(seat) for seat in electors])] if electors else []
    return work.tell(say("votes"), "\n".join([*table, *own, *who, *chronicle.how_votes_go(game, say)]))


def told_to_all(game: Game) -> bool:
    """Whether all may know which seats have no vote: bots, and players who miss their turns."""
    rules = rules_of(game)
    return not rules.anonymous and rules.absences == "all"


# --- what an end is worth ------------------------------------------------------------------------------------------


@declare(
    Command(
        "scores",
        (form(r"scor(es?|ing)( system)?", "scores", "how the game is scored, and what an end would be worth now"),),
        "game",
        asks=True,
        once=True,
        says=("scores", "scores now", "score line", "score prospect"),
    )
)
def listed_scores(work: Work, _: Said) -> str:
    game, say, phase, ended = work.game, work.say, work.phase, result.of(work.game)
    names = chronicle.names_of(work.session, game, say)
    told = scores.scoring_words(ended, say) if ended else [scores.system(game, say)]
    told += [say("score line", seat=seat, score=score) for seat, score in scores.scores_by_seat(ended, names, say)]
    now = scores.now(work.session, game, phase, say) if phase else []
    if now:
        told += ["", say("scores now"), *(say("score prospect", **vars(one)) for one in now)]
    return work.tell(say("scores"), "\n".join(told))


# --- afterwards ----------------------------------------------------------------------------------------------------


@declare(
    Command(
        "statement",
        (
            form(
                r"(my |end[- ]of[- ]game )?statement( ?: ?(?P<text>.+))?",
                "statement … endstatement",
                "once the game is over: what you say of it, for all to read",
            ),
        ),
        "others",
        elsewhere="The page of the game has a box for it, once the game is over.",
        end=re.compile(r"end ?statement", re.I),
        tells=True,
        says=("statement kept",),
    )
)
def statement(work: Work, said: Said) -> str:
    game, zone = work.game, zone_info(work.writer.player.zone)
    statements.write(work.session, game, work.writer.seat, work.writer.player, said.text, work.now)
    assert game.finished_at is not None
    until = work.say.calendar.moment(game.finished_at + statements.SPAN, zone)
    return work.say("statement kept", slug=game.slug, until=until)


@declare(
    Command(
        "statement none",
        (form(r"(statement none|no statement|withdraw (my )?statement)", "statement none", "take it back"),),
        "others",
        elsewhere="The page of the game has a box for it, once the game is over.",
        says=("statement gone",),
    )
)
def no_statement(work: Work, _: Said) -> str:
    statements.withdraw(work.session, work.game, work.writer.seat, work.writer.player, work.now)
    return work.say("statement gone", slug=work.game.slug)


# --- diaries -------------------------------------------------------------------------------------------------------

DIARY_PAGE = "Further down on this page, under “Diary”."


def of_diary(name: str, one: Form, *says: str, asks: bool = False) -> Command:
    """A command about what is already in a diary."""
    return Command(name, (one,), "others", elsewhere=DIARY_PAGE, asks=asks, once=asks, says=says)


@declare(
    Command(
        "diary",
        (
            form(
                r"diary( record)?( ?: ?(?P<text>.+))?",
                "diary … enddiary",
                "a note for yourself, kept with the phase; nobody else reads it unless you open your diary",
            ),
        ),
        "others",
        elsewhere=DIARY_PAGE,
        end=re.compile(r"end ?diary|end ?press", re.I),
        says=("diary kept", "diary kept open"),
    )
)
def diary(work: Work, said: Said) -> str:
    note = diaries.write(work.session, work.seat, said.text, work.now)
    return work.say("diary kept open" if note.opened else "diary kept", number=note.number)


@declare(of_diary("diary list", form(r"diary list|list diary", "diary list", "your notes"), "diary", asks=True))
def diary_list(work: Work, _: Said) -> str:
    notes = diaries.own(work.session, work.seat)
    say = work.say
    lines = [say("diary line", entry=headline(work, note), beginning=beginning(note.text)) for note in notes]
    return work.tell(work.say("diary"), "\n".join(lines) or work.say("diary nothing"))


SHOWN = 60
"""Characters of a note that a list shows."""


def beginning(text: str) -> str:
    first = " ".join(text.split())
    return first if len(first) <= SHOWN else f"{first[: SHOWN - 1]}…"


def headline(work: Work, note: Diary) -> str:
    """The number of a note, and when it was written."""
    phase = next((p for p in games.timeline(work.session, work.game) if p.id == note.phase_id), None)
    at = work.say.calendar.short(note.written_at, zone_info(work.writer.player.zone))
    return work.say("diary entry", number=note.number, phase=work.called(phase) if phase else "–", when=at)


@declare(
    of_diary("diary read", form(r"diary read (?P<number>\d{1,6})", "diary read 3", "a note"), "diary note", asks=True)
)
def diary_read(work: Work, said: Said) -> str:
    note = diaries.numbered(work.session, work.seat, int(said.args["number"]))
    return work.tell(work.say("diary note", number=note.number), f"{headline(work, note)}\n{note.text}")


@declare(
    of_diary(
        "diary delete",
        form(r"diary delete (?P<number>\d{1,6})", "diary delete 3", "take a note out of it for good"),
        "diary deleted",
    )
)
def diary_delete(work: Work, said: Said) -> str:
    number = int(said.args["number"])
    diaries.delete(work.session, work.seat, number)
    return work.say("diary deleted", number=number)


@declare(
    of_diary(
        "open diary",
        form(r"open (my )?diary", "open diary", "all may read your diary once the game is over"),
        "diary opens",
    )
)
def open_diary(work: Work, _: Said) -> str:
    diaries.open_at_end(work.session, work.game, work.seat, True)
    return work.say("diary opens")


@declare(
    of_diary("close diary", form(r"close (my )?diary", "close diary", "takes “open diary” back"), "diary stays closed")
)
def close_diary(work: Work, _: Said) -> str:
    diaries.open_at_end(work.session, work.game, work.seat, False)
    return work.say("diary stays closed")


# --- ratings -------------------------------------------------------------------------------------------------------


@declare(
    Command(
        "ratings",
        (
            form(
                r"ratings?( (of |in )?(?P<engine>[\w-]+))?",
                "ratings · ratings GAME",
                "how good players are thought to be",
            ),
        ),
        "learning",
        who="anybody",
        elsewhere="There is a page for this: Ratings, at the foot of every page.",
        asks=True,
        once=True,
        says=("ratings none", "ratings how", "no topic"),
    )
)
def listed_ratings(work: Work, said: Said) -> str:
    scope = said.args.get("engine", "").lower()
    if scope and scope not in ENGINES:
        raise No(work.say("no topic", words=scope[:40], near=sorted(ENGINES)))
    rows = [chronicle.rating(one, work.say) for one in ratings.listed(work.session, scope, MOST_RATED)]
    title = work.say("ratings of", title=ENGINES[scope].title) if scope else work.say("ratings")
    return work.tell(title, "\n".join([*rows, "", work.say("ratings how")]) if rows else work.say("ratings none"))


MOST_RATED = 100
"""Players in a letter."""
