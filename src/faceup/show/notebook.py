"""Results as cards for a notebook: the name, the answer, a small picture if there is one, tables, and facts."""

from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from itertools import groupby
from typing import TYPE_CHECKING, Any

from faceup.numbers.value import amount, few_digits
from faceup.results.answers.decision import Decision, MixedStrategy
from faceup.results.answers.diagnosis import Diagnosis
from faceup.results.answers.hidden_solution import BestAnswer
from faceup.results.answers.reasons import Explanation, MixedExplanation
from faceup.results.answers.sameness import Sameness, Symmetries
from faceup.results.answers.solution import NO_OPENING, Solution
from faceup.results.answers.strategy import ShortStrategy, Strategy
from faceup.results.number_texts import rate_text
from faceup.results.reviews.replay import Replay
from faceup.results.reviews.review import Review
from faceup.results.samples.comparison import Comparison
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.sample import Sample
from faceup.results.samples.sweep import FirstCell, Sweep
from faceup.results.samples.tournament import Tournament
from faceup.results.scene.things import PositionCard, Scene
from faceup.results.sentences import words
from faceup.results.sentences.games import AboutGame, game_facts, headline, rules_told
from faceup.results.sentences.words import Cells, by_reach, capital, count_phrase, in_notebook, unbroken
from faceup.rules.contract import CHANCE, Game, Patience
from faceup.rules.errors import FaceupError
from faceup.show.card_parts import (
    FEW_ROWS,
    STYLE,
    Answer,
    Facts,
    Folded,
    Heading,
    Part,
    Picture,
    Rows,
    Squares,
    Still,
    Tile,
    Tiles,
)

if TYPE_CHECKING:
    from faceup.show.drawings.drawing import Drawing

MOST_ROWS = 500  # rows of a table, all together
ALIKE = 4  # moves in a row that are worth the same, which have one row together
MOST_NAMED = 12  # moves alike that are all named
WIDTH = 80  # characters of a position
TOP_CARDS = 6  # cards of a pile
ROOM = 200  # characters across, for tables that choose their form by it


def parts(result: Any) -> Iterator[Part]:
    """Return the parts of a result's card."""
    return next(make_parts for kind, make_parts in PARTS.items() if isinstance(result, kind))(result)


def page(result: Any) -> str:
    """Return a result as HTML; parts whose library is missing, such as Matplotlib, are left out."""
    return f'<div class="faceup"><style>{STYLE}</style>{"".join(part.html() for part in parts(result))}</div>'


def _game(about: AboutGame) -> Iterator[Part]:
    sentence, *paragraphs = rules_told(type(about.game)) or [""]
    yield Heading(headline(about.game))
    yield Answer(sentence)
    yield Facts(paragraphs)
    yield Facts(game_facts(about))


def _solution(solution: Solution) -> Iterator[Part]:
    from faceup.results.sentences.outcomes import VERBS
    from faceup.results.sentences.solutions import first_move_texts, first_moves_finding, outcome_head, solution_facts
    from faceup.show.pictures.first_moves import moves_figure

    if solution.value.how == "stopped":
        yield Heading(headline(solution.game))
        yield Facts(solution_facts(solution, NO_OPENING))
        return
    who = solution.game.turn(solution.start)
    says, *facts = solution_facts(solution, solution.opening())
    yield Heading(headline(solution.game))
    yield Answer(f"{says}")
    rows = solution.observations()
    values = solution.values(solution.start) if rows["move"] else {}
    told = list(zip(rows["word"], values.values(), strict=True))
    if values and len(set(values.values())) == 1 and who != CHANCE:  # a table would tell no more
        best = [word for word, good in zip(rows["word"], rows["best"], strict=True) if good]
        try:
            figure = moves_figure(solution)
            finding = " ".join(figure.get_suptitle().split()).removeprefix(f"{headline(solution.game)}: ")
            picture = [Picture(lambda: figure)]
        except FaceupError:
            finding, picture = first_moves_finding(solution, solution.start, told, best), []
        yield Facts([f"{capital(finding)}."])
        yield from picture
        yield Facts(facts)
        return
    yield Picture(lambda: moves_figure(solution))
    worth, value_texts = first_move_texts(solution, list(values.values()))
    named = {*value_texts} <= VERBS.keys()  # results are exact
    exact = " (exact)" if not named and all(value.how == "exact" for value in values.values()) else ""  # said once
    head = outcome_head(solution, solution.start, values) if who == CHANCE else "move"
    outcomes = list[tuple[str, str, str]]()
    first_rows = list(zip(rows["word"], value_texts, rows["best"], strict=True))
    if who != CHANCE or (len(set(value_texts)) < len(told) and not all(word.isdigit() for word, _ in told)):
        order = sorted(
            range(len(first_rows)), key=lambda k: told[k][1].middle or 0, reverse=who == 0 or bool(solution.seats)
        )
        first_rows = [first_rows[k] for k in order]
    for (text, good), group in groupby(first_rows[:MOST_ROWS], key=lambda row: row[1:]):
        alike = [word for word, *_ in group]
        rows_told = alike
        if len(alike) >= ALIKE:
            few, count = ", ".join(map(unbroken, alike)), f"{len(alike)} of {len(first_rows)}"
            rows_told = [few if len(alike) <= MOST_NAMED else f"{alike[0]}, ..., {alike[-1]} ({count})"]
        outcomes += [(word, text.removesuffix(exact), "best" if good else "") for word in rows_told]
    if values:
        yield Rows(Cells((head, worth + exact, ""), outcomes, frozenset((worth + exact,))), len(values) - MOST_ROWS)
    yield Facts(facts)


