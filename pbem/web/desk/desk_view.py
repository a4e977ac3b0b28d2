"""A player's place at the table: the board as it stands with the orders given, the finder, the sheet of what can be
said next, and the list. All of it is made of `board`, `complete_order` and `check`; no game is known here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

from flask import url_for
from markupsafe import Markup
from sqlmodel import Session
from werkzeug.datastructures import MultiDict

from engines.language import CompiledGrammar, Completion, complete_order
from engines.language.completing import OrderJudge
from engines.language.grammar import Remark
from engines.report import Block, Boards, Map
from pbem.books import steps
from pbem.documents import reports
from pbem.games import Refusal, games
from pbem.games.orders import orders
from pbem.games.orders.orders import Answer, OrderContext
from pbem.render import order_map as painter
from pbem.render.to_html import render_boards_figure
from pbem.storage.models import Game, Phase, Seat
from pbem.web.desk import board_links, standing_orders
from pbem.web.desk.board_links import ClickMeaning
from pbem.web.desk.next_steps import Sheet, build_sheet, button_words, complete_onward, only_way_text
from pbem.web.desk.order_chips import Chip, is_beginning, list_finder_chips
from pbem.web.desk.standing_orders import OrderRow
from pbem.web.http import access
from pbem.web.pages import report_view


@dataclass(frozen=True)
class DeskPosition:
    """Where a player is in a sentence. `so`: what they have said of it; `at`: the thing on the board that they clicked;
    `instead`: the order that is to make way; `near`: how near they look at the board."""

    so: str = ""
    at: str = ""
    instead: str = ""
    near: int = painter.USUAL

    @classmethod
    def from_form(cls, given: Mapping[str, str] | MultiDict[str, str]) -> DeskPosition:
        near = given.get("near", "")
        level = int(near) if near.isdecimal() and near.isascii() and len(near) == 1 else painter.USUAL
        return cls(given.get("so", ""), given.get("at", ""), given.get("instead", ""), min(level, painter.NEAREST))


@dataclass(frozen=True)
class DeskPlace:
    """A seat in a phase, and where its player is in a sentence. `order_context` None: it can order nothing."""

    game: Game
    seat: Seat
    phase: Phase
    order_context: OrderContext | None
    asked: DeskPosition = DeskPosition()

    @property
    def title(self) -> str:
        """Return what the phase is called."""
        return (
            self.order_context.grammar.title if self.order_context else reports.phase_title_for(self.game, self.phase)
        )

    @cached_property
    def answer(self) -> Answer | None:
        """The orders as they stand, with what there is to say of them."""
        return orders.judge_text(self.order_context, "")[0] if self.order_context else None

    @cached_property
    def grammar(self) -> CompiledGrammar | None:
        return self.order_context.grammar.compiled_form if self.order_context else None

    @cached_property
    def sentence_judge(self) -> OrderJudge | None:
        return orders.build_order_judge(self.order_context) if self.order_context else None

    @cached_property
    def opening_steps(self) -> Completion:
        """Return what can begin a sentence."""
        return complete_order(self.grammar, "") if self.grammar else Completion("")

    @cached_property
    def next_steps(self) -> Completion:
        """Return what can be said next. Where nothing is ordered yet and there is but one way to begin, it is begun."""
        if not self.grammar or not self.asked.so:
            return self.starting_steps
        return complete_onward(self.grammar, self.asked.so, self.sentence_judge)

    @property
    def starting_steps(self) -> Completion:
        """Return what a player meets who has not begun: all, or the only sentence."""
        only = [step for step in self.opening_steps.steps if not step.section]
        if not self.grammar or not self.order_context or self.rows or self.things or len(only) != 1:
            return self.opening_steps
        alone = Completion("", button_words(only[0].help or self.order_context.grammar.title), tuple(only))
        return complete_onward(self.grammar, way, self.sentence_judge) if (way := only_way_text(alone)) else alone

    @cached_property
    def click_meanings(self) -> dict[str, tuple[ClickMeaning, ...]]:
        """Return what a click on each thing of the board would mean."""
        return board_links.find_click_meanings(self.grammar, self.next_steps, self.map_regions) if self.grammar else {}

    @cached_property
    def map_regions(self) -> frozenset[str]:
        """The regions of the maps."""
        return frozenset(code for block in self.desk_blocks if isinstance(block, Map) for code in block.chart.regions)

    @cached_property
    def offers(self) -> tuple[ClickMeaning, ...]:
        """Return what the click that was made can mean."""
        return self.click_meanings.get(self.asked.at, ())

    @cached_property
    def rows(self) -> tuple[OrderRow, ...]:
        return (
            standing_orders.list_order_rows(self.order_context.grammar, self.answer)
            if self.order_context and self.answer
            else ()
        )

    @cached_property
    def chips(self) -> tuple[Chip, ...]:
        return (
            list_finder_chips(self.order_context.grammar, self.opening_steps, self.map_regions, self.rows)
            if self.order_context
            else ()
        )

    @cached_property
    def sheet(self) -> Sheet | None:
        """Return what can be said next; None while no sentence is begun."""
        return build_sheet(self.grammar, self.next_steps) if self.grammar and self.next_steps.words else None

    # --- the board ------------------------------------------------------------------------------------------------

    @cached_property
    def desk_blocks(self) -> tuple[Block, ...]:
        """Return how things stand, with the orders given."""
        told = (
            steps.add_order_words(self.order_context.grammar, orders.load_standing_orders(self.order_context))
            if self.order_context
            else ()
        )
        engine, view = games.get_engine(self.game), games.phase_view(self.phase, self.seat.code)
        return tuple(engine.board(view, self.seat.code, told))

    @cached_property
    def board_layout(self) -> tuple[list[report_view.Laid], list[Markup]]:
        """Return what is drawn, and the tables below it."""
        return report_view.lay_out_board(self.desk_blocks, self.paint_map)

    def paint_map(self, map_: Map, nth: int) -> str:
        begun = self.sheet is not None
        return painter.render_order_map(
            map_, self.land_at(map_, nth), self.map_links, self.asked.near, self.sentence_subject, veiled=begun
        )

    def draw_desk_boards(self, block: Boards) -> Markup:
        """A picture of boards of which those can be picked that can be meant."""
        return Markup(render_boards_figure(block, {at: (link.href, link.name) for at, link in self.map_links.items()}))

    def land_at(self, map_: Map, nth: int) -> str:
        """The address of the land of a map."""
        return url_for("seat.serve_land", slug=self.game.slug, nth=nth, v=land_tag(painter.render_land_svg(map_)))

    @property
    def sentence_subject(self) -> str:
        """The place that the sentence is about; "" if it is about none."""
        about = (c.place for c in self.chips if any(is_beginning(start, self.next_steps.text) for start in c.begins))
        return next(filter(None, about), "") if self.next_steps.text else ""

    @cached_property
    def map_links(self) -> dict[str, painter.RegionLink]:
        """Return what of the maps can be picked: without scripts a link leads to the button that says it or, before a
        sentence is begun, to all that can be said of the place."""
        buttons = self.sheet.first_at if self.sheet else {}
        found = {}
        for at, offers in self.click_meanings.items():
            begun = f"#{at_anchor(at)}" if at in buttons else "#sheet"
            href = begun if self.sheet else self.way_to(at)
            found[at] = painter.RegionLink(href, name_click(offers))
        return found

    def way_to(self, at: str) -> str:
        """Return where a thing leads that is picked without scripts, before a sentence is begun: to all that can be
        said of it."""
        return url_for("seat.show_desk", slug=self.game.slug, at=at, _anchor="sheet")

    # --- what is owed -----------------------------------------------------------------------------------------------

    @property
    def things(self) -> tuple[Chip, ...]:
        """Return what may each have an order."""
        return tuple(chip for chip in self.chips if chip.owed)

    @property
    def missing(self) -> tuple[Chip, ...]:
        return tuple(chip for chip in self.things if not chip.rows)

    @property
    def lacks(self) -> bool:
        """Return whether something that is owed has no order yet."""
        due = self.order_context is not None and self.order_context.turn.due and not self.order_context.grammar.relaxed
        return due and bool(self.missing or not self.rows)

    @property
    def general(self) -> tuple[Remark, ...]:
        """Return what there is to say of all orders together."""
        return standing_orders.list_general_remarks(self.answer) if self.answer else ()

    @property
    def count(self) -> str:
        """Return how many orders are in, and how many are missing."""
        if self.answer and self.answer.ready:
            return access.say("page count ready")
        if self.things:
            given, owed, missing = len(self.things) - len(self.missing), len(self.things), len(self.missing)
            return access.say(
                "page count missing" if missing else "page count all", given=given, owed=owed, missing=missing
            )
        if self.rows:
            return access.say("page count one" if len(self.rows) == 1 else "page count", count=len(self.rows))
        return access.say("page count owed" if self.lacks else "page count free")

    @property
    def wanting(self) -> str:
        """Return what is asked about before somebody is ready."""
        if not self.rows:
            return access.say("page wanting all")
        if self.missing:
            return access.say("page wanting", things=[chip.label for chip in self.missing])
        return access.say("page wanting none")

    @cached_property
    def others(self) -> tuple[OrderRow, ...]:
        """The orders about no thing that has a chip of its own."""
        shown = {row.text for chip in self.things for row in chip.rows}
        return tuple(row for row in self.rows if row.text not in shown)

    def default(self, chip: Chip) -> str:
        """Return what counts for a thing without an order, in words; "" if the ask does not say."""
        if not self.order_context:
            return ""
        lines = [text for text in self.order_context.grammar.draft if any(is_beginning(b, text) for b in chip.begins)]
        return standing_orders.lines_in_words(self.order_context.grammar, lines[:1])[0] if lines else ""

    @property
    def draft(self) -> list[str]:
        """Return what counts if nothing is ordered, in words."""
        return (
            standing_orders.lines_in_words(self.order_context.grammar, self.order_context.grammar.draft)
            if self.order_context
            else []
        )


def name_click(offers: Sequence[ClickMeaning]) -> str:
    """Return what a click that can mean all these is called: the first, and how many more there are."""
    more = len(offers) - 1
    if not more:
        return offers[0].words
    return access.say("page click one more" if more == 1 else "page click more", meaning=offers[0].words, count=more)


def at_anchor(at: str) -> str:
    """The name of the button that says a thing of the board."""
    return f"at-{at.replace(' ', '-').replace('/', '-')}"


def find_desk_place(db: Session, game: Game, seat: Seat, phase: Phase, asked: DeskPosition) -> DeskPlace:
    """The place; a click that can mean one thing only has said it."""
    over = phase.resolved_at is not None or game.status in ("forming", "finished")
    try:
        found = None if over else orders.build_order_context(db, game, seat, phase)
    except Refusal:
        found = None
    here = DeskPlace(game, seat, phase, found, asked)
    if len(here.offers) == 1:
        return DeskPlace(game, seat, phase, found, replace(asked, so=here.offers[0].text, at=""))
    return here


def find_change_point(place: DeskPlace, text: str) -> str:
    """Return where an order can be changed: behind what it is about, or behind the first words."""
    starts = [start for chip in place.chips for start in chip.begins if is_beginning(start, text)]
    return max(starts, key=len, default="")


def land_tag(land: str) -> str:
    """Return what tells a land of a map from another in its address."""
    return sha256(land.encode()).hexdigest()[:16]
