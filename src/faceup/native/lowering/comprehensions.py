"""Comprehensions, generator expressions and the builtins that consume them become functions with plain loops.

``any(s.mine & line == line for line in self.lines())`` becomes ``_any_12_8(s, self)``, a function that loops and
returns as soon as the answer is known. Its arguments are the names that the expression reads from around it. This is
right only if the loop changes nothing that the iterator reads; ``refusals`` refuses the other cases.
"""

import ast
from collections.abc import Callable, Iterable, Sequence

from faceup.native.lowering.arithmetic import ANY_ORDER
from faceup.native.lowering.forms.yields import (
    IN_ORDER,
    Inlined,
    can_be_inlined,
    is_left,
    put_in_place,
    put_in_place_by_key,
    put_last,
    with_body,
    with_own_names,
)
from faceup.native.lowering.iterators import are_of_any_length, in_one_list, iterator
from faceup.native.lowering.names import (
    Comprehension,
    Names,
    arguments_of,
    bound_names,
    is_only_looked_at,
    names_bound_by,
    names_read,
    targets_of,
)
from faceup.native.lowering.rows_by_value import INTO_STATE
from faceup.native.lowering.tree import (
    OPERATION,
    Naming,
    Unsupported,
    assign,
    call,
    conditional,
    copy_tree,
    flat,
    function,
    load,
    loop,
    method,
    operation,
    parse_statements,
    place_node,
)

CONTAINERS = {"list": ast.ListComp, "tuple": ast.ListComp, "set": ast.SetComp, "frozenset": ast.SetComp}
BETTER = """
{value} = ITEM
_f_key = KEY
if _f_none or _f_key {better} _f_best_key:
    _f_best = {value}
    _f_best_key = _f_key
    _f_none = False
"""
ANY_LENGTH = {
    "tuple",
    *(f"{OPERATION}{name}" for name in ("tuple_of", "in_order_of_size")),
}  # their results have any length
Take = Callable[[ast.expr], list[ast.stmt]]  # makes the statements of a loop that use an item


