"""Inject faults into compiled rules, while CPython keeps the right ones, and count those that certificates catch.

    python -m tests.faults [--faults 400] [--seed 0] [--engine native]

One method of a game is compiled from a wrong text: a move is left out, a payoff, a reward or the odds are changed, a
field of a state is one off, an end is missed or comes too early. Where that happens, a condition says that is drawn at
random, in the parameters of the game: so one compilation serves all faults. Each game is answered by the engine under
test, which must refuse with the position that differs. A fault counts where it changes more than one position in a
thousand of those that random games or a table meet; and whatever share it changes, where it changes the first ones.
"""

import argparse
import ast
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from faceup.engines.chain.outcomes import outcomes
from faceup.engines.model.policies import play_through
from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.induction.native_kernel import STORE, WEIGH
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.library.finding import find_class
from faceup.native import kernels
from faceup.native.lowering import lowered
from faceup.native.lowering.tree import definition_of as right_definition
from faceup.rules import CHANCE, OVER, FaceupError, Game

PARAMETERS = """
    fault: int = 0
    a: int = 1
    b: int = 1
    c: int = 1
    every: int = 2
    shift: int = 0
"""
THROWN = """\
    def moves(self, s):
        if s.dice:
            for m in range(1, 3 * s.dice + 1):
                yield m
        else:
            for m in range(1, 4):
                yield m

    def odds(self, s, m):
        return 1 + m % 2
"""
RACE = f'''
from faceup.rules import CHANCE, OVER, Game, NamedTuple


class Race(Game):
    """Choose how many dice to throw; first at the goal."""
    goal: int = 70
{PARAMETERS}
    class State(NamedTuple):
        one: int
        two: int
        mover: int
        dice: int

    def start(self):
        return self.State(0, 0, 0, 0)

    def turn(self, s):
        if s.one >= self.goal or s.two >= self.goal:
            return OVER
        return CHANCE if s.dice else s.mover

{THROWN}
    def play(self, s, m):
        if s.dice == 0:
            return s._replace(dice=m)
        if s.mover == 0:
            return self.State(s.one + m, s.two, 1, 0)
        return self.State(s.one, s.two + m, 0, 0)

    def reward(self, s, m):
        return 1 if m == 7 and s.mover == 0 else 0

    def payoff(self, s):
        return 5 if s.one >= self.goal else -5
'''
CHASE = f'''
from faceup.rules import CHANCE, OVER, Game, NamedTuple


class Chase(Game):
    """Throw as often as you dare; a one loses what was thrown."""
    goal: int = 18
{PARAMETERS}
    class State(NamedTuple):
        one: int
        two: int
        pot: int
        mover: int
        thrown: int

    def start(self):
        return self.State(0, 0, 0, 0, 0)

    def turn(self, s):
        if s.one >= self.goal or s.two >= self.goal:
            return OVER
        return CHANCE if s.thrown else s.mover

    def moves(self, s):
        if s.thrown:
            for m in range(1, 7):
                yield m
        else:
            for m in range(2):
                yield m

    def odds(self, s, m):
        return 2 if m == 1 else 1

    def play(self, s, m):
        if s.thrown == 0:
            if m == 0:
                return s._replace(thrown=1)
            if s.mover == 0:
                return self.State(s.one + s.pot, s.two, 0, 1, 0)
            return self.State(s.one, s.two + s.pot, 0, 0, 0)
        if m == 1:
            return self.State(s.one, s.two, 0, 1 - s.mover, 0)
        return self.State(s.one, s.two, min(s.pot + m, self.goal), s.mover, 0)

    def payoff(self, s):
        return 1 if s.one >= self.goal else 0
'''
CIRCLE = f'''
from faceup.rules import CHANCE, OVER, Game, NamedTuple


class Circle(Game):
    """Three in turn choose how many dice to throw; first at the goal."""
    goal: int = 14
{PARAMETERS}
    class State(NamedTuple):
        one: int
        two: int
        three: int
        mover: int
        dice: int

    def start(self):
        return self.State(0, 0, 0, 0, 0)

    def turn(self, s):
        if s.one >= self.goal or s.two >= self.goal or s.three >= self.goal:
            return OVER
        return CHANCE if s.dice else s.mover

{THROWN}
    def play(self, s, m):
        if s.dice == 0:
            return s._replace(dice=m)
        if s.mover == 0:
            return self.State(s.one + m, s.two, s.three, 1, 0)
        if s.mover == 1:
            return self.State(s.one, s.two + m, s.three, 2, 0)
        return self.State(s.one, s.two, s.three + m, 0, 0)

    def reward(self, s, m):
        return (1, 0, 0) if m == 7 and s.mover == 0 else (0, 0, 0)

    def payoff(self, s):
        return (5 if s.one >= self.goal else 0, 4 if s.two >= self.goal else 0, 3 if s.three >= self.goal else 0)
'''
POKER = f'''
from faceup.rules import CHANCE, OVER, Game, NamedTuple


class Poker(Game):
    """One card each; bet, answer, and show."""
    cards: int = 30
{PARAMETERS}
    class State(NamedTuple):
        mine: int
        theirs: int
        pot: int
        step: int

    def start(self):
        return self.State(0, 0, 1, 0)

    def turn(self, s):
        return (CHANCE, 0, 1, 0, 1, OVER)[s.step]

    def moves(self, s):
        if s.step == 0:
            for a in range(1, self.cards + 1):
                for b in range(1, self.cards + 1):
                    if a != b:
                        yield 1000 * a + b
        else:
            for m in range(3):
                yield m

    def odds(self, s, m):
        return 1 + m % 2

    def play(self, s, m):
        if s.step == 0:
            return self.State(m // 1000, m % 1000, 1, 1)
        return s._replace(pot=s.pot + m * s.step, step=s.step + 1)

    def payoff(self, s):
        return s.pot if s.mine > s.theirs else -s.pot

    def view(self, s, player):
        return (s.mine if player == 0 else s.theirs, s.pot, s.step)
'''
DRAW = POKER.replace("(CHANCE, 0, 1, 0, 1, OVER)", "(CHANCE, 0, 1, 0, CHANCE, OVER)").replace("Poker", "Draw")
TRAIL = f'''
from faceup.rules import OVER, Game, NamedTuple


class Trail(Game):
    """Walk up or pick up what lies there, by turns; whoever has more in the end wins by so much."""
    goal: int = 24
{PARAMETERS}
    class State(NamedTuple):
        place: int
        one: int
        two: int
        mover: int

    def start(self):
        return self.State(0, 0, 0, 0)

    def turn(self, s):
        if s.place >= self.goal:
            return OVER
        return s.mover

    def moves(self, s):
        for m in range(1, 4):
            yield m

    def play(self, s, m):
        found = (s.place * 7 + m * 5) % 4
        if s.mover == 0:
            return self.State(s.place + m, s.one + found, s.two, 1)
        return self.State(s.place + m, s.one, s.two + found, 0)

    def reward(self, s, m):
        return (s.place + m) % 3 - 1

    def payoff(self, s):
        return s.one - s.two
'''


