"""Policies, and playing a numbered game by them in CPython.

In games with hidden information a policy function gets its player's view instead of the state, and ``best`` draws from
a mixed strategy.
"""

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from inspect import signature
from itertools import accumulate
from math import inf
from operator import index
from typing import Any, NamedTuple, Protocol

from faceup.engines.model import broken_rules
from faceup.engines.model.contract_check import breach
from faceup.engines.model.legal_moves import MOST_NAMED, legal_form, odds_one_by_one
from faceup.engines.model.random_stream import STREAM_SIZE, begin, below, below_any
from faceup.engines.model.seats import seats_of
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import Solution
from faceup.rules.contract import CHANCE, OVER, Game, Patience
from faceup.rules.errors import RulesError, UsageError, quoted
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move, numbers_text, parts_of
from faceup.rules.names import did_you_mean

Policy = Callable[[Game, Any], Move]
Policies = Sequence[Policy | str] | Policy | str  # one for each player, or one for all, alone or in a sequence
MCTS_WORD = re.compile(r"mcts:([0-9]{1,9})")
MCTS_SECONDS = re.compile(r"mcts:([0-9]{1,4}|[0-9]{0,4}\.[0-9]{1,3})s")
AB_WORD = re.compile(r"ab:([0-9]{1,9})")
MOST_PLAYOUTS = 1_000_000
MOST_SECONDS = 3600
MOST_DEPTH = 99


class Thought(NamedTuple):
    """How far a policy looks ahead at a decision: ``playouts``, or fewer after ``seconds``; or ``depth`` in moves."""

    playouts: int
    seconds: float = inf
    depth: int = 0

    @property
    def word(self) -> str:
        """The word for it: ``mcts:1000``, ``mcts:0.5s``, ``ab:4``."""
        if self.depth:
            return f"ab:{self.depth}"
        return f"mcts:{self.playouts}" if self.seconds == inf else f"mcts:{self.seconds:g}s"


class Thinker(Protocol):
    """Decides in one game by looking ahead, for any seat, from that seat's information only."""

    def choose(self, state: Any, thought: Thought, stream: list[int]) -> Move:
        """Return a move for the player to move; random numbers come from the stream."""

    def follow(self, turn: int, move: Move, state: Any) -> None:
        """Note that a move was made, and led to this state."""


MCTS = "mcts:1000"  # Monte Carlo tree search with 1000 playouts at each decision
AB = "ab:4"  # alpha-beta, 4 moves ahead
NAMED = ("random", "first", "best", MCTS, AB)
NAMED_WITHOUT_THOUGHT = ("random", "first", "best")  # for computations over all moves of a policy
NAMED_IF_SOLVED = ("best", "worst", "random", "first")  # for a solved game


def in_a_row(policies: Policies) -> tuple[Policy | str, ...]:
    """Return the policies as a tuple, also if there is only one."""
    return (policies,) if isinstance(policies, str) or callable(policies) else tuple(policies)


def check_policies(policies: tuple[Policy | str, ...], named: tuple[str, ...] = NAMED, seats: int = 0) -> None:
    """Raise UsageError for anything that is not a policy, and unless there is one, or one for each seat."""
    if len(policies) not in (1, seats or 2):
        each = f"each of {seats} seats" if seats else "each of two"
        possible = f"one for all players, or one for {each}; a tournament (simulate --rotate) takes any number"
        raise UsageError(f"{len(policies)} policies; possible: {possible}")
    for policy in policies:
        if not callable(policy) and policy not in named and not (MCTS in named and lasting_thought(policy)):
            near = did_you_mean(policy, named) if isinstance(policy, str) else ""
            raise UsageError(
                f"policy {policy!r}; {near}possible: {', '.join(named)}, or a function, as FILE.py:FUNCTION"
            )


