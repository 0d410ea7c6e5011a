"""The moves of a game in words, of one kind or of several, and what rules are asked about them in machine code."""

from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from faceup.native.lowering.move_versions import ForKind, InWords
from faceup.native.operations.move_words import in_words
from faceup.native.rules_type import register_version, rules_type
from faceup.native.state_shape import MOST_MOVES, Layout, MoveShape, seen_states
from faceup.native.unique_names import function_from
from faceup.native.whole_code import NOT_FROM_PYTHON
from faceup.rules.contract import OVER, Game
from faceup.rules.moves import Move

ASKED = ("play", "odds", "reward")  # with a move
YIELDS = "_moves_in_words"


class Moves(NamedTuple):
    """The kinds of moves of a game; in words each is the number of its kind, and then its numbers."""

    kinds: tuple[MoveShape, ...]

    @property
    def name(self) -> str:
        """What tells kernels for such moves from others."""
        return "words of" + " or".join(kind.name or " numbers" for kind in self.kinds)

    @property
    def width(self) -> int:
        """How many words a move takes."""
        return 1 + max(kind.width for kind in self.kinds)

    def room(self, count: int) -> Any:
        """An array for so many moves."""
        return np.zeros((count, self.width), np.int64)

    def words(self, move: Move) -> tuple[int, ...]:
        """The words of a move. Raises ValueError where it is of another kind."""
        kind = _kind(move)
        words = (self.kinds.index(kind), *kind.words(move))
        return (*words, *[0] * (self.width - len(words)))

    def move(self, words: Any) -> Move:
        """The move that these words are."""
        kind = self.kinds[int(words[0])]
        made: Move = kind.move(words[1] if kind.move_class is None else words[1 : 1 + kind.width])
        return made

    def functions(self, rules_class: type, layout: Layout | None) -> dict[str, Any]:
        """Compiled functions on words in the rows of an array, for kernels of these rules.

        ``read_words(moves, i)``, ``write_words(moves, i, words)``, ``same_words(moves, i, others, k)``; and what rules
        say of a move in a row: ``play_words(rules, s, moves, i)``, ``odds_words``, ``reward_words``.
        """
        numba_type = rules_type(rules_class, layout)
        several = len(self.kinds) > 1
        rows = tuple(layout.state_class._fields[place] for place in layout.places) if layout else ()
        made = in_words(tuple((kind.move_class, kind.width) for kind in self.kinds))
        register_version(numba_type, rules_class, "moves", YIELDS, InWords(made))
        space: dict[str, Any] = {}
        for k, kind in enumerate(self.kinds):
            space[f"Kind_{k}"] = _maker(kind)
            for name in ASKED:
                form = _form(kind, rows) if several else ""
                register_version(numba_type, rules_class, name, f"_{name}_{k}", form)
        each = ", ".join(f"moves[i, {k}]" for k in range(self.width))
        texts = {
            "read_words": f"def read_words(moves, i):\n    return ({each})",
            "write_words": "def write_words(moves, i, words):\n"
            + "\n".join(f"    moves[i, {k}] = words[{k}]" for k in range(self.width)),
            "same_words": "def same_words(moves, i, others, k):\n    return "
            + " and ".join(f"moves[i, {j}] == others[k, {j}]" for j in range(self.width)),
        }
        for name in ASKED:
            asked = [f"rules._{name}_{k}(s, Kind_{k}({self._numbers(kind)}))" for k, kind in enumerate(self.kinds)]
            tests = [f"    if moves[i, 0] == {k}:\n        return {text}\n" for k, text in enumerate(asked[:-1])]
            texts[f"{name}_words"] = f"def {name}_words(rules, s, moves, i):\n{''.join(tests)}    return {asked[-1]}"
        return {name: _compiled(text, space) for name, text in texts.items()}

    def _numbers(self, kind: MoveShape) -> str:
        return ", ".join(f"moves[i, {k + 1}]" for k in range(kind.width))


_moves: dict[type, Moves] = {}


def moves_of(game: Game) -> Moves:
    """The kinds of moves that were met in the first games by the rules of this class."""
    if type(game) not in _moves:
        kinds = dict.fromkeys(
            _kind(move)
            for state in seen_states(game)
            if game.turn(state) != OVER
            for move in islice(game.moves(state), MOST_MOVES)
        )
        _moves[type(game)] = Moves(tuple(kinds))
    return _moves[type(game)]


def _kind(move: Any) -> MoveShape:
    return MoveShape(type(move), len(move)) if isinstance(move, tuple) else MoveShape(None, 1)


def _form(kind: MoveShape, rows: tuple[str, ...]) -> ForKind:
    return ForKind(kind.width if kind.move_class else 0, getattr(kind.move_class, "_fields", ()), rows)


def _maker(kind: MoveShape) -> Any:
    """What makes a move of this kind of its numbers."""
    if kind.move_class not in (None, tuple):
        return kind.move_class
    names = ", ".join(f"part_{k}" for k in range(kind.width))
    made = names if kind.move_class is None else f"({names},)"
    return njit(function_from(f"def made({names}):\n    return {made}"), **NOT_FROM_PYTHON)


def _compiled(text: str, space: dict[str, Any]) -> Any:
    return njit(function_from(text, **space), **NOT_FROM_PYTHON)