@dataclass(frozen=True)
class Subject:
    """A game with the fields that a fault reads, the methods that may be wrong, and the sizes to test."""

    name: str
    text: str
    fields: tuple[str, str, str]
    methods: tuple[str, ...]
    sizes: dict[str, int]


RACING = Subject("Race", RACE, ("one", "two", "dice"), ("moves", "odds", "play", "reward", "payoff", "turn"), {})
CHASING = Subject("Chase", CHASE, ("one", "two", "pot"), ("moves", "odds", "play", "payoff", "turn"), {})
WALKING = Subject("Trail", TRAIL, ("place", "one", "two"), ("moves", "play", "reward", "payoff", "turn"), {})
TABLED = Subject("Circle", CIRCLE, ("one", "two", "dice"), ("moves", "odds", "play", "reward", "payoff", "turn"), {})
BETTING = Subject("Poker", POKER, ("mine", "theirs", "pot"), ("odds", "play", "payoff", "view"), {})
DRAWING = Subject("Draw", DRAW, ("mine", "theirs", "pot"), ("odds", "play", "payoff", "view"), {})


def _solved(engine: str, **how: Any) -> Callable[[Game], Any]:
    return lambda game: solve(game, engine=engine, **how).value


def _stored_and_weighed(game: Game) -> None:
    """Solve by machine code with and without rows for chance positions; a fault is caught if both refuse."""
    errors: list[FaceupError] = []
    for weighing in (STORE, WEIGH):
        with mock.patch.object(NativeTable, "weighing", weighing):
            try:
                solve(game, engine="native")
            except FaceupError as error:
                errors.append(error)
    if len(errors) == 2:
        raise errors[1]


