"""Isomorphism of two games, and the symmetries of one."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from faceup.results.shown import Shown
from faceup.rules.contract import CHANCE, Game
from faceup.rules.moves import Move
from faceup.rules.parameters import write_parameters

T = TypeVar("T")


def titles(games: tuple[Game, Game]) -> tuple[str, str]:
    """The names of two games in a sentence, with the parameters that differ if the names do not."""
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
        """The mapping of the moves of player 0 or 1, or of CHANCE."""
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


Renaming = ByMove[Move]  #: what each move of one game is called in the other
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

    ``what`` is ``moves``, ``outcomes``, ``endless`` (what a play without end is worth), ``value``, ``quickest`` (how
    soon a player can win), ``winning sets``, ``games`` (ways to play), ``positions``, ``position``, or ``tried``:
    nothing simpler was found than trying all.
    """

    what: str
    first: int | Fraction | None
    second: int | Fraction | None
    text: str


@dataclass(frozen=True, repr=False)
class Sameness(Shown):
    """Whether two games are isomorphic, that is, the same up to the names of moves, with the proof.

    ``renaming`` is the certificate: what each move of the first game is called in the second; ``check`` is what
    playing both through under it found. Where there is none, ``reasons`` are facts that tell the games apart.
    ``positions`` counts the states of each, ``distinct`` those from which play does not go on alike. ``winning_sets``
    are the moves of the first game's player 0 in the quickest wins, where they are few. ``words`` are the moves of
    each game as text. ``paid_apart``: each play brings the same in both games, but not at the same moves.
    """

    brief = ("games",)

    games: tuple[Game, Game]
    renaming: Renaming | None
    check: Verification | None
    reasons: tuple[Difference, ...]
    positions: tuple[int, int]
    distinct: tuple[int, int]
    winning_sets: tuple[tuple[Move, ...], ...]
    words: tuple[Words, Words]
    seconds: float
    paid_apart: bool = False

    @property
    def same(self) -> bool:
        return self.renaming is not None

    def __bool__(self) -> bool:
        return self.same


@dataclass(frozen=True, repr=False)
class Symmetries(Shown):
    """The renamings of its moves that leave a game unchanged.

    ``order`` is how many there are, the one that renames nothing included; all of them follow from ``generators``.
    ``elements`` are all, or None where they are many. ``openings`` are the first moves, from the state ``start``, in
    groups of those that are the same but for names. ``positions`` counts the states that can be reached, ``different``
    those that remain when states that a symmetry turns into each other are one. ``words`` are the moves as text.
    """

    brief = ("game", "order")

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
