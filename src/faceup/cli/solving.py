"""``faceup solve`` and ``faceup strategy``."""

import click

from faceup.cli.common import console, document, game_arguments, game_with_decisions, json_option, print_json
from faceup.rules.contract import Patience
from faceup.rules.errors import LimitReached
from faceup.rules.finding import find_game


def positive(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and not value > 0:  # also true of nan
        raise click.BadParameter(f"{value} GiB; possible: more than 0")
    return value


MEMORY_HELP = "Most memory for the table, in GiB; by default half of what is free."
STOPPED = 3


@click.command()
@game_arguments
@click.option("--exact", is_flag=True, help="Keep to fractions, however long it takes.")
@click.option("--check", is_flag=True, help="First play many random games, watching for numbers that leave 64 bits.")
@click.option("--memory", type=float, callback=positive, help=MEMORY_HELP)
@json_option
def solve(name: str, parameters: tuple[str, ...], exact: bool, check: bool, memory: float | None, as_json: bool) -> int:
    """Value, best first moves, a line of best play, number of states, time.

    The value is player 0's. Of a patience: the exact distribution over all deals, for small decks. Exit code 3 when a
    limit was reached: the bounds so far are printed.
    """
    from faceup.engines.simulation import simulate
    from faceup.engines.solving import solve as solve_game
    from faceup.show.text import solution_lines, title

    game = find_game(name, parameters)
    if isinstance(game, Patience):
        return _solve_deals(game, memory, as_json)
    solution = solve_game(game, exact=exact, check=check, memory=memory and memory * 2**30)
    stopped = solution.value.how == "stopped"
    start = game.start()
    decides = not stopped and game.turn(start) in (0, 1)
    best = solution.best(start) if decides else []
    line = [] if stopped else solution.line()
    if as_json:
        more = {"best": best, "line": line, "states": solution.states, "seconds": solution.seconds}
        print_json(document(game, solution.value, **more))
    else:
        out = console()
        out.print(title(game), style="bold", markup=False)
        payoffs = simulate(game, 50, longest=1000).histogram
        for text in solution_lines(solution, best, line, start, payoffs):
            out.print(text, markup=False)
    return STOPPED if stopped else 0


def _solve_deals(game: Patience, memory: float | None, as_json: bool) -> int:
    """All deals of a patience."""
    from faceup.engines.solving import solve as solve_game
    from faceup.show.distributions import distribution_lines, distribution_words
    from faceup.show.text import title

    found = solve_game(game, memory=memory and memory * 2**30)
    if as_json:
        print_json(document(game, found.mean, **distribution_words(found)))
    else:
        out = console()
        out.print(title(game), style="bold", markup=False)
        for text in distribution_lines(found, out.encoding):
            out.print(text, markup=False)
    return STOPPED if found.undecided else 0


@click.command()
@game_arguments
@click.option("--all", "everything", is_flag=True, help="Print every row of a long table.")
@click.option("--memory", type=float, callback=positive, help=MEMORY_HELP)
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