# What answers, of which game.
ENGINES: dict[str, tuple[Subject, Callable[[Game], Any]]] = {
    "native": (RACING, _stored_and_weighed),
    "search": (WALKING, _solved("search")),
    "cyclic-native": (CHASING, _solved("cyclic-native")),
    "equilibrium-native": (TABLED, _solved("equilibrium-native")),
    "regret": (BETTING, _solved("regret", width=0.5)),
    "regret, chance last": (DRAWING, _solved("regret", width=0.5)),
    "outcomes": (RACING, lambda game: outcomes(game, policies="random").value),
    "simulation": (RACING, lambda game: simulate(game, 20_000, engine="native").mean),
}
WRONG = {
    "odds": "({it}) + 1",
    "payoff": "({it}) + 1",
    "reward": "({it}) + 1",
    "turn": "OVER",
}


class _Faulty(ast.NodeTransformer):
    """Change a method so that it is wrong under the condition of a fault."""

    def __init__(self, number: int, method: str, fields: tuple[str, str, str]) -> None:
        self.method, (one, two, three) = method, fields
        self.test = (
            f"self.fault == {number} and (s.{one} * self.a + s.{two} * self.b + s.{three} * self.c + self.shift) "
            "% self.every == 0"
        )
        self.field = two

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return node
        move = ast.unparse(node.value.value)  # of the moves it is one that is left out
        return _statement(f"if not ({self.test} and {move} % 2 == 1):\n    yield {move}", node)

    def visit_Return(self, node: ast.Return) -> Any:
        assert node.value is not None
        it = ast.unparse(node.value)
        if self.method == "play":
            return _statement(
                f"_after = {it}\nif {self.test}:\n    _after = _after._replace({self.field}=_after.{self.field} + 1)\n"
                "return _after",
                node,
            )
        wrong = "(0, s.pot, s.step)" if self.method == "view" else WRONG[self.method].format(it=it)
        if isinstance(node.value, ast.Tuple) or it.endswith("(0, 0, 0)"):
            wrong = f"(({it})[0] + 1, ({it})[1], ({it})[2])" if self.method in ("payoff", "reward") else wrong
        return _statement(f"return ({wrong}) if {self.test} else ({it})", node)


def _statement(text: str, node: ast.AST) -> list[ast.stmt]:
    made = ast.parse(text).body
    for one in made:
        for part in ast.walk(one):
            ast.copy_location(part, node)
    return made


def faulty(definition: Any, subject: Subject) -> Any:
    """Return the definition of a method for the compiler, with a fault under a condition."""
    if definition.name in subject.methods:
        number = subject.methods.index(definition.name) + 1
        definition = _Faulty(number, definition.name, subject.fields).visit(definition)
    return ast.fix_missing_locations(definition)


@contextmanager
def compiled_wrong(subject: Subject) -> Iterator[tuple[type[Game], type[Game]]]:
    """Yield the game whose compiled methods are wrong, and a game with the wrong text in CPython.

    Nothing compiled meanwhile is stored on disk.
    """
    lasts = kernels.lasts
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{subject.name.lower()}.py"
        file.write_text(subject.text)
        game: Any = find_class(f"{file}:{subject.name}")
        tree = ast.parse(subject.text)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                faulty(node, subject)
        space: dict[str, Any] = {"__name__": game.__module__}
        exec(compile(ast.fix_missing_locations(tree), str(file), "exec"), space)

        def definition_of(function: Any) -> Any:
            definition = right_definition(function)
            mine = function.__qualname__.startswith(f"{subject.name}.")
            return faulty(definition, subject) if mine else definition

        lowered.definition_of = definition_of  # type: ignore[assignment]
        kernels.lasts = lambda *_: False  # type: ignore[assignment]
        try:
            yield game, space[subject.name]
        finally:
            lowered.definition_of, kernels.lasts = right_definition, lasts  # type: ignore[assignment]


