"""Playing numbered games with decisions by given policies, in CPython or in machine code, with the same results."""

from math import isfinite
from typing import Any

from faceup.engines import broken_rules
from faceup.engines.completeness import complete
from faceup.engines.policies import MOST_ODDS, Policy, check_policies, played
from faceup.engines.random_stream import STREAM_SIZE, begin, below
from faceup.engines.simulate.machine_code_trial import compare_outcomes, first_outcomes
from faceup.results.solution import Solution
from faceup.results.totals import LOST, UNFINISHED, WON, Outcomes, no_outcomes
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError, UsageError

RANDOM, FIRST, BEST, OWN = range(4)  # what a policy is, inside the kernel
KINDS = {"random": RANDOM, "first": FIRST, "best": BEST}

# Marks that a block ends with only after CPython has looked at the game.
BROKEN, CROWDED, UNKNOWN = 4, 5, 6

MOVES = 256  # room for the moves of a state, at first
ASKED = 4096  # states whose best move is looked up before the games in question are played again
TRIED = 200  # games that CPython plays too, before machine code is believed,
TRIED_MOVES = 5_000  # as long as they take no more moves than these together


def play_games(
    rules: Any,
    seed: int,
    first: int,
    todo: Any,
    policies: Any,
    rows: Any,
    asked: Any,
    moves: Any,
    stream: Any,
    longest: int,
    outcomes: Any,
) -> int:
    """Play game ``first + i`` for each i of ``todo``; returns how many states are in ``asked``.

    ``rows`` is a state table with best moves. A state that is not there goes to ``asked``, and its game is marked.
    """
    scores, marks, lengths = outcomes
    unknown = 0
    last = rows.shape[1] - 1
    for i in todo:
        begin(stream, seed, first + i)
        s = rules.start()
        total = 0.0
        steps = 0
        mark = UNFINISHED
        while steps < longest:
            who = rules.turn(s)
            if who == OVER:
                total += rules.payoff(s)
                mark = WON if total > 0 else LOST
                break
            count = 0
            for m in rules.moves(s):
                if count < len(moves):
                    moves[count] = m
                count += 1
            if count > len(moves):
                mark = CROWDED
                break
            if count == 0 or who < CHANCE or who > 1:
                mark = BROKEN
                break
            move = moves[0]
            if who == CHANCE:
                odds = 0
                for k in range(count):
                    weight = rules.odds(s, moves[k])
                    odds += weight
                    if weight < 0 or odds > MOST_ODDS:
                        mark = BROKEN
                if odds <= 0 or mark == BROKEN:
                    mark = BROKEN
                    break
                point = below(stream, odds)
                k = 0
                while point >= rules.odds(s, moves[k]):
                    point -= rules.odds(s, moves[k])
                    k += 1
                move = moves[k]
            else:
                policy = policies[who]
                if policy == RANDOM:
                    move = moves[below(stream, count)]
                elif policy == BEST:
                    row = find_row(rows, rows.shape[0] - SLACK, s)
                    move = rows[row, last]
                    if move == EMPTY:
                        mark = UNKNOWN
                        if unknown < asked.shape[0]:
                            write_state(asked, unknown, s)
                            unknown += 1
                        break
                elif policy == OWN:
                    move = policy_0(rules, s) if who == 0 else policy_1(rules, s)
                    legal = False
                    for k in range(count):
                        legal = legal or moves[k] == move
                    if not legal:
                        mark = BROKEN
                        break
            total += rules.reward(s, move)
            s = rules.play(s, move)
            steps += 1
        scores[i] = total if mark <= WON else 0.0
        marks[i] = mark
        lengths[i] = steps
    return unknown


def no_policy(rules: Any, s: Any) -> int:
    """Stands where a player has no policy of its own."""
    return 0