def _strategy(strategy: Strategy) -> Iterator[Part]:
    from faceup.results.sentences.strategies import (
        always_fact,
        board_order,
        rule_alone,
        strategy_blocks,
        table_cells,
        tie_facts,
        unmet_text,
        value_facts,
    )
    from faceup.show.drawings.strategies import strategy_drawing
    from faceup.show.pictures.plots import strategy_figure
    from faceup.show.text.strategies import board_marks, strategy_boards

    yield Heading(headline(strategy.game))
    yield from _answer_of(strategy)
    if not strategy.on_boards:
        yield from _chart(lambda: strategy_drawing(strategy), lambda: strategy_figure(strategy), title=_fact)
    for heading, block in strategy_blocks(strategy):
        yield Facts([heading] if heading else [])
        yield Facts([f"{capital(order)}."] if (order := board_order(block)) else [])
        if boards := strategy_boards(block, MOST_ROWS):
            yield Facts(board_marks(boards))
            tiles = [Tile(board.reached, board.squares, board.notes, board.zone.hexagons) for board in boards]
            yield Tiles(tiles[:FEW_ROWS])
            if more := tiles[FEW_ROWS:]:
                yield Folded(f"Show {count_phrase(len(more), 'more board')}", Tiles(more))
        elif always := list(always_fact(block)):
            yield Facts(always)
        elif rule := rule_alone(block):
            yield Facts([f"{capital(rule)}."])
        else:
            cells = table_cells(block, ROOM)
            if cells.heads and cells.rows:
                yield Rows(cells._replace(rows=cells.rows[:MOST_ROWS]), len(cells.rows) - MOST_ROWS)
        yield Facts(tie_facts(block))
    if strategy.reach == "best" and (unmet := unmet_text(strategy)):
        yield Facts([("left out", f"{unmet}{by_reach(python=True)}")])
    yield Facts(value_facts(strategy))


def _mixed_strategy(strategy: MixedStrategy) -> Iterator[Part]:
    from faceup.results.sentences.mixed_strategies import mixed_facts, mixed_parts
    from faceup.show.pictures.mixed_strategies import mixed_figure

    yield Heading(headline(strategy.game))
    yield from _answer_of(strategy)
    yield Picture(lambda: mixed_figure(strategy))
    yield Facts(mixed_parts(strategy, MOST_ROWS))
    yield Facts(mixed_facts(strategy, python=True))


def _answer_of(strategy: Strategy | MixedStrategy) -> Iterator[Part]:
    """Yield what best play of the game comes to, as ``faceup solve`` says it."""
    from faceup.results.sentences.solutions import answer

    if strategy.solution is not None:
        yield Answer(answer(strategy.solution))


def _reasons(why: MixedExplanation) -> Iterator[Part]:
    from faceup.results.sentences.mixed_strategies import mixed_reason_parts

    yield Heading(headline(why.solution.game))
    yield from _answer_and_more(mixed_reason_parts(why, rest=in_notebook))


def _answer(answer: BestAnswer) -> Iterator[Part]:
    from faceup.results.sentences.mixed_strategies import response_parts
    from faceup.results.sentences.solutions import response_sentence

    yield Heading(f"{headline(answer.game)} against {answer.policy}")
    yield Answer(response_sentence(answer))
    yield Facts(response_parts(answer, MOST_ROWS))


