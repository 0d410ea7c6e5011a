"""Results as cards for a notebook: the name, the answer, a small picture if there is one, tables, and lines.

Only pictures have colours, on white, or on black where a notebook is dark; everything else takes those of the page.
"""

from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from itertools import groupby
from typing import TYPE_CHECKING, Any

from faceup.numbers.value import amount, few_digits
from faceup.results.answers.best_answer import BestAnswer
from faceup.results.answers.mixed_reasons import MixedExplanation
from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.answers.reasons import Explanation
from faceup.results.answers.sameness import Sameness, Symmetries
from faceup.results.answers.solution import NO_OPENING, Solution
from faceup.results.answers.strategy import Strategy
from faceup.results.number_texts import rate_text
from faceup.results.reviews.replay import Replay
from faceup.results.reviews.review import Review
from faceup.results.samples.comparison import Comparison
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.first_cell import FirstCell
from faceup.results.samples.sample import Sample
from faceup.results.samples.sweep import Sweep
from faceup.results.samples.tournament import Tournament
from faceup.results.scene.scene import PositionCard, Scene
from faceup.results.sentences.games import AboutGame, game_facts, headline, rules_paragraphs, title_and_sentence
from faceup.results.sentences.words import capital, in_notebook
from faceup.rules.contract import CHANCE, Game, Patience
from faceup.rules.errors import FaceupError
from faceup.show.card_parts import GAP, Answer, Heading, Lines, Part, Picture, Rows, Squares, Still
from faceup.show.text.parts import part_lines, table

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from faceup.show.drawings.drawing import Drawing

MOST_ROWS = 500  # of a table, all together
ALIKE = 4  # rows in a row that are the same, of which one stands for all
WIDTH = 80  # characters of a position
TOP_CARDS = 6  # of a pile
ROOM = 200  # characters across, for tables that choose their form by it


def parts(result: Any) -> Iterator[Part]:
    """The parts of a result's card."""
    return next((make_parts for kind, make_parts in PARTS.items() if isinstance(result, kind)), _plainly)(result)


def page(result: Any) -> str:
    """A result as HTML; parts whose library is missing, such as Matplotlib, are left out."""
    return '<div class="faceup">' + "".join(part.html() for part in parts(result)) + "</div>"


def _game(about: AboutGame) -> Iterator[Part]:
    yield Heading(headline(about.game))
    yield Answer(title_and_sentence(type(about.game))[1])
    yield Lines(rules_paragraphs(type(about.game)))
    yield Lines(part_lines(game_facts(about), 12))


def _solution(solution: Solution) -> Iterator[Part]:
    from faceup.results.sentences.solutions import first_move_texts, first_moves_finding, outcome_head, solution_facts
    from faceup.show.pictures.first_moves import moves_figure

    if solution.value.how == "stopped":
        yield Heading(headline(solution.game))
        yield Lines(part_lines(solution_facts(solution, NO_OPENING), 8))
        return
    who = solution.game.turn(solution.start)
    says, *facts = part_lines(solution_facts(solution, solution.opening()), 8)
    yield Heading(headline(solution.game))
    yield Answer(says)
    rows = solution.observations()
    values = solution.values(solution.start) if rows["move"] else {}
    told = list(zip(rows["word"], values.values(), strict=True))
    if values and len(set(values.values())) == 1 and who != CHANCE:  # a table or a picture would tell no more
        best = [word for word, good in zip(rows["word"], rows["best"], strict=True) if good]
        yield Lines([f"{capital(first_moves_finding(solution, solution.start, told, best))}.", *facts])
        return
    yield Picture(lambda: moves_figure(solution))
    exact = " (exact)" if all(value.how == "exact" for value in values.values()) else ""  # said once
    worth, value_texts = first_move_texts(solution, list(values.values()))
    head = outcome_head(solution, solution.start, values) if who == CHANCE else "move"
    outcomes = table(head, worth + exact, "", right=(worth + exact,))
    first_rows = list(zip(rows["word"], value_texts, rows["best"], strict=True))[:MOST_ROWS]
    for (text, good), group in groupby(first_rows, key=lambda row: row[1:]):
        alike = [word for word, *_ in group]
        few = len(alike) < ALIKE
        for word in alike if few else alike[:1]:
            outcomes.add_row(word, text.removesuffix(exact), "best" if good else "")
        if not few:
            outcomes.add_row(f"the next {len(alike) - 1}", "the same", "best" if good else "")
    if values:
        yield Rows(outcomes, len(values) - MOST_ROWS)
    yield Lines(facts)