def lasting_thought(word: Any) -> Thought | None:
    """Return the look-ahead of a word such as ``mcts:1000`` or ``ab:4``; None for other policies.

    Raises UsageError for a number out of range, and for seconds.
    """
    if not isinstance(word, str):
        return None
    if word == "ab" or word.startswith("ab:"):
        match = AB_WORD.fullmatch(word)
        if not match or not 1 <= int(match[1]) <= MOST_DEPTH:
            raise UsageError(f"{quoted(word)}; possible: ab:1 to ab:{MOST_DEPTH}, the moves to look ahead")
        return Thought(0, depth=int(match[1]))
    if not word.startswith("mcts"):
        return None
    match = MCTS_WORD.fullmatch(word)
    if MCTS_SECONDS.fullmatch(word):
        raise UsageError(
            f"{quoted(word)}; possible: mcts:1 to mcts:{MOST_PLAYOUTS}, the playouts for each decision; seconds are "
            "only for play with a person, because a game by the clock cannot be repeated"
        )
    if not match or not 1 <= int(match[1]) <= MOST_PLAYOUTS:
        raise UsageError(f"{quoted(word)}; possible: mcts:1 to mcts:{MOST_PLAYOUTS}, the playouts for each decision")
    return Thought(int(match[1]))


def thought_in(word: Any) -> Thought | None:
    """Return the look-ahead of a word in play with a person, ``mcts:0.5s`` included; None for other policies.

    Raises UsageError for a number out of range.
    """
    if not isinstance(word, str) or not word.startswith("mcts"):
        return lasting_thought(word)
    if timed := MCTS_SECONDS.fullmatch(word):
        if not 0 < float(timed[1]) <= MOST_SECONDS:
            raise UsageError(f"{word}; possible: mcts:0.001s to mcts:{MOST_SECONDS}s, the seconds for each decision")
        return Thought(MOST_PLAYOUTS, float(timed[1]))
    try:
        return lasting_thought(word)
    except UsageError as error:
        raise UsageError(f"{error}, or as mcts:0.5s, the seconds") from None


def lasting_thoughts(policies: Iterable[Policy | str]) -> list[Thought]:
    """Return the look-ahead of those policies that have one."""
    return [thought for policy in policies if (thought := lasting_thought(policy))]


def check_thought(game: Game | Patience, thought: Thought) -> None:
    """Raise UsageError for alpha-beta in a game with hidden information or payoffs for each seat."""
    problem = "hides something" if facts_of(game).hidden else "has a payoff for each seat" if seats_of(game) else ""
    if thought.depth and problem:
        raise UsageError(
            f"{thought.word} is for two opponents who see everything, and {type(game).name} {problem}; possible: {MCTS}"
        )


def policy_name(policy: Policy | str) -> str:
    """Return the name of a policy; of a function, its own name if it has one."""
    return policy if isinstance(policy, str) else str(getattr(policy, "__name__", type(policy).__name__))


def policy_place(policy: Policy | str) -> str:
    """Return the name of a policy with its file, as a command names it: ``pol.py:greedy``."""
    file = getattr(getattr(policy, "__code__", None), "co_filename", "")
    return f"{os.path.basename(file)}:{policy_name(policy)}" if os.path.isfile(file) else policy_name(policy)


def by_what_is_seen(game: Game, policies: Iterable[Policy | str]) -> bool:
    """Whether some policy decides by its player's information, not by the state."""
    return facts_of(game).hidden and any(callable(policy) or policy == "best" for policy in policies)


