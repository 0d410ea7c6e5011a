"""A game in progress as the document that the play page reads."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from faceup.engines.legal_moves import move_text
from faceup.play.expert import NO_VALUES
from faceup.play.record import record
from faceup.play.session import INSTEAD, Session
from faceup.results.outcome_sentences import best_play_sentence
from faceup.results.value import Number, Value
from faceup.rules.contract import CHANCE, Game
from faceup.rules.errors import RulesError
from faceup.rules.parameters import write_parameters
from faceup.show.text.games import names_of
from faceup.web.answers.documents import number_words, scene_words, value_words
from faceup.web.limits import Limits

LINE = 40  # moves of a line of best play
FRAMES = 50  # of moves that were added, the last ones: nobody watches more of them
LARGEST_MOVE = 2**53 - 1  # a page's numbers hold no more


def position_words(session: Session, values: bool, go_on: bool, limits: Limits) -> dict[str, Any]:
    """The position after chance and computers have moved on, where they are to."""
    frames: deque[dict[str, Any]] = deque(maxlen=FRAMES)
    before = len(session.history)
    note = None
    if go_on:
        try:
            _go_on(session, frames, limits.moves)
        except NO_VALUES as error:
            session.without_values()
            note = f"{error}; so the computer plays without values, as {INSTEAD}"
            _go_on(session, frames, limits.moves)
    known: dict[str, Any] = {"value": None, "says": "", "line": [], "unknown": None}
    worth: Mapping[int, Value] = {}
    if values:
        try:
            worth = session.values()
            value = session.value()
            line = line_words(session.game, session.state, [] if session.over else session.line(LINE))
            known |= {
                "value": value_words(value),
                "says": best_play_sentence(session.expert.stakes, value),
                "line": line,
            }
        except NO_VALUES as error:
            known["unknown"] = str(error)
    turn = session.turn
    return {
        "game": type(session.game).name,
        "parameters": write_parameters(session.game),
        "moves": session.moves,
        "seats": [seat.name for seat in session.seats],
        "seed": session.seed,
        "history": [
            {"turn": played.turn, "move": played.move, "word": word, "who": session.who(played.turn)}
            for played, word in zip(session.history, session.words, strict=True)
        ],
        "players": list(session.expert.stakes.names),
        "added": len(session.history) - before,
        "frames": list(frames),
        "scene": scene_words(session.scene),
        "turn": turn,
        "who": "" if session.over else session.who(turn),
        "person": session.person,
        "over": session.over,
        "result": _result(session) if session.over else None,
        "gained": number_words(session.payoff),
        "legal": _legal(session, worth, limits.legal),
        **known,
        "note": note,
        "record": record(session),
    }


def _result(session: Session) -> dict[str, Any]:
    """How the game ended; ``you`` is what it is for the one person who played."""
    outcome, person = session.outcome, session.one_person
    yours = None if person is None or outcome.of(person).player != person else outcome.of(person).kind
    return {"payoff": number_words(session.payoff), "text": session.result, "you": yours, "proved": outcome.proved}


def _go_on(session: Session, frames: deque[dict[str, Any]], most: int) -> None:
    for _ in islice(session.go_on(), most):
        frames.append(scene_words(session.scene))


def line_words(game: Game, state: Any, line: Iterable[int]) -> list[str]:
    """Moves one after another in words."""
    words = []
    for move in line:
        words.append(move_text(game, state, move))
        state = game.play(state, move)
    return words


def _legal(session: Session, worth: Mapping[int, Value], most: int) -> list[dict[str, Any]]:
    """The legal moves, or outcomes of chance: what each is worth to the player to move, and how likely it is."""
    if session.over:
        return []
    game, state, turn = session.game, session.state, session.turn
    possible = session.legal()
    legal = list(dict.fromkeys(possible))
    for move in legal:
        if abs(move) > LARGEST_MOVE:
            raise RulesError(f"{type(game).name} has move {move}; on a page moves are from -(2**53 - 1) to 2**53 - 1")
    names = names_of([(move, move_text(game, state, move)) for move in legal[:most]])
    best = set(session.hint()) if worth and turn != CHANCE else set()
    odds = Counter[int]()
    for move in possible if turn == CHANCE else ():  # the rules may name an outcome twice
        odds[move] += game.odds(state, move)
    shares = _shares(worth, turn)
    stakes = session.expert.stakes if worth else None
    return [
        {
            "move": move,
            "word": names[move],
            "value": value_words(worth.get(move)),
            "outcome": None if stakes is None else stakes.kind_for(turn, worth[move]),
            "best": None if not worth or turn == CHANCE else move in best,
            "share": shares.get(move),
            "odds": str(Fraction(odds[move], odds.total())) if turn == CHANCE else None,
        }
        for move in legal[:most]
    ]


def _shares(worth: Mapping[int, Value], turn: int) -> dict[int, float]:
    """From 0, the worst move for the player to move, to 1, the best; empty for chance."""
    numbers: dict[int, Number] = {move: value.value for move, value in worth.items() if value.value is not None}
    if turn == CHANCE or not numbers:
        return {}
    low, high = min(numbers.values()), max(numbers.values())
    if low == high:
        return dict.fromkeys(numbers, 1.0)
    sign = 1 if turn == 0 else -1
    worst = low if turn == 0 else high
    return {move: abs(float(sign * (number - worst) / (high - low))) for move, number in numbers.items()}
