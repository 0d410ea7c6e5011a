"""Isomorphism of two games, and the symmetries of one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from faceup.numbers.exact import Exact
from faceup.results.showable import Showable
from faceup.rules.contract import CHANCE, Game
from faceup.rules.moves import Move
from faceup.rules.parameters import write_parameters

T = TypeVar("T")


def titles(games: tuple[Game, Game]) -> tuple[str, str]:
    """Return the names of two games in a sentence, with the parameters that differ if the names do not."""
    names = [type(game).name for game in games]
    if names[0] == names[1]:
        parameters = [write_parameters(game) for game in games]
        for i, (mine, theirs) in enumerate((parameters, parameters[::-1])):
            different = [f"{key}={value}" for key, value in mine.items() if theirs.get(key) != value]
            names[i] = " ".join([names[i], *different])
    return ("the first game", "the second game") if names[0] == names[1] else (names[0], names[1])


@dataclass(frozen=True)
class ByMove(Generic[T]):
    """A mapping of all moves of a game: of the players, common or separate, and of the outcomes of chance."""

    players: tuple[Mapping[Move, T], ...]
    chance: Mapping[Move, T]

    def of(self, turn: int) -> Mapping[Move, T]:
        """Return the mapping of the moves of player 0 or 1, or of CHANCE."""
        return self.chance if turn == CHANCE else self.players[turn % len(self.players)]

    @property
    def kinds(self) -> dict[str, Mapping[Move, T]]:
        """The mappings by kind: ``moves``, or ``player 0`` and ``player 1``; ``chance``."""
        players = ("player 0", "player 1") if self.apart else ("moves",)
        kinds = dict(zip((*players, "chance"), (*self.players, self.chance), strict=True))
        return {kind: part for kind, part in kinds.items() if part}

    @property
    def apart(self) -> bool:
        """Whether the players have separate mappings."""
        return len(self.players) > 1


Renaming = ByMove[Move]  #: the name of each move of one game in the other
Words = ByMove[str]  #: each move as text


@dataclass(frozen=True)
class Verification:
    """The verification of a renaming: two games played through side by side by their rules alone.

    ``positions`` counts the pairs of positions compared; ``disagreement`` is the first difference met, or empty.
    """

    positions: int
    disagreement: str = ""

    def __bool__(self) -> bool:
        return not self.disagreement


@dataclass(frozen=True)
class Difference:
    """An invariant that differs between two games, with its value in each; ``text`` is a sentence.

    ``what`` is ``moves``, ``outcomes``, ``endless`` (the value of endless play), ``value``, ``quickest`` (the length of
    a player's shortest win), ``winning sets``, ``games`` (move sequences), ``positions``, ``position``, ``first moves``
    (all ways to go on after the first few), or ``tried``: nothing simpler than trying all renamings.
    """

    what: str
    first: Exact | None
    second: Exact | None
    text: str


@dataclass(frozen=True, repr=False)
class Sameness(Showable):
    """Whether two games are isomorphic, that is, the same up to the names of moves, with the proof.

    ``renaming`` is the certificate: the name in the second game of each move of the first; ``check`` is the result of
    playing both games through under it. Without a renaming, ``reasons`` are invariants that differ. ``positions``
    counts the states of each game, ``distinct`` those from which play differs; they are None if the first moves of a
    large game showed a difference. ``winning_sets`` are the moves of the first game's player 0 in the shortest wins, if
    they are few. ``words`` are the moves of each game as text. ``paid_apart`` says that each play pays the same in both
    games, but not at the same moves.
    """

    brief = ("games",)
    document_keys = (
        *("games", "same", "renaming", "compared", "reasons", "positions?", "distinct?", "winning_sets"),
        *("paid_apart", "seconds"),
    )

    games: tuple[Game, Game]
    renaming: Renaming | None
    check: Verification | None
    reasons: tuple[Difference, ...]
    positions: tuple[int, int] | None
    distinct: tuple[int, int] | None
    winning_sets: tuple[tuple[Move, ...], ...]
    words: tuple[Words, Words]
    seconds: float
    paid_apart: bool = False

    @property
    def same(self) -> bool:
        return self.renaming is not None

    @property
    def compared(self) -> int | None:
        """The number of pairs of positions compared under the renaming."""
        return None if self.check is None else self.check.positions

    def __bool__(self) -> bool:
        return self.same


@dataclass(frozen=True, repr=False)
class Symmetries(Showable):
    """The symmetries of a game: renamings of its moves that leave it unchanged.

    ``order`` is their number, the identity included; all of them follow from ``generators``. ``elements`` lists all, or
    is None if they are many. ``openings`` are the first moves, from the state ``start``, in groups that are alike by
    symmetry. ``positions`` counts the reachable states, ``different`` their orbits under the symmetries. ``words`` are
    the moves as text.
    """

    brief = ("game", "order")
    document_keys = ("game", "order", "generators", "elements", "openings", "positions", "different", "seconds")

    game: Game
    order: int
    generators: tuple[Renaming, ...]
    elements: tuple[Renaming, ...] | None
    start: Any
    openings: tuple[tuple[Move, ...], ...]
    positions: int
    different: int
    words: Words
    seconds: float
