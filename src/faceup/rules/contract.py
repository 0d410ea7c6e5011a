"""The contract between rule files and engines; games that start elsewhere; and the ends of games as numbers."""

import dataclasses
import inspect
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from fractions import Fraction
from functools import partial
from types import FunctionType
from typing import Any, ClassVar, dataclass_transform

from faceup.rules.boards import Board, DotGrid, board_of
from faceup.rules.errors import ParameterError, RulesError, UsageError
from faceup.rules.fields import MOVER, fields_of
from faceup.rules.method_source import part_names
from faceup.rules.moves import move_words, with_members
from faceup.rules.parameters import kinds, no_kind, settle_kinds, told_parameters, write_parameter
from faceup.rules.pile import Pile, Tally
from faceup.rules.rows import keep_sets_in_order
from faceup.rules.theory import Published, Theory

CHANCE = -1  # turn: chance decides by the odds
OVER = -2  # turn, step: the game has ended

# How a game can end, as numbers that arrays, machine code and stores hold. A solitaire game is LOST or WON. A game with
# decisions records who decided last, or that nobody did; its result is judged when all games are counted. If each seat
# has a payoff of its own, the end is that of the first seat: WON if its payoff is the highest, SHARED if another is as
# high. An UNFINISHED game reached the limit of steps; an ENDLESS one repeats a position.
LOST, WON, SHARED, BY_NOBODY, BY_PLAYER_0, BY_PLAYER_1, UNFINISHED, ENDLESS = range(8)

# Machine code records these if CPython must play the game again: the rules raised an error, a state had more moves than
# there was room for, the best move of a state was not known, or an error came before the game had ended.
BROKEN, CROWDED, UNKNOWN, UNPLAYED = range(8, 12)


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Rules:
    """The base of games with and without decisions: parameters, a name, published results."""

    name: ClassVar[str] = ""
    published: ClassVar[tuple[Published, ...]] = ()
    player_names: ClassVar[Sequence[str]] = ()  # the names of the players, in the order of their seats

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        annotations = inspect.get_annotations(cls)
        inherited = {field.name: field.type for field in getattr(cls, "__dataclass_fields__", {}).values()}
        # A new default for an inherited parameter needs no annotation of its own.
        cls.__annotations__ = {name: kind for name, kind in inherited.items() if name in cls.__dict__} | annotations
        for parameter, kind in annotations.items():
            if isinstance(vars(cls).get(parameter), list | dict | set) and "ClassVar" not in str(kind):
                raise no_kind(cls, parameter, kind)  # in our words, before dataclass refuses it in its own
        dataclasses.dataclass(frozen=True, kw_only=True, eq=False)(cls)
        for member in list(vars(cls).values()):
            if isinstance(member, type) and hasattr(member, "_fields"):
                keep_sets_in_order(member)
        if not isinstance(vars(cls).get("name", ""), str):
            possible = f"name = {cls.__name__.lower()!r}, as commands call the game"
            raise RulesError(f"{cls.__name__}: name is no text; possible: {possible}, or another word for what it is")
        if "name" not in cls.__dict__:
            words = "".join(" " + c.lower() if c.isupper() else c for c in cls.__name__).split()
            cls.name = "-".join(words)

    def __post_init__(self) -> None:
        try:
            settle_kinds(self)
            self.check()
        except ParameterError as error:
            words = [
                self.name,
                *(f"{name}={write_parameter(self, name)}" for name in told_parameters(self, str(error))),
            ]
            raise ParameterError(f"{' '.join(words)}: {error}") from None

    def check(self) -> None:
        """Refuse parameters that make no game, by ``require``."""

    def _identity(self) -> tuple[Any, ...]:
        """The values that tell games of one class apart: their parameters, and the position at which they begin."""
        attributes = vars(self)
        return (*map(attributes.__getitem__, kinds(type(self))), attributes.get("_position", ""))

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self._identity() == other._identity())

    def __hash__(self) -> int:
        return hash((type(self), self._identity()))


