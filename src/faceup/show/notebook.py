"""Results as cards for a notebook: the name, the answer, a small picture if there is one, tables, and lines.

Only pictures have colours, on white; everything else takes those of the page, light or dark.
"""

from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from typing import TYPE_CHECKING, Any

from faceup.numbers.value import amount, few_digits
from faceup.results.answers.best_answer import BestAnswer
from faceup.results.answers.mixed_reasons import MixedExplanation
from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.answers.reasons import Explanation
from faceup.results.answers.sameness import Sameness, Symmetries
from faceup.results.answers.solution import NO_OPENING, Solution
from faceup.results.answers.strategy import Strategy
from faceup.results.chances import rate_text
from faceup.results.reviews.review import Review
from faceup.results.samples.comparison import Comparison
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.first_cell import FirstCell
from faceup.results.samples.sample import Sample
from faceup.results.samples.sweep import Sweep
from faceup.results.samples.tournament import Tournament
from faceup.results.scene.scene import PositionCard
from faceup.results.sentences.outcome_sentences import whose
from faceup.rules.contract import CHANCE
from faceup.rules.errors import FaceupError
from faceup.show.card_parts import GAP, Answer, Heading, Lines, Part, Picture, Rows, Still
from faceup.show.text.phrases import count_phrase, headline, title
from faceup.show.text.tables import table
from faceup.show.text.the_rest import in_notebook

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from faceup.show.drawings.drawing import Drawing

MOST_ROWS = 500  # of a table, all together
WIDTH = 80  # characters of a position
ROOM = 200  # characters across, for tables that choose their form by it


def parts(result: Any) -> Iterator[Part]:
    """The parts of a result's card."""
    return next((make_parts for kind, make_parts in PARTS.items() if isinstance(result, kind)), _plainly)(result)


def page(result: Any) -> str:
    """A result as HTML; parts whose library is missing, such as Matplotlib, are left out."""
    return '<div class="faceup">' + "".join(part.html() for part in parts(result)) + "</div>"


def _solution(solution: Solution) -> Iterator[Part]:
    from faceup.show.pictures.first_moves import moves_figure
    from faceup.show.text.solutions import solution_lines

    if solution.value.how == "stopped":
        yield Heading(title(solution.game))
        yield Lines(solution_lines(solution, NO_OPENING))
        return
    who = solution.game.turn(solution.start)
    says, *facts = solution_lines(solution, solution.opening())
    yield Heading(title(solution.game))
    yield Answer(says)
    yield Picture(lambda: moves_figure(solution))
    rows = solution.observations()
    worth = f"value{whose(solution.stakes)}" if solution.stakes else "value"
    outcomes = table("outcome" if who == CHANCE else "move", worth, "", right=(worth,))
    values = solution.values(solution.start) if rows["move"] else {}
    for word, value, good in list(zip(rows["word"], values.values(), rows["best"], strict=True))[:MOST_ROWS]:
        outcomes.add_row(word, str(value), "best" if good else "")
    if values:
        yield Rows(outcomes, len(values) - MOST_ROWS)
    yield Lines(facts)


def _strategy(strategy: Strategy) -> Iterator[Part]:
    from faceup.show.drawings.strategies import strategy_drawing
    from faceup.show.pictures.strategies import strategy_figure
    from faceup.show.text.strategies.strategies import (
        always_line,
        strategy_blocks,
        strategy_tables,
        tie_lines,
        value_lines,
    )
    from faceup.show.text.strategies.strategy_boards import side_by_side, strategy_boards

    yield Heading(title(strategy.game))
    yield Answer(_drawing_title(lambda: strategy_drawing(strategy)) or f"the value is {strategy.value}")
    yield Picture(lambda: strategy_figure(strategy))
    for heading, block in strategy_blocks(strategy):
        if heading:
            yield Lines([heading])
        if boards := strategy_boards(block, MOST_ROWS):
            yield Lines(side_by_side(boards, ROOM))
        elif always := always_line(block):
            yield Lines([always])
        else:
            rows_table, left_out = strategy_tables(block, MOST_ROWS, ROOM)
            if rows_table.columns and rows_table.row_count:
                yield Rows(rows_table, left_out)
        if ties := list(tie_lines(block)):
            yield Lines(ties)
    yield Lines(value_lines(strategy))


