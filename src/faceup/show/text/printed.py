"""The printed form of each result: a heading, then lines and tables. ``print(result)`` prints the same from Python.

A command names the option that prints the rest; from Python, the text names the attribute that holds it.
"""

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import zip_longest
from math import inf
from typing import TYPE_CHECKING, Any

from faceup.numbers.value import Value
from faceup.results.answers.decision import Decision, MixedStrategy
from faceup.results.answers.diagnosis import Diagnosis
from faceup.results.answers.hidden_solution import BestAnswer
from faceup.results.answers.reasons import Explanation, MixedExplanation
from faceup.results.answers.sameness import Sameness, Symmetries
from faceup.results.answers.solution import Opening, Solution
from faceup.results.answers.strategy import ShortStrategy, Strategy
from faceup.results.reviews.replay import Level, Replay, ReplayText
from faceup.results.reviews.review import Review
from faceup.results.samples.comparison import Comparison
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.sample import Sample
from faceup.results.samples.sweep import FirstCell, Sweep
from faceup.results.samples.tournament import Tournament
from faceup.results.scene.things import PositionCard, Scene
from faceup.results.sentences.games import (
    title,
)
from faceup.results.sentences.outcomes import ending_text
from faceup.results.sentences.words import (
    NO_BREAK,
    Fact,
    Rest,
    by_reach,
    count_phrase,
    in_json,
    in_notebook,
    in_terminal,
    unbroken,
)
from faceup.rules.contract import Game, Patience
from faceup.rules.moves import Move
from faceup.rules.names import short_seat_name
from faceup.show.text.parts import part_lines
from faceup.show.text.styled_lines import write

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    Parts = Iterable[str | Text | Table]
    Printed = tuple[str, Parts]

WIDTH = 120  # characters across, without a terminal or COLUMNS
FEWEST = 4  # lines of rows, however many tables there are
HEAD = 6  # lines around a table, for its name, rule, columns and ties
MOST_BOARDS = 200  # boards of a strategy, before it is known how many have room
POSITION_WIDTH = 80  # columns of a position
LEAST_POSITION = 20  # columns of a position beside its step


class Paper(StringIO):
    """Text in memory, with the encoding of standard output."""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return getattr(sys.stdout, "encoding", None) or "utf-8"


