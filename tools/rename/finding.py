"""Where a name is meant: in expressions by what mypy knows, in definitions, imports and annotations by the syntax."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mypy import nodes, types

from tools.rename.edits import Edits, Statement
from tools.rename.table import Table

BESIDE = frozenset(
    {"node", "info", "type", "names", "fullname", "unanalyzed_type", "mro", "analyzed", "original_def", "imports"}
    | {"alias", "impl", "method_type", "inferred_type", "original_first_definition"}
)
"""What leads from a node of mypy's tree out of it."""
FIELDS: dict[type, list[str]] = {}
Scope = dict[str, str]
"""What each name of a module means, by its full name."""


# --- expressions --------------------------------------------------------------------------------------------------


def find_expressions(file: nodes.MypyFile, known: Mapping[Any, types.Type], table: Table, edits: Edits) -> None:
    for found in references(file):
        line, column = found.line, found.column
        written = found.name if isinstance(found, nodes.NameExpr | nodes.MemberExpr) else ""
        if isinstance(found, nodes.MemberExpr):
            line, column = found.end_line or line, (found.end_column or 0) - len(written)
        for full in meanings(found, known):
            if new := table.new_last(full, written):
                edits.places[line, column] = (written, new)
                break


def references(file: nodes.MypyFile) -> Iterator[nodes.RefExpr]:
    """All names and members in a file, also those that mypy never reached."""
    stack: list[Any] = [file]
    seen = set[int]()
    while stack:
        node = stack.pop()
        if isinstance(node, list | tuple):
            stack.extend(node)
        elif is_inside(node, file) and id(node) not in seen:
            seen.add(id(node))
            if isinstance(node, nodes.RefExpr):
                yield node
            stack.extend(getattr(node, name, None) for name in fields_of(type(node)))


def is_inside(node: object, file: nodes.MypyFile) -> bool:
    if isinstance(node, nodes.TypeInfo | nodes.Var) or (isinstance(node, nodes.MypyFile) and node is not file):
        return False
    return isinstance(node, nodes.Node) or type(node).__module__ == "mypy.patterns"


def fields_of(kind: type) -> list[str]:
    if kind not in FIELDS:
        FIELDS[kind] = [name for name in dir(kind) if not name.startswith("_") and name not in BESIDE]
    return FIELDS[kind]


def meanings(found: nodes.RefExpr, known: Mapping[Any, types.Type]) -> Iterator[str]:
    """The full names that a reference can mean: its own, or that of a member in the classes of what is before it."""
    if found.fullname:
        yield found.fullname
    elif found.node is not None and found.node.fullname:
        yield found.node.fullname
    if isinstance(found, nodes.MemberExpr):
        for owner in owners(known.get(found.expr)):
            yield from (f"{base.fullname}.{found.name}" for base in owner.mro)


def owners(found: types.Type | None) -> Iterator[nodes.TypeInfo]:
    """The classes whose members something of a type has."""
    match types.get_proper_type(found):
        case types.Instance(type=info):
            yield info
        case types.UnionType(items=items):
            for item in items:
                yield from owners(item)
        case types.TypeType(item=item):
            yield from owners(item)
        case types.TypeVarType(upper_bound=bound):
            yield from owners(bound)
        case types.TupleType(partial_fallback=inner) | types.LiteralType(fallback=inner):
            yield from owners(inner)
        case types.CallableType() | types.Overloaded() as made if made.is_type_obj():
            yield made.type_object()


# --- definitions --------------------------------------------------------------------------------------------------


def find_definitions(module: str, tree: ast.Module, lines: Sequence[str], table: Table, edits: Edits) -> None:
    """Of functions, classes, fields and what is assigned in a module."""

    def look(body: Sequence[ast.stmt], prefix: str) -> None:
        for node in body:
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    full = f"{prefix}.{node.name}"
                    if new := table.names.get(full):
                        at = re.compile(rf"(?:def|class)\s+({re.escape(node.name)})\b").search(lines[node.lineno - 1])
                        assert at is not None
                        edits.places[node.lineno, at.start(1)] = (node.name, new)
                    if isinstance(node, ast.ClassDef):
                        look(node.body, full)
                case ast.Assign(targets=targets):
                    name_targets(targets, prefix)
                case ast.AnnAssign(target=target):
                    name_targets([target], prefix)
                case ast.If() | ast.Try() | ast.With():
                    look([*node.body, *getattr(node, "orelse", [])], prefix)

    def name_targets(targets: Sequence[ast.expr], prefix: str) -> None:
        for target in targets:
            if isinstance(target, ast.Name) and (new := table.names.get(f"{prefix}.{target.id}")):
                edits.places[target.lineno, target.col_offset] = (target.id, new)

    look(tree.body, module)


