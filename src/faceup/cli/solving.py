"""``faceup solve``."""

import click

from faceup.cli.common import console, document, game_arguments, json_option, memory_option, print_json
from faceup.rules.contract import Patience
from faceup.rules.finding import find_game

STOPPED = 3


@click.command()
@game_arguments
@click.option("--exact", is_flag=True, help="Keep to fractions, however long it takes.")
@click.option("--check", is_flag=True, help="First play many random games, watching for numbers that leave 64 bits.")
@memory_option
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