class GamePlayer:
    """Plays numbered games of a Game. ``engine`` says how: ``cpython`` or ``native``; ``games`` is about how many.

    Raises RulesError where rules or a policy break, or where machine code and CPython differ.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        longest: int,
        engine: str,
        games: int,
        policies: tuple[Policy | str, ...] = ("random",),
        solution: Solution | None = None,
    ) -> None:
        complete(game)
        check_policies(policies)
        if "best" in policies and solution is None:
            raise UsageError("policy 'best' needs the solved game")
        self.game, self.seed, self.longest = game, seed, longest
        self.policies, self.solution = policies, solution
        self.engine = "cpython"
        if engine == "native":
            self._prepare(games)

    def outcomes(self, first: int, count: int) -> Outcomes:
        """Games ``first`` to ``first + count - 1``."""
        found = no_outcomes(count)
        if self.engine == "cpython":
            for i in range(count):
                self._play(first + i, found, i)
        else:
            self._run(first, found)
        return found

    def _play(self, number: int, found: Outcomes, i: int) -> None:
        total: float = 0
        steps = 0
        found.marks[i] = UNFINISHED
        for state, move in played(self.game, self.seed, number, self.policies, self.solution, self.longest):
            gain = self.game.payoff(state) if move is None else self.game.reward(state, move)
            if not isfinite(gain):
                raise broken_rules.bad_number(self.game, state, "payoff" if move is None else "reward", gain)
            total += gain
            if move is None:
                found.scores[i], found.marks[i] = total, WON if total > 0 else LOST
            else:
                steps += 1
        found.lengths[i] = steps

    def _prepare(self, games: int) -> None:
        from faceup.native.not_compiled import NotCompiled, warn_interpreted

        believed = (self.game, self.policies) in _believed
        checked = GamePlayer(
            self.game, self.seed, min(self.longest, TRIED_MOVES), "cpython", 1, self.policies, self.solution
        )
        # Rules that break show it here, with a clear message.
        expected = first_outcomes(checked, 1 if believed else min(TRIED, games), TRIED_MOVES)
        try:
            self._compile()
        except NotCompiled as error:
            warn_interpreted(self.game, error)
            return
        self.engine = "native"
        compare_outcomes(self.game, self.seed, self.outcomes(0, len(expected.marks)), expected)
        _believed.add((self.game, self.policies))

    def _compile(self) -> None:
        import numpy as np
        from numba import njit

        from faceup.engines.simulate.best_move_table import BestMoves
        from faceup.native.digest import digest_of
        from faceup.native.kernels import compile_for, kernel
        from faceup.native.linking import linked
        from faceup.native.not_compiled import NotCompiled
        from faceup.native.state_table import EMPTY, SLACK

        own = [policy if callable(policy) else no_policy for policy in self.policies]
        kinds = [OWN if callable(policy) else KINDS[policy] for policy in self.policies]
        variant = digest_of(own) if OWN in kinds else ""
        compiled = [njit(linked(policy)) for policy in own]
        names = {
            "policy_0": compiled[0],
            "policy_1": compiled[-1],
            "EMPTY": EMPTY,
            "SLACK": SLACK,
        }
        self._kinds = np.array([kinds[0], kinds[-1]], np.int64)
        self._best = BestMoves(self.solution, len(self.game.start()._fields))
        self._room = MOVES
        todo, found = np.zeros(1, np.int64), no_outcomes(1)
        like_these = self._arguments(0, todo, found)
        try:
            self._kernel = kernel(play_games, self.game, variant, counted=False, **names)
            compile_for(self._kernel, *like_these)
        except NotCompiled:  # rules that make lists need references counted; it is several times slower
            self._kernel = kernel(play_games, self.game, f"{variant} counted", **names)
            compile_for(self._kernel, *like_these)

    def _arguments(self, first: int, todo: Any, found: Outcomes) -> tuple[Any, ...]:
        import numpy as np

        rows = self._best.rows
        asked = np.zeros((ASKED, rows.shape[1]), np.int64)
        moves, stream = np.zeros(self._room, np.int64), np.zeros(STREAM_SIZE, np.int64)
        options = (self._kinds, rows, asked, moves, stream, self.longest)
        return self.game, self.seed, first, todo, *options, tuple(found)

    def _run(self, first: int, found: Outcomes) -> None:
        import numpy as np

        todo = np.arange(len(found.marks))
        state_class = type(self.game.start())
        while len(todo):
            arguments = self._arguments(first, todo, found)
            try:
                unknown = self._kernel(*arguments)
            except Exception:
                for i in todo.tolist():
                    self._play(first + i, found, i)  # CPython tells it better
                raise
            if unknown:
                asked = arguments[6][:unknown, :-1].tolist()
                self._best.learn({state_class(*fields) for fields in asked})
            for i in todo[(found.marks[todo] == BROKEN) | ~np.isfinite(found.scores[todo])].tolist():
                self._play(first + i, found, i)  # CPython tells it better
                raise RulesError(
                    f"{broken_rules.at(self.game, self.game.start())}: machine code alone breaks in game {first + i}"
                )
            if (found.marks == CROWDED).any():
                self._room *= 4
            todo = todo[found.marks[todo] > UNFINISHED]


_believed: set[tuple[Game, Any]] = set()  # games and policies that machine code was tried on in this process
