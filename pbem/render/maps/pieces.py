"""Pieces: armies, fleets, and the small ones of which several find room in a region."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from engines.language.names import join_english_list
from engines.memo import memoize
from engines.palette import ALARM, HALO, INK
from engines.report import Map, MapPiece, Style
from pbem.render import shapes
from pbem.render.maps.grid import boxes_overlap, segment_crosses_box
from pbem.render.maps.labels import Label, draw_label_leaders
from pbem.render.maps.layer import Layer, LegendEntry, Level
from pbem.render.maps.room import PIECES, LabelPlace, LabelShape, list_label_places
from pbem.render.maps.samples import CHART, CLOSER, draw_layer_sample, get_sample_style
from pbem.render.scene import Primitive, ScenePath, SceneText
from pbem.render.shapes import Bounds, Spot

SHIFTS = ((0, 0), (150, 0), (0, 150), (150, 150), (-150, 0), (0, -150), (-150, -150), (150, -150), (-150, 150))
SMALL = frozenset({"pawn", "disc", "flag", "boat"})
"""Shapes of which several find room in one region, side by side."""
LETTERS = {"fleet": (92, 34), "pawn": (84, 30), "disc": (84, 30), "flag": (84, 3), "boat": (82, 28)}
"""The size of the letter on a shape, and how far below its middle the letter stands."""
ROUND = 54
"""How far a pawn or a disc reaches up and down, and aside if there is but a letter on it."""
ASIDE = {"flag": 60, "boat": 80}
"""How far other small shapes reach aside."""
TALL = 78
"""How far the tallest of them reaches up and down."""
LARGE = {"army": (70, 62), "fleet": (106, 76)}
"""How far large shapes reach aside, and up and down."""
RIM = 20
"""How far the halo reaches beyond a shape."""
BADGE = (92, 70)
"""Where the sign of what was built stands, aside and above."""
STRIKE = 84
"""How far what strikes out a piece reaches to each side."""
GAP = 14
"""What is left free between small pieces."""
MARKS = {"dislodged": "d", "built": "m", "removed": "m"}
"""What can have become of a piece, and where a sample of it stands."""


class PiecesLayer(Layer):
    """All pieces; the dislodged ones beneath those that drove them out. Small ones that are in the way of a name, and
    at which no order begins or ends, look for a place as names do."""

    @property
    def pieces_with_spots(self) -> list[tuple[MapPiece, Spot]]:
        """The pieces and where they stand, from the lowest up."""
        seen: Counter[str] = Counter()
        found: list[tuple[MapPiece, Spot]] = []
        for piece in sorted(self.map.pieces, key=lambda p: p.mark != "dislodged"):
            x, y = self.drawing.piece_spot(piece.at)
            if piece.mark == "dislodged":
                found.append((piece, self.drawing.dislodged_spot((x, y))))
                continue
            nth, small, loose = seen[piece.at], piece.shape in SMALL, self.drawing.loose.get(piece.at)
            here = self.drawing.standing_counts[piece.at]
            wide = int(loose.place.shape.form) if loose else usual_row_length(here)
            x, y = (loose.place.x, loose.place.y) if loose else (x, y)
            dx, dy = (
                nth_piece_offset(here, wide, nth, self.piece_spacing[piece.at]) if small else SHIFTS[nth % len(SHIFTS)]
            )
            seen[piece.at] += 1
            found.append((piece, (x + dx * self.k, y + dy * self.k)))
        return found

    @cached_property
    def piece_spacing(self) -> Mapping[str, Spot]:
        """Return how far apart the small pieces of a place stand, in columns and in rows."""
        found: dict[str, Spot] = {}
        for piece in self.map.pieces:
            wide, tall = found.get(piece.at, (0, 0))
            half, high = piece_reach(piece.shape, piece_letters(piece, self.drawing.seat_style(piece.seat)))
            found[piece.at] = max(wide, 2 * half + GAP), max(tall, 2 * high + GAP)
        return found

    def iter_covers(self) -> Iterator[Bounds]:
        for piece, (x, y) in self.pieces_with_spots:
            if piece.at in self.drawing.loose:
                continue
            half, tall = piece_reach(piece.shape, piece_letters(piece, self.drawing.seat_style(piece.seat)))
            least = STRIKE if piece.mark == "removed" else 0
            yield self.drawing.scaled_box_around(x, y, max(half, least) + RIM, max(tall, least) + RIM)
            if piece.mark == "built":
                yield self.drawing.scaled_box_around(x + BADGE[0] * self.k, y - BADGE[1] * self.k, 52, 52)

    def draw_by_level(self) -> Mapping[Level, Iterable[Primitive]]:
        away = draw_label_leaders(self.drawing.loose.values(), self.k)
        figures = (one for piece, spot in self.pieces_with_spots for one in self.draw_seat_piece(piece, spot))
        return {Level.LEADERS: away, Level.PIECES: figures}

    # --- making way -----------------------------------------------------------------------------------------------

    def list_labels(self) -> Sequence[Label]:
        return list(self.drawing.loose.values())

    def make_way(self, labels: Sequence[Label], torn: Sequence[Label]) -> bool:  # noqa: ARG002
        """Sets the pieces free that stand in the region of what is torn, or under it."""
        found = [
            label
            for at, label in self.movable_groups.items()
            if at not in self.drawing.loose
            and any(one.at == at or label_hits_box(one.place, label.place.box) for one in torn)
        ]
        self.drawing.loose |= {label.at: label for label in found}
        return bool(found)

    @cached_property
    def movable_groups(self) -> Mapping[str, Label]:
        """The small pieces that may stand anywhere in their region, by region."""
        held = {at for stroke in self.map.strokes for at in stroke.path}
        held |= {piece.at for piece in self.map.pieces if piece.mark in MARKS or piece.shape not in SMALL}
        every = ((at, count) for at, count in self.drawing.standing_counts.items() if at in self.chart.regions)
        return {
            at: self.make_group_label(at, count)
            for at, count in every
            if at not in held and self.drawing.shows_region(at)
        }

    def make_group_label(self, at: str, count: int) -> Label:
        """The pieces of a region as one label."""
        shapes = list_group_shapes(count, self.piece_spacing[at], self.k)
        return Label(at, f"pieces {at}", shapes, list_label_places(self.chart, at, shapes)[0])

    def draw_seat_piece(self, piece: MapPiece, spot: Spot) -> tuple[Primitive, ...]:
        style = self.drawing.seat_style(piece.seat)
        return draw_piece(piece.shape, piece_letters(piece, style), style.fill, style.ink, *spot, self.k, piece.mark)

    @classmethod
    def iter_legend_entries(cls, map_: Map) -> Iterator[LegendEntry]:
        """Every shape, and what became of some; each as the first such piece."""
        found = map_.pieces[::-1]
        marks = {piece.mark: piece for piece in found}
        for shape, piece in sorted({piece.shape: piece for piece in found}.items()):
            words = map_.words.get(f"{shape}s" if piece.text else shape, shape)
            yield words, draw_lone_piece(map_, replace(piece, at="m", mark=""))
        for mark, at in MARKS.items():
            if mark in marks:
                yield map_.word_for(mark), draw_lone_piece(map_, replace(marks[mark], at=at))

    @classmethod
    def describe_seat(cls, map_: Map, seat: str) -> list[str]:
        """The pieces of a seat: "army Budapest (dislodged)"; where they stand *in* places, those with the same ones
        together: "2 × army and fleet in each of Spain and Gascony"."""
        there: dict[tuple[str, str], Counter[str]] = {}
        for piece in map_.pieces:
            if piece.seat == seat:
                there.setdefault((piece.at, piece.mark), Counter())[piece_kind_words(map_, piece)] += 1
        alike: dict[tuple[str, str, str], list[str]] = {}
        for (at, mark), found in there.items():
            apart = "" if "in" in map_.words else at
            alike.setdefault((describe_piece_counts(found), mark, apart), []).append(map_.place_name(at))
        return [describe_pieces_at(map_, pieces, places, mark) for (pieces, mark, _), places in alike.items()]


def draw_lone_piece(map_: Map, piece: MapPiece) -> tuple[Primitive, ...]:
    """A piece as a sample; small ones from nearer by."""
    look, chart = get_sample_style(map_, piece.seat), CLOSER if piece.shape in SMALL else CHART
    return draw_layer_sample((PiecesLayer,), look, (replace(piece, seat="s"),), (), chart)


def describe_piece_counts(found: Mapping[str, int]) -> str:
    return " and ".join(words if count == 1 else f"{count} × {words}" for words, count in found.items())


def describe_pieces_at(map_: Map, pieces: str, places: Sequence[str], mark: str) -> str:
    each, marked = "each of" if len(places) > 1 else "", f"({map_.word_for(mark)})" if mark else ""
    return " ".join(filter(None, (pieces, map_.words.get("in", ""), each, join_english_list(list(places)), marked)))


def piece_kind_words(map_: Map, piece: MapPiece) -> str:
    """Return what a piece is, by its name, by its number, or by its shape."""
    if piece.name:
        return piece.name
    name = map_.word_for(piece.shape)
    if piece.text.isdecimal():
        return f"{piece.text} {name}{'s' * (piece.text != '1')}"
    return f"{name} {piece.text}".rstrip()


def piece_letters(piece: MapPiece, style: Style) -> str:
    """Return what stands on a piece: its owner's letter, and behind it what the piece says itself."""
    return f"{style.letter}{piece.text}"


