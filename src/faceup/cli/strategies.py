"""``faceup strategy``: tables of what to do, for each player, or against a policy."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.common import (
    after_option,
    check_plot,
    console,
    draw,
    game_arguments,
    json_option,
    memory_option,
    plot_option,
    position_option,
    print_json,
    print_lines,
    print_result,
    seconds_option,
)
from faceup.cli.help_layout import Command
from faceup.cli.options import (
    LimitOptions,
    PlayerOptions,
    against_option,
    player_option,
    responses,
    with_options,
)
from faceup.cli.so_far import SoFar
from faceup.cli.solving import limit_text
from faceup.cli.waiting import waiting
from faceup.engines.model.limits import Deadline
from faceup.numbers.value import every_digit
from faceup.results.answers.decision import MixedStrategy
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.rules.errors import LimitReached, RepeatingStateError, UsageError
from faceup.rules.facts import facts_of

if TYPE_CHECKING:
    from faceup.results.answers.solution import Solution
    from faceup.results.answers.strategy import ShortStrategy, Strategy


@dataclass(frozen=True, kw_only=True)
class StrategyOptions(PlayerOptions, LimitOptions):
    """The options of ``faceup strategy``."""

    against: str
    reach: str
    lines: int | None
    symmetries: bool
    everything: bool
    fractions: bool
    plot: Path | None
    as_json: bool


@click.command(
    cls=Command,
    often=("--player", "--after", "--lines", "--all", "--plot"),
    example="faceup strategy best-card deck=100 hand=10",
)
@game_arguments
@after_option
@position_option
@player_option("Only the decisions of this player, against any play of the others.")
@against_option("the best response to a policy, by what the player sees")
@click.option(
    "--reach",
    type=click.Choice(("best", "one", "all")),
    default="best",
    show_default=True,
    help="Which decisions: all that best play can reach, those reached by one best move everywhere, or all.",
)
@click.option(
    "--lines",
    type=click.IntRange(1),
    help="Also show the best rule of one player with at most this many lines, and what it costs.",
)
@click.option(
    "--symmetries", is_flag=True, help="Show only one of several equivalent positions, by the game's symmetries."
)
@click.option("--all", "everything", is_flag=True, help="Print every row of a long table.")
@click.option("--fractions", is_flag=True, help="Exact fractions, printed in full, in place of decimals.")
@memory_option
@seconds_option
@plot_option("Draw the thresholds, a map of decisions, or how often each move is made")
@json_option
@with_options(StrategyOptions)
def strategy(options: StrategyOptions) -> int:
    """Show the best move in every position that matters, as a table to play from.

    The table has thresholds if one number decides at each step, boards if the game has a board, and otherwise as few
    lines as possible. faceup plays the table back, and compares its value with that of best play.
    """
    from faceup.engines.explain.strategies import check_player
    from faceup.engines.solve.dispatch import solve
    from faceup.results.documents.strategy import StrategyTable
    from faceup.results.sentences.strategies import short_text

    check_plot(options.plot)
    if options.against:
        return _answer(options)
    check_player(options.played_game, options.player)
    if options.lines is not None:
        _check_lines(options)
    so_far = SoFar(options.played_game, options.start, options.moves, options.as_json, all_there_is=False)
    with so_far.solving() as callbacks:
        solution = solve(
            options.played_game,
            start=options.start,
            symmetries=options.symmetries,
            **options.working_limits,
            **callbacks,
        )
    so_far.note_solution(solution)
    if solution.value.how == "stopped":
        so_far.tell()
        raise LimitReached(
            f"before any strategy was known, {limit_text(solution, options, partial(_find_strategy, options))}"
        )
    with waiting("looking for the smallest table"):
        result = _find_strategy(options, solution)
        short, why = (None, "") if isinstance(result, MixedStrategy) else _shorten(solution, result, options.lines)
    if isinstance(result, MixedStrategy):
        return _print_mixed(options, result)
    shorter = "" if options.lines is None else short_text(short) if short else why
    how = {"moves": options.moves, "everything": options.everything, "shorter": shorter, **_numbers(options)}
    print_result(result, options.as_json, StrategyTable(result, short, why or None), **how)
    draw(result, options.plot)
    return 0


def _check_lines(options: StrategyOptions) -> None:
    """Raise UsageError unless ``--lines`` asks for the table of one player of an open game."""
    from faceup.engines.graph.stakes import stakes_seen

    if facts_of(options.played_game).hidden:
        raise UsageError("--lines is for games in which everybody sees all")
    players = stakes_seen(options.played_game).players
    if options.player is None and len(players) > 1:
        possible = ", ".join(f"--player {player}" for player in sorted(players))
        raise UsageError(f"--lines {options.lines} is for one player's table; possible: {possible}")


def _numbers(options: StrategyOptions) -> dict[str, Any]:
    """Return how numbers are printed: as exact fractions with ``--fractions``."""
    return {"fractions": True, "format_value": every_digit} if options.fractions else {}


def _find_strategy(options: StrategyOptions, solution: "Solution") -> "Strategy | MixedStrategy":
    if isinstance(solution, HiddenSolution):
        from faceup.engines.explain.mixed_strategies import mixed_strategy

        return mixed_strategy(solution, options.reach, options.player)
    from faceup.engines.explain.strategies import strategy as strategy_of

    return strategy_of(solution, reach=options.reach, player=options.player, stop=Deadline(options.limits["seconds"]))


def _print_mixed(options: StrategyOptions, mixed: MixedStrategy) -> int:
    """Print the mixed strategy of a game with hidden information."""
    print_result(mixed, options.as_json, everything=options.everything, **_numbers(options))
    draw(mixed, options.plot)
    return 0


def _answer(options: StrategyOptions) -> int:
    """Print the best responses to a policy as tables."""
    from faceup.results.documents.solution import answers_document
    from faceup.results.sentences.games import title
    from faceup.results.sentences.mixed_strategies import response_parts
    from faceup.show.text.parts import part_lines
    from faceup.show.text.strategies import FIRST_LINES

    best_answers = responses(options, options.against, options.player, options.limits)
    if options.as_json:
        print_json(answers_document(best_answers))
    else:
        parts = (
            part
            for one in best_answers
            for part in response_parts(
                one, len(one.strategy.decisions) if options.everything else FIRST_LINES, options.fractions
            )
        )
        print_lines(console(), title(options.played_game), part_lines(parts, 8))
    return 0


def _shorten(solution: "Solution", whole: "Strategy", lines: int | None) -> "tuple[ShortStrategy | None, str]":
    """Return the best table of at most ``lines`` lines, and why there is none; the whole table is printed anyway."""
    if lines is None:
        return None, ""
    from faceup.engines.explain.short_strategies import short_strategy

    try:
        return short_strategy(solution, whole, lines), "no rule that looks at one number is legal everywhere"
    except (LimitReached, RepeatingStateError, UsageError) as error:
        return None, f"none: {error}"
