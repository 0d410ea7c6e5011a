"""The order of the lowering stages, and the functions that they make for the compiler."""

import ast
import types
from functools import cache
from typing import Any

from faceup.native.digests.reach import helpers_of
from faceup.native.lowering.arithmetic import Arithmetic, refuse_unreplaced
from faceup.native.lowering.assignments import Assignments, Chains, raise_at_the_end, refuse_unset_names
from faceup.native.lowering.calls import Calls, References, caller_name, operation_for_value, replacer_name
from faceup.native.lowering.comprehensions import Comprehensions
from faceup.native.lowering.containers import Changes, Counters, Lists
from faceup.native.lowering.forms.memo_keys import KEYED, make_key_method
from faceup.native.lowering.forms.move_kinds import ForKind
from faceup.native.lowering.forms.move_versions import for_kind
from faceup.native.lowering.forms.yields import (
    LISTING,
    WORDS,
    InWords,
    has_no_end,
    listing,
    yield_returned,
    yield_words,
)
from faceup.native.lowering.names import Names, is_generator, refuse_inner_functions
from faceup.native.lowering.normal_forms import NormalForms, Texts
from faceup.native.lowering.refusals import refuse_left_out, refuse_stored_iterators
from faceup.native.lowering.rows_by_value import RowsByValue, hold_lists_by_value
from faceup.native.lowering.statements import Statements
from faceup.native.lowering.tree import OPERATION, NoSource, Unsupported, definition_of, flat
from faceup.native.lowering.tree import function as tree_function

RESERVED_PREFIXES = ("_f_", OPERATION)
CACHED, YIELDING = "cached", "yielding"

Form = str | InWords | ForKind


@cache
def lower(function: types.FunctionType, form: Form = "") -> types.FunctionType:
    """Return a lowered copy of the function, with the line numbers of the writer's file. Raises NoSource, Unsupported.

    ``form`` is CACHED for a helper under functools.cache, YIELDING for a method that shall yield what it returns, KEYED
    for the memo key of a method; ``yields`` and ``move_versions`` describe the others.
    """
    definition = definition_of(function)
    if isinstance(definition, ast.Lambda):
        body: list[ast.stmt] = [ast.copy_location(ast.Return(definition.body), definition)]
        definition = ast.copy_location(ast.FunctionDef("_lambda", definition.args, body, [], None, None), definition)
    definition.decorator_list, definition.returns = [], None
    try:
        _refuse_own_names(definition)
        words: dict[str, Any] = {}
        if form == KEYED:
            make_key_method(definition)
        if form == YIELDING or isinstance(form, InWords):
            yield_returned(definition)
        if isinstance(form, InWords):
            yield_words(definition)
            words, form = {WORDS: form.words}, YIELDING
        if isinstance(form, ForKind):
            helpers = for_kind(function, definition, form)
            words, form = {name: lower(*version) for name, version in helpers.items()}, ""
        recurs = form == CACHED and function in helpers_of(function)
        if form == CACHED:
            from faceup.native.lowering.forms.memo import add_memo, memo, must_be_computed

            if must_be_computed(definition, Lists(definition, Names(function, definition)), recurs):
                form = ""
        parts, meanings = _parts(function, definition)
        meanings |= words
        if form == CACHED:
            width = add_memo(ast.fix_missing_locations(parts[-1]))
            name = f"memo.{function.__module__}.{function.__qualname__}.{function.__code__.co_firstlineno}"
            meanings |= memo(name, width, recurs)
        return _make_function(function, parts, meanings, form)
    except Unsupported as unsupported:
        unsupported.file = function.__code__.co_filename
        raise
    except NoSource:
        raise
    except Exception as error:  # whatever it is, the rules still run in CPython
        mend = "write it in simpler statements, and please report this"
        failure = Unsupported(definition, "a method that faceup fails to read", mend)
        failure.file = function.__code__.co_filename
        raise failure from error


