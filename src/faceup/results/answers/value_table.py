"""What an engine gives for a solution: the values of states and their moves."""

from collections.abc import Mapping
from typing import Any, Protocol

from faceup.numbers.value import Value
from faceup.results.answers.decision import GivenMoves
from faceup.rules.moves import Move
from faceup.rules.theory import Theory


class Values(Protocol):
    """The values of states and moves, from an engine."""

    @property
    def theory(self) -> Theory | None:
        """The theory that gives the values; None for a search."""

    @property
    def states(self) -> int:
        """The number of states in the table."""

    @property
    def keeps_all(self) -> bool:
        """Whether ``states`` counts every position, not only those in the table."""

    @property
    def bytes(self) -> int:
        """The memory of the table in bytes."""

    @property
    def bytes_a_state(self) -> float:
        """The memory for one state of a large table, in bytes."""

    def value(self, state: Any) -> Value:
        """Return the value of a state to player 0, computed now if the state is not in the table."""

    def row(self, state: Any) -> tuple[Value, ...]:
        """Return the value of a state to every seat; the second of two opponents gets what the first loses."""

    def rows(self, state: Any) -> Mapping[Move, tuple[Value, ...]]:
        """Return the values to every seat of every legal move, or possible outcome of chance, reward included."""

    def viewer(self, state: Any) -> int:
        """The seat of ``values`` and ``best``."""

    def knows(self, state: Any) -> bool:
        """Whether the state is in the table."""

    def state_after(self, start: Any, moves: GivenMoves) -> Any:
        """Return the state after these moves, as the rules or words have them. Raises UsageError for others."""

    def values(self, state: Any) -> Mapping[Move, Value]:
        """Return the value of every legal move, or possible outcome of chance, reward included."""

    def best(self, state: Any) -> list[Move]:
        """Return all best moves."""

    @property
    def plain_ends(self) -> frozenset[int] | None:
        """The payoffs of the ends if they are among -1, 0 and 1; None for other payoffs, or if unknown."""

    @property
    def one_wins(self) -> bool:
        """Whether every end pays 1 to one of several seats and 0 to all others."""


class ValueTable(Values, Protocol):
    """The values of a game without hidden information, the move to make, and distances to the end."""

    def tally(self) -> Mapping[int, int] | None:
        """Return the numbers of states whose value is certainly -1, 0 and 1; None if values are not stored."""

    def moves_made(self, state: Any) -> list[Move]:
        """Return the moves that best play makes with equal probability."""

    @property
    def one_move(self) -> bool:
        """Whether only one of the best moves may be made."""

    def move(self, state: Any) -> Move:
        """Return the one best move to make."""

    @property
    def always_exact(self) -> bool:
        """Whether no value is rounded."""

    @property
    def farthest(self) -> float:
        """The largest distance that is counted, in moves."""

    def distance(self, state: Any) -> float | None:
        """Moves to the end or to a decisive chance node, if known; infinite if play is cyclic."""
