"""python -m tools.primer writes a new set of primers (`pbem.storage.models.packing`): what games that are played by
advice say again and again. Those that are there already stay as they are, since databases everywhere were packed with
them; the new ones get the next numbers.

The first of a set is for short texts of all games, each other one for the positions and events of one game. Pieces are
chosen greedily by how many texts have what is in them; the best stand at the end, where they are named shortest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from tempfile import TemporaryDirectory

from sqlmodel import select

from bench._advised import open_advised_game, play_advised_game
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.storage.models import Phase, Submission, Turn
from pbem.storage.models.packing import PRIMERS, list_primer_numbers

VARIANTS: dict[str, tuple[str, ...]] = {
    "diplomacy": ("END 1920", "END 1920", "END 1920"),
    "europa": ("PLAYERS 3", "PLAYERS 5", "PLAYERS 6"),
    "cantillon": ("PLAYERS 2\nGOAL ROUNDS 12", "PLAYERS 4\nGOAL ROUNDS 12", "PLAYERS 4\nGOAL ROUNDS 12"),
    "europax": ("PLAYERS 3", "PLAYERS 5", "PLAYERS 5"),
}
"""The games that are played, by their options."""
PHASES, SEED = 24, 1000
ROOM = 32_500
"""Bytes of a primer: what deflate looks back to."""
GRAM, PIECE = 8, 96
"""Bytes by which texts are compared, and of what is taken from them at a time."""


def main() -> None:
    short: dict[str, list[bytes]] = {}
    found: list[bytes] = []
    for code in ENGINES:
        short[code], long = collect_texts(code)
        found.append(join_pieces(pieces(long, ROOM)))
    room = ROOM // len(short)
    found.insert(0, join_pieces([piece for texts in short.values() for piece in pieces(texts, room)]))
    PRIMERS.mkdir(exist_ok=True)
    for number, content in enumerate(found, max(list_primer_numbers(), default=0) + 1):
        (PRIMERS / f"{number}.bin").write_bytes(content)
        print(number, len(content))


def collect_texts(code: str) -> tuple[list[bytes], list[bytes]]:
    """The short and the long texts of some games, as a database keeps them."""
    short, long = [], []
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/primer.db")
        store.migrate()
        for number, options in enumerate(VARIANTS.get(code, ("", "", ""))):
            open_advised_game(store, code, options, f"g{number}")
            play_advised_game(store, f"g{number}", PHASES, SEED + number)
        with store.read_session() as session:
            for phase in session.exec(select(Phase)):
                long += [phase.state, phase.events]
                short += [phase.deadline_why, phase.standings]
            short += session.exec(select(Turn.orders))
            for row in session.exec(select(Submission)):
                short += [row.text, row.lines]
        store.close()
    return [text.encode() for text in short], [text.encode() for text in long]


def pieces(texts: Sequence[bytes], room: int) -> list[tuple[float, bytes]]:
    """Return what is worth to be known of some texts, with its worth for each byte."""
    shared = Counter(gram for text in texts for gram in set(grams(text)))
    worth = Counter({gram: count for gram, count in shared.items() if count > 1})
    chosen: list[tuple[float, bytes]] = []
    taken, groups = 0, max(1, min(len(texts), room // PIECE))
    while taken < room:
        before = taken
        for start in range(groups):
            gain, piece = max(best(text, worth) for text in texts[start::groups])
            if gain > 2 and taken < room:
                chosen.append((gain / len(piece), piece))
                taken += len(piece)
                worth.subtract({gram: worth[gram] for gram in set(grams(piece))})
        if taken == before:
            break
    return chosen


def best(text: bytes, worth: Counter[bytes]) -> tuple[int, bytes]:
    """The piece of a text whose grams are worth most together, each counted once."""
    every, window = list(grams(text)), PIECE - GRAM + 1
    inside: Counter[bytes] = Counter()
    sum_, most, at = 0, 0, 0
    for index, gram in enumerate(every):
        sum_ += worth[gram] if not inside[gram] else 0
        inside[gram] += 1
        if index >= window:
            old = every[index - window]
            inside[old] -= 1
            sum_ -= worth[old] if not inside[old] else 0
        if sum_ > most:
            most, at = sum_, index
    return most, trim_piece(text[max(0, at - window + 1) : at + GRAM], worth)


def trim_piece(piece: bytes, worth: Counter[bytes]) -> bytes:
    """A piece without what is worth nothing at its ends."""
    good = [index for index, gram in enumerate(grams(piece)) if worth[gram]]
    return piece[good[0] : good[-1] + GRAM] if good else b""


def grams(text: bytes) -> Iterator[bytes]:
    return (text[start : start + GRAM] for start in range(len(text) - GRAM + 1))


def join_pieces(chosen: Iterable[tuple[float, bytes]]) -> bytes:
    return b"".join(piece for _, piece in sorted(chosen))[-ROOM:]


main()
