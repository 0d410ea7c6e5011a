"""The puzzle of a day for pages: the position, the task, and the verdict on a move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Annotated, NamedTuple

from faceup.play.puzzles import Puzzle, day_named, puzzle_of
from faceup.play.review import refutation, review
from faceup.results.scene.boards.words_of_moves import word_of_move, words_of_line
from faceup.results.sentences.games import rules_text, title_and_sentence
from faceup.results.sentences.outcomes import only_move_sentence
from faceup.results.sentences.reviews import loss_text
from faceup.results.sentences.words import capital
from faceup.rules.errors import UsageError
from faceup.rules.moves import Move
from faceup.web.answers.experts import with_decisions
from faceup.web.answers.positions import Position, position_shown
from faceup.web.games import ServedGame, game_of
from faceup.web.limits import VisitorLimits

# Games with parameters that CPython solves in less than half a second; similar ones are far apart.
GAMES: tuple[tuple[str, dict[str, int]], ...] = (
    ("tic-tac-toe", {}),
    ("dodgem", {}),
    ("shut-the-box", {}),
    ("hexapawn", {"columns": 4}),
    ("three-fourteen", {}),
    ("connect-four", {"columns": 4, "rows": 3}),
    ("nim", {"a": 4, "b": 5, "c": 6}),
    ("yahtzee-turn", {}),
    ("fifteen", {}),
    ("hexapawn", {"rows": 4}),
)
LINE = 12  # moves of best play after the answer
KNOWN = 64  # puzzles that are kept


class Verdict(NamedTuple):
    """The verdict on a move, and the reason."""

    right: bool
    word: str
    says: str
    reason: str = ""


class SolvedPuzzle(NamedTuple):
    """The solution of a puzzle: the move, its value, and a line of best play."""

    move: Move
    word: str
    says: str
    line: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class PuzzleOfDay:
    """The puzzle of a day: ``task`` is the question about the ``position``.

    ``next`` is the day after, empty if that is still to come. Once solved, moves have their values.
    """

    document_name = "Puzzle"

    day: str
    today: bool
    previous: str
    next: str
    title: str
    what: Annotated[str, "the game in one sentence"]
    rules: Annotated[str, "paragraphs, with an empty line between them"]
    task: str
    position: Position
    verdict: Verdict | None
    answer: SolvedPuzzle | None


def puzzle_shown(
    served: Mapping[str, ServedGame], text: str, move: Move | None, give_answer: bool, limits: VisitorLimits
) -> PuzzleOfDay:
    """The puzzle of a day given as text (by Greenwich time), with the verdict on a ``move``, and the answer if
    ``give_answer``. Games whose names are served as something else are left out.
    """
    today = datetime.now(UTC).date()
    day = day_named(text, today)
    puzzle = _puzzle_of_day(
        day, tuple(k for k, (name, _) in enumerate(GAMES) if served.get(name) == ServedGame(name, name))
    )
    verdict = None if move is None else _verdict(puzzle, move)
    solved = give_answer or (verdict is not None and verdict.right)
    title, what = title_and_sentence(type(puzzle.game))
    return PuzzleOfDay(
        day=str(day),
        today=day == today,
        previous="" if day == date.min else str(day - timedelta(days=1)),
        next="" if day == today else str(day + timedelta(days=1)),
        title=title,
        what=what,
        rules=rules_text(type(puzzle.game)),
        task=puzzle.task,
        position=position_shown(puzzle.session(), solved, False, limits),
        verdict=verdict,
        answer=_answer(puzzle) if solved else None,
    )


@lru_cache(maxsize=KNOWN)
def _puzzle_of_day(day: date, indices: tuple[int, ...]) -> Puzzle:
    """The puzzle of the day, of those among ``GAMES``."""
    if not indices:
        raise UsageError("there are no puzzles where all their games are served by others of the same names")
    games = (GAMES[k] for k in indices)
    return puzzle_of(day, [with_decisions(game_of(ServedGame(name, name), parameters)) for name, parameters in games])


def _verdict(puzzle: Puzzle, move: Move) -> Verdict:
    session = puzzle.session(move)
    word = session.words[-1]
    if move == puzzle.answer:
        return Verdict(True, word, f"Right: {_why(puzzle)}.")
    judged = review(session)
    says = f"That is not it: {word} {loss_text(judged.scale, judged.rows[-1])}."
    answer = refutation(puzzle.expert, session.history[-1], word)
    begun = answer if answer.startswith(f"{word} ") else capital(answer)  # names of moves stay as the board has them
    return Verdict(False, word, says, f"{begun}." if answer else "")


def _answer(puzzle: Puzzle) -> SolvedPuzzle:
    expert, state, move = puzzle.expert, puzzle.session().state, puzzle.answer
    after = puzzle.game.play(state, move)
    line = words_of_line(puzzle.game, after, expert.line(after, LINE)) if expert.stakes.two else []
    word = word_of_move(puzzle.game, state, move)
    return SolvedPuzzle(move, word, f"The answer: {_why(puzzle)}.", line)


def _why(puzzle: Puzzle) -> str:
    """The reason why the answer is best."""
    expert, state = puzzle.expert, puzzle.session().state
    word = word_of_move(puzzle.game, state, puzzle.answer)
    moves = expert.won_after(state, puzzle.answer) if expert.stakes.two else None
    return only_move_sentence(word, expert.stakes.two, moves)