def own_names(module: str, tree: ast.Module) -> Scope:
    """Return what a module defines."""
    found = [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    for node in tree.body:
        if isinstance(node, ast.Assign):
            found += [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.append(node.target.id)
    return {name: f"{module}.{name}" for name in found}


# --- imports ------------------------------------------------------------------------------------------------------


def find_imports(tree: ast.Module, file: nodes.MypyFile, table: Table, edits: Edits) -> Scope:
    """Writes the imports anew that name something renamed; what each imported name means."""
    scope: Scope = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            scope |= import_from(node, node.module, file, table, edits)
        elif isinstance(node, ast.Import):
            names = [(table.modules.get(alias.name, alias.name), alias) for alias in node.names]
            if any(new != alias.name for new, alias in names):
                write(node, [f"import {', '.join(new + format_asname(alias.asname) for new, alias in names)}"], edits)
            for alias in node.names:
                scope[alias.asname or alias.name.partition(".")[0]] = alias.name
    return scope


def import_from(node: ast.ImportFrom, module: str, file: nodes.MypyFile, table: Table, edits: Edits) -> Scope:
    scope, groups, changed = Scope(), defaultdict[str, list[str]](list), False
    for alias in node.names:
        full = f"{module}.{alias.name}"
        symbol = file.names.get(alias.asname or alias.name)
        real = symbol.node.fullname if symbol and symbol.node is not None else full
        scope[alias.asname or alias.name] = full if full in table.modules else real
        if full in table.modules:
            home, _, new = table.modules[full].rpartition(".")
        else:
            home, new = table.modules.get(module, module), table.names.get(real, alias.name)
        again = alias.asname == alias.name  # as it is exported
        groups[home].append(new + format_asname(new if again else alias.asname if alias.asname != new else None))
        changed = changed or (home, new) != (module, alias.name)
    if changed:
        write(node, [f"from {home} import {', '.join(sorted(some))}" for home, some in groups.items()], edits)
    return scope


def format_asname(asname: str | None) -> str:
    return f" as {asname}" if asname else ""


def write(node: ast.Import | ast.ImportFrom, lines: Sequence[str], edits: Edits) -> None:
    text = "\n".join(" " * node.col_offset + line for line in lines)
    edits.statements.append(Statement(node.lineno, node.end_lineno or node.lineno, text))


# --- annotations --------------------------------------------------------------------------------------------------


def find_annotations(tree: ast.Module, scope: Scope, table: Table, edits: Edits) -> None:
    """Names in annotations and bases are types to mypy and no expressions: what a module imports and defines tells."""
    for part in typed_parts(tree):
        for node in ast.walk(part):
            if isinstance(node, ast.Name) and (new := table.new_last(scope.get(node.id, ""), node.id)):
                edits.places.setdefault((node.lineno, node.col_offset), (node.id, new))
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                new = table.new_last(f"{scope.get(node.value.id)}.{node.attr}", node.attr)
                at = (node.end_col_offset or 0) - len(node.attr)
                if new:
                    edits.places.setdefault((node.end_lineno or node.lineno, at), (node.attr, new))


def typed_parts(tree: ast.Module) -> Iterator[ast.AST]:
    """The parts of a file that may hold types."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(returns=returns, args=args) | ast.AsyncFunctionDef(returns=returns, args=args):
                every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
                yield from (part for part in (returns, *(one.annotation for one in every if one)) if part)
            case ast.AnnAssign(annotation=annotation):
                yield annotation
            case ast.ClassDef(bases=bases, decorator_list=decorators):
                yield from (*bases, *decorators)
            case ast.Subscript() | ast.Call(func=ast.Name(id="cast" | "NewType" | "TypeVar" | "isinstance")):
                yield node
            case ast.Assign(value=ast.Subscript() | ast.BinOp() as value):
                yield value
