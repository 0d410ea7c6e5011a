"""``faceup solve``."""

from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.common import (
    after_option,
    by_option,
    console,
    engine_option,
    game_arguments,
    json_option,
    memory_option,
    plot_option,
    policies_of,
    position_option,
    print_json,
    print_lines,
    ready_to_plot,
    seconds_option,
)
from faceup.library.finding import find_game
from faceup.results.solution import NO_OPENING, Solution
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.facts import plays_itself
from faceup.rules.moves import Move
from faceup.rules.positions import at_position

if TYPE_CHECKING:
    from faceup.results.distribution import Distribution

STOPPED = 3
LONGEST_LINE = 1000  # moves of a line of best play: some games have no end in sight


@click.command()
@game_arguments
@after_option
@position_option
@click.option("--exact", is_flag=True, help="Keep to fractions, however long it takes, and print them whole.")
@by_option
@engine_option
@click.option(
    "--ties",
    type=click.Choice(["first", "random", "kind", "spiteful"]),
    default="first",
    help="Which of several moves is made that are the same to whoever makes it, where each seat has its own payoff.",
)
@click.option("--check", is_flag=True, help="First play many random games, watching for numbers that leave 64 bits.")
@click.option("--symmetries", is_flag=True, help="Find the game's symmetries; solve one state for all they make alike.")
@memory_option
@seconds_option
@click.option("--distribution", is_flag=True, help="How it ends and how long it takes, with which probability.")
@click.option(
    "--play",
    metavar="POLICIES",
    default="",
    help="The same when each seat keeps to a policy: best, worst, random, first or FILE.py:FUNCTION, with commas.",
)
@plot_option("Draw the value of each first move, or a distribution")
@click.option("--tree", type=click.Path(path_type=Path), help="Draw all of best play, where it is small: a file alike.")
@json_option
def solve(
    name: str,
    parameters: tuple[str, ...],
    after: str,
    position: str,
    exact: bool,
    by: str,
    engine: str,
    ties: str,
    check: bool,
    symmetries: bool,
    distribution: bool,
    play: str,
    memory: float | None,
    seconds: float | None,
    plot: Path | None,
    tree: Path | None,
    as_json: bool,
) -> int:
    """Value, best first moves, a line of best play, number of states, time.

    The value is player 0's. Of a patience: the exact distribution over all deals, for small decks. Exit code 3 when a
    limit was reached: the bounds so far are printed.
    """
    from faceup.engines.legal_moves import moves_in_text, state_after

    game = find_game(name, parameters)
    ready_to_plot(plot)
    ready_to_plot(tree)
    if plays_itself(game):
        if symmetries:
            raise UsageError(f"{name!r} is a patience; its symmetries are what its own method alike says")
        if tree:
            raise UsageError(f"{name!r} is a patience, in which nobody plays; --tree is for games with decisions")
        if after or position or play:
            option = "--after" if after else "--position" if position else "--play"
            raise UsageError(f"{name!r} is a patience, in which nobody moves; {option} is for games with decisions")
        return _solve_deals(game, engine, memory, seconds, plot, as_json)
    if tree and (play or distribution):
        raise UsageError("--tree draws best play; --plot draws a distribution")
    game = at_position(game, position)
    moves = moves_in_text(game, after)
    limits = {"memory": memory and memory * 2**30, "seconds": seconds or inf}
    how = {"exact": exact, "by": by, "engine": engine, "ties": ties, "check": check, "symmetries": symmetries}
    if play:
        return _play(game, state_after(game, moves), moves, policies_of(play), how, limits, plot, as_json)
    return _solve(game, state_after(game, moves), moves, how, limits, distribution, plot, tree, as_json)


def _solve(
    game: Game,
    start: Any,
    moves: list[Move],
    how: dict[str, Any],
    limits: dict[str, Any],
    distribution: bool,
    plot: Path | None,
    tree: Path | None,
    as_json: bool,
) -> int:
    """Best play."""
    from faceup.engines.explain.best_moves import opening
    from faceup.engines.outcomes.door import outcomes
    from faceup.engines.solve.door import solve as solve_game
    from faceup.results.documents.solution import solution_document
    from faceup.results.value import every_digit
    from faceup.show.text.distributions import distribution_lines
    from faceup.show.text.phrases import headline, title
    from faceup.show.text.solutions import solution_lines

    solution = solve_game(game, start=start, **how, **limits)
    stopped = solution.value.how == "stopped"
    if stopped:
        first = NO_OPENING
    else:
        first = solution.opening(LONGEST_LINE + 1) if solution.seats else opening(solution, LONGEST_LINE + 1)
    whole = len(first.line) <= LONGEST_LINE
    first = first._replace(line=first.line[:LONGEST_LINE])
    ends = None
    if distribution and not stopped:
        ends = outcomes(solution, exact=how["exact"], **_left_of(limits, solution))
    if as_json:
        print_json(solution_document(solution, first, whole, moves, ends))
    else:
        out = console()
        written = every_digit if how["exact"] else str
        print_lines(out, title(game, moves), solution_lines(solution, first, whole, written))
        if ends:
            print_lines(out, "under best play", distribution_lines(ends, out.encoding, out.width))
    if not stopped:
        _draw(solution, ends, plot, tree, headline(game, moves))
    elif plot or tree:
        raise LimitReached(f"{limit_text(solution)}; so there is nothing to draw")
    elif not as_json:
        raise LimitReached(limit_text(solution))
    return STOPPED if stopped else _told(ends, as_json)


