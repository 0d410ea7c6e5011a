"""Methods of the contract that end without giving anything, as where no case of a `match` fits: that is an error.

To the compiler the end of a function gives None, which is of another kind than a state or a number. In helpers None may
be meant, so these stay as they are.
"""

import ast

from faceup.native.lowering.scopes import is_generator

GIVING = ("start", "turn", "play", "payoff", "odds", "reward", "canon")


def raise_at_the_end(definition: ast.FunctionDef) -> None:
    """Let a method that gives something raise where its end is reached."""
    gives = any(isinstance(part, ast.Return) and part.value is not None for part in ast.walk(definition))
    if definition.name not in GIVING or not gives or is_generator(definition) or _leaves(definition.body):
        return
    last = definition.body[-1]
    error = ast.Call(ast.Name("AssertionError", ast.Load()), [ast.Constant(f"{definition.name} gives nothing")], [])
    definition.body.append(ast.copy_location(ast.Raise(error, None), last))


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether the end of these statements is surely never reached."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _leaves(last.body) and _leaves(last.orelse)
    return isinstance(last, ast.Return | ast.Raise)
