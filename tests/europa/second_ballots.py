"""The ballots of the second reading of Europa: what is possible, proposed and answered, and where a pawn goes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

from tests.europa.second_table import COUNTRIES, Args, Said, Table

Lines: TypeAlias = dict[str, list[Said]]


class Ballots(Table):
    """What a party's lines say of an election; each method is about the country `code`."""

    def present(self, code: str) -> list[str]:
        return [seat for seat in self.order if self.board[code][seat] > 0]

    def can_be_won(self, code: str) -> bool:
        pawns = sorted(self.board[code].values(), reverse=True)
        self.fired["5.10b no pawns"] += sum(pawns) == 0
        self.fired["5.10b too few"] += sum(pawns) > 0 and sum(pawns[:3]) < self.need(code)
        return sum(pawns[:3]) >= self.need(code)

    def possible(self, code: str, seat: str, coalition: list[str]) -> bool:
        """§5.10c: one to three parties that are present, the proposer among them, with the votes needed."""
        if len(set(coalition)) < len(coalition) or not 1 <= len(coalition) <= 3:
            return False
        if seat not in coalition and not self.options.propose_any:
            return False
        pawns = [self.board[code][member] for member in coalition]
        return min(pawns) > 0 and sum(pawns) >= self.need(code)

    def proposed_coalition(self, code: str, seat: str, lines: Sequence[Said]) -> list[str]:
        """The first coalition of the list that is possible; what the line for the country says goes before `*`."""
        said = [args for where in (code, "*") for verb, args in lines if verb == "PROPOSE" and args["where"] == where]
        if not said:
            self.fired["3.4 proposes AUTO"] += 1
            return self.auto(code, seat)
        for row in said[0]["list"]:
            said_so = row["coalition"]
            if said_so == "PASS":
                return []
            coalition = {"ALONE": [seat], "AUTO": self.auto(code, seat)}.get(said_so) or said_so.split(" + ")
            if self.possible(code, seat, coalition):
                return coalition
            self.fired["4.3 not possible"] += 1
        return []

    def auto(self, code: str, seat: str) -> list[str]:
        """§4.3: fewest members, then fewest points of the others, then first in the order of play."""
        found = [
            list(coalition)
            for size in (1, 2, 3)
            for coalition in combinations(self.present(code), size)
            if seat in coalition and self.possible(code, seat, list(coalition))
        ]
        found = [c for c in found if 2 * sum(self.board[code][member] for member in c) > self.total(code)]
        return min(found, key=lambda c: (len(c), sum(self.pp[s] for s in c if s != seat)), default=[])

    def agrees(self, code: str, seat: str, proposer: str, coalition: list[str], answers: Lines) -> bool:
        """§3.4: a plain word, else rules for the country, else rules for `*`, else Yes to what one is in."""
        lines = answers.get(seat, [])
        for verb, _ in lines:
            if verb in ("AYE", "NAY"):
                return verb == "AYE"
        for where in (code, "*"):
            rules = [line for line in lines if line[0] in ("YES", "NO") and line[1]["where"] == where]
            for verb, args in rules:
                if self.fits(code, seat, proposer, coalition, args["pattern"]):
                    self.fired["4.4 a standing rule answers"] += 1
                    return verb == "YES"
        return seat in coalition

    def fits(self, code: str, seat: str, proposer: str, coalition: list[str], pattern: Args) -> bool:
        """§4.4: one of the coalitions named, or all tests true."""
        if pattern["way"] == "coalitions":
            named = [row["coalition"] for row in pattern["coalitions"]]
            return any(set(coalition) == set(each.split(" + ")) for each in named)
        for row in pattern["tests"]:
            test = row["test"]
            party, n = test.get("party", ""), test.get("n", 0)
            true = {
                "any": True,
                "me": seat in coalition,
                "with": party in coalition,
                "without": party not in coalition,
                "max": len(coalition) <= n,
                "by": party == proposer,
                "share": self.share(code, coalition) >= n,
            }
            if not true[test["way"]]:
                return False
        return True

    def share(self, code: str, coalition: Sequence[str]) -> int:
        return -(-COUNTRIES[code].points // len(coalition))

    # --- where a pawn goes (§5.10e) ---

    def ways(self, code: str) -> list[str]:
        """Return where a pawn may go: countries that vote later and touch the union as it is now."""
        later = [other for other in self.number if self.number[other] > self.number[code]]
        return [other for other in later if self.votes_here(other) and self.touches_union(other)]

    def goes_to(self, code: str, lines: Sequence[Said]) -> str:
        """The first of the list that is allowed; AUTO if nothing is said."""
        said = [args for where in (code, "*") for verb, args in lines if verb == "MOVE" and args["where"] == where]
        ways = self.ways(code)
        best = max(ways, key=lambda other: (self.worth(other), -self.number[other]))
        for row in said[0]["list"] if said else ({"to": "AUTO"},):
            if row["to"] == "NONE":
                return ""
            if row["to"] == "AUTO":
                return best
            if row["to"] in ways:
                return str(row["to"])
        return ""
