"""Statements that the compiler lacks, rewritten: yield from, match, augmented assignment, starred unpacking."""

import ast

from faceup.native.lowering.containers import Lists
from faceup.native.lowering.tree import (
    Naming,
    Unsupported,
    assign,
    compare,
    conditional,
    copy_tree,
    load,
    loop,
    operation,
    parse_statements,
    place_node,
    subscript,
)

# Operators that change a list or a set in place.
IN_PLACE: dict[type[ast.operator], str] = {
    ast.Add: "iadd",
    ast.Sub: "isub",
    ast.Mult: "imul",
    ast.BitAnd: "iand",
    ast.BitOr: "ior",
    ast.BitXor: "ixor",
}

UNPACKING = """
_f_row = [_f_item for _f_item in ROW]
if len(_f_row) {wrong}:
    raise ValueError("not as many values as names")
"""


class Statements(Naming):
    """Rewrites the statements of one function."""

    def __init__(self, definition: ast.FunctionDef, lists: Lists) -> None:
        self.lists = lists
        self.other_dictionaries = {
            node.targets[0].value.id
            for node in ast.walk(definition)
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Subscript)
            and isinstance(node.targets[0].value, ast.Name)
            and any(isinstance(part, ast.Tuple | ast.List) for part in (node.targets[0].slice, node.value))
        }

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        self.generic_visit(node)
        method = node.value.func if isinstance(node.value, ast.Call) and node.value.keywords else None
        if isinstance(method, ast.Attribute) and method.attr == "sort":
            row = ast.unparse(method.value)
            raise Unsupported(node, "sort with a key or in reverse", f"write `{row} = sorted({row}, ...)`")
        return self.yield_items(node.value.value, node) if isinstance(node.value, ast.YieldFrom) else node

    def yield_items(self, row: ast.expr, node: ast.Expr) -> ast.stmt:
        """Return a loop that yields the items of a row; for ``a if test else b``, whose types may differ, two."""
        if isinstance(row, ast.IfExp):
            both = self.yield_items(row.body, node), self.yield_items(row.orelse, node)
            return place_node(conditional(row.test, [both[0]], [both[1]]), node)
        each = self.fresh("part")
        return place_node(loop(ast.Name(each, ast.Store()), row, [ast.Expr(ast.Yield(load(each)))]), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.AST]:
        """Replace ``a[i] += b`` by ``a[i] = a[i] + b``, with a and i computed once; ``row += [...]`` stays."""
        self.generic_visit(node)
        if isinstance(node.op, ast.Add) and isinstance(node.value, ast.List | ast.ListComp):
            return node
        if any(isinstance(part, ast.NamedExpr) for part in ast.walk(node)):
            raise Unsupported(node, "an assignment in an expression that is added in place", "write two statements")
        before: list[ast.AST] = []

        def compute_once(value: ast.expr) -> ast.expr:
            if isinstance(value, ast.Name | ast.Constant):
                return value
            name = self.fresh("part")
            before.append(place_node(assign(name, value), node))
            return load(name)

        target = node.target
        if isinstance(target, ast.Name):
            current: ast.expr = load(target.id)
        elif isinstance(target, ast.Subscript):
            target.value, target.slice = compute_once(target.value), compute_once(target.slice)
            current = subscript(target.value, target.slice)
        elif isinstance(target, ast.Attribute):
            target.value = compute_once(target.value)
            current = ast.Attribute(target.value, target.attr, ast.Load())
        else:
            return node
        in_place = IN_PLACE.get(type(node.op))
        value: ast.expr = ast.BinOp(current, node.op, node.value)
        if in_place:
            sure = self.lists.changes_in_place(node.target)
            value = operation(in_place if sure else f"{in_place}_unless_row", current, node.value)
        return [*before, place_node(ast.Assign([target], value), node)]

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.AST]:
        """Unpack starred targets; and give an empty dictionary the type of whole numbers, unless it holds others."""
        self.generic_visit(node)
        target = node.targets[0]
        if isinstance(target, ast.Tuple | ast.List):
            starred = any(isinstance(part, ast.Starred) for part in target.elts)
            if (starred or isinstance(node.value, ast.GeneratorExp)) and len(node.targets) > 1:
                raise Unsupported(node, "a star or a generator with two rows of names", "write two statements")
            if starred or isinstance(node.value, ast.GeneratorExp):
                return self.unpack(node, target.elts, starred)
        empty = isinstance(node.value, ast.Dict) and not node.value.keys
        if empty and isinstance(target, ast.Name) and target.id not in self.other_dictionaries:
            node.value = ast.copy_location(operation("dictionary"), node.value)
        return node

    def unpack(self, node: ast.Assign, targets: list[ast.expr], starred: bool) -> list[ast.AST]:
        """Replace ``a, *rest, z = row`` by one assignment for each target."""
        places = [k for k, part in enumerate(targets) if isinstance(part, ast.Starred)]
        row, star = self.fresh("part"), places[0] if places else len(targets)
        after = len(targets) - star - 1
        wrong = f"< {len(targets) - 1}" if starred else f"!= {len(targets)}"
        statements = parse_statements(UNPACKING.format(wrong=wrong), ROW=node.value)
        for k, target in enumerate(targets):
            place = f"{star}:len(_f_row) - {after}" if k == star else str(k if k < star else k - len(targets))
            (part,) = parse_statements(f"_f_part = _f_row[{place}]")
            assert isinstance(part, ast.Assign)
            part.targets = [target.value if isinstance(target, ast.Starred) else target]
            statements.append(part)
        for part in statements:
            for name in ast.walk(part):
                if isinstance(name, ast.Name) and name.id == "_f_row":
                    name.id = row
        return [place_node(part, node) for part in statements]

    def visit_For(self, node: ast.For) -> ast.AST:
        """Make lists of both rows in a loop over ``a if test else b``, whose types may differ."""
        self.generic_visit(node)
        if isinstance(node.iter, ast.IfExp) and all(map(_is_fresh, (node.iter.body, node.iter.orelse))):
            node.iter.body, node.iter.orelse = map(_as_list, (node.iter.body, node.iter.orelse))
        return node

    def visit_Try(self, node: ast.Try) -> ast.AST:
        """Refuse try: in machine code it would also catch the error of a number that leaves 64 bits."""
        raise Unsupported(node, "try", "ask with if beforehand: `if key in table`, or `table.get(key, 0)`")

    def visit_Match(self, node: ast.Match) -> ast.AST | list[ast.AST]:
        """Replace ``match`` by a chain of conditions."""
        self.generic_visit(node)
        subject = self.fresh("part")
        chain: list[ast.stmt] = []
        for case in reversed(node.cases):
            tests, captured = _pattern(case.pattern, load(subject))
            inner: list[ast.stmt] = [assign(name, value) for name, value in captured]
            if case.guard is None:
                body: list[ast.stmt] = [*inner, *case.body]
            else:  # the later cases stand twice: for a pattern that does not match, and for a guard that fails
                body = [*inner, conditional(case.guard, case.body, [copy_tree(part) for part in chain])]
            test = _all(tests)
            chain = body if test is None else [conditional(test, body, chain)]
        return [place_node(part, node) for part in (assign(subject, node.subject), *chain)]