def _mixed_strategy(strategy: MixedStrategy) -> Iterator[Part]:
    from faceup.show.pictures.mixed_strategies import mixed_figure
    from faceup.show.text.strategies.mixed_strategies import mixed_lines, mixed_tables

    yield Heading(title(strategy.game))
    yield Answer(f"moves are mixed, and the value is {strategy.value}")
    yield Picture(lambda: mixed_figure(strategy))
    for part in mixed_tables(strategy, MOST_ROWS):
        yield Lines([part]) if isinstance(part, str) else Rows(part)
    yield Lines(mixed_lines(strategy))


def _reasons(why: MixedExplanation) -> Iterator[Part]:
    from faceup.show.text.reasons.mixed_reasons import mixed_reason_lines

    yield Heading(title(why.solution.game))
    yield from _answer_and_lines(mixed_reason_lines(why, rest=in_notebook))


def _answer(answer: BestAnswer) -> Iterator[Part]:
    from faceup.show.text.strategies.best_answers import answer_sentence, answer_tables

    yield Heading(f"{title(answer.game)} against {answer.policy}")
    yield Answer(answer_sentence(answer))
    yield from _blocks(answer_tables(answer, MOST_ROWS))


def _sample(sample: Sample) -> Iterator[Part]:
    from faceup.show.drawings.bars import sample_drawing
    from faceup.show.pictures.samples import sample_figure
    from faceup.show.text.samples.samples import figure_lines

    yield Heading(title(sample.game))
    yield Answer(_drawing_title(lambda: sample_drawing(sample)))
    yield Picture(lambda: sample_figure(sample, headline(sample.game)))
    yield Lines(figure_lines(sample))


def _tournament(tournament: Tournament) -> Iterator[Part]:
    from faceup.show.text.samples.tournaments import tournament_lines, verdict

    yield Heading(title(tournament.game))
    yield Answer(verdict("policy", tournament.by_policy) if tournament.by_policy else "")
    yield Lines(tournament_lines(tournament))


def _comparison(comparison: Comparison) -> Iterator[Part]:
    from faceup.show.text.samples.samples import comparison_lines

    yield Heading(" against ".join(title(one.game) for one in (comparison.first, comparison.second)))
    yield Answer(f"the mean score of the first is {comparison.mean} more than that of the second")
    yield Lines(comparison_lines(comparison, (title(comparison.first.game), title(comparison.second.game))))


def _distribution(distribution: Distribution) -> Iterator[Part]:
    from faceup.show.drawings.bars import distribution_drawing
    from faceup.show.pictures.samples import distribution_figure
    from faceup.show.text.samples.distributions import exact_figure_lines, played_lines

    game = distribution.game
    yield Heading(title(game))
    yield Answer(_drawing_title(lambda: distribution_drawing(distribution)))
    yield Picture(lambda: distribution_figure(distribution, headline(game)))
    score, share_of = ("score", "share of deals") if distribution.deals else ("result", "share of plays")
    shares = table(score, share_of, right=(score, share_of))
    for number, share in list(distribution.histogram.items())[:MOST_ROWS]:
        name = ", ".join(map(amount, number)) if distribution.seats else few_digits(number, 12)
        shares.add_row(name, rate_text(distribution.rate(share)))
    yield Rows(shares, len(distribution.histogram) - MOST_ROWS)
    yield Lines([*played_lines(distribution), *exact_figure_lines(distribution)])


def _sweep(sweep: Sweep) -> Iterator[Part]:
    from rich.console import Console

    from faceup.show.pictures.sweeps import sweep_figure, sweep_finding
    from faceup.show.text.samples.sweeps import sweep_lines, sweep_title

    yield Heading(sweep_title(sweep))
    yield Answer(sweep_finding(sweep))
    yield Picture(lambda: sweep_figure(sweep))
    yield from _blocks(sweep_lines(sweep, Console(file=StringIO(), width=ROOM)))


def _sameness(sameness: Sameness) -> Iterator[Part]:
    from faceup.show.text.sameness import sameness_lines

    yield Heading(" and ".join(title(game) for game in sameness.games))
    yield Answer("not the same game" if sameness.renaming is None else "the same game")
    yield from _blocks(sameness_lines(sameness, in_notebook))


