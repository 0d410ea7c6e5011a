"""Memo keys: the values of a state on which the list of moves, or the odds of a move, depends.

Many states have the same list of moves: for instance all rolls of the same number of dice. A method that yields moves
or gives their odds is cut down to a program slice (M. Weiser, "Program slicing", 1981). The slice keeps the branches
and names that the state and the parameters alone determine. At the end of each path it returns the values that the rest
of the method uses. Two states with the same key have the same list. A name counts only if nothing can mutate its
object, through this name or an alias; a list that grows on the way does not count. The slice computes nothing that the
method would not compute, so it raises only where the method raises. A path that passes the whole state on has no key.
"""

import ast
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from faceup.native.lowering.names import Comprehension, arguments_of, bound_names, is_generator, targets_of
from faceup.native.lowering.tree import conditional, copy_tree, load, operation, place_node

KEYED = "keyed"  # the form of a method that returns the key
MEMO_KEY = "memo_key"  # the operation that makes the key
MOST_WAYS = 16  # paths through a method; further branches are not followed
MOST_PARTS = 3  # of a key, unless the fields behind the parts are fewer

TOO_INTRICATE = ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.Try | ast.With | ast.Match | ast.Global | ast.Nonlocal
TOO_INTRICATE |= ast.NamedExpr | ast.Delete | ast.Assert
LEAVING = ast.Return | ast.Raise
FRESH = ("len", "any", "all", "abs", "int", "bool", "range", "frozenset")  # their results are immutable
PASSED_ON = ("sum", "min", "max", "tuple", "divmod")  # their results are immutable if their items are
NUMBERS = ("len", "sum", "min", "max", "abs", "any", "all", "int", "bool")  # their results are no rows


class NoKey(Exception):
    """A path uses more of the state than a key can hold."""


def has_key(definition: ast.FunctionDef) -> bool:
    """Whether ``make_key_method`` gives this method a key on at least one path."""
    try:
        return Slice(definition).key_count > 0
    except NoKey:
        return False


def make_key_method(definition: ast.FunctionDef) -> None:
    """Turn a method into one of the rules and a state that returns the memo key."""
    definition.body = Slice(definition).body
    definition.args.args = definition.args.args[:2]