def _play(
    game: Game,
    start: Any,
    moves: list[Move],
    policies: tuple[Any, ...],
    how: dict[str, Any],
    limits: dict[str, Any],
    plot: Path | None,
    as_json: bool,
) -> int:
    """What policies are worth, and what they come to."""
    from faceup.engines.outcomes.door import needs_solution, outcomes
    from faceup.engines.solve.door import solve as solve_game
    from faceup.engines.stakes import stakes_for
    from faceup.results.documents.solution import play_document
    from faceup.results.outcome_sentences import whose
    from faceup.show.text.distributions import distribution_lines, play_lines
    from faceup.show.text.phrases import headline, title

    solved = solve_game(game, start=start, **how, **limits) if needs_solution(policies) else None
    if solved and solved.value.how == "stopped":
        raise LimitReached(limit_text(solved))
    left = _left_of(limits, solved) if solved else limits
    found = outcomes(solved or game, policies, start=start, exact=how["exact"], **left)
    if as_json:
        print_json(play_document(game, found, moves))
    else:
        out = console()
        player = "" if found.seats else whose(stakes_for(game, found.value))
        print_lines(
            out, title(game, moves), (*play_lines(found, player), *distribution_lines(found, out.encoding, out.width))
        )
    if plot:
        _draw_distribution(found, plot, headline(game, moves))
    return _told(found, as_json)


def _left_of(limits: dict[str, Any], solution: Solution) -> dict[str, Any]:
    """The limits, when the game is solved."""
    return limits | {"seconds": max(limits["seconds"] - solution.seconds, 0)}


def _told(found: "Distribution | None", as_json: bool) -> int:
    """The exit code; raises LimitReached where figures were left out."""
    if not found or not found.stopped:
        return 0
    if not as_json:
        unit = "seconds" if found.limit == "time" else "memory GIB"
        raise LimitReached(f"the {found.limit} limit was reached before all figures were known; --{unit} raises it")
    return STOPPED


def limit_text(solution: "Solution") -> str:
    """Which limit was reached, and how to go further."""
    from faceup.engines.contract_check import LONG_PLAY, seems_endless

    limit = solution.value.limit
    text = f"the {limit} limit was reached after {solution.states:,} states; "
    if seems_endless(solution.game):
        text += f"a random game did not end in {LONG_PLAY:,} moves, so the game may have no end; "
    elif solution.last is not None:
        text += f"the last of them was {solution.last!r:.200}, should a number in it grow for ever; "
    return text + ("--seconds raises it" if limit == "time" else "--memory GIB raises it, --seconds ends it sooner")


def _draw(solution: Solution, ends: "Distribution | None", plot: Path | None, tree: Path | None, about: str) -> None:
    """The pictures that were asked for."""
    if plot and ends:
        _draw_distribution(ends, plot, about)
    elif plot:
        from faceup.show.pictures.first_moves import moves_figure
        from faceup.show.pictures.house_style import save

        save(moves_figure(solution), plot)
    if tree:
        from faceup.engines.explain.best_play_tree import best_play
        from faceup.show.pictures.house_style import save
        from faceup.show.pictures.trees import tree_figure

        save(tree_figure(best_play(solution)), tree)


def _draw_distribution(distribution: "Distribution", plot: Path, about: str) -> None:
    from faceup.show.pictures.house_style import save
    from faceup.show.pictures.samples import distribution_figure

    save(distribution_figure(distribution, about), plot)


def _solve_deals(
    game: Patience, engine: str, memory: float | None, seconds: float | None, plot: Path | None, as_json: bool
) -> int:
    """All deals of a patience."""
    from faceup.engines.solve.door import solve as solve_game
    from faceup.results.documents.solution import distribution_document
    from faceup.show.text.distributions import distribution_lines
    from faceup.show.text.phrases import headline, title

    distribution = solve_game(game, engine=engine, memory=memory and memory * 2**30, seconds=seconds or inf)
    if plot:
        _draw_distribution(distribution, plot, headline(game))
    if as_json:
        print_json(distribution_document(game, distribution))
    else:
        out = console()
        print_lines(out, title(game), distribution_lines(distribution, out.encoding, out.width))
    return STOPPED if distribution.undecided else 0