def _sample(sample: Sample) -> Iterator[Part]:
    from faceup.results.sentences.samples import sampled_figures
    from faceup.show.drawings.bars import sample_drawing
    from faceup.show.pictures.plots import sample_figure

    yield Heading(headline(sample.game))
    yield from _chart(lambda: sample_drawing(sample), lambda: sample_figure(sample))
    yield Facts(sampled_figures(sample))


def _tournament(tournament: Tournament) -> Iterator[Part]:
    from faceup.results.sentences.samples import tournament_figures, tournament_verdict
    from faceup.show.pictures.tournaments import tournament_figure

    yield Heading(headline(tournament.game))
    yield Answer(tournament_verdict(tournament))
    yield Picture(lambda: tournament_figure(tournament))
    yield Facts(tournament_figures(tournament))


def _comparison(comparison: Comparison) -> Iterator[Part]:
    from faceup.results.sentences.samples import comparison_parts, comparison_sentence

    yield Heading(" against ".join(headline(one.game) for one in (comparison.first, comparison.second)))
    yield Answer(comparison_sentence(comparison))
    names = headline(comparison.first.game), headline(comparison.second.game)
    yield Facts(comparison_parts(comparison, names))


def _distribution(distribution: Distribution) -> Iterator[Part]:
    from faceup.results.sentences.distributions import exact_figures, played_facts
    from faceup.show.drawings.bars import distribution_drawing
    from faceup.show.pictures.plots import distribution_figure

    yield Heading(headline(distribution.game))
    yield from _chart(lambda: distribution_drawing(distribution), lambda: distribution_figure(distribution))
    score, share_of = ("score", "share of deals") if distribution.deals else ("result", "share of plays")
    rows = [
        (
            ", ".join(map(amount, number)) if distribution.seats else few_digits(number, 12),
            rate_text(distribution.rate(share)),
        )
        for number, share in list(distribution.histogram.items())[:MOST_ROWS]
    ]
    shares = Cells((score, share_of), rows, frozenset((score, share_of)))
    if distribution.won is None or distribution.deals or distribution.seats:  # else the facts tell as much
        yield Rows(shares, len(distribution.histogram) - MOST_ROWS)
    yield Facts((*played_facts(distribution), *exact_figures(distribution)))


def _sweep(sweep: Sweep) -> Iterator[Part]:
    from rich.console import Console

    from faceup.results.sentences.sweeps import sweep_headline
    from faceup.show.pictures.sweeps import sweep_figure, sweep_finding
    from faceup.show.text.parts import cells_of
    from faceup.show.text.sweeps import sweep_lines

    yield Heading(sweep_headline(sweep))
    yield Answer(sweep_finding(sweep))
    yield Picture(lambda: sweep_figure(sweep))
    lines = sweep_lines(sweep.in_games(), Console(file=StringIO(), width=ROOM))
    told = [line if isinstance(line, str) else cells_of(line) for line in lines]
    after = max((k + 1 for k, part in enumerate(told) if isinstance(part, Cells)), default=0)
    tables = Facts(told[:after])
    yield Folded("Show all numbers", tables) if len(sweep.axes) == 2 else tables  # a map has them already
    yield Facts(told[after:])


def _sameness(sameness: Sameness) -> Iterator[Part]:
    from faceup.results.sentences.sameness import renamed_board, same_phrase, sameness_facts

    yield Heading(" and ".join(headline(game) for game in sameness.games))
    yield Answer(same_phrase(sameness))
    if (board := renamed_board(sameness)) is None:
        yield Facts(sameness_facts(sameness, in_notebook))
        return
    yield Facts([f"Moves of {board.theirs} on the board of {board.mine}:"])
    yield Squares(board.squares)
    facts = (part for part in sameness_facts(sameness, in_notebook) if part[0] not in ("same", "moves", ""))
    yield Facts(facts)


def _symmetries(symmetries: Symmetries) -> Iterator[Part]:
    from faceup.results.sentences.sameness import symmetries_facts, symmetries_sentence

    yield Heading(headline(symmetries.game))
    yield Answer(symmetries_sentence(symmetries))
    yield Facts(symmetries_facts(symmetries, everything=False, rest=in_notebook))


def _explanation(why: Explanation) -> Iterator[Part]:
    from faceup.results.sentences.reasons import explanation_parts

    yield Heading(headline(why.game))
    yield from _answer_and_more(explanation_parts(why, rest=in_notebook))


