"""The base class of tables of games with hidden information: values of public states, and plans for decisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from faceup.engines.model.legal_moves import named_moves
from faceup.engines.solve.table import Values
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value, exactly
from faceup.results.answers.decision import Decision, Event, GivenMoves, last_view
from faceup.results.scene.view_words import view_texts, words_by_view
from faceup.results.seats import units_in
from faceup.rules.contract import Game
from faceup.rules.errors import UnsupportedError, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move


class PlanTable(Values):
    """Values of public states, and plans (mixed strategies) for the information sets in between."""

    @property
    def method(self) -> str:
        """The method that found the plans."""
        raise NotImplementedError

    @property
    def information_sets(self) -> int:
        """The number of information sets."""
        raise NotImplementedError

    @property
    def payoffs(self) -> set[Exact]:
        """The payoffs at the ends so far."""
        raise NotImplementedError

    @property
    def plain_ends(self) -> frozenset[int] | None:
        plain = not facts_of(self.game).rewarding and self.payoffs <= {-1, 0, 1}
        return frozenset(map(int, self.payoffs)) if plain else None

    def decisions(self, start: Any) -> Iterator[Decision]:
        """Yield the decisions of best play from a public state, each after those that lead to it."""
        raise NotImplementedError

    def decision(self, start: Any, moves: GivenMoves) -> Decision:
        """Return the decision after these moves, for the player to move. Raises UsageError if no player decides."""
        legal = named_moves(self.game, moves, start)
        return replace(self.decision_after(start, legal), made=tuple(legal))

    def decision_after(self, start: Any, moves: Sequence[Move]) -> Decision:
        """Return the decision after these legal moves, for the player to move."""
        raise NotImplementedError

    def knowledge_at(self, start: Any) -> Any:
        """Return the knowledge of both players at a public state."""
        raise NotImplementedError

    def after(self, knowledge: Any, move: Move) -> Any:
        """Return the knowledge of both players after a legal move."""
        raise NotImplementedError

    def move_weights(self, knowledge: Any) -> Mapping[Move, int]:
        """Return the probabilities of the moves that best play makes, as whole weights."""
        raise NotImplementedError

    def knows(self, state: Any) -> bool:
        """Whether the table has decisions: by default always, since the first value brings all of them."""
        return True

    def unknown(self, state: Any) -> UsageError:
        """Return the error for a position that is not public, and so has no value of its own."""
        (position,) = view_texts(self.game, [state], whole=True)
        return UsageError(
            f"not all players know the position {position}, so it has no value of its own; possible: "
            "positions that everybody knows; strategy and why tell what to do elsewhere"
        )

    def best(self, state: Any) -> list[Move]:
        """Return all best moves; if the values of moves are unknown, those that the plan makes."""
        decision = self.decision(state, ()) if self.game.turn(state) >= 0 else None
        return super().best(state) if decision is None or decision.worths is not None else list(decision.played)

    def values(self, state: Any, moves: Iterable[Move] | None = None) -> dict[Move, Value]:
        if self.game.turn(state) < 0:
            return super().values(state, moves)
        decision = self.decision(state, ())
        if decision.worths is None:
            raise UnsupportedError(f"what moves are worth in {self.game.show(state)} is known within bounds only")
        units = units_in(self.game)
        values = dict(zip(decision.moves, decision.worths, strict=True))
        return {
            move: exactly(units.to_first(decision.player, worth))
            for move, worth in values.items()
            if moves is None or move in moves
        }


def words_in(game: Game, states: Sequence[Any], story: Sequence[Event], moves: Iterable[Move]) -> tuple[str, ...]:
    """Return the moves as text for a player who remembers this story, which may have led to these ``states``."""
    return words_by_view(game, last_view(story), states, moves)


def nobody_decides(game: Game, state: Any) -> UsageError:
    """Return the error for a position in which play is over, or chance is to move."""
    return UsageError(f"nobody has a choice here ({game.show(state)}); possible: moves up to somebody's decision")
