"""Results as HTML for a notebook: a heading, the picture where one is possible, tables, and lines of text.

Nothing here has a colour of its own but the pictures, which stand on white: so it reads on dark pages too.
"""

from collections.abc import Callable, Iterable, Iterator
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any

from faceup.results.best_answer import BestAnswer
from faceup.results.chances import rate_text
from faceup.results.distribution import Distribution
from faceup.results.first_cell import FirstCell
from faceup.results.mixed_reasons import MixedExplanation
from faceup.results.mixed_strategy import MixedStrategy
from faceup.results.outcome_sentences import whose
from faceup.results.position_shown import PositionShown
from faceup.results.reasons import Explanation
from faceup.results.review import Review
from faceup.results.sameness import Sameness, Symmetries
from faceup.results.sample import Comparison, Sample
from faceup.results.solution import NO_OPENING, Solution
from faceup.results.strategy import Strategy
from faceup.results.sweep import Sweep
from faceup.results.tournament import Tournament
from faceup.results.value import amount, few_digits
from faceup.rules.contract import CHANCE
from faceup.rules.errors import FaceupError
from faceup.show.text.phrases import title
from faceup.show.text.tables import table
from faceup.show.text.the_rest import in_notebook

if TYPE_CHECKING:
    from rich.table import Table

MOST_ROWS = 60
MOST_STATES = 200_000  # of a game whose line of best play is looked up, which may be as long
WIDTH = 80  # characters of a position
ROOM = 200  # characters across, for tables that choose their form by it
RULE = "border-bottom:1px solid rgba(128,128,128,.4)"
CELL = "padding:.15em .7em;text-align:{}"


def page(result: Any) -> str:
    """A result as HTML; what is missing, Matplotlib say, is left out."""
    kind = next(kind for kind in PARTS if isinstance(result, kind))
    return '<div class="faceup">' + "".join(PARTS[kind](result)) + "</div>"


def headed(text: str, draw: Callable[[], Any]) -> str:
    """The picture, which has a title; the heading where there is none."""
    return picture(draw) or heading(text)


def heading(text: str) -> str:
    return f'<div style="font-weight:bold;margin:.3em 0">{escape(text)}</div>'


def lines(texts: Iterable[str]) -> str:
    return f'<pre style="background:none;color:inherit;white-space:pre-wrap">{escape(chr(10).join(texts))}</pre>'


def picture(draw: Callable[[], Any]) -> str:
    """A figure as SVG; empty where it cannot be drawn, or Matplotlib is not installed."""
    from faceup.show.pictures.house_style import svg_text

    try:
        drawn = svg_text(draw())
    except FaceupError:
        return ""
    fitting = drawn.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
    # Matplotlib's own style would hold for the whole page.
    fitting = fitting.replace('<style type="text/css">*{', '<style type="text/css">.faceup svg *{')
    return f'<div style="background:#fff;display:inline-block;border-radius:4px">{fitting}</div>'


def table_html(made: "Table", left_out: int = 0) -> str:
    """A table in HTML."""
    aligned = [CELL.format("right" if column.justify == "right" else "left") for column in made.columns]
    heads = "".join(
        f'<th style="{look};{RULE}">{escape(str(column.header))}</th>'
        for look, column in zip(aligned, made.columns, strict=True)
    )
    rows = "".join(
        "<tr>"
        + "".join(f'<td style="{look}">{escape(str(cell))}</td>' for look, cell in zip(aligned, row, strict=True))
        + "</tr>"
        for row in zip(*(column.cells for column in made.columns), strict=True)
    )
    more = f"<div>... {left_out:,} more rows{in_notebook('frame()')}</div>" if left_out > 0 else ""
    return f'<table style="border-collapse:collapse"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{more}'


def _solution(solution: Solution) -> Iterator[str]:
    from faceup.show.pictures.first_moves import moves_figure
    from faceup.show.text.solutions import solution_lines

    if solution.value.how == "stopped":
        yield heading(title(solution.game))
        yield lines(solution_lines(solution, NO_OPENING, True))
        return
    who = solution.game.turn(solution.start)
    yield headed(title(solution.game), lambda: moves_figure(solution))
    opening = solution.opening(None if solution.states <= MOST_STATES else 0)
    yield lines(solution_lines(solution, opening, True))
    rows = solution.observations()
    worth = f"value{whose(solution.stakes)}" if solution.stakes else "value"
    made = table("outcome" if who == CHANCE else "move", worth, "", right=(worth,))
    values = solution.values(solution.start) if rows["move"] else {}
    for word, value, good in list(zip(rows["word"], values.values(), rows["best"], strict=True))[:MOST_ROWS]:
        made.add_row(word, str(value), "best" if good else "")
    if values:
        yield table_html(made, len(values) - MOST_ROWS)


def _strategy(strategy: Strategy) -> Iterator[str]:
    from faceup.show.pictures.strategies import strategy_figure
    from faceup.show.text.strategies import strategy_lines, strategy_tables

    yield headed(title(strategy.game), lambda: strategy_figure(strategy))
    made, left_out = strategy_tables(strategy, MOST_ROWS, ROOM)
    if made.columns and made.row_count:
        yield table_html(made, left_out)
    yield lines(strategy_lines(strategy))


def _mixed(strategy: MixedStrategy) -> Iterator[str]:
    from faceup.show.pictures.mixed_strategies import mixed_figure
    from faceup.show.text.mixed_strategies import mixed_lines, mixed_tables

    yield headed(title(strategy.game), lambda: mixed_figure(strategy))
    for part in mixed_tables(strategy, MOST_ROWS):
        yield lines([part]) if isinstance(part, str) else table_html(part)
    yield lines(mixed_lines(strategy))


