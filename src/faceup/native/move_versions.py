"""The moves of a game in words, of one kind or of several, and what rules are asked about them in machine code."""

from typing import Any, NamedTuple

from numba import njit

from faceup.native.rules_type import ASKED, register_kinds, register_version, rules_type, words_form
from faceup.native.state_shape import Layout, MoveShape, kinds_of_moves
from faceup.native.unique_names import function_from
from faceup.native.whole_code import NOT_FROM_PYTHON
from faceup.rules.contract import Game
from faceup.rules.moves import Move

YIELDS = "_moves_in_words"


class Moves(NamedTuple):
    """The kinds of moves of a game; in words each is the number of its kind, and then its numbers."""

    kinds: tuple[MoveShape, ...]

    @property
    def shape(self) -> MoveShape:
        """How they lie in words."""
        return MoveShape.of_kinds(self.kinds)

    @property
    def name(self) -> str:
        """What tells kernels for such moves from others."""
        return self.shape.name

    def room(self, count: int) -> Any:
        """An array for so many moves."""
        return self.shape.room(count)

    def words(self, move: Move) -> tuple[int, ...]:
        """The words of a move. Raises ValueError where it is of another kind."""
        return self.shape.words(move)

    def move(self, words: Any) -> Move:
        """The move that these words are."""
        made: Move = self.shape.move(words)
        return made

    def functions(self, rules_class: type, layout: Layout | None) -> dict[str, Any]:
        """Compiled functions on words in the rows of an array, for kernels of these rules.

        ``read_words(moves, i)``, ``write_words(moves, i, words)``, ``same_words(moves, i, others, k)``; and what rules
        say of a move in a row: ``play_words(rules, s, moves, i)``, ``odds_words``, ``reward_words``.
        """
        numba_type, width = rules_type(rules_class, layout), self.shape.width
        register_version(numba_type, rules_class, "moves", YIELDS, words_form(self.kinds))
        space: dict[str, Any] = register_kinds(numba_type, rules_class, layout, self.kinds)
        space["Words"] = self.shape.move_class
        each = ", ".join(f"moves[i, {k}]" for k in range(width))
        texts = {
            "read_words": f"def read_words(moves, i):\n    return Words({each})",
            "write_words": "def write_words(moves, i, words):\n"
            + "\n".join(f"    moves[i, {k}] = words[{k}]" for k in range(width)),
            "same_words": "def same_words(moves, i, others, k):\n    return "
            + " and ".join(f"moves[i, {j}] == others[k, {j}]" for j in range(width)),
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
        _moves[type(game)] = Moves(kinds_of_moves(game))
    return _moves[type(game)]


def _compiled(text: str, space: dict[str, Any]) -> Any:
    return njit(function_from(text, **space), **NOT_FROM_PYTHON)