class Slice:
    """The slice of one method: its ``body``, and the ``key_count`` of paths that have a key."""

    def __init__(self, definition: ast.FunctionDef) -> None:
        inner = [node for statement in definition.body for node in ast.walk(statement)]
        arguments = definition.args
        comprehensions = [node for node in inner if isinstance(node, Comprehension)]
        loop_names: set[str] = set().union(*map(targets_of, comprehensions))
        if (
            any(isinstance(node, TOO_INTRICATE) for node in inner)
            or arguments.vararg
            or arguments.kwarg
            or arguments.kwonlyargs
            or len(arguments.args) < 2
            or loop_names & bound_names(definition)
        ):
            raise NoKey
        names = arguments_of(definition)
        self.rules, self.state = names[:2]
        if {self.rules, self.state} & {node.id for node in inner if isinstance(node, ast.Name) and _is_stored(node)}:
            raise NoKey
        self.never_changed = _names_never_changed(inner)
        self.unchangeable: set[str] = set()
        self.local = bound_names(definition) | loop_names
        self.store_counts = Counter(node.id for node in inner if isinstance(node, ast.Name) and _is_stored(node))
        self.yields = is_generator(definition)
        self.ways = self.key_count = 0
        self.fixed = {self.rules}  # names with the same value for all states
        self.values: dict[str, ast.expr] = {self.state: load(self.state)}  # names that the state determines
        self.body = [place_node(each, definition.body[0]) for each in self.block(definition.body, {}, True)]

    # Statements.

    def block(self, statements: Sequence[ast.stmt], parts: dict[str, ast.expr], sure: bool) -> list[ast.stmt]:
        """Return the slice of these statements, to the end of the method; ``parts`` are used before them.

        A statement is ``sure`` to be reached unless an earlier one may leave the method.
        """
        parts = dict(parts)
        try:
            for k, statement in enumerate(statements):
                following = statements[k + 1 :]
                match statement:
                    case ast.Return(ast.IfExp(test, body, orelse)):
                        ways = ([place_node(ast.Return(value), statement)] for value in (body, orelse))
                        return self.block([place_node(conditional(test, *ways), statement)], parts, sure)
                    case ast.Return(value):
                        if value:
                            self.collect(value, parts, sure, iterated=not self.yields)
                        break
                    case ast.Raise():
                        raise NoKey
                    case ast.Assign([target], value) if (
                        sure and self.is_determined(value) and self.are_fixed(target, value)
                    ):
                        for name in _names(target):
                            if self.is_unchangeable(value):
                                self.unchangeable.add(name)
                            if self.depends_on_state(value):
                                self.values[name] = value
                            else:
                                self.fixed.add(name)
                        tail = self.block(following, parts, sure)
                        used_names = {node.id for each in tail for node in ast.walk(each) if isinstance(node, ast.Name)}
                        return [copy_tree(statement), *tail] if used_names & set(_names(target)) else tail
                    case ast.If(test, body, orelse) if sure and self.is_determined(test) and self.ways < MOST_WAYS:
                        self.ways += 1
                        fixed, values, ends = self.fixed, self.values, list[list[ast.stmt]]()
                        for way in (body, orelse):
                            self.fixed, self.values = set(fixed), dict(values)
                            ends.append(self.block([*way, *following], parts, sure))
                        return [conditional(copy_tree(test), *ends)]
                    case _:
                        self.collect(statement, parts, sure)
                        sure = sure and not any(
                            isinstance(node, ast.Return | ast.Raise) for node in ast.walk(statement)
                        )
        except NoKey:
            return [_key()]
        self.key_count += 1
        return [_key(ast.Constant(self.key_count), *map(copy_tree, self.smallest_key(parts)))]

    def smallest_key(self, parts: dict[str, ast.expr]) -> list[ast.expr]:
        """Return the parts that other parts do not determine; or the fields behind them, if these are fewer."""
        needed = [node for name, node in parts.items() if self.depends_on_state(node, parts.keys() - {name})]
        fields: dict[str, ast.expr] = {}
        whole = [node for node in needed if not self.find_fields(node, fields)]
        return needed if whole or len(needed) <= MOST_PARTS or len(fields) >= len(needed) else list(fields.values())

    def find_fields(self, node: ast.AST, fields: dict[str, ast.expr]) -> bool:
        """Collect the fields of the state in an expression; False if it uses the state as a whole."""
        match node:
            case ast.Attribute(ast.Name(self.state)):
                fields[ast.dump(node)] = node
                return True
            case ast.Name(name) if name in self.values:
                return name != self.state and self.find_fields(self.values[name], fields)
        return all(self.find_fields(child, fields) for child in ast.iter_child_nodes(node))

    def are_fixed(self, target: ast.expr, value: ast.expr) -> bool:
        """Whether the targets are names that are assigned here alone, with values that nothing mutates."""
        names = list(_names(target))
        plain = isinstance(target, ast.Name) or (
            isinstance(target, ast.Tuple) and all(isinstance(item, ast.Name) for item in target.elts)
        )
        lasting = self.is_unchangeable(value) or all(name in self.never_changed for name in names)
        return plain and lasting and all(self.store_counts[name] == 1 for name in names)

    def is_unchangeable(self, node: ast.expr, items: Collection[str] = ()) -> bool:
        """Whether the value is immutable: a number, a word, a set of a state, or a tuple of immutable values.

        ``items`` are names of immutable values.
        """

        def both(*nodes: ast.expr) -> bool:
            return all(self.is_unchangeable(each, items) for each in nodes)

        match node:
            case ast.Constant() | ast.Compare() | ast.Attribute(ast.Name(self.state)):
                return True
            case ast.Name(name):
                return name in items or name in self.unchangeable
            case ast.Tuple(parts) | ast.BoolOp(_, parts):
                return both(*parts)
            case ast.BinOp(left, _, right) | ast.IfExp(_, left, right):
                return both(left, right)
            case ast.UnaryOp(_, operand):
                return both(operand)
            case ast.Subscript(value):
                return both(value)
            case ast.Call(ast.Name(name)) if name in FRESH:
                return True
            case ast.Call(ast.Name(name), [ast.GeneratorExp(item, generators)], []) if name in PASSED_ON:
                names = set(items).union(*(_names(each.target) for each in generators))
                outer, *inner = [each.iter for each in generators]
                lasting = both(outer) and all(self.is_unchangeable(each, names) for each in inner)
                return lasting and self.is_unchangeable(item, names)
            case ast.Call(ast.Name(name), arguments, []) if name in PASSED_ON:
                return both(*arguments)
        return False

    # Expressions.

    def is_determined(self, node: ast.expr) -> bool:
        """Whether the state and the parameters alone determine an expression."""
        if any(isinstance(part, ast.Yield | ast.YieldFrom | ast.Starred) for part in ast.walk(node)):
            return False
        return not (_names_read(node) & self.local) - self.fixed - set(self.values)

    def depends_on_state(self, node: ast.AST, parts: Collection[str] = ()) -> bool:
        """Whether a node depends on the state otherwise than through these parts."""
        if isinstance(node, ast.Name):
            return node.id in self.values
        children = (child for child in ast.iter_child_nodes(node) if ast.dump(child) not in parts)
        return any(self.depends_on_state(child, parts) for child in children)

    def collect(self, node: ast.AST, parts: dict[str, ast.expr], sure: bool, iterated: bool = False) -> None:
        """Add the parts of the state that a node uses. Raises NoKey.

        ``iterated`` says that a loop takes the items of the node one by one. A node that is not ``sure`` to run
        contributes its pieces one by one, those that cannot raise.
        """
        if isinstance(node, ast.expr) and self.is_determined(node):
            if not self.depends_on_state(node):
                return
            if self.add(node, parts, sure, iterated):
                return
        match node:
            case ast.For(target, iterable, body, orelse):
                self.collect(iterable, parts, sure, iterated=True)
                self.collect_all([target, *body, *orelse], parts, False)
            case ast.If(test, body, orelse) | ast.While(test, body, orelse):
                self.collect(test, parts, sure)
                self.collect_all([*body, *orelse], parts, False)
            case ast.YieldFrom(value):
                self.collect(value, parts, sure, iterated=True)
            case ast.IfExp(test, body, orelse):
                self.collect(test, parts, sure)
                self.collect(body, parts, False, iterated)
                self.collect(orelse, parts, False, iterated)
            case ast.BoolOp(_, [first, *others]) | ast.Compare(first, _, [*others]):
                self.collect(first, parts, sure)
                self.collect_all(others, parts, sure and isinstance(node, ast.Compare) and len(others) == 1)
            case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
                outer, *inner = node.generators
                self.collect(outer.iter, parts, sure, iterated=True)
                items = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
                looped = [part for each in inner for part in (each.iter, *each.ifs)]
                self.collect_all([*outer.ifs, *looped, *items], parts, False)
            case ast.Call(function, arguments, keywords):
                values = [*arguments, *(keyword.value for keyword in keywords)]
                owner = [function.value] if isinstance(function, ast.Attribute) else []
                self.collect_all([*owner, *values], parts, sure)
            case _:
                self.collect_all(ast.iter_child_nodes(node), parts, sure)

    def collect_all(self, nodes: Iterable[ast.AST], parts: dict[str, ast.expr], sure: bool) -> None:
        for node in nodes:
            self.collect(node, parts, sure)

    def is_state(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == self.state

    def add(self, node: ast.expr, parts: dict[str, ast.expr], sure: bool, iterated: bool) -> bool:
        """Add a determined expression as one part; False if its pieces must be collected instead. Raises NoKey."""
        if ast.dump(node) in parts:
            return True
        match node:
            case ast.Name(self.state):
                raise NoKey
            case ast.Name(name):  # which was evaluated
                self.collect(self.values[name], parts, True, iterated)
                return True
            case ast.Attribute(ast.Name(self.state)):
                one = True
            case ast.Attribute():
                one = sure and not iterated
            case ast.Call(ast.Name(name)) if name in NUMBERS:
                one = sure
            case ast.Call(_, arguments) if any(self.is_state(each) for each in arguments):
                if iterated or not sure:
                    raise NoKey
                one = True
            case ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.Subscript():
                one = sure and not iterated
            case _:
                one = False
        if one:
            parts[ast.dump(node)] = node
        return one


def _key(*parts: ast.expr) -> ast.stmt:
    return ast.Return(operation(MEMO_KEY, ast.Tuple([*parts], ast.Load())))


def _names_never_changed(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names used only to compare, count, calculate or decide, so that nothing mutates their objects."""
    harmless: list[ast.expr] = []
    nodes = list(nodes)
    for node in nodes:
        match node:
            case ast.Compare(left, _, others):
                harmless += [left, *others]
            case ast.Call(ast.Name(name), arguments) if name in FRESH:
                harmless += arguments
            case ast.BinOp(left, ast.Add(), right):
                harmless += [left] if isinstance(right, ast.Constant) else []
                harmless += [right] if isinstance(left, ast.Constant) else []
            case ast.BinOp(left, operator, right) if not isinstance(operator, ast.Mult):
                harmless += [left, right]
            case ast.UnaryOp(_, operand):
                harmless.append(operand)
            case ast.If(test) | ast.While(test) | ast.IfExp(test):
                harmless.append(test)
    allowed = set(map(id, harmless))
    loads = [node for node in nodes if isinstance(node, ast.Name) and not _is_stored(node)]
    return {node.id for node in nodes if isinstance(node, ast.Name)} - {n.id for n in loads if id(n) not in allowed}


def _names_read(node: ast.AST) -> set[str]:
    """Return the names in a node, apart from those that its comprehensions bind."""
    inner: set[str] = set().union(*(targets_of(part) for part in ast.walk(node) if isinstance(part, Comprehension)))
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} - inner


def _is_stored(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Load)


def _names(target: ast.expr) -> list[str]:
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