class Game(Rules):
    """A game with decisions, by players or by chance.

    ``State`` is a NamedTuple of integers, rows of integers, sets and words. A payoff of one number belongs to player 0,
    and player 1 gets its opposite. A payoff that is a row has one number for each seat.
    """

    State: ClassVar[Any]
    endless: ClassVar[Any] = 0  # the value of a play that never ends, to player 0

    def start(self) -> Any:
        """The first state."""
        raise RulesError(f"{type(self).__name__} has no method start(self)")

    def turn(self, s: Any) -> int:
        """The seat that decides, 0 or 1 in a game of two, or CHANCE, or OVER."""
        raise NotImplementedError

    def moves(self, s: Any) -> Iterable[Any]:
        """Every legal move, or every outcome of chance: whole numbers, words, or tuples of these."""
        raise NotImplementedError

    def play(self, s: Any, m: Any) -> Any:
        """The state after move m."""
        raise NotImplementedError

    def payoff(self, s: Any) -> Any:
        """The payoff at the end, to player 0 or to each seat; 0.1 is a tenth."""
        return 0

    def odds(self, s: Any, m: Any) -> int | Fraction:
        """The weight of chance outcome m, a whole number or a fraction."""
        return 1

    def reward(self, s: Any, m: Any) -> Any:
        """The reward for move m, to player 0 or to each seat."""
        return 0

    def view(self, s: Any, player: int) -> Any:
        """Return the view of the state that a player sees; by default the whole state."""
        return s

    def information_set(self, view: Any, player: int) -> Iterable[Any]:
        """States with this player to move in which they see this view, each as likely; by default none are listed.

        Tree search takes them where it finds too few such states by following the rules from the start.
        """
        return ()

    def choices(self, s: Any) -> Iterable[Any]:
        """The moves that the solver considers: for every legal move, one of these is as good. By default all moves."""
        return self.moves(s)

    def canon(self, s: Any) -> Any:
        """One representative of all states that are equivalent to play from."""
        return s

    def milestone(self, s: Any) -> bool:
        """Whether a solver that runs out of memory keeps the value of this state, as at the beginning of a turn.

        It forgets the values of all other states, and computes one again where it needs it. By default it keeps all.
        """
        return True

    def theory(self) -> Theory | None:
        """A closed form or special algorithm, for sizes that search cannot reach; None if there is none."""
        return None

    def show(self, s: Any) -> str:
        """The state as text; by default each field with its value: ``coins 3, rolling no``."""
        shown = (field for field in fields_of(s) if field.name != MOVER or self.turn(s) != OVER)
        return ", ".join(field.labelled_text(self.player_names) for field in shown)

    def say(self, s: Any, m: Any) -> str:
        """Move m as text: the names of its squares on a board, else its words and the names of members, and its
        numbers, with names if the rules give names to the parts of a move: ``pile 2 coins 1``.
        """
        board = board_of(self)
        if isinstance(board, Board | DotGrid):
            return board.say(m)
        move = with_members(self, s, m)
        return move_words(move, part_names(type(self), move) if board is None else ())

    def read(self, text: str) -> Any:
        """Return the state that a text describes, to begin at a position. Raises ValueError with the reason."""
        raise NotImplementedError


class Patience(Rules):
    """A solitaire game without decisions: a shuffled deck is laid out, then ``step`` is called until it returns OVER.

    ``Table`` is a NamedTuple of Piles and Tallies. It holds everything that the rest of the game depends on: if a table
    occurs twice, the game never ends. ``steps`` names the values that ``step`` returns; the level ``discards`` does not
    report those in ``quiet``.
    """

    Table: ClassVar[Any]
    steps: ClassVar[dict[int, str]] = {}
    quiet: ClassVar[tuple[int, ...]] = ()

    def deck(self) -> Iterator[int]:
        """Every card of the full deck, as an integer from 0 to 127."""
        raise NotImplementedError

    def lay(self, t: Any, deck: Pile) -> None:
        """Lay the shuffled deck out on an empty table; by default as the first pile."""
        t[0].take(deck, deck.size())

    def step(self, t: Any) -> int:
        """Make one step and return its number, or do nothing and return OVER."""
        raise NotImplementedError

    def score(self, t: Any) -> int:
        """The score of a game that is over."""
        raise NotImplementedError

    def won(self, t: Any) -> bool:
        """Whether a game that is over is won; by default if the score is 0."""
        return self.score(t) == 0

    def alike(self) -> Iterable[Sequence[int]]:
        """Permutations of the cards that change nothing: place c holds the card that card c becomes.

        A relabelled deal must go through the same tables, with relabelled cards and equal tallies, to the same score.
        A generating set of permutations is enough. By default there are none.
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
                    raise UsageError(f"{part!r} is not a card; possible: {' '.join(cards)}")
                yield cards[part]


CONTRACT_METHODS = tuple(
    name for name, method in vars(Game).items() if isinstance(method, FunctionType) and name[0] != "_"
)


def alter(game: Game, **instead: Any) -> Game:
    """A copy of a game with other methods; its rules call them too."""
    altered = copy(game)
    for name, answer in instead.items():
        object.__setattr__(altered, name, answer)  # rules are frozen
    return altered


def alter_for_callers(game: Game, **instead: Any) -> Game:
    """A copy of a game with other methods for its callers; its own rules still call the original methods."""
    methods = {
        name: getattr(game, name) for name in CONTRACT_METHODS if getattr(type(game), name) is not getattr(Game, name)
    }
    return alter(game, **methods | instead)


def start_at(game: Game, state: Any, text: str) -> Game:
    """A copy of a game that starts at this state, which the text describes."""
    return alter(game, start=partial(_itself, state), _position=text)


def from_own_start(game: Game) -> Game:
    """Return a copy of a game that starts at the start of its rules, not at another position."""
    original = copy(game)
    for name in ("start", "_position"):
        vars(original).pop(name, None)
    return original


def position_of(game: Any) -> str:
    """The text of the position at which a game starts; empty for its own start."""
    return str(vars(game).get("_position", ""))


def _itself(state: Any) -> Any:
    return state