def play_through(
    game: Game,
    seed: int,
    number: int,
    policies: tuple[Policy | str, ...],
    solution: Solution | None,
    longest: int,
    listed: list[int] | None = None,
    thinker: Thinker | None = None,
) -> Iterator[tuple[Any, Move | None]]:
    """Play one numbered game; yield each state with the move made in it, the last state with None.

    ``thinker`` is a new one, and decides for policies that look ahead. ``listed`` holds one number, to which the number
    of legal moves is added at each state.
    """
    stream, seats = [0] * STREAM_SIZE, seats_of(game)
    begin(stream, seed, number)
    before = state = game.start()
    hidden = solution if isinstance(solution, HiddenSolution) and "best" in policies else None
    knowledge = hidden.known if hidden else None
    for _ in range(longest):
        try:
            turn = game.turn(state)
        except AttributeError as error:
            raise breach(game, before) or error from None
        if turn == OVER:
            yield state, None
            return
        if not CHANCE <= turn < (seats or 2):
            raise broken_rules.bad_turn(game, state, turn, seats)
        moves = broken_rules.legal_moves_of(game, state)
        if not moves:
            raise broken_rules.no_moves(game, state)
        if listed is not None:
            listed[0] += len(moves)
        if turn == CHANCE:
            move = sample_outcome(game, state, moves, stream)
        else:
            policy = policies[turn % len(policies)]
            if callable(policy):
                move = own_move(game, state, policy, moves)
            elif policy == "best" and hidden and knowledge:
                move_weights = hidden.move_weights(knowledge)
                move = sample_move(stream, list(move_weights), list(move_weights.values()))
            elif policy == "best":
                assert solution is not None
                move = solution.move(state)
            elif thinker and (thought := lasting_thought(policy)):
                move = thinker.choose(state, thought, stream)
            else:
                move = moves[below(stream, len(moves)) if policy == "random" else 0]
        yield state, move
        knowledge = hidden.after(knowledge, move) if hidden and knowledge else None
        before, state = state, knowledge.state if knowledge else game.play(state, move)
        if thinker:
            thinker.follow(turn, move, state)


def ask_policy(policy: Policy, game: Game, view: Any) -> Move:
    """Call a policy function. Raises UsageError if it cannot take a policy's arguments."""
    try:
        return policy(game, view)
    except TypeError as error:
        if _takes_two(policy):
            raise
        second = "what its player sees" if facts_of(game).hidden else "the state"
        call = f"{policy_place(policy)}{signature(policy)}"
        raise UsageError(f"policy {call} cannot be called; a policy gets two things: the game, and {second}") from error


def _takes_two(policy: Policy) -> bool:
    """Whether a function can be called with two arguments."""
    try:
        signature(policy).bind(None, None)
    except ValueError:  # functions written in C may have no signature
        return True
    except TypeError:
        return False
    return True


def own_move(game: Game, state: Any, policy: Policy, moves: list[Move]) -> Move:
    """Return the move of a policy function. Raises RulesError if it is not one of ``moves``."""
    view = game.view(state, game.turn(state)) if facts_of(game).hidden else state
    answer = ask_policy(policy, game, view)
    move = legal_answer(moves, answer)
    if move is None:
        raise RulesError(f"{bad_move(policy, answer)} in {state!r}; possible: {_moves_text(moves)}")
    return move


def legal_answer(moves: Iterable[Move], answer: Any) -> Move | None:
    """Return a policy's answer in the rules' form; None if it is not legal, or not a whole number, such as 1.0."""
    return legal_form(moves, answer) if _is_written(answer) else None


def bad_move(policy: Policy, answer: Any) -> str:
    """Return the first part of the message for an answer of a policy that is not a legal move."""
    strange = "has a part that is neither" if isinstance(answer, tuple) else "is neither"
    problem = "is not legal" if _is_written(answer) else f"{strange} a whole number nor a word"
    return f"policy {policy_place(policy)}: its move {answer!r} {problem}"


def _is_written(move: Any) -> bool:
    """Whether a move consists of words and whole numbers, those of NumPy included."""
    try:
        return bool([isinstance(part, str) or index(part) for part in parts_of(move)])
    except TypeError:
        return False


def _moves_text(moves: Sequence[Move]) -> str:
    return " ".join(map(numbers_text, moves[:MOST_NAMED])) + (" ..." if len(moves) > MOST_NAMED else "")


def sample_outcome(game: Game, state: Any, moves: list[Move], stream: list[int]) -> Move:
    """Draw an outcome of chance by its odds."""
    weights = odds_one_by_one(game, state, moves)
    if not any(weights):
        raise RulesError(f"{broken_rules.at(game, state)}: the odds sum to 0; they must sum to more")
    return sample_move(stream, moves, weights)


def sample_move(stream: list[int], moves: Sequence[Move], weights: Sequence[int]) -> Move:
    """Draw one of these moves by its weight."""
    until = list(accumulate(weights))
    return moves[bisect_right(until, below_any(stream, until[-1]))]