class Comprehensions(Naming):
    """Lifts the comprehensions out of one function; ``lifted`` has the functions that they became.

    ``names`` has the meanings of the names around the function.
    """

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.arguments = [argument.arg for argument in definition.args.args]
        self.scopes = [bound_names(definition)]
        self.all_nodes = [*ast.walk(definition)]
        self.meanings = names
        self.lifted: list[ast.FunctionDef] = []

    def fresh(self, word: str) -> str:
        name = super().fresh(word)
        self.scopes[0].add(name)
        return name

    # Scopes: names that a comprehension or an inner function binds are seen inside it only.

    def visit_function(self, node: ast.FunctionDef | ast.Lambda) -> ast.AST:
        return self.inside(bound_names(node), node) if self.depth else self.visit_outermost(node)

    visit_FunctionDef = visit_Lambda = visit_function

    depth = 0

    def visit_outermost(self, node: ast.AST) -> ast.AST:
        self.depth = 1
        return self.generic_visit(node)

    def inside(self, names: set[str], node: ast.AST) -> ast.AST:
        self.scopes.append(names)
        visited = self.generic_visit(node)
        self.scopes.pop()
        return visited

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if isinstance(node.value, ast.GeneratorExp):  # its names may change before its items are taken
            raise Unsupported(node, "a generator expression that is kept under a name", "make a list of it: [...]")
        return self.generic_visit(node)

    # Items that are used as they come.

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        self.enter(node)
        return self.lift("items", node, _loops(node, lambda item: [ast.Expr(ast.Yield(item))]))

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        self.enter(node)
        return self.collect(node, ast.List([], ast.Load()), "append")

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        self.enter(node)
        return self.collect(node, call("set"), "add")

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.enter(node)

        def store_item(item: ast.expr) -> list[ast.stmt]:
            assert isinstance(item, ast.Tuple)
            key, value = item.elts
            return [ast.Assign([ast.Subscript(load("_f_all"), operation("key", key), ast.Store())], value)]

        pairs = ast.GeneratorExp(ast.Tuple([node.key, node.value], ast.Load()), node.generators)
        body = [assign("_f_all", ast.Dict([], [])), *_loops(pairs, store_item), ast.Return(load("_f_all"))]
        return self.lift("dict", node, body)

    def visit_Set(self, node: ast.Set) -> ast.AST:
        """Replace ``{*row, *other}`` by loops over the items."""
        if not any(isinstance(part, ast.Starred) for part in node.elts):
            return self.generic_visit(node)

        def add(item: ast.expr) -> list[ast.stmt]:
            return [ast.Expr(method(load("_f_all"), "add", item))]

        body = [assign("_f_all", call("set"))]
        for part in node.elts:
            if isinstance(part, ast.Starred):
                body += _loops(self.one_by_one(part.value, repeated=True), add, any_order=True)
            else:
                body += add(self.visit(part))
        return self.lift("set", node, [*body, ast.Return(load("_f_all"))])

    def collect(
        self,
        node: ast.GeneratorExp | ast.ListComp | ast.SetComp,
        empty: ast.expr,
        add: str,
        any_order: bool = False,
    ) -> ast.AST:
        """Lift a comprehension that adds its items to an empty container."""

        def store_item(item: ast.expr) -> list[ast.stmt]:
            item = operation("member_of_set", item) if add == "add" else item
            return [ast.Expr(method(load("_f_all"), add, item))]

        body = [
            assign("_f_all", empty),
            *_loops(node, store_item, any_order or add == "add"),
            ast.Return(load("_f_all")),
        ]
        return self.lift("list" if add == "append" else "set", node, body)

    # Loops over items that are made one by one.

    def enter(self, node: Comprehension) -> None:
        """Visit a comprehension, and inline its iterators where possible."""
        names = targets_of(node)
        for generator in node.generators:
            target = generator.target
            looked_at = isinstance(target, ast.Name) and is_only_looked_at(target.id, [node], self.meanings)
            if inlined := self.inline_loop(generator.iter, looked_at):
                generator.iter = inlined
                names |= names_bound_by(inlined.body)
        self.inside(names, node)

    def inline_loop(self, iterable: ast.expr, looked_at: bool = False) -> Inlined | None:
        """Return the statements that yield the items of an iterable, not yet visited; None if it cannot be inlined."""
        write = iterator(self.meanings, iterable.func) if isinstance(iterable, ast.Call) else None
        if isinstance(iterable, ast.Call) and write is not None:
            body = write(iterable, apply_key)
            body = in_one_list(body) if looked_at else body
            own_names = {name for name in names_bound_by(body) if name.startswith("_f_")}
        else:
            items = self.rewrite_map(iterable) if isinstance(iterable, ast.Call) else iterable
            if not isinstance(items, ast.GeneratorExp) or _has_scopes(items):
                return None
            body = _loops(items, lambda item: [ast.Expr(ast.Yield(item))])
            own_names = targets_of(items)
        if not can_be_inlined(body):
            return None
        self.name_count += 1
        return Inlined(
            with_own_names([place_node(statement, iterable) for statement in body], own_names, self.name_count)
        )

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        if node.orelse or is_left(node.body) or not (inlined := self.inline_loop(node.iter)):
            return self.generic_visit(node)
        self.scopes[-1] |= names_bound_by(inlined.body)
        statements = with_body(inlined, node.target, node.body)
        return [part for statement in statements for part in flat(self.visit(place_node(statement, node)))]

    # Functions that take items.

    def builtin(self, function: ast.expr) -> str:
        """Return the name of a builtin function; empty for any other."""
        return function.id if isinstance(function, ast.Name) and self.meanings.is_builtin(function.id) else ""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = self.builtin(node.func)
        write = iterator(self.meanings, node.func)
        if write is not None:
            self.generic_visit(node)
            result = function("_items", (), write(node, apply_key))
            self.inside(bound_names(result), result)
            return self.lift("items", node, result.body)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "join" and len(node.args) == 1:
            (row,) = node.args
            if isinstance(row, ast.GeneratorExp):
                node.args = [ast.copy_location(ast.ListComp(row.elt, row.generators), row)]
        options = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        if len(options) != len(node.keywords) or any(isinstance(argument, ast.Starred) for argument in node.args):
            return self.generic_visit(node)
        if mapped := self.rewrite_map(node):
            return self.visit(mapped)  # type: ignore[no-any-return]
        if name == "tuple" and len(node.args) == 1 and (made_row := self.new_row(node, node.args[0])):
            return place_node(operation("as_tuple", made_row), node)
        if name in CONTAINERS and len(node.args) == 1 and self.chooses(node.args[0]):
            node.args = [self.each(node.args[0])]  # for a generator never gives back the lists that it is handed
        if name in CONTAINERS and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            whole = CONTAINERS[name](node.args[0].elt, node.args[0].generators)
            collected: ast.expr = self.visit(ast.copy_location(whole, node))
            return place_node(operation("as_tuple", collected), node) if name == "tuple" else collected
        if name == "frozenset" and not (node.args or options):
            return place_node(operation("empty_set"), node)
        reducer = getattr(self, f"take_{name}", None) if name else None
        if reducer is not None and node.args:
            result = reducer(node, node.args, options)
            if result is not None:
                return result  # type: ignore[no-any-return]
        return self.generic_visit(node)

    def chooses(self, node: ast.expr) -> bool:
        """Whether this is a call of one of itertools' functions."""
        return isinstance(node, ast.Call) and iterator(self.meanings, node.func) is not None

    def items(self, node: ast.expr, repeated: bool = False) -> ast.GeneratorExp | ast.ListComp | ast.SetComp | None:
        """Return a comprehension over the items of an iterable, visited; None for a display such as ``(a, b, c)``.

        ``repeated`` says that neither repeated items nor their order matter, so that no set need be made.
        """
        if isinstance(node, ast.GeneratorExp | ast.ListComp) or (repeated and isinstance(node, ast.SetComp)):
            self.enter(node)
            return node
        if isinstance(node, ast.Tuple | ast.List):
            return None
        return self.all_of(node)

    def used_outside(self, node: ast.AST) -> set[str]:
        """Return the names that assignment expressions in a node bind and that the function reads outside it."""
        assigned = {part.target.id for part in ast.walk(node) if isinstance(part, ast.NamedExpr)}
        inside = sum(isinstance(part, ast.Name) and part.id in assigned for part in ast.walk(node))
        total = sum(isinstance(part, ast.Name) and part.id in assigned for part in self.all_nodes)
        return assigned if total > inside else set()

    def one_by_one(self, node: ast.expr, repeated: bool = False) -> ast.GeneratorExp | ast.ListComp | ast.SetComp:
        """Return a comprehension over the items of any iterable, also a display; visited."""
        return self.items(node, repeated) or self.all_of(node)

    def all_of(self, iterable: ast.expr) -> ast.GeneratorExp:
        """Return ``(item for item in iterable)``, visited."""
        items = self.each(iterable)
        self.enter(items)
        return items

    def each(self, iterable: ast.expr) -> ast.GeneratorExp:
        """Return ``(item for item in iterable)``."""
        item = self.fresh("item")
        generator = ast.comprehension(ast.Name(item, ast.Store()), iterable, [], 0)
        return ast.copy_location(ast.GeneratorExp(load(item), [generator]), iterable)

    def take_any(self, node: ast.Call, arguments: Sequence[ast.expr], options: dict[str, ast.expr]) -> ast.AST | None:
        return self.decide(node, arguments, options, truth=True)

    def take_all(self, node: ast.Call, arguments: Sequence[ast.expr], options: dict[str, ast.expr]) -> ast.AST | None:
        return self.decide(node, arguments, options, truth=False)

    def decide(
        self, node: ast.Call, arguments: Sequence[ast.expr], options: dict[str, ast.expr], truth: bool
    ) -> ast.AST | None:
        """Lift ``any`` (``truth``) or ``all``, as a loop that returns early."""
        if options or len(arguments) != 1:
            return None
        items = self.one_by_one(arguments[0], repeated=True)

        def take(item: ast.expr) -> list[ast.stmt]:
            test = item if truth else ast.UnaryOp(ast.Not(), item)
            return [conditional(test, [ast.Return(ast.Constant(truth))])]

        return self.lift(
            "any" if truth else "all", items, [*_loops(items, take, True), ast.Return(ast.Constant(not truth))]
        )

    def take_sum(self, node: ast.Call, arguments: Sequence[ast.expr], options: dict[str, ast.expr]) -> ast.AST | None:
        """Lift ``sum``, as a loop with a total."""
        start = [*arguments[1:], *options.values()]
        if set(options) - {"start"} or len(start) > 1:
            return None
        initial: ast.expr = self.visit(start[0]) if start else ast.Constant(0)
        items = self.items(arguments[0])
        if items is None:
            total: ast.expr = operation("summand", initial)
            for item in _elements(arguments[0]):
                total = ast.BinOp(total, ast.Add(), operation("summand", self.visit(item)))
            return place_node(total, node)

        _choose_summand(items)

        def take(item: ast.expr) -> list[ast.stmt]:
            return [assign("_f_total", ast.BinOp(load("_f_total"), ast.Add(), operation("summand", item)))]

        body = [
            assign("_f_total", operation("summand", load("_f_start"))),
            *_loops(items, take, True),
            ast.Return(load("_f_total")),
        ]
        return self.lift("sum", items, body, {"_f_start": initial})

    def take_next(self, node: ast.Call, arguments: Sequence[ast.expr], options: dict[str, ast.expr]) -> ast.AST | None:
        """Lift ``next(items, default)``, as a loop that returns its first item."""
        if options or len(arguments) != 2 or not isinstance(arguments[0], ast.GeneratorExp | ast.Call):
            return None
        default = self.visit(arguments[1])
        items = self.items(arguments[0])
        assert items is not None
        body = [*_loops(items, lambda item: [ast.Return(item)]), ast.Return(load("_f_default"))]
        return self.lift("next", items, body, {"_f_default": default})

    def take_frozenset(
        self, node: ast.Call, arguments: Sequence[ast.expr], options: dict[str, ast.expr]
    ) -> ast.AST | None:
        """Replace ``frozenset(items)`` by a set, which rules cannot tell apart since they only read it."""
        if options or len(arguments) != 1:
            return None
        items = self.all_of(arguments[0])
        return self.collect(ast.copy_location(ast.SetComp(items.elt, items.generators), node), call("set"), "add")

    def take_min(self, node: ast.Call, arguments: Sequence[ast.expr], options: dict[str, ast.expr]) -> ast.AST | None:
        return self.extreme("min", "<", node, arguments, options)

    def take_max(self, node: ast.Call, arguments: Sequence[ast.expr], options: dict[str, ast.expr]) -> ast.AST | None:
        return self.extreme("max", ">", node, arguments, options)

    def extreme(
        self,
        name: str,
        better: str,
        node: ast.Call,
        arguments: Sequence[ast.expr],
        options: dict[str, ast.expr],
    ) -> ast.AST | None:
        """Lift ``min`` or ``max``, as a loop that keeps the best item; None for uses that stay calls."""
        if set(options) - {"key", "default"}:
            return None
        several = len(arguments) > 1 or isinstance(arguments[0], ast.Tuple | ast.List)
        if several and not options:
            return ast.copy_location(call(name, *map(self.visit, _elements(node) or arguments)), node)
        items = None if several else self.items(arguments[0], repeated="key" not in options)
        if items is None:
            members = arguments if len(arguments) > 1 else _elements(arguments[0])
            items = self.each(ast.copy_location(ast.Tuple([*map(self.visit, members)], ast.Load()), node))
        key = options.get("key")
        if key is not None and names_read([key], targets_of(items)):
            return None  # one name with two meanings
        value, handed = self.fresh("value"), {}
        if "default" in options:
            handed["_f_default"] = self.visit(options["default"])

        def take(item: ast.expr) -> list[ast.stmt]:
            key_of_value = load(value) if key is None else self.visit(apply_key(key, load(value)))
            return parse_statements(BETTER.format(value=value, better=better), ITEM=item, KEY=key_of_value)

        end = (
            "return _f_default" if "default" in options else f"raise ValueError('{name}() iterable argument is empty')"
        )
        body = [
            *parse_statements("_f_none = True\n_f_best = _operation_unset()\n_f_best_key = _operation_unset()"),
            *_loops(items, take, any_order=key is None),
            *parse_statements(f"if _f_none:\n    {end}\nreturn _f_best"),
        ]
        return self.lift(name, items, body, handed)

    def new_row(self, node: ast.Call, source: ast.expr) -> ast.expr | None:
        """Lift ``tuple`` of new items; into a packed row if it goes into a state. None for other items."""
        into_state = getattr(node, INTO_STATE, False)
        if isinstance(source, ast.Call) and self.builtin(source.func) == "sorted":
            options = {str(keyword.arg): keyword.value for keyword in source.keywords}
            plain = len(source.args) == 1 and not isinstance(source.args[0], ast.Starred)
            return self.take_sorted(source, source.args, options, into_state) if plain else None
        mapped = self.rewrite_map(source) if isinstance(source, ast.Call) else None
        items = mapped or source
        if not into_state or not isinstance(items, ast.GeneratorExp | ast.ListComp):
            return None
        self.enter(items)
        body = [self.no_items(items), *_loops(items, put_last), ast.Return(load("_f_all"))]
        return self.lift("row", items, body)

    def no_items(self, items: Comprehension) -> ast.stmt:
        """Return an empty row of the type of the rules' rows, which the function's arguments determine."""
        inner_names = targets_of(items).union(*self.scopes[1:])
        around = [name for name in self.arguments if name not in inner_names]
        return assign("_f_all", operation("empty_row", *map(load, ["self"] if "self" in around else around)))

    def take_sorted(
        self,
        node: ast.Call,
        arguments: Sequence[ast.expr],
        options: dict[str, ast.expr],
        into_state: bool = False,
    ) -> ast.expr | None:
        """Lift ``sorted``, as an insertion sort of the items as they come; None for uses that stay calls."""
        if set(options) - {"key", "reverse"} or len(arguments) != 1:
            return None
        members = None if into_state or "key" in options else self.members_of_tuples(arguments[0])
        items = self.one_by_one(members or arguments[0])
        key = options.get("key")
        if key is not None and names_read([key], targets_of(items)):
            return None  # one name with two meanings
        value, handed = (
            self.fresh("value"),
            {"_f_reverse": self.visit(options.get("reverse", ast.Constant(False)))},
        )

        def take(item: ast.expr) -> list[ast.stmt]:
            if key is None:
                return put_in_place(item, into_state, members is not None)
            return put_in_place_by_key(item, value, self.visit(apply_key(key, load(value))), into_state)

        body = [
            *([self.no_items(items)] if into_state else parse_statements("" if key is None else "_f_all = []")),
            *parse_statements("" if key is None and into_state else "_f_keys = []"),
            *_loops(items, take, any_order=key is None),
            *parse_statements(IN_ORDER[key is None, into_state]),
        ]
        return self.lift("sorted", items, body, handed)

    def members_of_tuples(self, node: ast.expr) -> ast.expr | None:
        """Return the items of a set that may hold tuples of any length; None for other sets.

        Machine code has no sets of such tuples.
        """
        if isinstance(node, ast.SetComp):
            element = ast.unparse(node.elt)
            source = next((each.iter for each in node.generators if ast.unparse(each.target) == element), None)
            is_maker = isinstance(node.elt, ast.Call) and ast.unparse(node.elt.func) in ANY_LENGTH
            any_length = is_maker or (isinstance(source, ast.Call) and self.gives_any_length(source))
            return ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node) if any_length else None
        is_maker = (
            isinstance(node, ast.Call) and self.builtin(node.func) in ("set", "frozenset") and len(node.args) == 1
        )
        if not is_maker or not isinstance(node.args[0], ast.Call | ast.GeneratorExp):
            return None
        (items,) = node.args
        if isinstance(items, ast.GeneratorExp):
            return self.members_of_tuples(ast.SetComp(items.elt, items.generators)) and items
        return items if self.gives_any_length(items) else None

    def gives_any_length(self, node: ast.Call) -> bool:
        """Whether this calls a function of itertools whose tuples have a length known only at run time."""
        write = iterator(self.meanings, node.func)
        return bool(write and are_of_any_length(write(copy_tree(node), apply_key)))

    def take_len(self, node: ast.Call, arguments: Sequence[ast.expr], options: dict[str, ast.expr]) -> ast.AST | None:
        """Replace ``len`` of a set of tuples of any length by that of a sorted list."""
        if options or len(arguments) != 1 or self.members_of_tuples(arguments[0]) is None:
            return None
        ordered = self.take_sorted(node, arguments, {})
        return None if ordered is None else ast.copy_location(call("len", ordered), node)

    def rewrite_map(self, node: ast.Call) -> ast.GeneratorExp | None:
        """Return ``map`` or ``filter`` as a generator expression; None for any other call."""
        name = self.builtin(node.func)
        starred = any(isinstance(argument, ast.Starred) for argument in node.args)
        if name not in ("map", "filter") or len(node.args) < 2 or node.keywords or starred:
            return None
        key, *iterables = node.args
        values = [self.fresh("value") for _ in iterables]
        loads = [*map(load, values)]
        targets: list[ast.expr] = [ast.Name(value, ast.Store()) for value in values]
        target = targets[0] if len(targets) == 1 else ast.Tuple(targets, ast.Store())
        source = iterables[0] if len(iterables) == 1 else ast.copy_location(call("zip", *iterables), node)
        item, tests = loads[0] if name == "filter" else apply_key(key, *loads), list[ast.expr]()
        if name == "filter":
            tests = [loads[0] if isinstance(key, ast.Constant) and key.value is None else apply_key(key, *loads)]
        return ast.copy_location(ast.GeneratorExp(item, [ast.comprehension(target, source, tests, 0)]), node)

    # The functions that are made.

    def lift(
        self, kind: str, node: ast.AST, body: Iterable[ast.stmt], handed: dict[str, ast.expr] | None = None
    ) -> ast.expr:
        """Lift the body into a new function; return the call of it.

        The function gets the outer names that it reads, and the values in ``handed``.
        """
        handed = handed or {}
        name = f"_{kind}_{getattr(node, 'lineno', 0)}_{getattr(node, 'col_offset', 0)}_{len(self.lifted)}"
        statements = list(body)
        definition = function(name, (), statements)
        around = set().union(*self.scopes)
        own_names = bound_names(definition) - {"self"}
        names = names_read(statements, around - own_names - set(handed))
        if leaked := own_names & self.used_outside(node):
            raise Unsupported(node, f"{min(leaked)}, assigned in a comprehension and used outside", "write a loop")
        definition.args.args = [ast.arg(argument) for argument in (*names, *handed)]
        self.lifted.append(place_node(definition, node))
        return ast.copy_location(call(name, *map(load, names), *handed.values()), node)


