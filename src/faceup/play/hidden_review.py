"""The review of a game with hidden information: each decision is judged by what its player knew then."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile

from faceup.engines.hidden.observer import Observer
from faceup.engines.model.legal_moves import exact_number
from faceup.engines.model.limits import Deadline
from faceup.numbers.exact import Exact
from faceup.numbers.value import Number, Value, add_numbers, exactly, simplest
from faceup.play.expert import NO_VALUES
from faceup.play.in_progress import steps
from faceup.play.session import Session
from faceup.results.answers.decision import Decision
from faceup.results.number_texts import percent
from faceup.results.reviews.review import OWN, JudgedMove, Review, Scale, scale_of
from faceup.results.seats import OwnUnits, units_in
from faceup.results.sentences.outcomes import mistake_sentence
from faceup.rules.errors import LimitReached

NOT_COUNTED = "What was gained on the way is left out of what could be hoped for, as it was not always known."
LUCK = "Luck is what deals, draws and the other player's moves brought."
OTHERS = "The other player's moves are not judged."
UNKNOWN = "what was best there is known within bounds only, or best play of the other never comes to that"


@dataclass(frozen=True)
class JudgedDecision:
    """A decision by what was known then, and the rewards ``gained`` before it; None if nobody knew them.

    ``made`` is the place of the move among those of the decision, ``number`` that of the decision in the game, from 1,
    and ``place`` the number of reviewed decisions before it.
    """

    number: int
    place: int
    decision: Decision
    made: int
    gained: Exact | None
    units: OwnUnits

    @property
    def worths(self) -> list[Fraction]:
        """The value of each move to its player against best play; empty if unknown."""
        return [Fraction(worth) for worth in self.decision.worths or ()]

    def value(self, worth: Fraction) -> Value:
        """A value of the player, to player 0."""
        return exactly(self.units.to_first(self.decision.player, worth))

    def hopes(self, worth: Fraction, scale: Scale) -> tuple[Number, ...]:
        """The expected results of both players, from rewards so far and a value to player 0."""
        return _of_both(simplest(Fraction(self.gained or 0) + Fraction(self.value(worth).low)), scale, self.units)


def _of_both(first: Exact, scale: Scale, units: OwnUnits) -> tuple[Number, ...]:
    """The expected results of both players, from that of player 0."""
    if scale.points or units.plain:
        return first, scale.other(first)
    return first, Fraction(units.to_second(exactly(first)).low)


def _start(session: Session, scale: Scale) -> tuple[Number, ...]:
    """The expected results of both players before the first deal; empty if they are not known exactly."""
    value = session.expert.solution(session.game.start()).value.exact
    return () if value is None else _of_both(simplest(value), scale, units_in(session.game))


def hidden_review(session: Session, seconds: float) -> Review:
    """The review of the decisions of persons, or of all players without persons; ``unknown`` says why the first are
    left out.

    In a running game of two persons, only the decisions of the player to move are reviewed.
    """
    decisions, unknown, limited, scale = list[JudgedDecision](), "", False, OWN
    stakes, person = session.expert.stakes, session.one_person
    try:
        decisions = list(_decisions(session, Deadline(seconds)))
        if decisions:
            ends = session.expert.solution(session.game.start()).plain_ends
            scale = scale_of(stakes, ends, session.sight.winning_scale(), False)
    except NO_VALUES as error:
        unknown, limited = str(error), isinstance(error, LimitReached)
    judged = list(takewhile(lambda one: one.worths, reversed(decisions)))[::-1]
    with_rewards = all(one.gained is not None for one in judged)
    if not with_rewards:  # else rewards would count for some rows only
        judged = [replace(one, gained=None) for one in judged]
    rows = tuple(_judge(session, one, scale) for one in judged)
    lost = tuple(add_numbers(*(row.lost for row in rows if row.turn == player)) for player in range(len(session.seats)))
    of = tuple(session.sight.reviewed_players if session.persons else ())
    whole = bool(rows) and len(judged) == len(_decision_places(session))
    lucks = _lucks(session, lost) if whole else ()
    end = _of_both(session.payoff, scale, units_in(session.game)) if rows and session.over and with_rewards else ()
    return Review(
        game=session.game,
        rows=rows,
        lost=lost,
        players=stakes.names,
        person=person,
        reader=scale.whose if scale.whose is not None else min(stakes.players, default=0) if person is None else person,
        start=(whole and _start(session, scale)) or (rows[0].hoped if rows else ()),
        scale=scale,
        moves=len(_decision_places(session)),
        unknown=unknown or UNKNOWN * (len(judged) < len(decisions)),
        limited=limited,
        of=of,
        note=" ".join(
            (
                *([] if with_rewards else [NOT_COUNTED]),
                *([LUCK] if lucks else []),
                *([OTHERS] if of and not stakes.players <= {*of} else []),
            )
        ),
        result=session.result,
        made=session.decided,
        lucks=lucks,
        end=() if rows and rows[-1].hopes == end else end,
    )


def _lucks(session: Session, lost: tuple[Number, ...]) -> tuple[Number, ...]:
    """The luck of two opponents in a game that is over; empty if its value is not known exactly."""
    value = session.expert.solution(session.game.start()).value.exact
    if not session.over or value is None or not units_in(session.game).plain:
        return ()
    more = simplest(Fraction(session.payoff) - value)
    return add_numbers(more, lost[0]), add_numbers(-more, lost[1])


def _decision_places(session: Session) -> list[int]:
    """The number of moves before each decision to review, whether or not its values are known."""
    history, reviewed = session.history, session.sight.reviewed_players
    return [k for k in session.sight.places.values() if history[k].turn in reviewed]


def _decisions(session: Session, until: Deadline) -> Iterator[JudgedDecision]:
    """The decisions that are looked back at; raises what ``NO_VALUES`` names."""
    game, numbers, reviewed = session.game, session.sight.numbers, _decision_places(session)
    observers = {player: Observer(game, player) for player in session.persons}
    gained: Exact = 0  # known to a spectator
    for k, (turn, move, after) in enumerate(steps(session)):
        if k in reviewed:
            if until.is_set():
                raise LimitReached(until.reason)
            decision = session.expert.decision(session.moves[:k])
            reward = observers[turn].reward_so_far(turn) if observers else gained
            number, place, made = numbers[k], reviewed.index(k), decision.moves.index(move)
            yield JudgedDecision(number, place, decision, made, reward, units_in(game))
        gained += exact_number(game, session.history[k].state, "reward", game.reward(session.history[k].state, move))
        for observer in observers.values():
            observer.follow(turn, move, after)


def _judge(session: Session, one: JudgedDecision, scale: Scale) -> JudgedMove:
    """The judged move of a decision, with its known loss."""
    decision, worths, stakes = one.decision, one.worths, session.expert.stakes
    best, value_made = max(worths), worths[one.made]
    before, after = one.value(best), one.value(value_made)
    outcomes = [stakes.worth(value).of(decision.player) for value in (before, after)]
    moves = zip(decision.words, decision.chances, worths, strict=True)
    best_moves = sorted(
        ((word, chance) for word, chance, worth in moves if chance or worth == best), key=lambda each: -each[1]
    )
    return JudgedMove(
        one.number,
        decision.player,
        session.who(decision.player),
        decision.words[one.made],
        before,
        after,
        lost=simplest(best - value_made),
        luck=None,
        best=tuple(
            word if often == 1 or len(best_moves) == 1 else f"{word} ({percent(often) if often else 'as good'})"
            for word, often in best_moves
        ),
        text=mistake_sentence(*outcomes) if value_made < best else "",
        hopes=one.hopes(value_made, scale),
        free=len(set(worths)) == 1,
        hoped=one.hopes(best, scale),
        place=one.place,
    ).on(scale)