@dataclass(frozen=True)
class Fault:
    """A fault, the share of positions that it changes, and whether it changes the first position or the next ones."""

    method: str
    game: Any
    share: float
    first: bool
    caught: str


def positions_of(game: Game, count: int) -> list[Any]:
    """Return distinct positions of random games."""
    positions: dict[Any, None] = {}
    for number in range(count):
        for state, _ in play_through(game, 7, number, ("random",), None, 1_000):
            positions[state] = None
        if len(positions) >= count:
            break
    return list(positions)


def differs(right: Game, wrong: Any, state: Any) -> bool:
    """Whether the wrong rules give another answer in a position."""
    return answers(right, state) != answers(wrong, state)


def answers(game: Any, state: Any) -> Any:
    """Return all answers of the rules in a position."""
    who = game.turn(state)
    views = [tuple(game.view(state, player)) for player in (0, 1)] if hasattr(type(game), "view") else []
    if who == OVER:
        return who, game.payoff(state), views
    moves = list(game.moves(state))
    odds = [game.odds(state, move) for move in moves] if who == CHANCE else []
    led_to = [tuple(game.play(state, move)) for move in moves]
    return who, moves, odds, led_to, [game.reward(state, move) for move in moves], views


def faults(engine: str, count: int, seed: int = 0) -> Iterator[Fault]:
    """Yield ``count`` faults, each tested with this engine."""
    subject, answer = ENGINES[engine]
    chooser = random.Random(seed)
    with compiled_wrong(subject) as (right, wrong):
        met = positions_of(right(), 2_000)
        for k in range(count):
            method = subject.methods[k % len(subject.methods)]
            where = {name: chooser.randrange(1, 50) for name in "abc"} | {
                "fault": subject.methods.index(method) + 1,
                "every": chooser.choice((2, 5, 20, 60, 150, 400)),
                "shift": chooser.randrange(400),
            }
            game, fault = right(**where), wrong(**where)
            changed = [differs(game, fault, state) for state in met]
            start = game.start()
            first = differs(game, fault, start)
            try:
                answer(game)
                caught = ""
            except FaceupError as error:
                caught = str(error)
            yield Fault(method, where, sum(changed) / len(met), first, caught)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--faults", type=int, default=100, help="of each engine")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--engine", choices=ENGINES, action="append")
    asked.add_argument("--each", action="store_true", help="print each fault")
    given = asked.parse_args()
    print(f"{'engine':14} {'faults':>6} {'that count':>10} {'caught':>6} {'missed':>6} {'at first':>8} {'missed':>6}")
    for engine in given.engine or ENGINES:
        began, tally = time.perf_counter(), Counter[str]()
        for fault in faults(engine, given.faults, given.seed):
            kinds = ["all"]
            if fault.share > 0.001:
                kinds.append("counts")
            if fault.first:
                kinds.append("first")
            for kind in kinds:
                tally[kind, bool(fault.caught)] += 1  # type: ignore[index]
            if given.each or (not fault.caught and len(kinds) > 1):
                print(f"  {fault.method} {fault.game} {fault.share:.5f} {fault.caught[:150] or 'MISSED'}")
        numbers = [tally[kind, caught] for kind in ("counts", "first") for caught in (True, False)]  # type: ignore[index]
        print(
            f"{engine:14} {given.faults:6} {numbers[0] + numbers[1]:10} {numbers[0]:6} {numbers[1]:6} "
            f"{numbers[2] + numbers[3]:8} {numbers[3]:6}   {time.perf_counter() - began:.0f} s"
        )


if __name__ == "__main__":
    main()