def _strategy(strategy: Strategy) -> Iterator[Part]:
    from faceup.results.sentences.strategies import always_fact, strategy_blocks, tie_facts, value_facts, value_sentence
    from faceup.show.drawings.strategies import strategy_drawing
    from faceup.show.pictures.strategies import strategy_figure
    from faceup.show.text.strategies import side_by_side, strategy_boards, strategy_tables

    yield Heading(headline(strategy.game))
    yield Answer(_drawing_title(lambda: strategy_drawing(strategy)) or value_sentence(strategy))
    yield Picture(lambda: strategy_figure(strategy))
    for heading, block in strategy_blocks(strategy):
        if heading:
            yield Lines([heading])
        if boards := strategy_boards(block, MOST_ROWS):
            yield Lines(side_by_side(boards, ROOM))
        elif always := list(always_fact(block)):
            yield Lines(part_lines(always, 12))
        else:
            rows_table, left_out = strategy_tables(block, MOST_ROWS, ROOM)
            if rows_table.columns and rows_table.row_count:
                yield Rows(rows_table, left_out)
        if ties := list(part_lines(tie_facts(block), 12)):
            yield Lines(ties)
    yield Lines(part_lines(value_facts(strategy), 12))


def _mixed_strategy(strategy: MixedStrategy) -> Iterator[Part]:
    from faceup.results.sentences.mixed_strategies import mixed_facts, mixed_parts, mixed_sentence
    from faceup.show.pictures.mixed_strategies import mixed_figure

    yield Heading(headline(strategy.game))
    yield Answer(mixed_sentence(strategy))
    yield Picture(lambda: mixed_figure(strategy))
    yield from _blocks(part_lines(mixed_parts(strategy, MOST_ROWS), 12))
    yield Lines(part_lines(mixed_facts(strategy), 12))


def _reasons(why: MixedExplanation) -> Iterator[Part]:
    from faceup.results.sentences.mixed_reasons import mixed_reason_parts

    yield Heading(headline(why.solution.game))
    yield from _answer_and_lines(part_lines(mixed_reason_parts(why, rest=in_notebook), 12))


def _answer(answer: BestAnswer) -> Iterator[Part]:
    from faceup.results.sentences.mixed_strategies import response_parts
    from faceup.results.sentences.solutions import response_sentence

    yield Heading(f"{headline(answer.game)} against {answer.policy}")
    yield Answer(response_sentence(answer))
    yield from _blocks(part_lines(response_parts(answer, MOST_ROWS), 8))


def _sample(sample: Sample) -> Iterator[Part]:
    from faceup.results.sentences.samples import sampled_figures
    from faceup.show.drawings.bars import sample_drawing
    from faceup.show.pictures.plots import sample_figure

    yield Heading(headline(sample.game))
    yield Answer(_drawing_title(lambda: sample_drawing(sample)))
    yield Picture(lambda: sample_figure(sample, headline(sample.game)))
    yield Lines(part_lines(sampled_figures(sample), 12))


def _tournament(tournament: Tournament) -> Iterator[Part]:
    from faceup.results.sentences.samples import tournament_parts, verdict

    yield Heading(headline(tournament.game))
    yield Answer(verdict("policy", tournament.by_policy) if tournament.by_policy else "")
    yield Lines(part_lines(tournament_parts(tournament), 0))


def _comparison(comparison: Comparison) -> Iterator[Part]:
    from faceup.results.sentences.samples import comparison_parts, comparison_sentence

    yield Heading(" against ".join(headline(one.game) for one in (comparison.first, comparison.second)))
    yield Answer(comparison_sentence(comparison))
    names = headline(comparison.first.game), headline(comparison.second.game)
    yield Lines(part_lines(comparison_parts(comparison, names), 7))


def _distribution(distribution: Distribution) -> Iterator[Part]:
    from faceup.results.sentences.distributions import exact_figures, played_facts
    from faceup.show.drawings.bars import distribution_drawing
    from faceup.show.pictures.plots import distribution_figure

    game = distribution.game
    yield Heading(headline(game))
    yield Answer(_drawing_title(lambda: distribution_drawing(distribution)))
    yield Picture(lambda: distribution_figure(distribution, headline(game)))
    score, share_of = ("score", "share of deals") if distribution.deals else ("result", "share of plays")
    shares = table(score, share_of, right=(score, share_of))
    for number, share in list(distribution.histogram.items())[:MOST_ROWS]:
        name = ", ".join(map(amount, number)) if distribution.seats else few_digits(number, 12)
        shares.add_row(name, rate_text(distribution.rate(share)))
    yield Rows(shares, len(distribution.histogram) - MOST_ROWS)
    yield Lines(part_lines((*played_facts(distribution), *exact_figures(distribution)), 8))