def _refuse_own_names(definition: ast.FunctionDef) -> None:
    """Raise Unsupported for a name that lowered code may use itself."""
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and node.id.startswith(RESERVED_PREFIXES):
            raise Unsupported(node, f"the name {node.id}, which lowering has for itself", "give it another name")


def _parts(function: types.FunctionType, definition: ast.FunctionDef) -> tuple[list[ast.FunctionDef], dict[str, Any]]:
    """Return the lowered definition after the functions that its comprehensions became; and the new names' meanings."""
    names = Names(function, definition)
    refuse_left_out(definition, names)
    definition = NormalForms(names).visit(definition)
    refuse_stored_iterators(definition, names)
    refuse_inner_functions(definition)
    lists = Lists(definition, names)
    for early in (lists, Changes(definition, names), Texts(definition, names)):
        definition.body = [early.visit(statement) for statement in definition.body]
    statements, references, calls = Statements(definition, lists), References(names), Calls(names, _owner(function))
    definition.body = [part for statement in definition.body for part in flat(statements.visit(statement))]
    raise_at_the_end(definition)
    counters = Counters(definition, names)
    definition.body = [counters.visit(statement) for statement in definition.body]
    hold_lists_by_value(definition, names)
    for stage in (RowsByValue(definition, names), references, calls):
        definition.body = [stage.visit(statement) for statement in definition.body]
    comprehensions = Comprehensions(definition, names)
    comprehensions.visit(definition)
    parts = [*comprehensions.lifted, definition]
    for part in parts:
        Chains().visit(part)
        Assignments().visit(part)
        refuse_unset_names(part)
        Arithmetic(names).visit(part)
        refuse_unreplaced(part, names)
        ast.fix_missing_locations(part)
    return parts, references.space | _operations_for(calls)


def _operations_for(calls: Calls) -> dict[str, Any]:
    """Return the operations made for the starred calls and the ``_replace`` calls of one function."""
    if not (calls.replaced_fields or calls.callers):
        return {}
    from faceup.native.operations.rows import caller, replacer

    callers = {OPERATION + caller_name(*key): caller(*key) for key in calls.callers}
    return callers | {replacer_name(fields): replacer(fields) for fields in calls.replaced_fields}


def _owner(function: types.FunctionType) -> str:
    """Return the name of the class in which a method is written; empty for a plain function."""
    return function.__qualname__.rpartition(".")[0].rpartition(".")[2]


_lowered_functions: set[types.FunctionType] = set()
_lowered_codes: set[types.CodeType] = set()


def is_lowered(value: Any) -> bool:
    """Whether this is a lowered function."""
    return isinstance(value, types.FunctionType) and value in _lowered_functions


def is_lowered_code(code: types.CodeType) -> bool:
    """Whether this is the code of a lowered function, or of a copy of one."""
    return code in _lowered_codes