def _symmetries(symmetries: Symmetries) -> Iterator[Part]:
    from faceup.show.text.sameness import symmetries_lines

    yield Heading(title(symmetries.game))
    yield Answer(
        f"{count_phrase(symmetries.order, 'renaming')} of the moves leave{'s' * (symmetries.order == 1)} it as it is"
    )
    yield Lines(symmetries_lines(symmetries, everything=False, rest=in_notebook))


def _explanation(why: Explanation) -> Iterator[Part]:
    from faceup.show.text.reasons.reasons import explanation_lines

    yield Heading(title(why.game))
    yield from _answer_and_lines(explanation_lines(why, rest=in_notebook))


def _position(card: PositionCard) -> Iterator[Part]:
    from faceup.show.text.play.scenes import scene_lines

    yield Heading(title(card.game))
    yield Still([*map(str, scene_lines(card.scene, WIDTH, "utf-8"))])
    yield Lines(card.told)


def _review(review: Review) -> Iterator[Part]:
    from faceup.results.reviews.review_sentences import SKILL, accuracy_note, skills, summary
    from faceup.show.text.play.review_graph import graph_legend, graph_lines
    from faceup.show.text.play.reviews import move_rows, review_lines

    yield Heading(title(review.game))
    says = summary(review)
    yield Answer(says)
    yield Still([*graph_lines(review, WIDTH, "utf-8")])
    yield Lines([graph_legend(review)])
    yield Lines(line for line in review_lines(review) if line != says)
    if not review.rows:
        return
    if review.movers:
        everybody = table(*(name for name in SKILL if name != SKILL.luck or review.chance))
        for skill in skills(review):
            everybody.add_row(*(text for text in skill if text))
        yield Rows(everybody)
        yield Lines([accuracy_note(review)])
    every = table("move", "then", "what it changed")
    for row in move_rows(review)[:MOST_ROWS]:
        every.add_row(*row)
    yield Rows(every, len(review.rows) - MOST_ROWS)


def _plainly(result: Any) -> Iterator[Part]:
    """The printed lines of a result that has no card of its own."""
    from rich.console import Console

    from faceup.show.text.printed import Page, lay_out

    page = Page(out=Console(file=StringIO(), width=ROOM), width=ROOM, python=True)
    about, lines = lay_out(result, page)
    if about:
        yield Heading(about)
    yield from _blocks(lines)


def _answer_and_lines(texts: Iterable[str]) -> Iterator[Part]:
    """An answer from the first line, and the other lines."""
    says, *more = texts
    yield Answer(says)
    yield Lines(more)


def _drawing_title(drawing: Callable[[], "Drawing"]) -> str:
    """The title of a drawing; empty if there is nothing to draw."""
    try:
        return drawing()["title"]
    except FaceupError:
        return ""


def _blocks(parts: "Iterable[str | Text | Table]") -> Iterator[Part]:
    """Blocks of consecutive lines, and tables."""
    from rich.text import Text

    texts: list[str] = []
    for part in parts:
        if isinstance(part, str | Text):
            texts.append(str(part))
            continue
        if texts:
            yield Lines(texts)
            texts = []
        yield Rows(part)
    if texts:
        yield Lines(texts)


def _first_cell(first_cell: FirstCell) -> Iterator[Part]:
    from faceup.show.text.samples.sweeps import first_cell_lines, sweep_title

    yield Heading(f"{sweep_title(first_cell.tried)} until {first_cell.condition}")
    says, *more = first_cell_lines(first_cell)
    yield Answer(GAP.sub(" ", says))
    yield Lines(more)


PARTS: dict[type, Callable[[Any], Iterator[Part]]] = {
    Solution: _solution,
    MixedExplanation: _reasons,
    BestAnswer: _answer,
    MixedStrategy: _mixed_strategy,
    Strategy: _strategy,
    Sample: _sample,
    Comparison: _comparison,
    Tournament: _tournament,
    Distribution: _distribution,
    Sweep: _sweep,
    FirstCell: _first_cell,
    Sameness: _sameness,
    Symmetries: _symmetries,
    Explanation: _explanation,
    PositionCard: _position,
    Review: _review,
}
