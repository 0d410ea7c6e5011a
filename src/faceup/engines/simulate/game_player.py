"""Play numbered games with decisions by given policies, in CPython or in machine code, with the same results."""

from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import product
from sys import float_info
from typing import TYPE_CHECKING, Any, ClassVar

from faceup.engines.mcts.thinking import Thinking
from faceup.engines.model import broken_rules
from faceup.engines.model.compiling import Compilation, CompiledLoop, begin
from faceup.engines.model.contract_check import complete
from faceup.engines.model.policies import Policy, check_policies, play_through
from faceup.engines.model.random_stream import DRAWING, STREAM_SIZE
from faceup.engines.model.seats import add, checked_gain, seats_of
from faceup.engines.simulate.blocks import NOW_AND_THEN, UnderWay
from faceup.engines.simulate.kernels import number_gains, row_gains
from faceup.engines.simulate.kernels.game_kernel import HELPERS, PAYING, play_games
from faceup.engines.simulate.kernels.move_lists_kernel import LIST_PARTS
from faceup.engines.simulate.kernels.positions_met_kernel import BEST, FIRST, OWN, PARTS, RANDOM
from faceup.engines.simulate.machine_code import LastStates
from faceup.results.answers.solution import Solution
from faceup.results.samples.totals import Outcomes, no_outcomes
from faceup.rules.contract import BROKEN, BY_NOBODY, CROWDED, UNFINISHED, UNPLAYED, Game
from faceup.rules.errors import RulesError, UsageError
from faceup.rules.facts import facts_of

if TYPE_CHECKING:
    from faceup.engines.simulate.kernels.best_move_table import BestMoves
    from faceup.engines.simulate.kernels.positions_met import Trial
    from faceup.native.state_shape import StateShape

POLICIES = {"random": RANDOM, "first": FIRST, "best": BEST}
LARGEST = float_info.max
COMPILE = __name__, "compile_player"  # the task for another process
MOST_ASKED = 4096  # missing states whose best moves are looked up before their games are played again


@dataclass(frozen=True)
class GamePlayer:
    """Plays numbered games of a Game in CPython; ``solution`` has the moves of policy ``best``.

    ``thinking`` decides for policies that look ahead, perhaps in machine code.
    """

    game: Game
    seed: int
    longest: int
    policies: tuple[Policy | str, ...] = ("random",)
    solution: Solution | None = None
    under_way: UnderWay = field(default_factory=UnderWay, compare=False)
    thinking: Thinking | None = field(default=None, compare=False)

    @property
    def engine(self) -> str:
        """The engine that takes most of the time."""
        return self.thinking.engine if self.thinking else "cpython"

    def __post_init__(self) -> None:
        """Check the rules and the policies."""
        complete(self.game)
        check_policies(self.policies, seats=self.seats)
        if "best" in self.policies and self.solution is None:
            raise UsageError("policy 'best' needs the solved game")

    @cached_property
    def seats(self) -> int:
        """How many seats have a payoff of their own; 0 for two opponents."""
        return seats_of(self.game)

    def outcomes(self, first: int, count: int, lasts: LastStates | None = None) -> Outcomes:
        results = no_outcomes(count, self.seats)
        for i in range(count):
            self.play(first + i, results, i, lasts)
        return results

    def play(self, number: int, outcomes: Outcomes, i: int, lasts: LastStates | None = None) -> None:
        """Play one game, and write its outcome at place i."""
        gains = row_gains if self.seats else number_gains
        totals: list[Any] = [0] * (self.seats or 1)
        steps, end = 0, BY_NOBODY
        outcomes.marks[i], outcomes.scores[i] = UNFINISHED, 0.0
        thinker = self.thinking.begin_game() if self.thinking else None
        plays = play_through(self.game, self.seed, number, self.policies, self.solution, self.longest, thinker=thinker)
        for state, move in plays:
            gain = self.game.payoff(state) if move is None else self.game.reward(state, move)
            checked_gain(self.game, state, "payoff" if move is None else "reward", gain, self.seats)
            if gain:
                add(totals, gain)
            if move is None:
                if lasts is not None:
                    lasts[number] = state
                if not all(abs(total) <= LARGEST for total in totals):
                    raise RulesError(
                        f"{broken_rules.at(self.game, state)}: what was gained sums to more than a float can hold, "
                        "with which simulated games are counted"
                    )
                row = list(map(float, totals))
                outcomes.scores[i] = row if self.seats else row[0]
                outcomes.marks[i] = gains.end_of(outcomes.scores, i, end)
            else:
                steps += 1
                if not steps % NOW_AND_THEN:
                    self.under_way.note_steps(steps)
                end = gains.last_to_decide(end, self.game.turn(state))
        outcomes.lengths[i] = steps


