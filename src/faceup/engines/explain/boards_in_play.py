"""The positions of a strategy on a board in the order of play, each with the moves that lead there."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from faceup.engines.model.legal_moves import possible_moves
from faceup.engines.model.limits import Limits
from faceup.engines.same.symmetries import reduce_game
from faceup.engines.solve.best_moves import ExactBestMoves, Moves
from faceup.results.answers.solution import Solution
from faceup.results.answers.strategy import BoardMet
from faceup.results.scene.boards.words_of_moves import word_of_move
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import LimitReached
from faceup.rules.facts import facts_of

FEW_TO_COMPARE = 70_000  # whose symmetries are found within a few seconds
OFTEN = 1000  # positions between two looks at the limits

Key = tuple[int, ...]


def alike_in(solution: Solution, limits: Limits) -> Callable[[Any], Any]:
    """Return a function from each state to the one of those alike, as mirror images are, that stands for them.

    Symmetries of a large game are not looked for: there it is the ``canon`` of the rules.
    """
    game = solution.game
    if solution.symmetries is None and solution.states <= FEW_TO_COMPARE:
        with suppress(LimitReached):
            return reduce_game(game, start=solution.start, limits=limits, patient=False)[0].canon
    return game.canon if facts_of(game).canonical else lambda state: state


class _Step(NamedTuple):
    """A position on the way, the position before it, and the word of the move that leads from that."""

    state: Any
    before: "_Step | None" = None
    word: str = ""


class BoardsInPlay:
    """The decisions of a strategy, with the moves that lead to each.

    ``options`` has the moves that are followed in a state, ``ties`` moves that are as good as its one best move.
    """

    def __init__(
        self,
        best: ExactBestMoves,
        options: Callable[[Any], Any],
        ties: Callable[[Any], Moves],
        limits: Limits,
    ) -> None:
        self.best, self.options, self.ties, self.limits = best, options, ties, limits
        self.solution, self.game = best.solution, best.solution.game
        self.alike = alike_in(self.solution, limits)
        self.joined = set[Any]()  # those that stand for others

    def of(self, player: int | None, keys: Mapping[Any, Key]) -> tuple[BoardMet, ...]:
        """Return the decisions of a player, or of all players, one of those that are alike, as play comes to them.

        ``keys`` has the row of each state, or of the one that stands for it.

        First come those that the player meets by making one best move each time, then those behind other best moves.
        The first position is among them if the player moves there, even without a choice.
        """
        found: dict[Any, BoardMet] = {}
        for plan in (True, False):
            for step in self._steps(player, plan):
                one = self.alike(step.state)
                if one not in found and (board := self._board(step, plan)) is not None:
                    key = keys.get(step.state, keys.get(self.game.canon(step.state)))
                    found[one] = board._replace(key=key)
        return tuple(board._replace(alike=one in self.joined) for one, board in found.items())

    def _steps(self, player: int | None, plan: bool) -> Iterator[_Step]:
        """Yield the positions in which the player decides, breadth first, one of those that are alike.

        By the ``plan`` the player makes one best move each time.
        """
        game, met, queue = self.game, dict[Any, Any](), [_Step(self.solution.start)]
        for count, step in enumerate(queue):
            if count % OFTEN == 0:
                self.limits.limit_at(count)
            who, one = game.turn(step.state), self.alike(step.state)
            if who == OVER or one in met:
                self.joined |= {one} if met.get(one, step.state) != step.state else set()
                continue
            met[one] = step.state
            own = who >= 0 and player in (None, who)
            if own:
                yield step
            queue.extend(
                _Step(game.play(step.state, move), step, word_of_move(game, step.state, move))
                for move in self._ways_on(step.state, own and plan)
            )

    def _ways_on(self, state: Any, plan: bool) -> Iterable[Any]:
        """Return the moves by which play goes on."""
        if self.game.turn(state) == CHANCE:
            return possible_moves(self.game, state)
        return [self.best.move(state)] if plan else self.options(state)

    def _board(self, step: _Step, plan: bool) -> BoardMet | None:
        """Return the decision at a step; None without a choice, but for the first position."""
        state, legal = step.state, list(self.game.moves(step.state))
        if len(legal) == 1 and step.before is not None:
            return None
        moves = tuple(legal) if len(legal) == 1 else self.best.moves(state)
        return BoardMet(
            state,
            tuple(self._words(step)),
            moves,
            tuple(word_of_move(self.game, state, move) for move in moves),
            others=tuple(word_of_move(self.game, state, move) for move in self.ties(state)),
            sure=state not in self.best.unsure,
            free=len(moves) == len(legal),
            plan=plan,
        )

    def _words(self, step: _Step) -> list[str]:
        """Return the moves that lead to a step, in words."""
        words = []
        while step.before is not None:
            words.append(step.word)
            step = step.before
        return words[::-1]