def _position(card: PositionCard) -> Iterator[Part]:
    from faceup.show.text.scenes import scene_lines

    yield Heading(headline(card.game))
    yield Still([*map(str, scene_lines(card.scene, WIDTH, "utf-8"))])
    yield Facts(card.told)


def _review(review: Review) -> Iterator[Part]:
    from faceup.results.sentences.reviews import SKILL, accuracy_note, move_rows, review_sentences, skills, summary
    from faceup.show.pictures.plots import review_figure

    yield Heading(headline(review.game))
    says = summary(review)
    yield Answer(says)
    yield Picture(lambda: review_figure(review))
    yield Facts(line for line in review_sentences(review) if line != says)
    if not review.rows:
        return
    if skilled := skills(review):
        heads = [name for name in SKILL if name != SKILL.luck or review.has_luck]
        yield Rows(Cells(heads, [[text for text in skill if text] for skill in skilled]))
        yield Facts([accuracy_note(review)])
    every = Cells(("move", "then", "what it changed"), move_rows(review)[:MOST_ROWS])
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
    yield Answer(ending_text(played.end, names))
    rows = [row[:-1] for row in replay_rows(played, names)]
    if rows:
        heads = ("", *(("player",) if len(rows[0]) > 2 else ()), "move", *labels)
        steps = [(*row, *cells) for row, cells in list(zip(rows, tables, strict=True))[:MOST_ROWS]]
        yield Rows(Cells(heads, steps), len(rows) - MOST_ROWS)


def _table_cells(game: Game | Patience, scene: Scene) -> tuple[list[str], list[str]]:
    """Return the heads and cells of the table after a step: the top cards of each pile, or the position."""
    from faceup.show.text.scenes import position_text, zone_text

    if isinstance(game, Game):
        return ["then"], [position_text(game, scene, WIDTH, "utf-8")]
    return [zone.label for zone in scene.zones], [zone_text(zone, TOP_CARDS, "utf-8") for zone in scene.zones]


def _decision(decision: Decision) -> Iterator[Part]:
    from faceup.results.sentences.solutions import decision_facts

    if decision.solution is None:
        yield Heading(", ".join(decision.shares))
        return
    yield Heading(headline(decision.solution.game, decision.made))
    yield from _answer_and_more(decision_facts(decision.solution, decision))


def _short_strategy(short: ShortStrategy) -> Iterator[Part]:
    from faceup.results.sentences.strategies import short_text

    yield Heading(headline(short.game))
    yield Answer(short_text(short))


def _diagnosis(diagnosis: Diagnosis) -> Iterator[Part]:
    from faceup.results.sentences.diagnosis import diagnosis_facts

    yield Heading(headline(diagnosis.game))
    yield Facts(diagnosis_facts(diagnosis))


def _answer_and_more(told: Iterable[words.Part]) -> Iterator[Part]:
    """Yield an answer from the first sentence, and the rest."""
    says, *more = told
    yield Answer(f"{says}")
    yield Facts(more)


def _chart(
    make: Callable[[], "Drawing"], figure: Callable[[], Any], title: Callable[[str], Part] = Answer
) -> Iterator[Part]:
    """Yield the title of a drawing and its figure; a single bar is told by its title. Nothing if there is none."""
    try:
        drawing = make()
    except FaceupError:
        return
    yield title(drawing["title"])
    if any(len(panel["bars"]) > 1 if "bars" in panel else True for panel in drawing["panels"]):
        yield Picture(figure)


def _fact(text: str) -> Facts:
    return Facts([capital(text)])


def _first_cell(first_cell: FirstCell) -> Iterator[Part]:
    from faceup.results.sentences.sweeps import first_cell_facts, sweep_headline

    yield Heading(f"{sweep_headline(first_cell.tried)} until {first_cell.condition}")
    first, *more = first_cell_facts(first_cell)
    yield Answer(first if isinstance(first, str) else " ".join(first))
    yield Facts(more)


PARTS: dict[type, Callable[[Any], Iterator[Part]]] = {
    AboutGame: _game,
    Solution: _solution,
    MixedExplanation: _reasons,
    BestAnswer: _answer,
    MixedStrategy: _mixed_strategy,
    Strategy: _strategy,
    ShortStrategy: _short_strategy,
    Decision: _decision,
    Diagnosis: _diagnosis,
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
