"""``faceup strategy``."""

import click

from faceup.cli.common import (
    console,
    document,
    game_arguments,
    game_with_decisions,
    json_option,
    memory_option,
    print_json,
)
from faceup.rules.errors import LimitReached


@click.command()
@game_arguments
@click.option("--all", "everything", is_flag=True, help="Print every row of a long table.")
@memory_option
@json_option
def strategy(name: str, parameters: tuple[str, ...], everything: bool, memory: float | None, as_json: bool) -> int:
    """The policy as a table a person can use.

    For every decision that best play can meet: what to do. Where that is one boundary for each step, the table
    shrinks to thresholds.
    """
    from faceup.engines.solving import solve as solve_game
    from faceup.results.strategy import strategy as strategy_of
    from faceup.show.text import FIRST_ROWS, result_text, strategy_table, threshold_table, title

    game = game_with_decisions(name, parameters)
    solution = solve_game(game, memory=memory and memory * 2**30)
    if solution.value.how == "stopped":
        raise LimitReached("the memory limit was reached before any strategy was known; --memory GIB raises it")
    found = strategy_of(solution)
    if as_json:
        table = [[*key, list(moves)] for key, moves in found.rows]
        more: dict[str, object] = {"columns": [*found.columns, "best"], "rows": table}
        if found.thresholds is not None:
            more["thresholds"] = list(found.thresholds)
        print_json(document(game, solution.value, **more))
        return 0
    out = console()
    out.print(title(game), style="bold", markup=False)
    if found.thresholds is not None:
        out.print(f"thresholds  {result_text(found.thresholds)}", markup=False)
        out.print(threshold_table(found))
    else:
        rows = len(found.rows) if everything else FIRST_ROWS
        out.print(strategy_table(found, rows))
        if len(found.rows) > rows:
            out.print(f"... {len(found.rows) - rows:,} more rows; --all prints them, --json too", markup=False)
    out.print(f"value       {solution.value}", markup=False)
    return 0
