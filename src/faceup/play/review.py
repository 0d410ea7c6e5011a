"""Looking back at a game: where value was thrown away, by whom and how much, and what chance gave or took."""

from fractions import Fraction

from faceup.engines.broken_rules import at
from faceup.play.session import Played, Session
from faceup.results.outcome_sentences import mistake_sentence
from faceup.results.review import Judged, Review
from faceup.results.value import Number, Value, overlap
from faceup.rules.contract import CHANCE
from faceup.rules.errors import RulesError
from faceup.rules.texts import move_text


def review(session: Session) -> Review:
    """Every move made so far, with the value before and after; raises LimitReached where the game is too large."""
    rows = tuple(_judged(session, number, played) for number, played in enumerate(session.history, 1))
    lost: list[Number] = [0] * len(session.seats)
    for row in rows:
        if row.turn != CHANCE:
            lost[row.turn] += row.lost
    return Review(rows, tuple(lost))


def _judged(session: Session, number: int, played: Played) -> Judged:
    expert, state = session.expert, played.state
    before = expert.value(state)
    values = expert.values(state)
    if played.move not in values:
        raise RulesError(f"{at(session.game, state)}: moves no longer has {played.move}, which was played here")
    after = values[played.move]
    who, word = session.who(played.turn), move_text(session.game, state, played.move)
    changes = _changes(session, played)
    if played.turn == CHANCE:
        return Judged(number, CHANCE, who, word, before, after, 0, _difference(after, before), (), "", changes)
    best = expert.best(state)
    lost: Number = 0
    if played.move not in best and not overlap(before, after):
        own = played.turn == 0 or expert.stakes.seats  # whose values these are
        lost = _difference(before, after) if own else _difference(after, before)
    better = tuple(move_text(session.game, state, move) for move in best)
    outcomes = [expert.stakes.worth(value).of(played.turn) for value in (before, after)]
    text = mistake_sentence(*outcomes) if lost else ""
    return Judged(number, played.turn, who, word, before, after, lost, None, better, text, changes)


def _changes(session: Session, played: Played) -> tuple[Number, ...]:
    """By how much the move changed what play is worth to every seat, where each has a payoff of its own."""
    before = session.expert.by_seat(played.state)
    after = session.expert.values_by_seat(played.state)[played.move] if before else ()
    return tuple(map(_difference, after, before))


def _difference(one: Value, other: Value) -> Number:
    """How much more the first is: exactly where both are known exactly."""
    if one.exact is not None and other.exact is not None:
        difference = Fraction(one.exact - other.exact)
        return int(difference) if difference.denominator == 1 else difference
    return float(one.value or 0) - float(other.value or 0)
