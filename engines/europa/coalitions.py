"""Coalitions as they can be picked: each as one thing, with its votes, what it brings, and why it would fall short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engines.base import Seat
from engines.europa import ballots, words
from engines.europa.data import Code
from engines.europa.state import State
from engines.kept import keeps
from engines.language.ask import Given, Pick
from engines.language.names import Choice, Lexicon, Message, Token, Told

Coalition = tuple[Seat, ...]
WEAK, OTHERS = "Too few votes so far", "Without you"
"""Headings under which coalitions are folded away."""
AUTO = Choice("AUTO", "the smallest coalition that has a majority")
PASS = Choice("PASS", "nothing")


def joined(coalition: Iterable[Seat]) -> str:
    """The code of a coalition: "BLU + GRN"."""
    return ballots.PLUS.join(coalition)


class Coalitions(Lexicon):
    """Coalitions by their parties, in any order, with + between them; and what can be said in place of one.

    `alone`: the party that writes may name itself alone, which is ALONE; it is not asked about that.
    """

    def __init__(self, seats: Coalition, writer: Seat, alone: bool, beside: Sequence[Choice] = ()) -> None:
        self.seats, self.writer, self.me = seats, writer, writer if alone else ""
        self.parties = words.lexicon(seats, writer)
        super().__init__(
            (*beside, *(plain(some, self.me) for some in ballots.every(seats) if alone or some != (writer,)))
        )

    def find(self, line: Sequence[Token], at: int) -> list[tuple[int, Choice]]:
        end, parties = self.named_parties(line, at)
        itself = [party.code for party in parties] == [self.writer]
        return [(end, self.together(parties))] if parties and (self.me or not itself) else super().find(line, at)

    def named_parties(self, line: Sequence[Token], at: int) -> tuple[int, list[Choice]]:
        """Where a list of parties ends, and the parties."""
        end, found = at, list[Choice]()
        for _ in range(ballots.MOST_NAMED):
            hits = self.parties.find(line, end + bool(found))
            if not hits or (found and line[end].text != "+"):
                break
            end, party = hits[0]
            found.append(party)
        return end, found

    def together(self, parties: Sequence[Choice]) -> Choice:
        """The coalition of some parties, in the order of the seats."""
        stranger = next((party for party in parties if party.code not in self.seats), None)
        if stranger:
            return replace(stranger, why_not=words.NO_PARTY.format(label=stranger.label))
        return plain(tuple(sorted((party.code for party in parties), key=self.seats.index)), self.me)


@keeps(1024)
def plain(coalition: Coalition, me: Seat = "") -> Choice:
    """A coalition of which nothing more is known."""
    if coalition == (me,):
        return Choice("ALONE", f"{words.called(coalition)} alone")
    return Choice(joined(coalition), words.called(coalition))


# --- those that a party proposes ---------------------------------------------------------------------------------


def proposed(view: State, seat: Seat, codes: Iterable[Code]) -> Pick:
    """The coalitions that a party can propose; of a country, those that can win first."""
    mine = ballots.every(view.seats) if view.options.propose_any else with_it(view.seats, seat)
    usual = (AUTO, *(plain(some, seat) for some in mine), PASS)
    here = words.ByCountry(codes, lambda code: proposals(view, seat, code, mine))
    lexicon = of_proposals(view.seats, seat)
    return Pick("coalition", usual, lexicon, given=Given("where", here, ""), lenient=True)


@keeps(64)
def with_it(seats: Coalition, me: Seat) -> tuple[Coalition, ...]:
    """The coalitions of which a party is a member."""
    return tuple(some for some in ballots.every(seats) if me in some)


@keeps(64)
def of_proposals(seats: Coalition, me: Seat) -> Coalitions:
    return Coalitions(seats, me, True, (AUTO, PASS))


def proposals(view: State, seat: Seat, code: Code, some: Sequence[Coalition]) -> tuple[Choice, ...]:
    """What a party can propose in a country."""
    found = [proposal(view, seat, code, each) for each in some]
    return (*under(found, ""), *of_itself(view, seat, code), *under(found, WEAK))


def proposal(view: State, seat: Seat, code: Code, coalition: Coalition) -> Choice:
    """A coalition, with a warning if it falls short."""
    short = shortfall(view, code, coalition, seat)
    return choice(view, code, coalition, WEAK if short else "", short, seat)


def of_itself(view: State, seat: Seat, code: Code) -> Iterator[Choice]:
    """AUTO, with what it would be now, and PASS."""
    now = ballots.automatic(view, code, seat)
    yield Choice(AUTO.code, AUTO.label, note=f"now {plain(now, seat).label}" if now else "none at present")
    yield PASS


# --- those that it answers ---------------------------------------------------------------------------------------


def answered(view: State, seat: Seat, codes: Iterable[Code]) -> Pick:
    """The coalitions that others can propose; of a country, those that can win with the party first."""
    here = words.ByCountry(codes, lambda code: answers(view, seat, code))
    return Pick(
        "coalition",
        anywhere(view.seats, seat),
        of_answers(view.seats, seat),
        given=Given("where", here, ""),
        lenient=True,
    )


@keeps(64)
def anywhere(seats: Coalition, me: Seat) -> tuple[Choice, ...]:
    """The coalitions that others can propose."""
    return tuple(asked(plain(some)) for some in ballots.every(seats) if some != (me,))


@keeps(64)
def of_answers(seats: Coalition, me: Seat) -> Coalitions:
    return Coalitions(seats, me, False)


def answers(view: State, seat: Seat, code: Code) -> tuple[Choice, ...]:
    """What a party can be asked about in a country."""
    others = (some for some in ballots.every(view.seats) if some != (seat,))
    found = [asked(choice(view, code, some, group(view, seat, code, some))) for some in others]
    return tuple(each for head in ("", OTHERS, WEAK) for each in under(found, head))


def group(view: State, seat: Seat, code: Code, coalition: Coalition) -> str:
    """The heading under which a coalition stands among those that a party may be asked about."""
    if shortfall(view, code, coalition, seat):
        return WEAK
    return "" if seat in coalition else OTHERS


def member(view: State, seat: Seat, codes: Iterable[Code]) -> Pick:
    """A party, for what it is a member of, the others first; of a country, with how many can win with it."""
    pick = words.party(view, seat)
    parties = tuple(sorted(pick.choices, key=lambda party: party.code == seat))
    here = words.ByCountry(codes, lambda code: tuple(with_count(each, winners(view, code)) for each in parties))
    return replace(pick, choices=parties, given=Given("where", here, pick.refusal))


def with_count(party: Choice, found: Sequence[Coalition]) -> Choice:
    mine = sum(party.code in coalition for coalition in found)
    return replace(party, note=f"in {mine} of the {len(found)} that can win" if found else "none can win so far")


def winners(view: State, code: Code) -> list[Coalition]:
    """The coalitions that can win as pawns stand."""
    here = tuple(party for party in view.seats if view.pawns(code, party))
    return [some for some in ballots.every(here) if ballots.strength(view, code, some) >= view.need(code)]


# --- what is known of one ----------------------------------------------------------------------------------------


def choice(view: State, code: Code, coalition: Coalition, group: str, hint: Told = "", me: Seat = "") -> Choice:
    """A coalition in a country, with its votes and what it brings."""
    found = plain(coalition, me)
    return Choice(found.code, found.label, hint=hint, note=note(view, code, coalition), group=group)


def asked(coalition: Choice) -> Choice:
    """A coalition as the condition of an answer."""
    return replace(coalition, label=f"if it is {coalition.label}")


def note(view: State, code: Code, coalition: Coalition) -> str:
    """ "4 of 7 votes, 15 points each", "3 votes, 4 needed", "without Red so far"."""
    missing = absent(view, code, coalition)
    if missing:
        return f"without {words.called(missing)} so far"
    votes, total, need = ballots.strength(view, code, coalition), view.present(code), view.need(code)
    if votes < need:
        return f"{words.counted(votes, words.VOTES)}, {need} needed"
    share = words.counted(ballots.share(view, code, len(coalition)), words.POINTS)
    others = "" if 2 * votes > total else ", others must agree"
    return f"{votes} of {words.counted(total, words.VOTES)}{others}, {share}{' each' * (len(coalition) > 1)}"


def shortfall(view: State, code: Code, coalition: Coalition, me: Seat) -> Told:
    """What a coalition lacks at present; "" if it can win."""
    name, votes, need = view.country(code).spoken, ballots.strength(view, code, coalition), view.need(code)
    missing = absent(view, code, coalition)
    if missing:
        who = "You have" if missing == [me] else f"{words.called(missing)} {'has' if len(missing) == 1 else 'have'}"
        return Message(f"{who} no pawn in {name} at present; kept in case one arrives.", "W36")
    if votes < need:
        has = f"{words.called(coalition)} {'has' if len(coalition) == 1 else 'have'}"
        there = words.counted(votes, words.VOTES)
        return Message(f"At present {has} {there} in {name}, {need} needed; kept in case pawns arrive.", "W35")
    return ""


def absent(view: State, code: Code, coalition: Coalition) -> list[Seat]:
    """The members that have no pawn in a country."""
    return [party for party in coalition if not view.pawns(code, party)]


def under(choices: Iterable[Choice], group: str) -> list[Choice]:
    """The choices that stand under a heading."""
    return [each for each in choices if each.group == group]
