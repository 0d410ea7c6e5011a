"""Random rules with arithmetic near 2^31, 2^53, 2^62 and 2^63, compared in every engine with the oracle.

    python -m tests.random_rules [--games 100000] [--first 0] [--together 40] [--starts 50] [--seconds 600]

A rule has two expressions for the next state, one for the payoff, one for the reward and one for the odds. Rules are
compiled some at a time, as one class with a parameter that says which, and each is asked with several pairs of numbers
at its start: so many games. What machine code gives must hold, or it must leave the game to CPython.
"""

import argparse
import random
import tempfile
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

from faceup.engines.model.policies import play_through
from faceup.engines.simulate.game_player import CompiledGamePlayer, GamePlayer
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.induction.python_table import PythonTable
from faceup.engines.solve.overflow_check import LeavesWord, OnlyCompiled
from faceup.engines.solve.search.bounds_table import BoundsTable
from faceup.engines.solve.table import Table
from faceup.library.finding import find_class
from faceup.rules import FaceupError, Game
from tests.oracle import exact_number, oracle

NEAR = (0, 1, 2, 3, 2**31 - 1, 2**31, 2**32, 2**53 - 1, 2**53, 2**53 + 1, 2**62 - 1, 2**62, 2**62 + 1, 2**63 - 1)
GAMES = 4  # that are simulated with each

TEMPLATE = """
import math

from faceup.rules import CHANCE, OVER, Game, NamedTuple


class Arbitrary(Game):
    rule: int = 0
    p: int = 0
    q: int = 0

    class State(NamedTuple):
        step: int
        a: int
        b: int

    def start(self):
        return self.State(0, self.p, self.q)

    def turn(self, s):
        return (self.rule % 2, CHANCE, 1, CHANCE, OVER)[s.step]

    def moves(self, s):
        for m in range(1 + (s.step + self.rule) % 3):
            yield m

    def play(self, s, m):
{play}

    def payoff(self, s):
{payoff}

    def reward(self, s, m):
{reward}

    def odds(self, s, m):
{odds}
"""


class Writer:
    """Writes random expressions over the variables of a rule."""

    def __init__(self, chance: random.Random, names: tuple[str, ...]) -> None:
        self.chance, self.names = chance, names

    def number(self) -> str:
        number = self.chance.choice(NEAR) * self.chance.choice((1, 1, -1))
        return f"({number})" if number < 0 else str(number)

    def small(self, depth: int) -> str:
        """A number from 0 to 69."""
        return f"({self.whole(depth - 1)}) % {self.chance.choice((2, 5, 33, 64, 70))}"

    def whole(self, depth: int) -> str:
        """A whole number."""
        chance = self.chance
        if depth <= 0 or chance.random() < 0.1:
            return chance.choice(self.names) if chance.random() < 0.7 else self.number()
        a, b = self.whole(depth - 1), self.whole(depth - 1)
        kind = chance.randrange(21)
        if kind < 6:
            return f"({a} {'+-*'[kind % 3]} {b})"
        if kind < 9:
            return f"({a} {'&|^'[kind % 3]} {b})"
        return [
            lambda: f"({a} // (({b}) % 7 + 1))",
            lambda: f"({a} % (({b}) % 9 - 10))",
            lambda: f"({a} << {self.small(depth)})",
            lambda: f"({a} >> {self.small(depth)})",
            lambda: f"(({a}) ** (({b}) % 4))",
            lambda: f"(-{a})",
            lambda: f"abs({a})",
            lambda: f"({chance.choice(('min', 'max'))}({a}, {b}))",
            lambda: f"({a} if {b} {chance.choice(('<', '==', '>=', '!='))} {self.whole(depth - 1)} else {b})",
            lambda: f"sum(({a}) * k for k in range({self.small(depth)} % 4))",
            lambda: f"math.gcd({a}, {b})",
            lambda: f"({chance.choice(('~', '+', 'not '))}{a})",
        ][kind - 9]()

    def payoff(self) -> str:
        """A whole number, or one that is not."""
        kind = self.chance.randrange(4)
        if kind == 0:
            return f"(({self.whole(1)}) % 1000) / 1024"
        if kind == 1:
            return f"(({self.whole(2)}) % 2000 - 1000) * {self.chance.choice(('5e-324', '1e-310', '0.1', '1e290'))}"
        return f"1.0 * ({self.whole(2)})" if kind == 2 else self.whole(3)