def _make_function(
    function: types.FunctionType, parts: list[ast.FunctionDef], meanings: dict[str, Any], form: str
) -> types.FunctionType:
    """Return the lowered function compiled from these trees, with the globals and closure of the original."""
    code = function.__code__
    names = list(code.co_freevars)
    # Only super() needs __class__, and no super() is left.
    # A name like __limit is another one inside a class, and a closure's names are found in the function around it.
    owner = _owner(function)
    defaults = _keywords_in_place(function, parts[-1])
    # Engines consume all moves, so no list form is needed; and a loop with `while` may have no end.
    main = parts[-1]
    skips_listing = form == YIELDING or any(isinstance(part, ast.While) for part in ast.walk(main))
    generators = [part for part in parts if is_generator(part) and not (part is main and skips_listing)]
    listings = {part.name: listing(part, f"{part.name}_listed") for part in generators if not has_no_end(part)}
    definitions: list[ast.stmt] = [*listings.values(), *parts]
    around: ast.stmt = ast.ClassDef(owner if owner.isidentifier() else "_", [], [], definitions, [])
    outer = tree_function("_outer", names, [around])
    module = ast.fix_missing_locations(ast.Module([outer], []))
    codes = _codes_in(compile(module, code.co_filename, "exec", dont_inherit=True))
    space = function.__globals__ | meanings
    if any(name.startswith(OPERATION) for result in codes.values() for name in _names_in(result)):
        space |= operations()
    result: types.FunctionType | None = None
    cells = {
        name: types.CellType(_as_operation(cell.cell_contents))
        for name, cell in zip(names, function.__closure__ or (), strict=True)
    }
    for part in parts:
        closure = tuple(cells[name] for name in codes[part.name].co_freevars)
        result = types.FunctionType(codes[part.name], space, part.name, None, closure)
        result.__module__, result.__qualname__ = function.__module__, part.name
        if part in generators:
            listed = listings.get(part.name)
            result.__dict__[LISTING] = listed and codes[listed.name]
            _lowered_codes.update([codes[listed.name]] if listed else [])
        _lowered_functions.add(result)
        _lowered_codes.add(result.__code__)
        if part is not parts[-1]:
            space[part.name] = result
    assert result is not None
    result.__name__, result.__qualname__ = function.__name__, function.__qualname__
    result.__defaults__ = defaults and tuple(map(_as_operation, defaults))
    return result


def _as_operation(value: Any) -> Any:
    """Return the operation that replaces a library function; any other value unchanged. Raises Unsupported."""
    name = operation_for_value(value)
    if not name and isinstance(value, types.BuiltinFunctionType):
        raise Unsupported(None, f"{value.__name__}, handed on", "call it by its name")
    return operations()[OPERATION + name] if name else value


def _keywords_in_place(function: types.FunctionType, definition: ast.FunctionDef) -> tuple[Any, ...] | None:
    """Make keyword-only arguments positional; return the defaults of all arguments, in their order."""
    arguments, defaults = definition.args, function.__defaults__ or ()
    options = function.__kwdefaults__ or {}
    if any(isinstance(value, list | dict | set) for value in (*defaults, *options.values())):
        raise Unsupported(definition, "a list, a dictionary or a set as a default, which is kept", "write a tuple")
    missing = [argument for argument in arguments.kwonlyargs if argument.arg not in options]
    if arguments.vararg and arguments.kwonlyargs:
        raise Unsupported(definition, f"{arguments.kwonlyargs[0].arg}, given by name after a star", "give it a place")
    if missing and defaults:
        raise Unsupported(
            definition, f"the argument {missing[0].arg}, given by name and without a default", "give it one"
        )
    ordered = [*missing, *(argument for argument in arguments.kwonlyargs if argument.arg in options)]
    arguments.args, arguments.kwonlyargs, arguments.kw_defaults, arguments.defaults = (
        [*arguments.args, *ordered],
        [],
        [],
        [],
    )
    return (*defaults, *(options[argument.arg] for argument in ordered[len(missing) :])) or None


def _codes_in(module: types.CodeType) -> dict[str, types.CodeType]:
    """Return the code of the functions, by name; they lie in a class in a function in the module."""
    code = module
    for _ in range(2):
        code = next(constant for constant in code.co_consts if isinstance(constant, types.CodeType))
    return {constant.co_name: constant for constant in code.co_consts if isinstance(constant, types.CodeType)}


def _names_in(code: types.CodeType) -> list[str]:
    inner = [name for part in code.co_consts if isinstance(part, types.CodeType) for name in _names_in(part)]
    return [*code.co_names, *inner]


@cache
def operations() -> dict[str, Any]:
    """Return every operation, by its name in lowered code."""
    from faceup.native.operations import (  # noqa: F401  # each file puts its own into the list
        comparisons,
        dictionaries,
        encodings,
        fractions,
        integers,
        number_sets,
        packed_rows,
        rows,
        sorted_rows,
        values,
        whole_numbers,
        words,
    )
    from faceup.native.operations.operation import OPERATIONS

    return {OPERATION + name: value for name, value in OPERATIONS.items()}
