"""Playing numbered games with decisions by given policies, in CPython or in machine code, with the same results."""

import threading
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import product
from sys import float_info
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from faceup.engines.mcts.thinking import Thinking
from faceup.engines.model import broken_rules
from faceup.engines.model.compiling import Compilation, begin
from faceup.engines.model.contract_check import complete
from faceup.engines.model.policies import Policy, check_policies, play_through
from faceup.engines.model.random_stream import DRAWING, STREAM_SIZE
from faceup.engines.model.seats import add, checked_gain, seats_of
from faceup.engines.simulate import number_gains, row_gains
from faceup.engines.simulate.game_kernel import HELPERS, PAYING, play_games
from faceup.engines.simulate.machine_code import LastStates
from faceup.engines.simulate.move_lists_kernel import LIST_PARTS
from faceup.engines.simulate.positions_met_kernel import BEST, FIRST, OWN, PARTS, RANDOM
from faceup.engines.simulate.under_way import NOW_AND_THEN, UnderWay
from faceup.results.answers.solution import Solution
from faceup.results.samples.totals import Outcomes, no_outcomes
from faceup.rules.contract import BROKEN, BY_NOBODY, CROWDED, UNFINISHED, UNPLAYED, Game
from faceup.rules.errors import RulesError, UsageError
from faceup.rules.facts import facts_of

if TYPE_CHECKING:
    from faceup.engines.simulate.best_move_table import BestMoves
    from faceup.engines.simulate.positions_met import Trial
    from faceup.native.state_shape import StateShape

POLICIES = {"random": RANDOM, "first": FIRST, "best": BEST}
LARGEST = float_info.max
MOVES = 256  # room for the moves of a state, at first
COMPILE = __name__, "compile_player"  # for another process
MOST_ASKED = 4096  # states whose best move is looked up before the games in question are played again