def _sweep(sweep: Sweep) -> Iterator[Part]:
    from rich.console import Console

    from faceup.results.sentences.sweeps import sweep_title
    from faceup.show.pictures.sweeps import sweep_figure, sweep_finding
    from faceup.show.text.sweeps import sweep_lines

    yield Heading(sweep_title(sweep))
    yield Answer(sweep_finding(sweep))
    yield Picture(lambda: sweep_figure(sweep))
    yield from _blocks(sweep_lines(sweep, Console(file=StringIO(), width=ROOM)))


def _sameness(sameness: Sameness) -> Iterator[Part]:
    from faceup.results.sentences.sameness import renamed_board, same_phrase, sameness_facts

    yield Heading(" and ".join(headline(game) for game in sameness.games))
    yield Answer(same_phrase(sameness))
    if (board := renamed_board(sameness)) is None:
        yield from _blocks(part_lines(sameness_facts(sameness, in_notebook), 9))
        return
    yield Lines([f"Moves of {board.theirs} on the board of {board.mine}:"])
    yield Squares(board.squares)
    facts = (part for part in sameness_facts(sameness, in_notebook) if part[0] not in ("same", "moves", ""))
    yield Lines(part_lines(facts, 9))


def _symmetries(symmetries: Symmetries) -> Iterator[Part]:
    from faceup.results.sentences.sameness import symmetries_facts, symmetries_sentence

    yield Heading(headline(symmetries.game))
    yield Answer(symmetries_sentence(symmetries))
    yield Lines(part_lines(symmetries_facts(symmetries, everything=False, rest=in_notebook), 12))


def _explanation(why: Explanation) -> Iterator[Part]:
    from faceup.results.sentences.reasons import explanation_parts

    yield Heading(headline(why.game))
    yield from _answer_and_lines(part_lines(explanation_parts(why, rest=in_notebook), 11))


def _position(card: PositionCard) -> Iterator[Part]:
    from faceup.show.text.scenes import scene_lines

    yield Heading(headline(card.game))
    yield Still([*map(str, scene_lines(card.scene, WIDTH, "utf-8"))])
    yield Lines(card.told)


def _review(review: Review) -> Iterator[Part]:
    from faceup.results.sentences.reviews import SKILL, accuracy_note, move_rows, review_sentences, skills, summary
    from faceup.show.pictures.review_graphs import review_figure

    yield Heading(headline(review.game))
    says = summary(review)
    yield Answer(says)
    yield Picture(lambda: review_figure(review))
    yield Lines(line for line in review_sentences(review) if line != says)
    if not review.rows:
        return
    if skilled := skills(review):
        everybody = table(*(name for name in SKILL if name != SKILL.luck or review.has_luck))
        for skill in skilled:
            everybody.add_row(*(text for text in skill if text))
        yield Rows(everybody)
        yield Lines([accuracy_note(review)])
    every = table("move", "then", "what it changed")
    for row in move_rows(review)[:MOST_ROWS]:
        every.add_row(*row)
    yield Rows(every, len(review.rows) - MOST_ROWS)


def _replay(replay: Replay) -> Iterator[Part]:
    from faceup.results.sentences.outcomes import ending_text
    from faceup.show.text.printed import replay_rows

    names, labels, tables = replay.game.player_names if isinstance(replay.game, Game) else (), [""], list[list[str]]()

    def note(scene: Scene) -> str:
        labels[:], cells = _table_cells(replay.game, scene)
        tables.append(cells)
        return ""

    played = replay.in_words(table_text=note)
    yield Heading(f"{headline(replay.game)}, {replay.which}")
    yield Answer(ending_text(played.end, played.sentence, names))
    rows = [row[:-1] for row in replay_rows(played, names)]
    if rows:
        steps = table("", *(("player",) if len(rows[0]) > 2 else ()), "move", *labels)
        for row, cells in list(zip(rows, tables, strict=True))[:MOST_ROWS]:
            steps.add_row(*row, *cells)
        yield Rows(steps, len(rows) - MOST_ROWS)


def _table_cells(game: Game | Patience, scene: Scene) -> tuple[list[str], list[str]]:
    """The table after a step, under its heads: of a patience the top cards of each pile, else as the rules show it."""
    from faceup.show.text.scenes import zone_text

    if isinstance(game, Game):
        return ["then"], [scene.text]
    return [zone.label for zone in scene.zones], [zone_text(zone, TOP_CARDS, "utf-8") for zone in scene.zones]


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
    from faceup.results.sentences.sweeps import first_cell_facts, sweep_title

    yield Heading(f"{sweep_title(first_cell.tried)} until {first_cell.condition}")
    says, *more = part_lines(first_cell_facts(first_cell), 8)
    yield Answer(GAP.sub(" ", says))
    yield Lines(more)


PARTS: dict[type, Callable[[Any], Iterator[Part]]] = {
    AboutGame: _game,
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
    Replay: _replay,
}
