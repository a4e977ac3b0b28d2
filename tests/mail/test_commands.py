"""What a letter says: commands one a line, blocks to their end, the rest the game's; every line has one meaning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.commands.declarations import Utterance
from pbem.commands.handlers import COMMANDS
from pbem.commands.lines import WriterLine
from pbem.mail.inbound.quoting import split_own_lines


def parse_commands(text: str, *verbs: str) -> list[Utterance]:
    return COMMANDS.parse_lines(split_own_lines(text), lambda: verbs)


@pytest.mark.parametrize(
    ("line", "name", "args"),
    [
        ("help", "help", {}),
        ("  HELP. ", "help", {}),
        ("games", "games", {}),
        ("list", "games", {}),
        ("join verdun", "join", {"game": "verdun"}),
        ("Join Verdun as France", "join", {"game": "Verdun", "seat": "France"}),
        ("set wait", "wait", {}),
        ("set no wait", "ready", {}),
        ("ready", "ready", {}),
        ("- ready", "ready", {}),
        ("clear orders", "clear", {}),
        ("vote draw", "vote", {"proposal": "draw"}),
        ("set draw", "vote", {"proposal": "draw"}),
        ("vote for extend 24h", "vote", {"proposal": "extend 24h"}),
        ("set no draw", "unvote", {"kind": "draw"}),
        ("set no concede France", "unvote", {"kind": "concede"}),
        ("set draw AEF", "vote", {"proposal": "draw AEF"}),
        ("set concede Turkey", "vote", {"proposal": "concede Turkey"}),
        ("votes", "votes", {}),
        ("diary list", "diary list", {}),
        ("diary read 3", "diary read", {"number": "3"}),
        ("ratings diplomacy", "ratings", {"engine": "diplomacy"}),
        ("vote none", "unvote", {}),
        ("resign verdun", "resign", {"game": "verdun"}),
        ("zone Europe/Paris", "zone", {"zone": "Europe/Paris"}),
        ("pdf off", "pdf", {"flag": "off"}),
        ("extend 24h", "extend", {"length": "24h"}),
        ("replace France by Bob <bob@example.org>", "replace", {"seat": "France", "address": "bob@example.org"}),
        ("roll back to S1901M", "rollback", {"wanted": "S1901M"}),
        ("signon Fverdun secret", "signon", {}),
        ("report", "report", {}),
        ("report S1901M", "report", {"wanted": "S1901M"}),
        ("what if", "what if", {}),
        ("A PAR - BUR", "orders", {}),
        ("2. A PAR - BUR", "orders", {}),
    ],
)
def test_one_line(line: str, name: str, args: dict[str, str]) -> None:
    """Case, bullets, full stops and the older judges' spellings do not matter."""
    said = parse_commands(line)
    assert (said[0].name, dict(said[0].args)) == (name, args)


def test_bullets_and_numbers_are_not_part_of_an_order() -> None:
    """Lists are written in many ways; a dash between two places is not one of them."""
    lines = ["A PAR - BUR", "- A PAR - BUR", "* A PAR - BUR", "• A PAR - BUR", "1. A PAR - BUR", "(12) A PAR - BUR"]
    assert [s.text for s in parse_commands("\n".join(lines))] == ["A PAR - BUR"] * len(lines)


def test_a_block_is_taken_as_it_stands() -> None:
    """With quotations, hyphens and blank lines; what follows is read on."""
    said = parse_commands("press to france, italy\nHello.\n\n> as you said\n-- \n  - one\nendpress\nready")
    assert said[0].text == "Hello.\n\n> as you said\n--\n  - one"
    assert said[0].args == {"to": "france, italy"}


def test_one_line_of_press() -> None:
    """With a colon no end is needed."""
    assert parse_commands("press to france: hello there\nA PAR - BUR")[0].text == "hello there"
    assert parse_commands("broadcast: hello all")[0].text == "hello all"


def test_a_block_without_its_end_is_not_taken() -> None:
    """Orders below it must not go to others."""
    said = parse_commands("press to france\nhello\nA PAR - BUR")
    assert [(s.name, s.fault) for s in said] == [("press", "no end")]
    assert said[0].lines == ("press to france", "hello", "A PAR - BUR")


def test_the_end_of_a_letter() -> None:
    """Thanks and good wishes end it; what follows is said to be unread."""
    said = parse_commands("A PAR - BUR\nThanks!\nA. Smith - London")
    assert [(s.name, s.fault) for s in said] == [("orders", ""), ("ignored", "end"), ("ignored", "after end")]


def test_the_games_own_words_come_first() -> None:
    """A game may use a word of ours; then ours needs “pbem” before it."""
    said = parse_commands("vote for reform\npbem vote draw", "vote")
    assert [s.name for s in said] == ["orders", "vote"]


def test_clear_alone_takes_orders_back_in_every_game() -> None:
    """Receipts say so; with more words it is the game's."""
    said = parse_commands("clear\nClear.\nclear plan", "clear")
    assert [s.name for s in said] == ["clear", "clear", "orders"]


def test_five_hundred_lines_are_read() -> None:
    """The rest is said to be unread."""
    said = parse_commands("A PAR - BUR\n" * 501)
    assert (said[499].name, said[500].name, said[500].fault) == ("orders", "ignored", "too many")


def test_a_slip_of_the_pen() -> None:
    """The command that was meant, if one is near; an order is not taken for one."""
    assert COMMANDS.nearest_command("raedy") == "ready"
    assert COMMANDS.nearest_command("jion verdun") == "join"
    assert COMMANDS.nearest_command("A PAR - BUR") == ""


def test_each_command_is_described_once() -> None:
    """Help lists every usage; older spellings have none."""
    usages = [usage for usage, _ in COMMANDS.list_usages()]
    assert len(usages) == len(set(usages)) > 30
    assert all(told for _, told in COMMANDS.list_usages())


@given(
    st.lists(st.sampled_from(["", "A PAR - BUR", "press to x", "endpress", "thanks", "> q", "-- ", "help", "what if"]))
)
def test_every_line_has_one_meaning(lines: list[str]) -> None:
    """Each of the writer's own lines is in exactly one thing said."""
    own: list[WriterLine] = split_own_lines("\n".join(lines))
    wanted = sum(1 for line in own if line.text.strip() and not line.dropped)
    said = COMMANDS.parse_lines(own)
    assert sum(1 for s in said for line in s.lines if line.strip()) >= wanted
    assert [s.at for s in said] == sorted({s.at for s in said})