@dataclass(frozen=True, kw_only=True)
class Page:
    """The output of a result, in lines of at most ``width``, and the options of the command.

    From ``python`` there are no options. ``moves`` lead to the position; ``check_limit`` is as of ``Replay.in_words``.
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
        """Return the function that names the rest of a text: by an option, or from Python by an attribute."""
        return in_notebook if self.python else option


def text(result: Any) -> str:
    """Return the result as its command prints it, without colour."""
    from rich.console import Console

    width_known = "COLUMNS" in os.environ or (sys.stdout is not None and sys.stdout.isatty())
    width = shutil.get_terminal_size().columns if width_known else WIDTH
    paper = Paper()
    out = Console(file=paper, width=width, color_system=None, highlight=False, soft_wrap=True)
    page = Page(out=out, width=width if width_known else sys.maxsize, python=True)
    write(out, *lay_out(result, page), page.width)
    return paper.getvalue().rstrip("\n")


def lay_out(result: Any, page: Page) -> "Printed":
    """Return the heading of a result, and the lines and tables under it."""
    kind = next(kind for kind in PRINTERS if isinstance(result, kind))
    return PRINTERS[kind](result, page)


def solution_lines(solution: Solution, opening: Opening, format_value: Callable[[Value], str] = str) -> "list[str]":
    """Return the answer, the value, the best first moves, a line of best play, and the work, each a line."""
    from faceup.results.sentences.solutions import solution_facts

    return list(part_lines(solution_facts(solution, opening, format_value), 8))


def _solution(solution: Solution, page: Page) -> "Printed":
    opening = page.opening or solution.opening()
    return title(solution.game, page.moves), solution_lines(solution, opening, page.format_value)


def _distribution(distribution: Distribution, page: Page) -> "Printed":
    from faceup.results.sentences.distributions import distribution_parts, played_facts

    parts = (*played_facts(distribution), *distribution_parts(distribution))
    return title(distribution.game, page.moves), part_lines(parts, 8, page.out.width, page.out.encoding)


def _sample(sample: Sample, page: Page) -> "Printed":
    from faceup.results.sentences.samples import sample_parts

    parts = (*sample_parts(sample), *_policies(sample, page))
    return title(sample.game), part_lines(parts, 12, page.out.width, page.out.encoding)


def _policies(sample: Sample, page: Page) -> Iterator[Fact]:
    """Yield the policies of the players; nothing for a solitaire game."""
    if sample.policies:
        others = "" if page.python or {*sample.policies} != {"random"} else "; --policy has others play"
        yield "play", f"{', '.join(sample.policies)}{others}"


def _comparison(comparison: Comparison, page: Page) -> "Printed":
    from faceup.results.sentences.samples import comparison_parts

    names = title(comparison.first.game), title(comparison.second.game)
    return "", part_lines(comparison_parts(comparison, names), 7, page.width)


def _tournament(tournament: Tournament, page: Page) -> "Printed":
    from faceup.results.sentences.samples import tournament_parts

    return title(tournament.game), part_lines(tournament_parts(tournament), 0, page.width)


def _strategy(strategy: Strategy, page: Page) -> "Printed":
    return title(strategy.game, page.moves), _strategy_parts(strategy, page)


def _strategy_parts(strategy: Strategy, page: Page) -> "Parts":
    from faceup.results.sentences.strategies import strategy_blocks, unmet_text, value_facts
    from faceup.show.text.strategies import FIRST_LINES

    blocks = list(strategy_blocks(strategy))
    lines = inf if page.everything else _lines_each(FIRST_LINES, len(blocks))
    for whose, block in blocks:
        if whose:
            yield whose
        yield from _strategy_block(block, page, lines)
    if strategy.reach == "best" and (unmet := unmet_text(strategy)):
        yield from part_lines([("left out", f"{unmet}{by_reach(page.python)}")], 12)
    yield from part_lines(value_facts(strategy, page.format_value), 12)
    if page.shorter:
        yield f"shorter     {page.shorter}"


def _lines_each(lines: int, tables: int) -> int:
    """Return the lines of rows that each of so many tables has, if all together have about so many lines."""
    return max((lines - HEAD * (tables - 1)) // max(tables, 1), FEWEST)


def _strategy_block(strategy: Strategy, page: Page, lines: float) -> "Parts":
    """Yield one table, with at most so many lines of rows."""
    from faceup.results.sentences.strategies import (
        always_fact,
        bands_cells,
        board_order,
        rule_alone,
        rule_text,
        tie_facts,
    )
    from faceup.show.text.strategies import first_boards, side_by_side, strategy_boards, strategy_tables

    rest = in_notebook("to_frame()") if page.python else f"; --all prints them{_shorter_table(strategy)}"
    ties = part_lines(tie_facts(strategy, page.everything), 12)
    most = len(strategy.boards) if page.everything else MOST_BOARDS
    width = min(page.out.width, WIDTH)
    if boards := first_boards(strategy_boards(strategy, most), width, lines):
        yield from side_by_side(boards, width)
        if more := len(strategy.telling_boards) - len(boards):
            yield f"... {count_phrase(more, 'more position')}{rest}"
        if order := board_order(strategy):
            yield from part_lines([("boards", order)], 12)
        yield from ties
        return
    rows_table, left_out = strategy_tables(strategy, lines, page.out.width)
    bands = bands_cells(strategy)
    always, alone = list(always_fact(strategy)), rule_alone(strategy)
    if rule := "" if always else rule_text(strategy):
        yield f"in short    {rule}"
    if bands is not None and left_out:
        yield from part_lines([bands.cells], 12)
        yield f"cells       {bands.head}: least and most of {count_phrase(len(strategy.rows), 'row')}{rest}"
    elif always:
        yield from part_lines(always, 12)
    elif rows_table.row_count and not alone:
        yield rows_table
    if left_out and bands is None:
        yield f"... {left_out:,} more rows{rest}"
    yield from ties


def _shorter_table(strategy: Strategy) -> str:
    """Return how to ask for a table that is short enough to play from; empty if this is it."""
    if strategy.reach != "best" or strategy.players < 2 or strategy.boards:
        return ""
    options = f"--player {strategy.player or 0} --reach one"
    return f", {options} those of one best move"


def _short_strategy(short: ShortStrategy, page: Page) -> "Printed":
    from faceup.results.sentences.strategies import short_text

    return title(short.game), [short_text(short)]


def _mixed_strategy(strategy: MixedStrategy, page: Page) -> "Printed":
    from faceup.results.sentences.mixed_strategies import mixed_facts, mixed_parts
    from faceup.show.text.strategies import FIRST_LINES

    most = len(strategy.decisions) if page.everything else _lines_each(FIRST_LINES, len(strategy.players))
    parts = mixed_parts(strategy, most, page.fractions)
    return title(strategy.game), part_lines((*parts, *mixed_facts(strategy, page.format_value, page.python)), 12)


def _best_answer(answer: BestAnswer, page: Page) -> "Printed":
    from faceup.results.sentences.solutions import response_fact, response_sentence

    return f"{title(answer.game)}  against {answer.policy}", part_lines(
        (response_sentence(answer), response_fact(answer)), 8
    )


def _explanation(why: Explanation, page: Page) -> "Printed":
    from faceup.results.sentences.reasons import explanation_parts

    return title(why.game), part_lines(explanation_parts(why, page.everything, page.rest(in_terminal)), 11, page.width)


def _mixed_explanation(why: MixedExplanation, page: Page) -> "Printed":
    from faceup.results.sentences.mixed_strategies import mixed_reason_parts

    return title(why.solution.game), part_lines(mixed_reason_parts(why, page.everything, page.rest(in_terminal)), 12)


def _sweep(sweep: Sweep, page: Page) -> "Printed":
    from faceup.results.sentences.sweeps import sweep_title
    from faceup.show.text.sweeps import sweep_lines

    return sweep_title(sweep), sweep_lines(sweep, page.out)


def _first_cell(first_cell: FirstCell, page: Page) -> "Printed":
    from faceup.results.sentences.sweeps import first_cell_facts, sweep_title

    return sweep_title(first_cell.tried), part_lines(first_cell_facts(first_cell), 8)


def _sameness(sameness: Sameness, page: Page) -> "Printed":
    from faceup.results.sentences.sameness import sameness_facts

    return "\n".join(map(title, sameness.games)), part_lines(sameness_facts(sameness, page.rest(in_json)), 9)


def _symmetries(symmetries: Symmetries, page: Page) -> "Printed":
    from faceup.results.sentences.sameness import symmetries_facts

    return title(symmetries.game), part_lines(symmetries_facts(symmetries, page.everything, page.rest(in_terminal)), 12)


def _diagnosis(diagnosis: Diagnosis, page: Page) -> "Printed":
    from faceup.results.sentences.diagnosis import diagnosis_facts

    return title(diagnosis.game), part_lines(diagnosis_facts(diagnosis), 9)


def _review(review: Review, page: Page) -> "Printed":
    from faceup.results.sentences.reviews import review_heading
    from faceup.show.text.reviews import review_page

    width = max(shutil.get_terminal_size().columns, 2)
    return review_heading(review), review_page(review, width, page.out.encoding, every=True)


def _decision(decision: Decision, page: Page) -> "Printed":
    from faceup.results.sentences.solutions import decision_facts

    if decision.solution is None:
        return "", [", ".join(decision.shares)]
    return title(decision.solution.game, decision.made), part_lines(decision_facts(decision.solution, decision), 8)


def _replay(replay: Replay, page: Page) -> "Printed":
    from faceup.show.text.scenes import position_text

    steps = max(map(len, replay.game.steps.values()), default=0) if isinstance(replay.game, Patience) else 0
    width = min(page.width, POSITION_WIDTH) - (len("step") + steps + 4) * (steps > 0)

    def table_text(scene: Scene) -> str:
        return position_text(replay.game, scene, width, page.out.encoding)

    return f"{title(replay.game)}  {replay.which}", _replay_lines(
        replay.in_words(page.level, page.check_limit, table_text), replay.game, page.width
    )


def _position(card: PositionCard, page: Page) -> "Printed":
    from faceup.show.text.scenes import scene_lines

    return title(card.game), (*scene_lines(card.scene, POSITION_WIDTH, page.out.encoding), "", *card.told)


def _replay_lines(steps_and_end: ReplayText, game: Game | Patience, width: int) -> "Parts":
    """Yield the steps in columns, with heads over the positions, and the end of the game.

    A long position goes on under itself.
    """
    from rich.text import Text

    from faceup.show.text.styled_lines import BLANK, flow

    names = game.player_names
    rows = replay_rows(steps_and_end, names)
    tables = _align_piles([table for *_, table in rows])
    if any(tables):
        heads = ("step", *["player"] * (len(rows[0]) > 3), "move", "")
        head = "position after it" if isinstance(game, Game) else "table after it"
        if isinstance(game, Patience) and any("[" in table for table in tables):
            head += "; [ ] is the top card"
        if any("... " in table for table in tables):
            head += ", ... more below, (9) in all"
        rows, tables = [heads, *rows], [head, *tables]
    rooms = [max(map(len, column), default=0) for column in zip(*(row[:-1] for row in rows), strict=True)]
    for (*cells, _), table in zip(rows, tables, strict=True):
        begin = f"{'  '.join(f'{cell:<{room}}' for cell, room in zip(cells, rooms, strict=True))}  "
        blank = " " * len(begin)
        for line in map(str.rstrip, table.split("\n")):
            begin += " " * (len(line) - len(line := line.lstrip()))
            room = max(width - len(begin), LEAST_POSITION)
            whole = "  ".join(unbroken(part) if len(part) <= room else part for part in line.split("  "))
            words = BLANK.split(whole) if len(line) > room else [line]
            texts = (Text(word.replace(NO_BREAK, " ")) for word in words)
            yield from flow(texts, len(begin) + room, begin if line else begin.rstrip(), blank)
            begin = blank
    yield ending_text(steps_and_end.end, names)


def _align_piles(tables: Sequence[str]) -> Sequence[str]:
    """Return the tables, with their piles in columns if all begin with the same piles in one line, one more at most."""
    piles = [table.split("  ") for table in tables]
    least = min(map(len, piles), default=0)
    labels = {tuple(pile.partition(":")[0] for pile in row[:least]) for row in piles}
    if len(labels) != 1 or max(map(len, piles)) > least + 1 or any("\n" in table for table in tables):
        return tables
    rooms = [max(map(len, column)) for column in zip_longest(*piles, fillvalue="")]
    return ["  ".join(map(str.ljust, row, rooms)) for row in piles]


def replay_rows(steps_and_end: ReplayText, names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the number of each step, who moved if there are several players, what happened, and the table after it."""
    steps = steps_and_end.steps
    movers = {step.player for step in steps} - {None}
    who = [
        () if len(movers) < 2 else ("" if step.player is None else short_seat_name(step.player, names),)
        for step in steps
    ]
    return [(f"{step.number:>4}", *mover, step.what, step.table or "") for step, mover in zip(steps, who, strict=True)]


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
