"""The estimated part of a review, where no exact value is within reach.

``Estimator`` judges moves by a search that looks ahead. It searches every position of the game with the same number of
playouts, and also the position after the move that the search prefers. A move looks like a mistake if the other move
leads to clearly more, and if the position has become clearly worse. The number of legal moves that are listed limits
the work, not time, so the same moves have the same estimates.
"""

from math import sqrt
from typing import Any

from faceup.engines.graph.stakes import payoff_range
from faceup.engines.model.limits import Deadline
from faceup.engines.model.policies import Thought, play_through
from faceup.engines.model.random_stream import STREAM_SIZE, begin
from faceup.numbers.exact import Exact
from faceup.numbers.value import Number, estimated_at, nearest_float
from faceup.play.session import Session
from faceup.play.sight import told_move
from faceup.results.answers.reasons import TWO_SIDED
from faceup.results.reviews.review import JudgedMove, Scale, scale_of
from faceup.results.samples.estimate import Estimate
from faceup.results.scene.boards.words_of_moves import word_of_move
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.moves import Move

WORK = 4_000_000  # legal moves that all playouts of a review list, roughly
FEWEST, MOST = 200, 10_000  # playouts of a position
SAMPLES = 4  # random games that show how many legal moves a game has
CLEAR = 0.15  # the part of the range of results by which estimates must differ


def _equal(row: JudgedMove) -> JudgedMove:
    """The same, if the estimates do not differ clearly: the move counts as one of the best."""
    best = row.best if row.turn == CHANCE or row.word in row.best else (*row.best, row.word)
    return row._replace(lost=0, best=best)


class Estimator:
    """Estimates the moves of a session, in games of one payoff; ``gained`` are the rewards before each move.

    ``scale`` is that of the moves whose values are known; without one, it comes from the rules and random games.
    """

    def __init__(self, session: Session, gained: list[Exact], scale: Scale | None) -> None:
        self.session, self.game, self.gained = session, session.game, gained
        self.states = [*(played.state for played in session.history), session.state]
        self.scale = scale or self._scale()
        self.playouts = min(max(WORK // (self._size_of_a_game() * len(session.history)), FEWEST), MOST)
        self.numbers = session.sight.numbers
        self.searched = dict[tuple[int, Move | None], tuple[float, Estimate | None]]()

    def go_back(self, last: int, until: Deadline) -> list[JudgedMove]:
        """The estimated moves up to this one, counted from 1; fewer, the last ones, if time is over."""
        rows = list[JudgedMove]()
        for number in range(last, 0, -1):
            if until.is_set():
                break
            rows.insert(0, self._judge(number - 1))
        least = CLEAR * self._range()
        return [row if row.lost >= least else _equal(row) for row in rows]

    def _judge(self, place: int) -> JudgedMove:
        """The move at this place, from 0, with its estimated loss, however small."""
        state, turn, move = played = self.session.history[place]
        who, told, gain = self.session.who(turn), told_move(self.game, *played), self.gained[place]
        reward = nearest_float(self.game.reward(state, move))
        before, after = self._level(place), reward + self._level(place + 1)
        row = JudgedMove(
            *(self.numbers[place], turn, who, told.says, estimated_at(before), estimated_at(after), 0, 0, (), ""),
            hopes=(nearest_float(gain) + after,),
            hoped=(nearest_float(gain) + before,),
            estimated=True,
            error=TWO_SIDED * self._range() / sqrt(2 * self.playouts),  # of the difference of two means
            place=place,
        )
        _, estimate = self._worth(place)
        if turn == CHANCE or estimate is None:
            return row
        gap, sign = self._after(place, estimate.move) - self._after(place, move), -1 if turn == 1 else 1
        best = word_of_move(self.game, state, estimate.move)
        lost = max(min(sign * gap, sign * (before - after)), 0.0)
        return row._replace(word=told.word, lost=lost, drop=lost, luck=None, best=(best,))

    def _level(self, count: int) -> float:
        """The estimated result of the position after so many moves.

        Playouts favour the player to move, who chooses where all others move nearly at random. So this is the mean of
        the position and of the one after the best move.
        """
        worth, estimate = self._worth(count)
        if estimate is None or estimate.player == CHANCE:
            return worth
        return (worth + self._after(count, estimate.move)) / 2

    def _after(self, count: int, move: Move) -> float:
        """The estimated result, to player 0, of a move after so many moves, its reward included."""
        state = self.states[count]
        reward = nearest_float(self.game.reward(state, move))
        if count < len(self.session.history) and move == self.session.history[count].move:
            return reward + self._worth(count + 1)[0]
        return reward + self._worth(count, move)[0]

    def _worth(self, count: int, move: Move | None = None) -> tuple[float, Estimate | None]:
        """The estimated result, to player 0, after so many moves, or after one more; with the search, if there is
        one.
        """
        if (count, move) not in self.searched:
            state = self.states[count] if move is None else self.game.play(self.states[count], move)
            self.searched[count, move] = self._search(state, count + (move is not None))
        return self.searched[count, move]

    def _search(self, state: Any, count: int) -> tuple[float, Estimate | None]:
        turn = self.game.turn(state)
        if turn == OVER:
            return nearest_float(self.game.payoff(state)), None
        stream = [0] * STREAM_SIZE
        begin(stream, self.session.seed, count)
        estimate = self.session.expert.thinking.estimate(state, (), Thought(self.playouts), stream)
        if turn == CHANCE:
            return sum(row.mean * row.visits for row in estimate.moves if row.visits) / estimate.playouts, estimate
        (mean,) = (row.mean for row in estimate.moves if row.move == estimate.move)
        return (-mean if turn == 1 else mean), estimate

    def _size_of_a_game(self) -> int:
        """The legal moves in a random game, on average."""
        listed = [0]
        for number in range(SAMPLES):
            for _ in play_through(self.game, 0, number, ("random",), None, MOST, listed):
                pass
        return max(listed[0] // SAMPLES, 1)

    def _scale(self) -> Scale:
        payoffs = payoff_range(self.game)
        scale = scale_of(self.session.expert.stakes, frozenset(payoffs) if payoffs else None, None, False)
        return scale._replace(kind="chance") if scale.kind == "result" else scale

    def _range(self) -> float:
        """The distance of the best and the worst result, as far as it is known."""
        if self.scale.points:
            return self.scale.high - self.scale.low
        met: list[Number] = list(self.session.expert.stakes.payoffs) or [worth for worth, _ in self.searched.values()]
        return nearest_float(max(met) - min(met)) if met else 0.0