def _is_fresh(row: ast.expr) -> bool:
    """Whether the row is a range or a display, which nothing else can change during a loop."""
    is_range = isinstance(row, ast.Call) and isinstance(row.func, ast.Name) and row.func.id == "range"
    return is_range or isinstance(row, ast.Tuple | ast.List)


def _as_list(row: ast.expr) -> ast.expr:
    (statement,) = parse_statements("[_f_item for _f_item in ROW]", ROW=row)
    assert isinstance(statement, ast.Expr)
    return place_node(statement.value, row)


def _all(tests: list[ast.expr]) -> ast.expr | None:
    if not tests:
        return None
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def _pattern(pattern: ast.pattern, subject: ast.expr) -> tuple[list[ast.expr], list[tuple[str, ast.expr]]]:
    """Return the tests by which a pattern matches, and the names that it binds, each with its part of the subject."""
    if isinstance(pattern, ast.MatchValue):
        return [compare(subject, ast.Eq(), pattern.value)], []
    if isinstance(pattern, ast.MatchSingleton):
        if pattern.value is not None:
            raise Unsupported(pattern, f"case {pattern.value}", "ask for the value itself: `if x`")
        return [compare(subject, ast.Is(), ast.Constant(pattern.value))], []
    if isinstance(pattern, ast.MatchAs):
        tests, names = ([], []) if pattern.pattern is None else _pattern(pattern.pattern, subject)
        return tests, [*names, *([(pattern.name, subject)] if pattern.name else [])]
    if isinstance(pattern, ast.MatchOr):  # under a guard, which is evaluated once, or inside another pattern
        parts = [_pattern(part, subject) for part in pattern.patterns]
        if any(names for _, names in parts):
            raise Unsupported(pattern, "alternatives that give names, in a case", "write a case for each of them")
        choices = [_all(tests) for tests, _ in parts]
        if any(choice is None for choice in choices):
            return [], []
        return [ast.BoolOp(ast.Or(), [choice for choice in choices if choice is not None])], []
    if isinstance(pattern, ast.MatchSequence):
        return _sequence(pattern.patterns, subject)
    raise Unsupported(pattern, "this kind of pattern in a case", "use if and elif")


def _sequence(patterns: list[ast.pattern], subject: ast.expr) -> tuple[list[ast.expr], list[tuple[str, ast.expr]]]:
    """Return the tests and names of a sequence pattern without a star."""
    if any(isinstance(part, ast.MatchStar) for part in patterns):
        raise Unsupported(patterns[0], "a star in a case", "ask for the length and the items with if and elif")
    length = ast.Constant(len(patterns))
    tests: list[ast.expr] = [compare(operation("length_of_row", subject), ast.Eq(), length)]
    names: list[tuple[str, ast.expr]] = []
    for k, part in enumerate(patterns):
        more, more_names = _pattern(part, subscript(subject, ast.Constant(k)))
        tests += more
        names += more_names
    return tests, names
