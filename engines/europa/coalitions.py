"""Coalitions as they can be picked: each as one thing, with its votes, what it brings, and why it would fall short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engines.base import Seat
from engines.europa import ballots, words
from engines.europa.data import Code
from engines.europa.state import EuropaState
from engines.language.grammar import DependentChoices, Pick
from engines.language.names import Choice, Lexicon, Message, MessageLike, TextToken
from engines.memo import memoize

Coalition = tuple[Seat, ...]
WEAK, OTHERS = "Too few votes so far", "Without you"
"""Headings under which coalitions are folded away."""
AUTO = Choice("AUTO", "the smallest coalition that has a majority")
PASS = Choice("PASS", "nothing")


def coalition_code(coalition: Iterable[Seat]) -> str:
    """The code of a coalition: "BLU + GRN"."""
    return ballots.PLUS.join(coalition)


class Coalitions(Lexicon):
    """Coalitions by their parties, in any order, with + between them; and what can be said in place of one.

    `alone`: the party that writes may name itself alone, which is ALONE; it is not asked about that.
    """

    def __init__(self, seats: Coalition, writer: Seat, alone: bool, beside: Sequence[Choice] = ()) -> None:
        self.seats, self.writer, self.me = seats, writer, writer if alone else ""
        self.parties = words.party_lexicon(seats, writer)
        super().__init__(
            (
                *beside,
                *(
                    plain_coalition(some, self.me)
                    for some in ballots.possible_coalitions(seats)
                    if alone or some != (writer,)
                ),
            )
        )

    def find(self, line: Sequence[TextToken], at: int) -> list[tuple[int, Choice]]:
        end, parties = self.read_parties(line, at)
        itself = [party.code for party in parties] == [self.writer]
        return (
            [(end, self.choice_of_parties(parties))] if parties and (self.me or not itself) else super().find(line, at)
        )

    def read_parties(self, line: Sequence[TextToken], at: int) -> tuple[int, list[Choice]]:
        """Return where a list of parties ends, and the parties."""
        end, found = at, list[Choice]()
        for _ in range(ballots.MOST_NAMED):
            hits = self.parties.find(line, end + bool(found))
            if not hits or (found and line[end].text != "+"):
                break
            end, party = hits[0]
            found.append(party)
        return end, found

    def choice_of_parties(self, parties: Sequence[Choice]) -> Choice:
        """The coalition of some parties, in the order of the seats."""
        stranger = next((party for party in parties if party.code not in self.seats), None)
        if stranger:
            return replace(stranger, why_not=words.NO_PARTY.format(label=stranger.label))
        return plain_coalition(tuple(sorted((party.code for party in parties), key=self.seats.index)), self.me)


@memoize(1024)
def plain_coalition(coalition: Coalition, me: Seat = "") -> Choice:
    """A coalition of which nothing more is known."""
    if coalition == (me,):
        return Choice("ALONE", f"{words.name_parties(coalition)} alone")
    return Choice(coalition_code(coalition), words.name_parties(coalition))


# --- those that a party proposes ---------------------------------------------------------------------------------


def proposal_pick(view: EuropaState, seat: Seat, codes: Iterable[Code]) -> Pick:
    """The coalitions that a party can propose; of a country, those that can win first."""
    mine = (
        ballots.possible_coalitions(view.seats) if view.options.propose_any else coalitions_with_party(view.seats, seat)
    )
    usual = (AUTO, *(plain_coalition(some, seat) for some in mine), PASS)
    here = words.ChoicesByCountry(codes, lambda code: proposal_choices(view, seat, code, mine))
    lexicon = proposal_lexicon(view.seats, seat)
    return Pick("coalition", usual, lexicon, given=DependentChoices("where", here, ""), lenient=True)


@memoize(64)
def coalitions_with_party(seats: Coalition, me: Seat) -> tuple[Coalition, ...]:
    """The coalitions of which a party is a member."""
    return tuple(some for some in ballots.possible_coalitions(seats) if me in some)


@memoize(64)
def proposal_lexicon(seats: Coalition, me: Seat) -> Coalitions:
    return Coalitions(seats, me, True, (AUTO, PASS))


def proposal_choices(view: EuropaState, seat: Seat, code: Code, some: Sequence[Coalition]) -> tuple[Choice, ...]:
    """Return what a party can propose in a country."""
    found = [proposal_choice(view, seat, code, each) for each in some]
    return (*choices_under(found, ""), *automatic_choices(view, seat, code), *choices_under(found, WEAK))


def proposal_choice(view: EuropaState, seat: Seat, code: Code, coalition: Coalition) -> Choice:
    """A coalition, with a warning if it falls short."""
    short = describe_shortfall(view, code, coalition, seat)
    return coalition_choice(view, code, coalition, WEAK if short else "", short, seat)


def automatic_choices(view: EuropaState, seat: Seat, code: Code) -> Iterator[Choice]:
    """AUTO, with what it would be now, and PASS."""
    now = ballots.automatic_coalition(view, code, seat)
    yield Choice(AUTO.code, AUTO.label, note=f"now {plain_coalition(now, seat).label}" if now else "none at present")
    yield PASS


# --- those that it answers ---------------------------------------------------------------------------------------


def answer_pick(view: EuropaState, seat: Seat, codes: Iterable[Code]) -> Pick:
    """The coalitions that others can propose; of a country, those that can win with the party first."""
    here = words.ChoicesByCountry(codes, lambda code: answer_choices(view, seat, code))
    return Pick(
        "coalition",
        coalitions_of_others(view.seats, seat),
        answer_lexicon(view.seats, seat),
        given=DependentChoices("where", here, ""),
        lenient=True,
    )


@memoize(64)
def coalitions_of_others(seats: Coalition, me: Seat) -> tuple[Choice, ...]:
    """The coalitions that others can propose."""
    return tuple(
        as_answer_condition(plain_coalition(some)) for some in ballots.possible_coalitions(seats) if some != (me,)
    )


@memoize(64)
def answer_lexicon(seats: Coalition, me: Seat) -> Coalitions:
    return Coalitions(seats, me, False)


def answer_choices(view: EuropaState, seat: Seat, code: Code) -> tuple[Choice, ...]:
    """Return what a party can be asked about in a country."""
    others = (some for some in ballots.possible_coalitions(view.seats) if some != (seat,))
    found = [
        as_answer_condition(coalition_choice(view, code, some, answer_heading(view, seat, code, some)))
        for some in others
    ]
    return tuple(each for head in ("", OTHERS, WEAK) for each in choices_under(found, head))


def answer_heading(view: EuropaState, seat: Seat, code: Code, coalition: Coalition) -> str:
    """The heading under which a coalition stands among those that a party may be asked about."""
    if describe_shortfall(view, code, coalition, seat):
        return WEAK
    return "" if seat in coalition else OTHERS


def member_pick(view: EuropaState, seat: Seat, codes: Iterable[Code]) -> Pick:
    """A party, for what it is a member of, the others first; of a country, with how many can win with it."""
    pick = words.party_pick(view, seat)
    parties = tuple(sorted(pick.choices, key=lambda party: party.code == seat))
    here = words.ChoicesByCountry(
        codes, lambda code: tuple(with_winning_count(each, winning_coalitions(view, code)) for each in parties)
    )
    return replace(pick, choices=parties, given=DependentChoices("where", here, pick.refusal))


def with_winning_count(party: Choice, found: Sequence[Coalition]) -> Choice:
    mine = sum(party.code in coalition for coalition in found)
    return replace(party, note=f"in {mine} of the {len(found)} that can win" if found else "none can win so far")


def winning_coalitions(view: EuropaState, code: Code) -> list[Coalition]:
    """The coalitions that can win as pawns stand."""
    here = tuple(party for party in view.seats if view.count_pawns(code, party))
    return [
        some
        for some in ballots.possible_coalitions(here)
        if ballots.coalition_strength(view, code, some) >= view.votes_needed(code)
    ]


# --- what is known of one ----------------------------------------------------------------------------------------


def coalition_choice(
    view: EuropaState, code: Code, coalition: Coalition, group: str, hint: MessageLike = "", me: Seat = ""
) -> Choice:
    """A coalition in a country, with its votes and what it brings."""
    found = plain_coalition(coalition, me)
    return Choice(found.code, found.label, hint=hint, note=coalition_note(view, code, coalition), group=group)


def as_answer_condition(coalition: Choice) -> Choice:
    """A coalition as the condition of an answer."""
    return replace(coalition, label=f"if it is {coalition.label}")


def coalition_note(view: EuropaState, code: Code, coalition: Coalition) -> str:
    """ "4 of 7 votes, 15 points each", "3 votes, 4 needed", "without Red so far"."""
    missing = absent_members(view, code, coalition)
    if missing:
        return f"without {words.name_parties(missing)} so far"
    votes, total, need = (
        ballots.coalition_strength(view, code, coalition),
        view.count_all_pawns(code),
        view.votes_needed(code),
    )
    if votes < need:
        return f"{words.count_with_unit(votes, words.VOTES)}, {need} needed"
    share = words.count_with_unit(ballots.points_per_member(view, code, len(coalition)), words.POINTS)
    others = "" if 2 * votes > total else ", others must agree"
    return f"{votes} of {words.count_with_unit(total, words.VOTES)}{others}, {share}{' each' * (len(coalition) > 1)}"


def describe_shortfall(view: EuropaState, code: Code, coalition: Coalition, me: Seat) -> MessageLike:
    """Return what a coalition lacks at present; "" if it can win."""
    name, votes, need = (
        view.get_country(code).spoken_name,
        ballots.coalition_strength(view, code, coalition),
        view.votes_needed(code),
    )
    missing = absent_members(view, code, coalition)
    if missing:
        who = (
            "You have" if missing == [me] else f"{words.name_parties(missing)} {'has' if len(missing) == 1 else 'have'}"
        )
        return Message(f"{who} no pawn in {name} at present; kept in case one arrives.", "W36")
    if votes < need:
        has = f"{words.name_parties(coalition)} {'has' if len(coalition) == 1 else 'have'}"
        there = words.count_with_unit(votes, words.VOTES)
        return Message(f"At present {has} {there} in {name}, {need} needed; kept in case pawns arrive.", "W35")
    return ""


def absent_members(view: EuropaState, code: Code, coalition: Coalition) -> list[Seat]:
    """The members that have no pawn in a country."""
    return [party for party in coalition if not view.count_pawns(code, party)]


def choices_under(choices: Iterable[Choice], group: str) -> list[Choice]:
    """The choices that stand under a heading."""
    return [each for each in choices if each.group == group]