class _Substitution(ast.NodeTransformer):
    def __init__(self, meanings: dict[str, ast.expr]) -> None:
        self.meanings = meanings

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return (
            copy_tree(self.meanings[node.id]) if node.id in self.meanings and isinstance(node.ctx, ast.Load) else node
        )


def apply_key(key: ast.expr, *values: ast.expr) -> ast.expr:
    """Return ``key(values)``; the body of a lambda is substituted."""
    if not isinstance(key, ast.Lambda):
        return call(copy_tree(key), *values)
    names = arguments_of(key)
    if key.args.vararg or len(names) != len(values):
        raise Unsupported(key, "a lambda with other arguments than it gets here", f"let it take {len(values)}")
    arguments = dict(zip(names, values, strict=True))
    assigned = {
        part.id for part in ast.walk(key.body) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
    body = copy_tree(key.body)
    if assigned & arguments.keys() or any(
        isinstance(part, ast.Lambda) for part in ast.walk(body)
    ):  # two meanings of a name
        return call(copy_tree(key), *map(copy_tree, arguments.values()))
    # All arguments at once, since a value may have the name of an argument.
    return _Substitution(arguments).visit(body)  # type: ignore[no-any-return]


def _has_scopes(node: ast.AST) -> bool:
    """Whether it has lambdas or assignment expressions, whose names cannot simply be replaced."""
    return any(isinstance(part, ast.Lambda | ast.NamedExpr) for part in ast.walk(node))


def _elements(node: ast.expr) -> list[ast.expr]:
    """Return the items of a display."""
    if isinstance(node, ast.Call):
        return _elements(node.args[0]) if len(node.args) == 1 else []
    return list(node.elts) if isinstance(node, ast.Tuple | ast.List) else []


def _choose_summand(items: Comprehension) -> None:
    """Turn ``1 for x in row if x`` into ``1 if x else 0 for x in row``, which needs no branch."""
    tests = items.generators[-1].ifs
    named = any(isinstance(part, ast.NamedExpr) for test in tests for part in ast.walk(test))
    if isinstance(items, ast.DictComp) or not isinstance(items.elt, ast.Constant):
        return
    if tests and not named and type(items.elt.value) is int:
        test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
        items.elt = place_node(ast.IfExp(test, items.elt, ast.Constant(0)), items.elt)
        items.generators[-1].ifs = []


def _loops(node: Comprehension, take: Take, any_order: bool = False) -> list[ast.stmt]:
    """Return the loops and conditions of a comprehension around the statements that ``take`` makes for an item."""
    assert not isinstance(node, ast.DictComp)
    body = take(node.elt)
    for generator in reversed(node.generators):
        for test in reversed(generator.ifs):
            body = [conditional(test, body)]
        if isinstance(generator.iter, Inlined):
            body = with_body(generator.iter, generator.target, body)
        else:
            body = [loop(generator.target, generator.iter, body)]
            setattr(body[0], ANY_ORDER, any_order)
    return body
