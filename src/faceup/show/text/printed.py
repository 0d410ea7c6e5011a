"""The printed form of each result: a heading, then lines and tables. ``print(result)`` prints the same from Python.

A command names the option that prints the rest; from Python, the text names the attribute that holds it.
"""

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from faceup.numbers.value import Value
from faceup.results.answers.best_answer import BestAnswer
from faceup.results.answers.decision import Decision
from faceup.results.answers.diagnosis import Diagnosis
from faceup.results.answers.mixed_reasons import MixedExplanation
from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.answers.reasons import Explanation
from faceup.results.answers.sameness import Sameness, Symmetries
from faceup.results.answers.solution import Opening, Solution
from faceup.results.answers.strategy import ShortStrategy, Strategy
from faceup.results.reviews.replay import Level, Replay
from faceup.results.reviews.review import Review
from faceup.results.samples.comparison import Comparison
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.first_cell import FirstCell
from faceup.results.samples.sample import Sample
from faceup.results.samples.sweep import Sweep
from faceup.results.samples.tournament import Tournament
from faceup.results.scene.scene import PositionCard
from faceup.rules.moves import Move
from faceup.show.text.phrases import count_phrase, result_text, title
from faceup.show.text.styled_lines import write
from faceup.show.text.the_rest import Rest, in_json, in_notebook, in_terminal

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    Parts = Iterable[str | Text | Table]
    Printed = tuple[str, Parts]

WIDTH = 120  # characters across, without a terminal or COLUMNS
POSITION_WIDTH = 80  # of a position


class Paper(StringIO):
    """Text in memory, with the encoding of standard output."""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return getattr(sys.stdout, "encoding", None) or "utf-8"


@dataclass(frozen=True, kw_only=True)
class Page:
    """The output of a result, in lines of at most ``width``, and the options of the command.

    From ``python`` there are no options. ``moves`` lead to the position; ``check_limit`` is as of ``Replay.told``.
    """

    out: "Console"
    width: int
    python: bool = False
    moves: Sequence[Move] = ()
    everything: bool = False
    opening: Opening | None = None
    format_value: Callable[[Value], str] = str
    fractions: bool = False
    shorter: str = ""
    level: Level = "hands"
    check_limit: Callable[[int], None] | None = None

    def rest(self, option: Rest) -> Rest:
        """The function that names the rest of a text: by an option, or from Python by an attribute."""
        return in_notebook if self.python else option


def text(result: Any) -> str:
    """The result as its command prints it, without colour."""
    from rich.console import Console

    width_known = "COLUMNS" in os.environ or (sys.stdout is not None and sys.stdout.isatty())
    width = shutil.get_terminal_size().columns if width_known else WIDTH
    paper = Paper()
    out = Console(file=paper, width=width, color_system=None, highlight=False, soft_wrap=True)
    page = Page(out=out, width=width if width_known else sys.maxsize, python=True)
    write(out, *lay_out(result, page), page.width)
    return paper.getvalue().rstrip("\n")


def lay_out(result: Any, page: Page) -> "Printed":
    """The heading of a result, and the lines and tables under it."""
    kind = next(kind for kind in PRINTERS if isinstance(result, kind))
    return PRINTERS[kind](result, page)


def _solution(solution: Solution, page: Page) -> "Printed":
    from faceup.show.text.solutions import solution_lines

    return title(solution.game, page.moves), solution_lines(
        solution, page.opening or solution.opening(), page.format_value
    )


def _distribution(distribution: Distribution, page: Page) -> "Printed":
    from faceup.show.text.samples.distributions import distribution_lines, played_lines

    figures = distribution_lines(distribution, page.out.encoding, page.out.width)
    return title(distribution.game, page.moves), (*played_lines(distribution), *figures)


def _sample(sample: Sample, page: Page) -> "Printed":
    from faceup.show.text.samples.samples import sample_lines

    return title(sample.game), (*sample_lines(sample, page.out.encoding, page.out.width), *_policies(sample, page))


def _policies(sample: Sample, page: Page) -> Iterator[str]:
    """A line with the policies of the players; empty for a patience."""
    if sample.policies:
        others = "" if page.python else "; --policy has others play"
        yield f"play        {', '.join(sample.policies)}{others}"


def _comparison(comparison: Comparison, page: Page) -> "Printed":
    from faceup.show.text.samples.samples import comparison_lines

    return "", comparison_lines(comparison, (title(comparison.first.game), title(comparison.second.game)), page.width)


def _tournament(tournament: Tournament, page: Page) -> "Printed":
    from faceup.show.text.samples.tournaments import tournament_lines

    return title(tournament.game), tournament_lines(tournament, page.width)


def _strategy(strategy: Strategy, page: Page) -> "Printed":
    return title(strategy.game, page.moves), _strategy_parts(strategy, page)


def _strategy_parts(strategy: Strategy, page: Page) -> "Parts":
    from faceup.show.text.strategies.strategies import strategy_blocks, value_lines

    for whose, block in strategy_blocks(strategy):
        if whose:
            yield whose
        yield from _strategy_block(block, page)
    yield from value_lines(strategy, page.format_value)
    if page.shorter:
        yield f"shorter     {page.shorter}"