@dataclass(frozen=True)
class GamePlayer:
    """Plays numbered games of a Game in CPython; ``solution`` knows the moves of policy ``best``.

    ``thinking`` decides for policies that look ahead; that may be done in machine code.
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
        """In which engine the time goes by."""
        return self.thinking.engine if self.thinking else "cpython"

    def __post_init__(self) -> None:
        complete(self.game)
        check_policies(self.policies, seats=self.seats)
        if "best" in self.policies and self.solution is None:
            raise UsageError("policy 'best' needs the solved game")

    @cached_property
    def seats(self) -> int:
        """How many have a payoff of their own; 0 where two are opponents."""
        return seats_of(self.game)

    def outcomes(self, first: int, count: int, lasts: LastStates | None = None) -> Outcomes:
        found = no_outcomes(count, self.seats)
        for i in range(count):
            self.play(first + i, found, i, lasts)
        return found

    def play(self, number: int, found: Outcomes, i: int, lasts: LastStates | None = None) -> None:
        """Play one game, and write its outcome down at place i."""
        gains = row_gains if self.seats else number_gains
        totals: list[Any] = [0] * (self.seats or 1)
        steps, end = 0, BY_NOBODY
        found.marks[i], found.scores[i] = UNFINISHED, 0.0
        thinker = self.thinking.begun() if self.thinking else None
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
                found.scores[i] = row if self.seats else row[0]
                found.marks[i] = gains.end_of(found.scores, i, end)
            else:
                steps += 1
                if not steps % NOW_AND_THEN:
                    self.under_way.goes_on(steps)
                end = gains.last_to_decide(end, self.game.turn(state))
        found.lengths[i] = steps


class _Loop(NamedTuple):
    """A compiled loop, for states of a shape, and the best moves that it looks up."""

    shape: "StateShape"
    best: "BestMoves"
    play: Any


class CompiledGamePlayer:
    """Plays them in machine code, and games that break in CPython, which tells what is wrong. Raises NotCompiled."""

    engine: ClassVar[str] = "native"

    def __init__(self, interpreted: GamePlayer) -> None:
        import numpy as np

        from faceup.native.rules_type import key_methods

        self.interpreted, self.game = interpreted, interpreted.game
        self.room, self.keyed = MOVES, bool(key_methods(self.game))
        own = own_policies(self.game, interpreted.policies)
        codes = [OWN + own.index(one) if callable(one) else POLICIES[one] for one in interpreted.policies]
        self.seats = interpreted.seats
        self.policy_codes = np.array(codes * ((self.seats or 2) // len(codes)), np.int64)
        self.lock, self.threads = threading.Lock(), threading.local()
        self.loop = self.compiled_loop()

    def compiled_loop(self) -> "_Loop":
        """The loop for states as the game's rows need them."""
        import numpy as np

        from faceup.engines.simulate.best_move_table import BestMoves
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
        return _Loop(shape, best, play)

    def fitting_loop(self) -> "_Loop":
        """The same; compiled anew where rows turned out to be larger."""
        from faceup.native.state_shape import layout_of

        with self.lock:
            if self.loop.shape.layout != layout_of(self.game):
                self.loop = self.compiled_loop()
            return self.loop

    def arguments(
        self, shape: "StateShape", best: "BestMoves", first: int, todo: Any, lasts: Any, found: Outcomes
    ) -> tuple[Any, ...]:
        """What the kernel is given: the games to play, and room for what it finds."""
        import numpy as np

        rows = best.rows
        asked = np.zeros((MOST_ASKED, rows.shape[1]), np.int64)
        trial, start = self.trial(shape), np.array([shape.words(self.game.start())], np.int64)
        odds, stream = np.zeros(self.room, np.int64), np.zeros(STREAM_SIZE, np.int64)
        kept = (trial.lists, trial.met, trial.met.registers)
        options = (self.policy_codes, rows, asked, trial.moves, odds, *kept, stream, self.interpreted.longest)
        rules = shape.rules(self.game)
        return rules, start, self.interpreted.seed, first, todo, *options, lasts, tuple(found)

    def trial(self, shape: "StateShape") -> "Trial":
        """The positions that were met in this thread, in games of these sizes, and whether they are of use."""
        from faceup.engines.simulate.positions_met import Trial, moves_kept, no_lists, none_met

        known = self.threads.__dict__
        if known.get("sizes") != (shape, self.room):
            lists, moves = no_lists(self.room, self.keyed), shape.moves.room(moves_kept(self.keyed) + self.room)
            known["sizes"], known["trial"] = (shape, self.room), Trial(none_met(shape.count, self.room), lists, moves)
        trial: Trial = known["trial"]
        return trial

    def outcomes(self, first: int, count: int, lasts: LastStates | None = None) -> Outcomes:
        import numpy as np

        found, todo = no_outcomes(count, self.seats), np.arange(count)
        found.marks[:] = UNPLAYED
        ends = np.zeros((0, 1), np.int64)
        while len(todo):
            shape, best, play = self.fitting_loop()
            if lasts is not None and ends.shape != (count, shape.count):
                ends = np.zeros((count, shape.count), np.int64)
            some = todo[: self.trial(shape).games]
            arguments = self.arguments(shape, best, first, some, ends, found)
            found.marks[some] = UNPLAYED
            try:
                with self.trial(shape).timed(found.lengths, some):
                    unknown = play(*arguments)
            except ArithmeticError as error:
                todo = self.without_one(error, shape, first, todo, found)
                continue
            except Exception:  # CPython tells what it was
                self.explain(first, todo.tolist())
                raise
            if unknown:
                asked = arguments[7][:unknown, : shape.count].tolist()
                best.learn({shape.state(words) for words in asked})
            finite = np.isfinite(found.scores[some]).reshape(len(some), -1).all(axis=1)
            for i in some[(found.marks[some] == BROKEN) | ~finite].tolist():
                self.explain(first, [i])
                raise RulesError(
                    f"{broken_rules.at(self.game, self.game.start())}: machine code alone breaks in game {first + i}"
                )
            if (crowded := (found.marks == CROWDED)).any():
                self.room *= 4
                if self.room > 4 * broken_rules.MOST_MOVES:
                    self.explain(first, crowded.nonzero()[0].tolist())
            if lasts is not None:
                for i in some[found.marks[some] < UNFINISHED].tolist():
                    lasts[first + i] = shape.state(ends[i])
            todo = todo[found.marks[todo] > UNFINISHED]
        return found

    def without_one(self, error: ArithmeticError, shape: "StateShape", first: int, todo: Any, found: Outcomes) -> Any:
        """The games left to play, once CPython has played the one in which a number or a row was too large."""
        from faceup.native.operations.operation import TooLarge
        from faceup.native.operations.row_type import RowTooSmall
        from faceup.native.state_shape import widen

        if isinstance(error, RowTooSmall):
            widen(self.game, error, shape.layout)
        broken = int(todo[found.marks[todo] == UNPLAYED][0])
        self.interpreted.play(first + broken, found, broken)
        if not isinstance(error, TooLarge):
            raise error
        return todo[(found.marks[todo] > UNFINISHED)]

    def explain(self, first: int, places: list[int]) -> None:
        """Play games that went wrong in CPython, which tells what it was."""
        for i in places:
            self.interpreted.play(first + i, no_outcomes(1, self.seats), 0)


