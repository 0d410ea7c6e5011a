"""The contract: what a rule file says, and what every engine may rely on."""

import dataclasses
import inspect
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar, dataclass_transform

from faceup.rules.boards import Board
from faceup.rules.errors import ParameterError, RulesError, UsageError
from faceup.rules.fields import fields_of
from faceup.rules.moves import spoken, with_members
from faceup.rules.parameters import kinds, settle_kinds, write_parameter
from faceup.rules.pile import Pile, Tally
from faceup.rules.rows import keep_sets_in_order
from faceup.rules.theory import Published, Theory

CHANCE = -1  # turn: nobody decides, the odds do
OVER = -2  # turn, step: the game has ended


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Rules:
    """What games with and without decisions share: parameters, a name, published results."""

    name: ClassVar[str] = ""
    published: ClassVar[tuple[Published, ...]] = ()
    player_names: ClassVar[Sequence[str]] = ()  # what to call those who play, in the order of their numbers

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = inspect.get_annotations(cls)
        inherited = {field.name: field.type for field in getattr(cls, "__dataclass_fields__", {}).values()}
        # A new default for an inherited parameter needs no annotation of its own.
        cls.__annotations__ = {name: kind for name, kind in inherited.items() if name in cls.__dict__} | own
        dataclasses.dataclass(frozen=True, kw_only=True, eq=False)(cls)
        for member in list(vars(cls).values()):
            if isinstance(member, type) and hasattr(member, "_fields"):
                keep_sets_in_order(member)
        if "name" not in cls.__dict__:
            words = "".join(" " + c.lower() if c.isupper() else c for c in cls.__name__).split()
            cls.name = "-".join(words)

    def __post_init__(self) -> None:
        try:
            settle_kinds(self)
            self.check()
        except ParameterError as error:
            given = ", ".join(f"{name}={write_parameter(self, name)}" for name in kinds(type(self)))
            raise ParameterError(f"{type(self).__name__}({given}): {error}") from None

    def check(self) -> None:
        """Refuse parameters that make no game, with ``require``."""

    def _identity(self) -> tuple[Any, ...]:
        """What tells games of one class apart: their parameters, and the position at which they begin."""
        own = vars(self)
        return (*map(own.__getitem__, kinds(type(self))), own.get("_position", ""))

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self._identity() == other._identity())

    def __hash__(self) -> int:
        return hash((type(self), self._identity()))


class Game(Rules):
    """A game with decisions, by players or by chance.

    ``State`` is a NamedTuple of integers, and of rows of them. A payoff that is one number is player 0's, against an
    opponent, player 1, who gains what that one loses. Where it is a row, one number for each, there are as many seats.
    """

    State: ClassVar[Any]
    endless: ClassVar[Any] = 0  # what a play that never ends is worth, to player 0

    def start(self) -> Any:
        """The first state."""
        raise RulesError(f"{type(self).__name__} has no method start(self)")

    def turn(self, s: Any) -> int:
        """Whose decision it is: a seat, 0 or 1 in a game of two, CHANCE or OVER."""
        raise NotImplementedError

    def moves(self, s: Any) -> Iterable[Any]:
        """Every legal move, or every outcome of chance: a whole number, a word, or a tuple of these."""
        raise NotImplementedError

    def play(self, s: Any, m: Any) -> Any:
        """The state after move m."""
        raise NotImplementedError

    def payoff(self, s: Any) -> Any:
        """At the end, to player 0, or to each seat; 0.1 is a tenth."""
        return 0

    def odds(self, s: Any, m: Any) -> int | Fraction:
        """The weight of chance outcome m, a whole number or a fraction."""
        return 1

    def reward(self, s: Any, m: Any) -> Any:
        """To player 0 on the way, or to each seat, for move m."""
        return 0

    def view(self, s: Any, player: int) -> Any:
        """What that player can see of the state; all of it, unless something is hidden."""
        return s

    def choices(self, s: Any) -> Iterable[Any]:
        """Moves enough to consider: for every legal move, one here is as good. All of them by default."""
        return self.moves(s)

    def canon(self, s: Any) -> Any:
        """One representative of all states that are the same to play."""
        return s

    def theory(self) -> Theory | None:
        """What is known about the game beyond its rules, for sizes that search cannot reach."""
        return None

    def show(self, s: Any) -> str:
        """The state as text; by default what its fields hold, by their annotations: ``coins 3, rolling no``."""
        return ", ".join(field.said(self.player_names) for field in fields_of(s))

    def say(self, s: Any, m: Any) -> str:
        """Move m as text: on a ``Board`` the names of its squares, else its words, names of members, and numbers."""
        board = getattr(self, "board", None)
        return board.say(m) if isinstance(board, Board) else spoken(with_members(self, s, m))

    def read(self, text: str) -> Any:
        """The state that a text names, for people who begin at a position; ValueError says what is wrong with it."""
        raise NotImplementedError


class Patience(Rules):
    """A game without decisions: a shuffled deck is laid out, then ``step`` after ``step`` until OVER.

    ``Table`` is a NamedTuple of Piles and Tallies, and says everything that matters from here on: when a table comes
    round again, the game never ends. ``steps`` names the values ``step`` returns; those in ``quiet`` are too ordinary
    to be reported at the level ``discards``.
    """

    Table: ClassVar[Any]
    steps: ClassVar[dict[int, str]] = {}
    quiet: ClassVar[tuple[int, ...]] = ()

    def deck(self) -> Iterator[int]:
        """Every card of the full deck, as integers from 0 to 127."""
        raise NotImplementedError

    def lay(self, t: Any, deck: Pile) -> None:
        """Lay the shuffled deck out on an empty table; by default it becomes the first pile."""
        t[0].take(deck, deck.size())

    def step(self, t: Any) -> int:
        """Do one thing and say which, or do nothing and say OVER."""
        raise NotImplementedError

    def score(self, t: Any) -> int:
        """The result of a game that is over."""
        raise NotImplementedError

    def won(self, t: Any) -> bool:
        """Whether a game that is over is won; by default when the score is 0."""
        return self.score(t) == 0

    def alike(self) -> Iterable[Sequence[int]]:
        """Ways to give cards other names that change nothing: place c of each holds the card that card c becomes.

        A relabelled deal must go through the same tables, with relabelled cards in the same places and the same
        tallies, to the same score. What follows from two such relabellings need not be said. None by default.
        """
        return ()

    def show(self, t: Any) -> str:
        """The table as text."""
        return "  ".join(
            f"{field}: {thing.n if isinstance(thing, Tally) else ' '.join(map(self.say, thing.cards())) or '-'}"
            for field, thing in zip(t._fields, t, strict=True)
        )

    def say(self, card: int) -> str:
        """A card as text; every card its own, and the same card alike in games with other parameters."""
        return str(card)

    def read(self, text: str) -> Iterable[int]:
        """The order of the deck that a text names, the bottom card first; by default the cards as ``say`` has them.

        Spaces or commas stand between them.
        """
        cards = {self.say(card): card for card in self.deck()}
        for word in text.split():
            for part in (word,) if word in cards else filter(None, word.split(",")):
                if part not in cards:
                    raise UsageError(f"{part!r} is no card; possible: {' '.join(cards)}")
                yield cards[part]