def _strategy_block(strategy: Strategy, page: Page) -> "Parts":
    from faceup.show.text.strategies.strategies import (
        FIRST_ROWS,
        always_line,
        bands_table,
        strategy_tables,
        tie_lines,
    )
    from faceup.show.text.strategies.strategy_boards import side_by_side, strategy_boards
    from faceup.show.text.strategies.strategy_cells import telling_rows

    rest = in_notebook("to_frame()") if page.python else "; --all prints them, --json too"
    most = len(strategy.rows) if page.everything else FIRST_ROWS
    if boards := strategy_boards(strategy, most):
        yield from side_by_side(boards, min(page.out.width, WIDTH))
        if more := len(telling_rows(strategy)) - len(boards):
            yield f"... {count_phrase(more, 'more position')}{rest}"
        yield from tie_lines(strategy, page.everything)
        return
    rows_table, left_out = strategy_tables(strategy, most, page.out.width)
    bands = bands_table(strategy) if left_out else None
    if strategy.thresholds is not None:
        yield f"thresholds  {result_text(strategy.thresholds)}"
    if bands is not None:
        yield from bands
        yield f"in short    least and most of {left_out + FIRST_ROWS:,} rows{rest}"
    elif always := always_line(strategy):
        yield always
    elif rows_table.row_count:
        yield rows_table
    if left_out and bands is None:
        yield f"... {left_out:,} more rows{rest}"
    yield from tie_lines(strategy, page.everything)


def _short_strategy(short: ShortStrategy, page: Page) -> "Printed":
    from faceup.show.text.strategies.strategies import short_text

    return title(short.game), [short_text(short)]


def _mixed_strategy(strategy: MixedStrategy, page: Page) -> "Printed":
    from faceup.show.text.strategies.mixed_strategies import mixed_lines, mixed_tables
    from faceup.show.text.strategies.strategies import FIRST_ROWS

    most = len(strategy.decisions) if page.everything else FIRST_ROWS
    tables = mixed_tables(strategy, most, page.fractions)
    return title(strategy.game), (*tables, *mixed_lines(strategy, page.format_value))


def _best_answer(answer: BestAnswer, page: Page) -> "Printed":
    from faceup.show.text.strategies.best_answers import answer_sentence, value_line

    return f"{title(answer.game)}  against {answer.policy}", [answer_sentence(answer), value_line(answer)]


def _explanation(why: Explanation, page: Page) -> "Printed":
    from faceup.show.text.reasons.reasons import explanation_lines

    return title(why.game), explanation_lines(why, page.everything, page.width, page.rest(in_terminal))


def _mixed_explanation(why: MixedExplanation, page: Page) -> "Printed":
    from faceup.show.text.reasons.mixed_reasons import mixed_reason_lines

    return title(why.solution.game), mixed_reason_lines(why, page.everything, page.rest(in_terminal))


def _sweep(sweep: Sweep, page: Page) -> "Printed":
    from faceup.show.text.samples.sweeps import sweep_lines, sweep_title

    return sweep_title(sweep), sweep_lines(sweep, page.out)


def _first_cell(first_cell: FirstCell, page: Page) -> "Printed":
    from faceup.show.text.samples.sweeps import first_cell_lines, sweep_title

    return sweep_title(first_cell.tried), first_cell_lines(first_cell)


def _sameness(sameness: Sameness, page: Page) -> "Printed":
    from faceup.show.text.sameness import sameness_lines

    return "\n".join(map(title, sameness.games)), sameness_lines(sameness, page.rest(in_json))


def _symmetries(symmetries: Symmetries, page: Page) -> "Printed":
    from faceup.show.text.sameness import symmetries_lines

    return title(symmetries.game), symmetries_lines(symmetries, page.everything, page.rest(in_terminal))


def _diagnosis(diagnosis: Diagnosis, page: Page) -> "Printed":
    from faceup.show.text.diagnosis import diagnosis_lines

    return title(diagnosis.game), diagnosis_lines(diagnosis)


def _review(review: Review, page: Page) -> "Printed":
    from faceup.show.text.play.reviews import review_heading, review_page

    width = max(shutil.get_terminal_size().columns, 2)
    return review_heading(review), review_page(review, width, page.out.encoding, every=True)


def _decision(decision: Decision, page: Page) -> "Printed":
    from faceup.show.text.solutions import decision_lines

    if decision.solution is None:
        return "", [", ".join(decision.shares)]
    return title(decision.solution.game, decision.made), decision_lines(decision.solution, decision)


def _replay(replay: Replay, page: Page) -> "Printed":
    from faceup.show.text.games import replay_lines

    return f"{title(replay.game)}  {replay.which}", replay_lines(
        replay.told(page.level, page.check_limit), replay.game.player_names
    )


def _position(card: PositionCard, page: Page) -> "Printed":
    from faceup.show.text.play.scenes import scene_lines

    return title(card.game), (*scene_lines(card.scene, POSITION_WIDTH, page.out.encoding), "", *card.told)


PRINTERS: "dict[type, Callable[[Any, Page], Printed]]" = {
    Solution: _solution,
    Distribution: _distribution,
    Sample: _sample,
    Comparison: _comparison,
    Tournament: _tournament,
    Strategy: _strategy,
    ShortStrategy: _short_strategy,
    MixedStrategy: _mixed_strategy,
    BestAnswer: _best_answer,
    Explanation: _explanation,
    MixedExplanation: _mixed_explanation,
    Sweep: _sweep,
    FirstCell: _first_cell,
    Sameness: _sameness,
    Symmetries: _symmetries,
    Diagnosis: _diagnosis,
    Review: _review,
    Decision: _decision,
    Replay: _replay,
    PositionCard: _position,
}