def games_kernel(
    game: Game, policies: tuple[Policy | str, ...], shape: "StateShape", counted: bool, keyed: bool | None = None
) -> Any:
    """The loop for this class of games, states of this shape and these policies; with lists of moves under their keys,
    or without, as is said, else wherever the rules tell these keys."""

    from faceup.native.digests.digest import digest_of
    from faceup.native.kernels import kernel, require_compiler
    from faceup.native.lowering.tree import NoSource, Unsupported
    from faceup.native.not_compiled import NotCompiled, place_of_state
    from faceup.native.operations import integers
    from faceup.native.operations.operation import EXACT, TooLarge
    from faceup.native.rules_type import key_methods, register_keys
    from faceup.native.state_rows import EMPTY, SLACK

    require_compiler(game)
    own = own_policies(game, policies)
    if own and shape.moves.kinds:
        what = "a policy of one's own where moves are of several kinds"
        raise NotCompiled(game, Unsupported(None, what, "let all moves be of one kind", *place_of_state(type(game))))
    variant = digest_of(type(game), *own) if own else ""
    try:
        names: dict[str, Any] = {"own_place": own_place(own, shape, counted)}
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
        counting=(gains.gained, *(PAYING if names["PAID"] else PAYING[:1])),
        inlined=(*gains.GAINS, *HELPERS),
        apart=(*DRAWING, *PARTS, *LIST_PARTS),
        counted=counted,
        **names,
    )


def own_policies(game: Game, policies: tuple[Policy | str, ...]) -> list[Policy]:
    """Those of somebody's own, each once; in an order that is the same whoever sits where, and so is the code."""
    from faceup.native.digests.digest import digest_of

    own = dict.fromkeys(policy for policy in policies if callable(policy))
    return sorted(own, key=lambda policy: digest_of(type(game), policy))


def own_place(policies: list[Policy], shape: "StateShape", counted: bool) -> Any:
    """What finds the move of one of these policies among the moves of a state."""
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
    """Compile what plays games with these policies, and leave it on disk."""
    CompiledGamePlayer(GamePlayer(game, 0, 1, policies))


def compiled_beside(player: GamePlayer) -> Compilation | None:
    """The compiler, at work in another process where it has work that can be done there. Raises NotCompiled."""
    from faceup.native.code_cache import is_cold
    from faceup.native.not_compiled import earlier_refusal
    from faceup.native.state_shape import shape_of

    if "best" in player.policies:  # which takes a solution along
        return None
    shape = shape_of(player.game)
    for keyed, counted in product((None, False), (False, True)):
        kernel = games_kernel(player.game, player.policies, shape, counted, keyed)
        if not earlier_refusal(kernel, player.game):
            break
    return begin(COMPILE, player.game, *player.policies) if is_cold(kernel) else None
