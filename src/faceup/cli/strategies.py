"""``faceup strategy``."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.answers import against_option, answers
from faceup.cli.asked import FromPosition, Limited, asked_as
from faceup.cli.common import (
    after_option,
    console,
    game_arguments,
    json_option,
    memory_option,
    plot_option,
    position_option,
    print_json,
    print_lines,
    print_result,
    ready_to_plot,
    seconds_option,
)
from faceup.cli.help_layout import Command
from faceup.cli.so_far import SoFar
from faceup.cli.solving import limit_text
from faceup.cli.waiting import waiting
from faceup.engines.model.limits import Deadline
from faceup.numbers.value import every_digit
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.rules.errors import LimitReached, RepeatingStateError, UsageError
from faceup.rules.facts import facts_of

if TYPE_CHECKING:
    from faceup.results.answers.solution import Solution
    from faceup.results.answers.strategy import ShortStrategy, Strategy


@dataclass(frozen=True, kw_only=True)
class StrategyAsked(FromPosition, Limited):
    """What ``faceup strategy`` was asked."""

    player: int | None
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
@click.option(
    "--player",
    type=click.IntRange(0),
    help="Only the decisions of this player (0 is the first), against any play of the others.",
)
@against_option("the best answer to a policy, by what is seen")
@click.option(
    "--reach",
    type=click.Choice(("best", "one", "all")),
    default="best",
    show_default=True,
    help="Decisions that best play can meet, that one best move everywhere meets, or all.",
)
@click.option("--lines", type=click.IntRange(1), help="Also the best table of so many lines, and what it costs.")
@click.option("--symmetries", is_flag=True, help="Show one of the positions that the game's symmetries make alike.")
@click.option("--all", "everything", is_flag=True, help="Print every row of a long table.")
@click.option("--fractions", is_flag=True, help="Exact fractions, printed in full, in place of decimals.")
@memory_option
@seconds_option
@plot_option("Draw the thresholds, a map of decisions, or how often each move is made")
@json_option
@asked_as(StrategyAsked)
def strategy(asked: StrategyAsked) -> int:
    """What to do in every position that matters, as a table to play from.

    Thresholds where one number decides at each step, boards where there is a board, else as few lines as say it all.
    The table is played back, and must give the value of best play.
    """
    from faceup.engines.explain.strategies import check_player
    from faceup.engines.solve.dispatch import solve
    from faceup.results.documents.strategy import strategy_document
    from faceup.show.text.strategies import short_text

    ready_to_plot(asked.plot)
    if asked.against:
        return _answer(asked)
    check_player(asked.played_game, asked.player)
    if asked.plot:
        from faceup.show.drawings.strategies import check_drawable

        check_drawable(asked.played_game)
    if asked.lines is not None and facts_of(asked.played_game).hidden:
        raise UsageError("--lines is for games in which everybody sees all")
    so_far = SoFar(asked.played_game, asked.start, asked.moves, asked.as_json, all_there_is=False)
    with so_far.solving() as told:
        solution = solve(asked.played_game, start=asked.start, symmetries=asked.symmetries, **asked.most, **told)
    so_far.note_solution(solution)
    if solution.value.how == "stopped":
        so_far.tell()
        raise LimitReached(
            f"before any strategy was known, {limit_text(solution, asked, partial(_find_strategy, asked))}"
        )
    with waiting("looking for the smallest table"):
        found = _find_strategy(asked, solution)
        short, why = (None, "") if isinstance(found, MixedStrategy) else _shorten(solution, found, asked.lines)
    if isinstance(found, MixedStrategy):
        return _print_mixed(asked, found)
    if asked.as_json:
        print_json(strategy_document(found, short, why))
    else:
        shorter = "" if asked.lines is None else short_text(short) if short else why
        print_result(found, moves=asked.moves, everything=asked.everything, shorter=shorter, **_numbers(asked))
    _draw(asked, found)
    return 0


def _numbers(asked: StrategyAsked) -> dict[str, Any]:
    """How numbers are written."""
    return {"fractions": True, "written": every_digit} if asked.fractions else {}


def _draw(asked: StrategyAsked, found: "Strategy | MixedStrategy") -> None:
    if asked.plot:
        from faceup.show.pictures.plots import plot

        plot(found, asked.plot)


def _find_strategy(asked: StrategyAsked, solution: "Solution") -> "Strategy | MixedStrategy":
    from faceup.engines.explain.mixed_strategies import mixed_strategy
    from faceup.engines.explain.strategies import strategy as strategy_of

    if isinstance(solution, HiddenSolution):
        return mixed_strategy(solution, asked.reach, asked.player)
    return strategy_of(solution, reach=asked.reach, player=asked.player, stop=Deadline(asked.limits["seconds"]))


def _print_mixed(asked: StrategyAsked, found: MixedStrategy) -> int:
    """The same where players do not see everything: what to do how often."""
    from faceup.results.documents.mixed_strategy import mixed_strategy_document

    if asked.as_json:
        print_json(mixed_strategy_document(found))
    else:
        print_result(found, everything=asked.everything, **_numbers(asked))
    _draw(asked, found)
    return 0


def _answer(asked: StrategyAsked) -> int:
    """What to do against somebody who keeps to a policy."""
    from faceup.results.documents.best_answer import answers_document
    from faceup.show.text.best_answers import answer_tables
    from faceup.show.text.phrases import title
    from faceup.show.text.strategies import FIRST_ROWS

    found = answers(asked, asked.against, asked.player, asked.limits)
    if asked.as_json:
        print_json(answers_document(found))
        return 0
    tables = (
        part
        for one in found
        for part in answer_tables(one, len(one.strategy.decisions) if asked.everything else FIRST_ROWS, asked.fractions)
    )
    print_lines(console(), title(asked.played_game), tables)
    return 0


def _shorten(solution: "Solution", found: "Strategy", lines: int | None) -> "tuple[ShortStrategy | None, str]":
    """The best table of so many lines, where that was asked for, and why there is none: the whole one stands anyway."""
    if lines is None:
        return None, ""
    from faceup.engines.explain.short_strategies import short_strategy

    try:
        return short_strategy(solution, found, lines), "no rule of one line is legal everywhere"
    except (LimitReached, RepeatingStateError, UsageError) as error:
        return None, f"none: {error}"