def _reasons(why: MixedExplanation) -> Iterator[str]:
    from faceup.show.text.mixed_reasons import mixed_reason_lines

    yield heading(title(why.solution.game))
    yield lines(mixed_reason_lines(why, rest=in_notebook))


def _answer(answer: BestAnswer) -> Iterator[str]:
    from faceup.show.text.best_answers import answer_sentence, answer_tables

    yield heading(f"{title(answer.game)} against {answer.policy}")
    yield lines([answer_sentence(answer)])
    yield from _blocks(answer_tables(answer, MOST_ROWS))


def _sample(sample: Sample) -> Iterator[str]:
    from faceup.show.pictures.samples import sample_figure
    from faceup.show.text.samples import figure_lines

    yield heading(f"{sample.games:,} games of seed {sample.seed}")
    yield picture(lambda: sample_figure(sample))
    yield lines(figure_lines(sample))


def _tournament(found: Tournament) -> Iterator[str]:
    from faceup.show.text.tournaments import tournament_lines

    yield heading(f"{found.games:,} games of seed {found.sample.seed} for each of {len(found.samples)} seatings")
    yield lines(tournament_lines(found))


def _comparison(comparison: Comparison) -> Iterator[str]:
    from faceup.show.text.samples import comparison_lines

    yield heading(f"{comparison.first.games:,} pairs of games on common deals")
    yield lines(comparison_lines(comparison, ("first", "second")))


def _distribution(distribution: Distribution) -> Iterator[str]:
    from faceup.show.pictures.samples import distribution_figure
    from faceup.show.text.distributions import exact_figure_lines

    deals = f"all {distribution.deals:,} deals" if distribution.deals else " against ".join(distribution.policies)
    yield heading(deals)
    yield picture(lambda: distribution_figure(distribution))
    yield lines(exact_figure_lines(distribution))
    score, share_of = ("score", "share of deals") if distribution.deals else ("result", "share of plays")
    made = table(score, share_of, right=(score, share_of))
    for number, share in list(distribution.histogram.items())[:MOST_ROWS]:
        name = ", ".join(map(amount, number)) if distribution.seats else few_digits(number, 12)
        made.add_row(name, rate_text(distribution.rate(share)))
    yield table_html(made, len(distribution.histogram) - MOST_ROWS)


def _sweep(sweep: Sweep) -> Iterator[str]:
    from rich.console import Console

    from faceup.show.pictures.sweeps import sweep_figure
    from faceup.show.text.sweeps import sweep_lines, sweep_title

    yield headed(sweep_title(sweep), lambda: sweep_figure(sweep))
    yield from _blocks(sweep_lines(sweep, Console(file=StringIO(), width=ROOM)))


def _sameness(sameness: Sameness) -> Iterator[str]:
    from faceup.show.text.sameness import sameness_lines

    yield heading(" and ".join(title(game) for game in sameness.games))
    yield from _blocks(sameness_lines(sameness, in_notebook))


def _symmetries(symmetries: Symmetries) -> Iterator[str]:
    from faceup.show.text.sameness import symmetries_lines

    yield heading(title(symmetries.game))
    yield lines(symmetries_lines(symmetries, everything=False, rest=in_notebook))


def _explanation(why: Explanation) -> Iterator[str]:
    from faceup.show.text.reasons import explanation_lines

    yield heading(title(why.game))
    yield lines(explanation_lines(why, rest=in_notebook))


def _position(shown: PositionShown) -> Iterator[str]:
    from faceup.show.text.scenes import scene_lines

    yield heading(title(shown.game))
    yield lines([*map(str, scene_lines(shown.scene, WIDTH, "utf-8")), "", *shown.told])


def _review(review: Review) -> Iterator[str]:
    from faceup.results.review_sentences import SKILL, accuracy_note, skills
    from faceup.show.text.review_graph import graph_legend, graph_lines
    from faceup.show.text.reviews import move_rows, review_lines

    yield heading(title(review.game))
    yield lines([*graph_lines(review, WIDTH, "utf-8"), graph_legend(review), "", *review_lines(review)])
    if not review.rows:
        return
    if review.movers:
        everybody = table(*(name for name in SKILL if name != SKILL.luck or review.chance))
        for skill in skills(review):
            everybody.add_row(*(text for text in skill if text))
        yield table_html(everybody)
        yield lines([accuracy_note(review)])
    every = table("move", "then", "what it changed")
    for row in move_rows(review)[:MOST_ROWS]:
        every.add_row(*row)
    yield table_html(every, len(review.rows) - MOST_ROWS)


def _blocks(parts: "Iterable[str | Table]") -> Iterator[str]:
    """Lines of text, those that follow one another together, and tables."""
    texts: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
            continue
        if texts:
            yield lines(texts)
            texts = []
        yield table_html(part)
    if texts:
        yield lines(texts)


def _first_cell(found: FirstCell) -> Iterator[str]:
    from faceup.show.text.sweeps import first_cell_lines, sweep_title

    yield heading(f"{sweep_title(found.tried)} until {found.condition}")
    yield lines(first_cell_lines(found))


PARTS: dict[type, Callable[[Any], Iterator[str]]] = {
    Solution: _solution,
    MixedExplanation: _reasons,
    BestAnswer: _answer,
    MixedStrategy: _mixed,
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
    PositionShown: _position,
    Review: _review,
}
