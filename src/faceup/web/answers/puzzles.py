"""The puzzle of a day for pages: the position, the task, and the verdict on a move."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Annotated, TypedDict

from faceup.play.puzzles import Puzzle, day_named, puzzle_of
from faceup.play.review import refutation, review
from faceup.results.documents.game import MoveDocument, move_document
from faceup.results.sentences.capital_letters import capital
from faceup.results.sentences.outcome_sentences import within
from faceup.rules.errors import UsageError
from faceup.rules.moves import Move
from faceup.rules.texts import line_texts, move_text
from faceup.show.text.games import rules_text
from faceup.show.text.library import title_and_sentence
from faceup.web.answers.experts import with_decisions
from faceup.web.answers.positions import PositionDocument, position_document
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


class VerdictDocument(TypedDict):
    """The verdict on a move, and the reason."""

    right: bool
    word: str
    says: str
    reason: str


class SolvedPuzzleDocument(TypedDict):
    """The solution of a puzzle: the move, its value, and a line of best play."""

    move: MoveDocument
    word: str
    says: str
    line: list[str]


class PuzzleDocument(TypedDict):
    """The puzzle of a day: ``task`` is the question about the ``position``.

    ``next`` is the day after, empty if that is still to come. Once solved, moves have their values.
    """

    day: str
    today: bool
    previous: str
    next: str
    title: str
    what: Annotated[str, "the game in one sentence"]
    rules: Annotated[str, "paragraphs, with an empty line between them"]
    task: str
    position: PositionDocument
    verdict: VerdictDocument | None
    answer: SolvedPuzzleDocument | None


def puzzle_document(
    served: Mapping[str, ServedGame], text: str, move: Move | None, give_answer: bool, limits: VisitorLimits
) -> PuzzleDocument:
    """The puzzle of a day given as text (by Greenwich time), with the verdict on a ``move``, and the answer if
    ``give_answer``. Games whose names are served as something else are left out.
    """
    today = datetime.now(UTC).date()
    day = day_named(text, today)
    puzzle = _puzzle_of_day(
        day, tuple(k for k, (name, _) in enumerate(GAMES) if served.get(name) == ServedGame(name, name))
    )
    verdict = None if move is None else _verdict(puzzle, move)
    solved = give_answer or (verdict is not None and verdict["right"])
    title, what = title_and_sentence(type(puzzle.game), True)
    return {
        "day": str(day),
        "today": day == today,
        "previous": "" if day == date.min else str(day - timedelta(days=1)),
        "next": "" if day == today else str(day + timedelta(days=1)),
        "title": title,
        "what": what,
        "rules": rules_text(type(puzzle.game)),
        "task": puzzle.task,
        "position": position_document(puzzle.session(), solved, False, limits),
        "verdict": verdict,
        "answer": _answer(puzzle) if solved else None,
    }


@lru_cache(maxsize=KNOWN)
def _puzzle_of_day(day: date, indices: tuple[int, ...]) -> Puzzle:
    """The puzzle of the day, of those among ``GAMES``."""
    if not indices:
        raise UsageError("there are no puzzles where all their games are served by others of the same names")
    games = (GAMES[k] for k in indices)
    return puzzle_of(day, [with_decisions(game_of(ServedGame(name, name), parameters)) for name, parameters in games])


def _verdict(puzzle: Puzzle, move: Move) -> VerdictDocument:
    session = puzzle.session(move)
    word = session.words[-1]
    if move == puzzle.answer:
        return {"right": True, "word": word, "says": f"Right: {_why(puzzle)}.", "reason": ""}
    judged = review(session)
    row, scale = judged.rows[-1], judged.scale
    says = f"That is not it: {word} {row.text or f'cost {scale.cost_text(row.lost)}'}."
    answer = refutation(puzzle.expert, session.history[-1], word)
    return {"right": False, "word": word, "says": says, "reason": f"{capital(answer)}." if answer else ""}


def _answer(puzzle: Puzzle) -> SolvedPuzzleDocument:
    expert, state, move = puzzle.expert, puzzle.session().state, puzzle.answer
    after = puzzle.game.play(state, move)
    line = line_texts(puzzle.game, after, expert.line(after, LINE)) if expert.stakes.two else []
    word = move_text(puzzle.game, state, move)
    return {"move": move_document(move), "word": word, "says": f"The answer: {_why(puzzle)}.", "line": line}


def _why(puzzle: Puzzle) -> str:
    """The reason why the answer is best."""
    expert, state = puzzle.expert, puzzle.session().state
    word = move_text(puzzle.game, state, puzzle.answer)
    if not expert.stakes.two:
        return f"{word} is best, and no other move is as good"
    return f"{within(f'{word} wins', expert.won_after(state, puzzle.answer))}, and no other move does"
