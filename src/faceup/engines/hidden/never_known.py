"""Play that can go on for ever while somebody does not know the position.

That is so where two positions look alike to a player, and moves lead from each back to itself that look alike, too:
then nothing is learned however often they are made. No stage ends on such a way.
"""

from collections.abc import Iterator
from typing import Any

from faceup.engines.hidden.memory import view_of
from faceup.engines.model.broken_rules import at
from faceup.engines.model.legal_moves import weighted_moves
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RepeatingStateError
from faceup.rules.moves import Move
from faceup.rules.names import seat_name
from faceup.rules.texts import move_text

MOST_NAMED = 4  # moves of an example
LOOKED_AT = 2_000  # pairs, for a shorter example

Pair = tuple[Any, Any]  # positions that a player takes for each other
Step = tuple[Pair, Move]  # to another pair, by this move in the first of both positions


def never_known(game: Game, start: Any, most: int) -> RepeatingStateError | None:
    """The error that shows how play from a position which all know may never be known again.

    None where no such play is found among so many pairs of positions.
    """
    for player in (0, 1):
        cycle = _Doubts(game, player, most).lasting(start)
        if cycle is not None:
            return _error(game, player, *cycle)
    return None


def _error(game: Game, player: int, state: Any, moves: list[Move]) -> RepeatingStateError:
    words, after = list[str](), state
    for move in moves[:MOST_NAMED]:
        by_chance = "chance: " if game.turn(after) == CHANCE else ""
        words.append(f"{by_chance}{move_text(game, after, move)}")
        after = game.play(after, move)
    way = ", ".join(words) + (", ..." if len(moves) > MOST_NAMED else "")
    error = RepeatingStateError(
        f"{at(game, state)}: play can go on for ever while {seat_name(player)} does not know the position, which no "
        f"engine takes; moves that lead back to this state, and tell that player nothing: {way}; forbid to make them "
        "again, or count turns in the state and end the game after some"
    )
    error.state = state
    return error


class _Doubts:
    """Pairs of positions that look alike to a player, as did all on the way from one that everybody knows."""

    def __init__(self, game: Game, player: int, most: int) -> None:
        self.game, self.player, self.left = game, player, most
        self._met: set[Pair] = set()

    def lasting(self, start: Any) -> tuple[Any, list[Move]] | None:
        """A state, and moves that lead back to it and leave the doubt as it was."""
        todo, met = [start], {start}
        for state in todo:
            for (one, other), _ in self._after((state, state)):
                if one == other:
                    if one not in met:
                        met.add(one)
                        todo.append(one)
                elif (found := self._round_from((one, other))) is not None:
                    (state, _), moves = found
                    return state, moves
        return None

    def _round_from(self, first: Pair) -> tuple[Pair, list[Move]] | None:
        """The first pair to which play from this one leads again and again, and how."""
        if first in self._met:
            return None
        self._met.add(first)
        way, moves, ahead = {first: 0}, list[Move](), [self._after(first)]
        while ahead:
            for pair, move in ahead[-1]:
                if pair in way:
                    return pair, self._shorter(pair) or [*moves[way[pair] :], move]
                if pair[0] != pair[1] and pair not in self._met:
                    self._met.add(pair)
                    way[pair] = len(way)
                    moves.append(move)
                    ahead.append(self._after(pair))
                    break
            else:
                ahead.pop()
                way.popitem()
                del moves[-1:]
        return None

    def _shorter(self, round_trip: Pair) -> list[Move]:
        """The fewest moves from a pair to itself; none where there are too many."""
        self.left = LOOKED_AT
        todo, moves = [round_trip], {round_trip: list[Move]()}
        for here in todo:
            for pair, move in self._after(here):
                if pair == round_trip:
                    return [*moves[here], move]
                if pair[0] != pair[1] and pair not in moves:
                    moves[pair] = [*moves[here], move]
                    todo.append(pair)
        return []

    def _after(self, pair: Pair) -> Iterator[Step]:
        """Pairs that look alike after a move in each position: the player's own is the same one in both."""
        ours = [self.game.turn(state) == self.player for state in pair]
        if ours[0] != ours[1]:
            return
        others: dict[Any, list[Any]] = {}  # states after the other position, by what is known of the move
        for move, after in self._moves(pair[1]):
            others.setdefault(self._observe_move(ours[0], move, after), []).append(after)
        for move, after in self._moves(pair[0]):
            for other in others.get(self._observe_move(ours[0], move, after), ()):
                self.left -= 1
                if self.left < 0:
                    return
                yield (after, other), move

    def _moves(self, state: Any) -> Iterator[tuple[Move, Any]]:
        if self.game.turn(state) != OVER:
            for move in weighted_moves(self.game, state)[0]:
                yield move, self.game.play(state, move)

    def _observe_move(self, own: bool, move: Move, after: Any) -> tuple[Any, ...]:
        seen = view_of(self.game, after, self.player)
        return (move, seen) if own else (seen,)
