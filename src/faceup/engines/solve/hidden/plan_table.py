"""Plans of a game that hides something: what is asked of them, whoever decides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from faceup.engines.model.legal_moves import named_moves
from faceup.engines.solve.table import Values
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value, exactly
from faceup.results.answers.decision import Decision, Event, GivenMoves, last_view
from faceup.results.own_units import units_in
from faceup.results.view_words import words_by_view
from faceup.rules.contract import Game
from faceup.rules.errors import UnsupportedError, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move


class PlanTable(Values):
    """Values of positions that everybody knows, and plans for the decisions in between, by what players remember."""

    @property
    def method(self) -> str:
        """How the decisions were found."""
        raise NotImplementedError

    @property
    def information_sets(self) -> int:
        """How many decisions there are that whoever decides can tell apart."""
        raise NotImplementedError

    @property
    def payoffs(self) -> set[Exact]:
        """What the ends are worth that were met."""
        raise NotImplementedError

    @property
    def plain_ends(self) -> frozenset[int] | None:
        plain = not facts_of(self.game).rewarding and self.payoffs <= {-1, 0, 1}
        return frozenset(map(int, self.payoffs)) if plain else None

    def decisions(self, start: Any) -> Iterator[Decision]:
        """The decisions of best play from a position that everybody knows, each after those that lead to it."""
        raise NotImplementedError

    def decision(self, start: Any, moves: GivenMoves) -> Decision:
        """The decision after these moves, as whoever is to move knows it. Raises UsageError where nobody decides."""
        made = named_moves(self.game, moves, start)
        return replace(self.decision_after(start, made), made=tuple(made))

    def decision_after(self, start: Any, moves: Sequence[Move]) -> Decision:
        """The same after legal moves."""
        raise NotImplementedError

    def knowledge_at(self, start: Any) -> Any:
        """What players know who begin at a position that everybody knows."""
        raise NotImplementedError

    def after(self, known: Any, move: Move) -> Any:
        """What they know after a legal move."""
        raise NotImplementedError

    def lots(self, known: Any) -> Mapping[Move, int]:
        """How often best play makes each move there, in whole parts; moves that it never makes are left out."""
        raise NotImplementedError

    def knows(self, state: Any) -> bool:
        """Whether decisions are known, as all are with the first value; where not, whoever is asked for one says so."""
        return True

    def unknown(self, state: Any) -> UsageError:
        """The error for a position that somebody cannot tell from others: what it is worth nobody could say."""
        return UsageError(
            f"not all players know the position {self.game.show(state)}, so it has no value of its own; possible: "
            "positions that everybody knows; strategy and why tell what to do elsewhere"
        )

    def best(self, state: Any) -> list[Move]:
        """All best moves; where it is not known what moves are worth, those that are made."""
        decision = self.decision(state, ()) if self.game.turn(state) >= 0 else None
        return super().best(state) if decision is None or decision.worths is not None else list(decision.played)

    def values(self, state: Any, moves: Iterable[Move] | None = None) -> dict[Move, Value]:
        if self.game.turn(state) < 0:
            return super().values(state, moves)
        decision = self.decision(state, ())
        if decision.worths is None:
            raise UnsupportedError(f"what moves are worth in {self.game.show(state)} is known within bounds only")
        units = units_in(self.game)
        worths = dict(zip(decision.moves, decision.worths, strict=True))
        return {
            move: exactly(units.to_first(decision.player, worth))
            for move, worth in worths.items()
            if moves is None or move in moves
        }


def words_in(game: Game, states: Sequence[Any], story: Sequence[Event], moves: Iterable[Move]) -> tuple[str, ...]:
    """The moves as text, as they are said by whoever knows this story, which may have led to these ``states``."""
    return words_by_view(game, last_view(story), states, moves)


def nobody_decides(game: Game, state: Any) -> UsageError:
    """The error for a position in which play is over, or chance is to move."""
    return UsageError(f"nobody has a choice in {game.show(state)}; possible: moves up to somebody's decision")
