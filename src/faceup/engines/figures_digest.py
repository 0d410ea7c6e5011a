"""What a stored figure depends on besides rules and parameters: the code that plays numbered games and solves."""

from functools import cache

from faceup.native.digests.digest import code_digest, compiled_sources, modules_in

ENGINES = ("model", "graph", "exact", "solve", "hidden", "mcts", "simulate", "chain")
ROOMS = ("rules", "native", "numbers", *(f"engines.{room}" for room in ENGINES))
TABLES = ["engines.solve.table"]
CELLS = ["engines.sweep.cell"]
COUNTS = [f"results.samples.{name}" for name in ("distribution", "sample", "totals")]  # what is kept, and intervals


@cache
def figures_digest() -> str:
    """Return the digest of the code that numbered games and solved figures come from."""
    return code_digest(*map(modules_in, ROOMS), CELLS, COUNTS)


@cache
def tables_digest() -> str:
    """Return the digest of the code behind a saved table's values and rows, rules and machine code included."""
    rooms = ("numbers", "engines.model", "engines.graph", "engines.solve.induction")
    return f"{compiled_sources()}-{code_digest(*map(modules_in, rooms), TABLES)}"


@cache
def strategies_digest() -> str:
    """Return the digest of the code that thresholds come from, beside that of solving."""
    return code_digest(modules_in("engines.explain"))
