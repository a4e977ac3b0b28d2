"""What could be changed in a module, one thing at a time, as mutmut sees it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import sha256
from pathlib import Path
from textwrap import indent

import libcst as cst
from mutmut.mutation.file_mutation import Mutation, create_mutations, deep_replace

from tools.mutate.games import ROOT


@dataclass(frozen=True)
class Mutant:
    """A module with one change in one function."""

    path: Path
    function: str
    """As Python calls it: `award`, or `Position.pawns`."""
    line: int
    """Where the change is in the file."""
    lines: frozenset[int]
    """All lines of that statement: whoever runs one of them runs the change."""
    old: tuple[str, ...]
    new: tuple[str, ...]
    text: str
    """The whole module as it is."""
    body: str
    """The changed function, and the lines of the module that it takes the place of."""
    place: range
    original: str
    """A short hash of the function as it is."""
    number: int = 0
    """Above 0 if the same change can be made in the same function more than once."""

    @property
    def name(self) -> str:
        """`peace.award_givers`: the module within its game, and the function."""
        return f"{self.path.stem}.{self.function}"

    @property
    def module(self) -> str:
        return ".".join(self.path.relative_to(ROOT).with_suffix("").parts)

    @property
    def source(self) -> str:
        """The whole module with the change, each other line where it was."""
        lines = self.text.splitlines()
        return "\n".join((*lines[: self.place.start], self.body, *lines[self.place.stop :])) + "\n"

    @property
    def change(self) -> str:
        """The change itself, which stays the same wherever the function moves to."""
        return "\n".join((*(f"- {line}" for line in self.old), *(f"+ {line}" for line in self.new)))

    @property
    def key(self) -> str:
        return "\n".join((self.name, self.change, str(self.number)))


def mutants(path: Path) -> list[Mutant]:
    """Every change of a file that is worth a try."""
    text = path.read_text("utf-8")
    bare = cst.parse_module(text).visit(Undecorate())
    assert isinstance(bare, cst.Module)
    bare, mutations, _, _ = create_mutations(str(path), bare.code)
    made, seen = [], Counter[tuple[str, ...]]()
    places = dict(functions(ast.parse(text)))
    for name, function in bare_functions(bare):
        own = [m for m in mutations if m.contained_by_top_level_function is function and not is_wording(m)]
        for each in own:
            mutant = mutated(path, text, places[name], name, function, each)
            seen[mutant.name, mutant.change] += 1
            made.append(Mutant(**{**vars(mutant), "number": seen[mutant.name, mutant.change] - 1}))
    return made


class Undecorate(cst.CSTTransformer):
    """mutmut leaves functions with decorators alone, since it would copy them; here they stay where they are."""

    def leave_FunctionDef(self, _: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:  # noqa: N802
        return updated_node.with_changes(decorators=[])


def is_wording(mutation: Mutation) -> bool:
    """Return whether it touches a sentence, or only the case of a word: sentences are looked at, and case is free."""
    old, new = mutation.original_node, mutation.mutated_node
    if isinstance(old, cst.SimpleString) and isinstance(new, cst.SimpleString):
        return is_sentence(old) or old.value.casefold() == new.value.casefold()
    if isinstance(old, cst.Call) and isinstance(new, cst.Call):
        return any(is_sentence(arg.value) for arg in old.args if arg not in new.args)
    return isinstance(old, cst.Assign | cst.AnnAssign) and old.value is not None and is_sentence(old.value)


def is_sentence(node: cst.BaseExpression) -> bool:
    """A text with a blank in it, wherever its parts come from."""
    if isinstance(node, cst.SimpleString):
        return " " in node.value
    if isinstance(node, cst.FormattedString):
        return any(isinstance(part, cst.FormattedStringText) and " " in part.value for part in node.parts)
    return isinstance(node, cst.ConcatenatedString) and (is_sentence(node.left) or is_sentence(node.right))


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and the methods of its classes, by the names Python gives them."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{each.name}", each) for each in node.body if isinstance(each, ast.FunctionDef))


def bare_functions(module: cst.Module) -> Iterator[tuple[str, cst.FunctionDef]]:
    for node in module.body:
        if isinstance(node, cst.FunctionDef):
            yield node.name.value, node
        elif isinstance(node, cst.ClassDef):
            inner = (each for each in node.body.body if isinstance(each, cst.FunctionDef))
            yield from ((f"{node.name.value}.{each.name.value}", each) for each in inner)


def mutated(path: Path, text: str, place: ast.FunctionDef, name: str, function: cst.FunctionDef, m: Mutation) -> Mutant:
    changed = deep_replace(function, m.original_node, m.mutated_node)
    assert isinstance(changed, cst.FunctionDef)
    before, after = written(function), written(changed)
    old, new, first = difference(before, after)
    line = place.lineno + first
    return Mutant(
        path=path,
        function=name,
        line=line,
        lines=statement_lines(place, line),
        old=tuple(old),
        new=tuple(new),
        text=text,
        body=indent("\n".join(after), " " * place.col_offset),
        place=range(place.lineno - 1, span(place).stop - 1),
        original=sha256("\n".join(before).encode()).hexdigest()[:12],
    )


def written(function: cst.FunctionDef) -> list[str]:
    """Its lines from `def` on, not indented."""
    return cst.Module([function.with_changes(leading_lines=[])]).code.rstrip().splitlines()


def difference(before: Sequence[str], after: Sequence[str]) -> tuple[list[str], list[str], int]:
    """The lines that differ, without indentation, and the number of the first."""
    blocks = [b for b in SequenceMatcher(None, before, after, autojunk=False).get_opcodes() if b[0] != "equal"]
    low, high = blocks[0][1], blocks[-1][2]
    new_low, new_high = blocks[0][3], blocks[-1][4]
    return [s.strip() for s in before[low:high]], [s.strip() for s in after[new_low:new_high]], low


def statement_lines(place: ast.FunctionDef, line: int) -> frozenset[int]:
    """The lines of the innermost statement there, without those of statements within it."""
    inner: ast.stmt = place
    for node in ast.walk(place):
        if isinstance(node, ast.stmt) and line in span(node) and len(span(node)) <= len(span(inner)):
            inner = node
    within = (node for node in ast.walk(inner) if isinstance(node, ast.stmt) and node is not inner)
    return frozenset(span(inner)).difference(*(span(node) for node in within))


def span(node: ast.stmt) -> range:
    assert node.end_lineno is not None
    return range(node.lineno, node.end_lineno + 1)
