"""What a stored figure depends on besides rules and parameters: the code that plays numbered games and solves."""

from functools import cache

from faceup.native.source_digest import code_digest, modules_in


@cache
def figures_digest() -> str:
    """The digest of the code that numbered games and solved figures come from."""
    shared = modules_in("engines", rooms=False)
    rooms = modules_in("engines.solve"), modules_in("engines.simulate"), ["engines.sweep.cell"]
    return code_digest(modules_in("rules"), modules_in("native"), shared, *rooms)


@cache
def strategies_digest() -> str:
    """The digest of the code that thresholds come from, beside that of solving."""
    return code_digest(modules_in("engines.explain"))
