"""Writing a game as a Gambit file (.efg): the whole tree, with exact probabilities, payoffs and information sets.

R. Savani, T. L. Turocy, Gambit: The package for computation in game theory; its manual describes the format.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from faceup.engines.hidden.memory import Memories
from faceup.engines.hidden.observer import moves_reveal_error
from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import weighted_moves
from faceup.engines.model.seats import plus_row
from faceup.interchange.survey import Payoffs
from faceup.numbers.exact import Exact
from faceup.numbers.value import fraction_text
from faceup.results.scene.view_words import is_state
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached, UnsupportedError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move
from faceup.rules.names import seat_name
from faceup.rules.texts import distinct_texts, state_text

MOST_NODES = 1_000_000


class _Tree:
    """A tree that is being written; information sets and outcomes are numbered from 1 in order of appearance."""

    def __init__(self, game: Game, payoffs: Payoffs) -> None:
        players = range(payoffs.players)
        self.game, self.payoffs, self.memories = game, payoffs, Memories(game, payoffs.players)
        self.rewarding = facts_of(game).rewarding
        self.sets: list[dict[int, tuple[int, Any, list[Move]]]] = [
            {} for _ in players
        ]  # by memory: number, state, moves
        self.lines_of: list[dict[int, str]] = [{} for _ in players]  # by the number of the set
        self.names: list[set[str]] = [set() for _ in players]  # of sets: Gambit wants each its own
        self.throws = 0
        self.outcomes: dict[tuple[Exact, ...], int] = {}

    def lines(self) -> Iterator[str]:
        """A line for each node, parents before their children and these in the order of the moves."""
        game, start = self.game, self.game.start()
        todo = [(start, self.memories.begin(start), (Fraction(0),) * self.payoffs.players)]
        while todo:
            state, memories, gained = todo.pop()
            who = game.turn(state)
            if who == OVER:
                yield self._end(plus_row(gained, self.payoffs.at_end(state)))
                continue
            moves, odds = weighted_moves(game, state)
            if who == CHANCE:
                yield self._throw(state, moves, odds)
            else:
                moves, line = self._decision(state, who, memories[who], moves)
                yield line
            for move in reversed(moves):
                after, gain = game.play(state, move), gained
                if self.rewarding:
                    gain = plus_row(gain, self.payoffs.of_move(state, move))
                todo.append((after, self.memories.after(memories, who, move, after), gain))

    def _throw(self, state: Any, moves: list[Move], odds: list[int]) -> str:
        self.throws += 1
        total = sum(odds)
        parts = (
            f"{_quote(word)} {fraction_text(Fraction(weight, total))}"
            for word, weight in zip(distinct_texts(self.game, state, moves), odds, strict=True)
        )
        return f'c "" {self.throws} "" {{ {" ".join(parts)} }} 0'

    def _decision(self, state: Any, who: int, memory: int, moves: list[Move]) -> tuple[list[Move], str]:
        """The moves, in the same order in all nodes of an information set, and the player's view in words."""
        sets = self.sets[who]
        number, example, first = sets.setdefault(memory, (len(sets) + 1, state, moves))
        if set(first) != set(moves):
            raise moves_reveal_error(self.game, who, example, state, self.memories.story(memory))
        if (line := self.lines_of[who].get(number)) is None:
            line = self.lines_of[who][number] = self._set(who, number, example, first)
        return first, line

    def _set(self, who: int, number: int, state: Any, moves: list[Move]) -> str:
        """The label of an information set: the player's view, with a number if several sets have the same view."""
        view, name = self.game.view(state, who), ""
        if is_state(self.game, view):
            state, name = view, _one_line(state_text(self.game, view))
            if name in self.names[who]:
                name = f"{name} ({number})"
            self.names[who].add(name)
        words = " ".join(map(_quote, distinct_texts(self.game, state, moves)))
        return f'p "" {who + 1} {number} {_quote(name)} {{ {words} }} 0'

    def _end(self, payoffs: tuple[Exact, ...]) -> str:
        number = self.outcomes.setdefault(payoffs, len(self.outcomes) + 1)
        return f't "" {number} "" {{ {", ".join(map(fraction_text, payoffs))} }}'


def efg_lines(game: Game) -> Iterator[str]:
    """The file, line by line.

    Raises LimitReached for a tree with too many nodes, UnsupportedError for an infinite one.
    """
    payoffs = Payoffs(game)
    payoffs.are(_players_of(game, payoffs))
    alone = "the player" if payoffs.players == 1 and not game.player_names else ""
    called = [alone or seat_name(player, game.player_names) for player in range(payoffs.players)]
    names = " ".join(_quote(_one_line(name)) for name in called)
    yield f"EFG 2 R {_quote(_one_line(type(game).name))} {{ {names} }}"
    yield ""
    yield from _Tree(game, payoffs).lines()


def _players_of(game: Game, payoffs: Payoffs) -> set[int]:
    """The players who decide somewhere. Raises the errors of ``efg_lines`` as soon as they are known: the subtree of a
    repeated position is counted again.
    """
    deciding: set[int] = set()
    below: dict[Any, int | None] = {}  # the number of nodes; None on the path to the current position
    nodes, todo = 1, [(game.start(), -1)]
    while todo:
        state, began = todo.pop()
        if began >= 0:
            below[state] = nodes - began
            continue
        if state not in below:
            moves = _moves(game, state, payoffs)
            deciding.add(game.turn(state))
            below[state] = None
            todo.append((state, nodes))
            todo += [(game.play(state, move), -1) for move in moves]
            nodes += len(moves)
        elif (more := below[state]) is None:
            raise _without_end(game, state)
        else:
            nodes += more
        if nodes > MOST_NODES:
            raise LimitReached(f"{type(game).name} has more than {MOST_NODES:,} nodes, one for each way to go on")
    return deciding - {CHANCE, OVER}


def _moves(game: Game, state: Any, payoffs: Payoffs) -> list[Move]:
    """The moves, or possible outcomes of chance; empty at the end."""
    who = game.turn(state)
    if not CHANCE <= who < payoffs.players:
        if who == OVER:
            return []
        raise broken_rules.bad_turn(game, state, who, payoffs.seats)
    return weighted_moves(game, state)[0]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _without_end(game: Game, state: Any) -> UnsupportedError:
    return UnsupportedError(
        f"{broken_rules.at(game, state)}: this state can repeat, and a tree without end cannot be written"
    )


def _quote(text: str) -> str:
    return '"{}"'.format(text.replace("\\", "/").replace('"', '\\"'))