def rules_text(seed: int, together: int) -> str:
    """Return the text of a file with ``together`` random games."""
    chance = random.Random(seed)
    with_move = Writer(chance, ("s.a", "s.b", "m", "s.step", "self.p", "self.q"))
    without = Writer(chance, ("s.a", "s.b", "self.p", "self.q"))
    # Whole numbers and others are not mixed in what a method gives: machine code has one kind.
    floats = chance.random() < 0.5
    payoffs = [f"1.0 * ({without.payoff()})" if floats else without.whole(3) for _ in range(together)]

    def branches(lines: list[str]) -> str:
        *most, last = lines
        chosen = [f"        if self.rule == {k}:\n            return {line}" for k, line in enumerate(most)]
        return "\n".join([*chosen, f"        return {last}"])

    states = [f"self.State(s.step + 1, {with_move.whole(3)}, {with_move.whole(1)})" for _ in range(together)]
    odds = [f"abs({with_move.whole(2)})" if chance.random() < 0.7 else f"m + {k % 2}" for k in range(together)]
    rewards = [with_move.whole(2) if chance.random() < 0.5 else "0" for _ in range(together)]
    return TEMPLATE.format(
        play=branches(states), payoff=branches(payoffs), reward=branches(rewards), odds=branches(odds)
    )


def check(game: Game, met: Counter[str]) -> None:
    """Compare every engine with the oracle on this game, and count the kinds of answers."""
    try:
        truth: dict[Any, Fraction] | None = oracle(game)
    except (ArithmeticError, ValueError):  # the rules divide by zero, or all odds are zero
        truth = None
    check_solving(game, truth, met)
    check_simulation(game, truth, met)


def check_solving(game: Game, truth: dict[Any, Fraction] | None, met: Counter[str]) -> None:
    slow = PythonTable(game)
    if truth is not None:
        for state, value in truth.items():
            assert slow.value(state).exact == value, (game, state)
    for table in (NativeTable(game), BoundsTable(game)):
        check_table(table, game, truth, met)


def check_table(table: Table, game: Game, truth: dict[Any, Fraction] | None, met: Counter[str]) -> None:
    try:
        table.value(game.start())
    except (LeavesWord, OnlyCompiled):
        met["left to CPython"] += 1
        return
    except FaceupError:
        assert truth is None, game
        met["broken"] += 1
        return
    assert truth is not None, game
    for state, value in truth.items():
        if not table.knows(state):
            continue
        value_of_engine = table.value(state)
        assert value_of_engine.low <= value <= value_of_engine.high, (game, state, value_of_engine, value)
        assert value_of_engine.how != "exact" or value_of_engine.low == value, (game, state, value_of_engine, value)
        met[value_of_engine.how] += 1


def check_simulation(game: Game, truth: dict[Any, Fraction] | None, met: Counter[str]) -> None:
    slow = GamePlayer(game, seed=0, longest=100)
    try:
        expected = slow.outcomes(0, GAMES)
    except (FaceupError, ArithmeticError, ValueError) as error:
        if truth is None or "more than a float can hold" in str(error):
            return
        raise
    results = CompiledGamePlayer(slow).outcomes(0, GAMES)
    for mine, theirs in zip(results, expected, strict=True):
        assert mine.tolist() == theirs.tolist(), game
    for number in range(GAMES):
        gains = [
            game.payoff(state) if move is None else game.reward(state, move)
            for state, move in play_through(game, 0, number, ("random",), None, 100)
        ]
        exact = sum(map(exact_number, gains), Fraction(0))
        size = sum(abs(exact_number(gain)) for gain in gains)
        rounding = len(gains) * (size / 2**52 + Fraction(1, 2**1074))
        assert abs(Fraction(float(expected.scores[number])) - exact) <= rounding, game
    met["simulated"] += GAMES


def check_file(folder: Path, seed: int, together: int, starts: int, met: Counter[str]) -> None:
    """Check all games of one file, each from ``starts`` pairs of numbers."""
    path = folder / f"arbitrary_{seed}.py"
    path.write_text(rules_text(seed, together))
    rules_class: Any = find_class(f"{path}:Arbitrary")
    chance = random.Random(seed)
    for rule in range(together):
        for _ in range(starts):
            p, q = (chance.choice(NEAR) * chance.choice((1, -1)) for _ in range(2))
            check(rules_class(rule=rule, p=p, q=q), met)
            met["games"] += 1
        met["rules"] += 1


def main() -> None:
    options = argparse.ArgumentParser(description="Check random rules in every engine.")
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--first", type=int, default=0, help="seed of the first file")
    options.add_argument("--together", type=int, default=40, help="rules in a file")
    options.add_argument("--starts", type=int, default=50, help="games of each rule")
    options.add_argument("--seconds", type=float, default=float("inf"))
    given = options.parse_args()
    met, began, seed = Counter[str](), time.monotonic(), given.first
    with tempfile.TemporaryDirectory() as folder:
        while met["games"] < given.games and time.monotonic() - began < given.seconds:
            try:
                check_file(Path(folder), seed, given.together, given.starts, met)
            except Exception as error:
                met["wrong"] += 1
                print(f"seed {seed}: {type(error).__name__}: {error}", flush=True)
            seed += 1
            print(f"{time.monotonic() - began:.0f} s, seed {seed - 1}: {dict(met)}", flush=True)


if __name__ == "__main__":
    main()