class CompiledGamePlayer(CompiledLoop):
    """Plays numbered games in machine code; CPython plays games that break, and reports why. Raises NotCompiled."""

    engine: ClassVar[str] = "native"

    def __init__(self, interpreted: GamePlayer) -> None:
        import numpy as np

        from faceup.native.rules_type import key_methods

        game, self.interpreted, self.seats = interpreted.game, interpreted, interpreted.seats
        self.keyed = bool(key_methods(game))
        functions = own_policies(game, interpreted.policies)
        codes = [
            OWN + functions.index(policy) if callable(policy) else POLICIES[policy] for policy in interpreted.policies
        ]
        self.policy_codes = np.array(codes * ((self.seats or 2) // len(codes)), np.int64)
        super().__init__(game)

    def _compile(self) -> tuple["StateShape", "BestMoves", Any]:
        """Return the shape of states, the table of best moves for it, and the loop, compiled now."""
        import numpy as np

        from faceup.engines.simulate.kernels.best_move_table import BestMoves
        from faceup.native.kernels import lightest_kernel, require_words
        from faceup.native.not_compiled import NotCompiled
        from faceup.native.state_shape import shape_of

        require_words(self.game)
        shape = shape_of(self.game)
        best = BestMoves(self.interpreted.solution, shape)
        lasts = np.zeros((0, shape.count), np.int64)
        like_these = self.arguments(shape, best, 0, np.zeros(1, np.int64), lasts, no_outcomes(1, self.seats))
        kernel = partial(games_kernel, self.game, self.interpreted.policies, shape)
        try:
            play = lightest_kernel(kernel, like_these)
        except NotCompiled:
            if not self.keyed:
                raise
            play = lightest_kernel(partial(kernel, keyed=False), like_these)
        return shape, best, play

    def arguments(
        self, shape: "StateShape", best: "BestMoves", first: int, todo: Any, lasts: Any, outcomes: Outcomes
    ) -> tuple[Any, ...]:
        """Return the arguments of the kernel: the games to play, and room for its results."""
        import numpy as np

        rows = best.rows
        missing = np.zeros((MOST_ASKED, rows.shape[1]), np.int64)
        trial, start = self.trial(shape), np.array([shape.words(self.game.start())], np.int64)
        odds, stream = np.zeros(self.room, np.int64), np.zeros(STREAM_SIZE, np.int64)
        memories = (trial.lists, trial.cache, trial.cache.registers)
        options = (self.policy_codes, rows, missing, trial.moves, odds, *memories, stream, self.interpreted.longest)
        rules = shape.rules(self.game)
        return rules, start, self.interpreted.seed, first, todo, *options, lasts, tuple(outcomes)

    def trial(self, shape: "StateShape") -> "Trial":
        """Return the position cache of this thread, for these sizes, with the trial whether it saves time."""
        from faceup.engines.simulate.kernels.positions_met import Trial, empty_cache, list_moves_room, no_lists

        local = self.threads.__dict__
        if local.get("sizes") != (shape, self.room):
            lists, moves = no_lists(self.room, self.keyed), shape.moves.room(list_moves_room(self.keyed) + self.room)
            local["sizes"], local["trial"] = (
                (shape, self.room),
                Trial(empty_cache(shape.count, self.room), lists, moves),
            )
        trial: Trial = local["trial"]
        return trial

    def outcomes(self, first: int, count: int, lasts: LastStates | None = None) -> Outcomes:
        import numpy as np

        results, todo = no_outcomes(count, self.seats), np.arange(count)
        results.marks[:] = UNPLAYED
        ends = np.zeros((0, 1), np.int64)
        while len(todo):
            shape, best, play = self._current_loop()
            if lasts is not None and ends.shape != (count, shape.count):
                ends = np.zeros((count, shape.count), np.int64)
            batch = todo[: self.trial(shape).games]
            arguments = self.arguments(shape, best, first, batch, ends, results)
            results.marks[batch] = UNPLAYED
            try:
                with self.trial(shape).time_games(results.lengths, batch):
                    missing_count = play(*arguments)
            except ArithmeticError as error:
                todo = self.play_broken_game(error, shape, first, todo, results)
                continue
            except Exception:  # CPython reports what it was
                self.explain(first, todo.tolist())
                raise
            if missing_count:
                best.learn(arguments[7][:missing_count, : shape.count])
            finite = np.isfinite(results.scores[batch]).reshape(len(batch), -1).all(axis=1)
            for i in batch[(results.marks[batch] == BROKEN) | ~finite].tolist():
                self.explain(first, [i])
                raise RulesError(
                    f"{broken_rules.at(self.game, self.game.start())}: machine code alone breaks in game {first + i}"
                )
            if (crowded := (results.marks == CROWDED)).any():
                self.room *= 4
                if self.room > 4 * broken_rules.MOST_MOVES:
                    self.explain(first, crowded.nonzero()[0].tolist())
            if lasts is not None:
                for i in batch[results.marks[batch] < UNFINISHED].tolist():
                    lasts[first + i] = shape.state(ends[i])
            todo = todo[results.marks[todo] > UNFINISHED]
        return results

    def play_broken_game(
        self, error: ArithmeticError, shape: "StateShape", first: int, todo: Any, outcomes: Outcomes
    ) -> Any:
        """Play the game in which a number or a row was too large in CPython; return the games left to play."""
        from faceup.native.operations.operation import TooLarge

        self._has_widened(error, shape)
        broken = int(todo[outcomes.marks[todo] == UNPLAYED][0])
        self.interpreted.play(first + broken, outcomes, broken)
        if not isinstance(error, TooLarge):
            raise error
        return todo[(outcomes.marks[todo] > UNFINISHED)]

    def explain(self, first: int, places: list[int]) -> None:
        """Play games that went wrong in CPython, which raises a clear error."""
        for i in places:
            self.interpreted.play(first + i, no_outcomes(1, self.seats), 0)


def games_kernel(
    game: Game, policies: tuple[Policy | str, ...], shape: "StateShape", counted: bool, keyed: bool | None = None
) -> Any:
    """Return the loop for this class of games, states of this shape and these policies.

    ``keyed`` says whether it memoizes lists of moves; by default it does if the rules have keys for them.
    """

    from faceup.native.digests.digest import digest_of
    from faceup.native.kernels import kernel, require_compiler
    from faceup.native.lowering.tree import NoSource, Unsupported
    from faceup.native.not_compiled import NotCompiled, place_of_state
    from faceup.native.operations import integers
    from faceup.native.operations.operation import EXACT, TooLarge
    from faceup.native.rules_type import key_methods, register_keys
    from faceup.native.state_rows import EMPTY, SLACK

    require_compiler(game)
    functions = own_policies(game, policies)
    if functions and shape.moves.kinds:
        problem = "a policy of one's own where moves are of several kinds"
        raise NotCompiled(game, Unsupported(None, problem, "let all moves be of one kind", *place_of_state(type(game))))
    variant = digest_of(type(game), *functions) if functions else ""
    try:
        names: dict[str, Any] = {"own_place": own_place(functions, shape, counted)}
    except (Unsupported, NoSource) as error:
        raise NotCompiled(game, error) from error
    names |= {"EMPTY": EMPTY, "SLACK": SLACK, "EVEN": type(game).odds is Game.odds}
    names["PAID"] = facts_of(game).rewarding
    names["KEYED"] = keyed = bool(key_methods(game)) if keyed is None else keyed
    if keyed:
        register_keys(game, shape)
        variant = f"keyed {variant}"
    names |= {"EXACT": float(EXACT), "add": integers.add, "whole": integers.whole, "TooLarge": TooLarge}
    gains: Any = number_gains
    if seats_of(game):
        from faceup.native.operations.fractions import add_row

        gains, variant, names["add_row"] = row_gains, f"rows {variant}", add_row
    variant = f"{variant} counted" if counted else variant
    return kernel(
        play_games,
        game,
        variant,
        shape=shape,
        counting=(gains.add_gain, *(PAYING if names["PAID"] else PAYING[:1])),
        inlined=(*gains.GAINS, *HELPERS),
        apart=(*DRAWING, *PARTS, *LIST_PARTS),
        counted=counted,
        **names,
    )


def own_policies(game: Game, policies: tuple[Policy | str, ...]) -> list[Policy]:
    """Return the policies that are functions, each once, in an order that does not depend on the seats."""
    from faceup.native.digests.digest import digest_of

    functions = dict.fromkeys(policy for policy in policies if callable(policy))
    return sorted(functions, key=lambda policy: digest_of(type(game), policy))


def own_place(policies: list[Policy], shape: "StateShape", counted: bool) -> Any:
    """Compile the function that finds the move of one of these policies among the moves of a state."""
    from numba import njit

    from faceup.native.compiler.whole_code import NOT_FROM_PYTHON, function_from
    from faceup.native.linking import link
    from faceup.native.state_table import table_functions

    cases = (
        f"""
    if {len(policies) == 1} or which == {k}:
        move_{k} = policy_{k}(rules, s)
        for place in range(count):
            if same_move(read_move(moves, place), move_{k}):
                return place
"""
        for k in range(len(policies))
    )
    text = f"def own_place(rules, s, which, moves, count):\n{''.join(cases)}\n    return -1\n"
    names = {name: table_functions(shape)[name] for name in ("read_move", "same_move")}
    names |= {f"policy_{k}": njit(link(policy), **NOT_FROM_PYTHON) for k, policy in enumerate(policies)}
    return njit(function_from(text, **names), forceinline=True, _nrt=counted, **NOT_FROM_PYTHON)


def compile_player(game: Game, *policies: Policy | str) -> None:
    """Compile the loop for games with these policies, and store it on disk."""
    CompiledGamePlayer(GamePlayer(game, 0, 1, policies))


def compile_in_background(player: GamePlayer) -> Compilation | None:
    """Start compiling in another process, if there is anything to compile that it can do. Raises NotCompiled."""
    from faceup.native.code_cache import is_cold
    from faceup.native.not_compiled import earlier_refusal
    from faceup.native.state_shape import shape_of

    if "best" in player.policies:  # needs a solution, which does not travel
        return None
    shape = shape_of(player.game)
    for keyed, counted in product((None, False), (False, True)):
        kernel = games_kernel(player.game, player.policies, shape, counted, keyed)
        if not earlier_refusal(kernel, player.game):
            break
    return begin(COMPILE, player.game, *player.policies) if is_cold(kernel) else None