def piece_reach(shape: str, letters: str) -> Spot:
    """Return how far a shape with its letters reaches aside, and up and down."""
    if shape in ("pawn", "disc"):
        return max(ROUND, 22 + 26 * len(letters)), ROUND
    return (ASIDE[shape], TALL) if shape in SMALL else LARGE.get(shape, (ROUND, ROUND))


def label_hits_box(place: LabelPlace, box: Bounds) -> bool:
    """Return whether a label, or its leader, lies on a box."""
    return boxes_overlap(place.box, box) or bool(place.leader and segment_crosses_box(place.leader, box))


def usual_row_length(count: int) -> int:
    """Return how many of some small pieces stand in a row: two or three."""
    return 3 if count > 4 else min(count, 2)


def list_group_shapes(count: int, apart: Spot, k: float) -> tuple[LabelShape, ...]:
    """The ways to set so many small pieces: as usual, side by side, or one above the other; `form` is how many stand
    in a row."""
    across, down = ((side - GAP) for side in apart)
    return tuple(
        LabelShape(
            PIECES,
            piece_row_length(wide, across, k),
            piece_row_length(-(-count // wide), down, k),
            form=str(wide),
            cost=5 * cost,
        )
        for cost, wide in enumerate(dict.fromkeys((usual_row_length(count), count, 1)))
    )


def piece_row_length(count: int, size: float, k: float) -> int:
    """Return what so many pieces beside each other take, with their halo."""
    return round((count * (size + GAP) - GAP + 2 * RIM) * k)


def nth_piece_offset(count: int, wide: int, nth: int, apart: Spot) -> Spot:
    """Return where the nth of some small pieces stands: in rows of so many around the middle."""
    row, column = divmod(nth, wide)
    here = min(wide, count - row * wide)
    return (column - (here - 1) / 2) * apart[0], (row - (-(-count // wide) - 1) / 2) * apart[1]


@memoize(1024)
def draw_piece(
    shape: str, letter: str, fill: str, ink: str, x: float, y: float, k: float, mark: str
) -> tuple[Primitive, ...]:
    """A piece: army a square, fleet a hull, the small ones flags, boats or discs; with a halo and a dark outline."""
    outline = {"army": shapes.ARMY, "fleet": shapes.FLEET, "flag": shapes.FLAG, "boat": shapes.BOAT}.get(shape)
    half, high = piece_reach(shape, letter)
    body = shapes.outline_steps(outline, x, y, k) if outline else shapes.pill_steps(x, y, half * k, high * k)
    gone = mark == "dislodged"
    size, low = LETTERS.get(shape, (100, 36))
    edge = ScenePath(body, fill, ALARM if gone else INK, round((18 if gone else 11) * k), piece_dash(k) if gone else ())
    found: list[Primitive] = [
        ScenePath(body, HALO, HALO, round(40 * k)),
        edge,
        SceneText(round(x), round(y + low * k), letter, round(size * k), ink, bold=True),
    ]
    return (*found, *draw_piece_badge(mark, x, y, k))


def piece_dash(k: float) -> tuple[int, int]:
    return round(34 * k), round(18 * k)


def draw_piece_badge(mark: str, x: float, y: float, k: float) -> tuple[Primitive, ...]:
    """Return what is put on a piece that was built ("+" in a disc) or removed (struck out)."""
    if mark == "removed":
        strike = shapes.saltire_steps(x, y, STRIKE * k)
        return ScenePath(strike, "", HALO, round(40 * k), (), True), ScenePath(strike, "", INK, round(20 * k), (), True)
    if mark == "built":
        x, y = x + BADGE[0] * k, y - BADGE[1] * k
        disc, sign = shapes.circle_steps(x, y, 46 * k), shapes.plus_steps(x, y, 24 * k)
        return ScenePath(disc, INK, HALO, round(12 * k)), ScenePath(sign, "", HALO, round(15 * k), (), True)
    return ()
