"""Games of hidden information: turns of learning a second, and seconds to a proven value. One core.

OpenSpiel's CFR+, in C++, gets the same trees, as files of Gambit. Other programs' own Leduc poker tells suits apart, in
936 information sets where the rules of the library have ranks, in 288: `SuitedLeduc` is as theirs, and OpenSpiel's and
LiteEFG's, where that is installed (pip install LiteEFG), are timed beside it. What is learned in machine code is timed
with its walk, and without the compiler, whose work is kept.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

from exchange import Exchange

import faceup
from faceup.engines.hidden.regret_matching import RULES, Learning, Rule
from faceup.engines.hidden.sequence_form import SequenceForm
from faceup.engines.hidden.stage import Stage
from faceup.engines.hidden.tree import TreeWalk
from faceup.engines.model.limits import Limits
from faceup.games.leduc_poker import LeducPoker
from faceup.interchange.gambit import efg_lines
from faceup.results.sentences.games import title
from faceup.rules import CHANCE

LEARNED = (("kuhn-poker", {}), ("kuhn-poker", {"cards": 13}), ("leduc-poker", {}), ("leduc-poker", {"ranks": 6}))
SOLVED = (
    *LEARNED,
    *(("liars-dice", {"sides": sides, "wild": sides}) for sides in (4, 5, 6)),
    ("goofspiel", {"cards": 5}),
)
WALKED = (
    faceup.game("leduc-poker", ranks=12),
    *(faceup.game("liars-dice", sides=sides) for sides in (7, 8)),
    Exchange(numbers=40),
    Exchange(),
)
SECONDS = 1.0
SUITED = "suited leduc"


class SuitedLeduc(LeducPoker):
    """Leduc poker with six different cards, of which two each are of one rank."""

    def moves(self, s):
        cards = range(1, 7)
        if not self.dealt(s):
            return permutations(cards, 2)
        if self.turn(s) == CHANCE:
            return [card for card in cards if card not in (s.first, s.second)]
        return super().moves(s)

    def odds(self, s, move):
        return 1

    def payoff(self, s):
        ranks = {name: (getattr(s, name) + 1) // 2 for name in ("first", "second", "open")}
        return super().payoff(s._replace(**ranks))


def learned(name: str, parameters: dict[str, int], rule: Rule) -> str:
    game = SuitedLeduc() if name == SUITED else faceup.game(name, **parameters)
    stage = Stage(game, game.start(), Limits())
    learning = Learning(SequenceForm(stage.sets, stage.pays), rule)
    learning.learn(10)
    began, turns = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        learning.learn(100)
        turns += 100
    speed = turns / (time.process_time() - began)
    told = f"{speed:>12,.0f} turns a second; {learning.width:.0e} is open then"
    return f"{name:<12} {parameters!s:<16} {rule.name:<14} {told}"


def others() -> Iterator[str]:
    """Turns a second of other programs with their own Leduc and Kuhn poker."""
    import pyspiel

    for name in ("kuhn_poker", "leduc_poker"):
        game = pyspiel.load_game(name)
        solver = pyspiel.CFRPlusSolver(game)
        yield f"{name:<29} {'OpenSpiel CFR+':<14} {speed_of(solver.evaluate_and_update_policy):>12,.0f} turns a second"
        try:
            import LiteEFG
            from LiteEFG.baselines import CFRplus
        except ImportError:
            continue
        graph, environment = CFRplus.graph(), LiteEFG.OpenSpielEnv(game, traverse_type="Enumerate", regenerate=False)
        environment.set_graph(graph)
        speed = speed_of(lambda graph=graph, environment=environment: graph.update_graph(environment))
        yield f"{name:<29} {'LiteEFG CFR+':<14} {speed:>12,.0f} turns a second"


def speed_of(turn: Callable[[], Any]) -> float:
    """How many a second."""
    turn()
    began, turns = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        turn()
        turns += 1
    return turns / (time.process_time() - began)


def by_open_spiel(name: str, parameters: dict[str, int]) -> str:
    """Turns a second of OpenSpiel in C++."""
    import pyspiel

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.efg"
        path.write_text("\n".join(efg_lines(faceup.game(name, **parameters))) + "\n")
        solver = pyspiel.CFRPlusSolver(pyspiel.load_game(f"efg_game(filename={path})"))
    speed = speed_of(solver.evaluate_and_update_policy)
    return f"{name:<12} {parameters!s:<16} {'OpenSpiel CFR+':<14} {speed:>12,.0f} turns a second"


def walked(game: Any) -> str:
    """Seconds in which the whole tree is walked and learned, and how wide the bounds are then; and by samples alone."""
    walk = TreeWalk(game, game.start())
    walk.note(Limits())  # machine code is there now, for rows as long as these
    began = time.process_time()
    walk.note(Limits())
    walking = time.process_time() - began
    solution = faceup.solve(game, engine="regret")
    sampled, began = TreeWalk(game, game.start()), time.process_time()
    sampled.learn(1, Limits())
    while time.process_time() - began < solution.seconds:
        sampled.learn(1000, Limits())
    sampled.plan()
    by_turns, by_samples = (float(one.high - one.low) for one in (solution.value, sampled.measure(Limits())))
    speed = f"{walk.positions / 1e6:.2f} million positions, {walk.positions / walking / 1e6:.1f} a microsecond"
    told = f"{solution.seconds:.1f} s: {by_turns:.0e} wide; samples as long: {by_samples:.0e}"
    return f"{title(game):<39} {speed}; {told}"


def solved(name: str, parameters: dict[str, int]) -> str:
    game = faceup.game(name, **parameters)
    began = time.process_time()
    solution = faceup.solve(game)
    seconds, value = time.process_time() - began, solution.value
    width = float(value.high - value.low)
    return f"{name:<12} {parameters!s:<26} {seconds:>8.2f} s  {value.how}, {width:.1g} wide: {float(value.low):.12f}"


if __name__ == "__main__":
    faceup.solve(faceup.game("kuhn-poker"))  # SciPy is imported
    for game in (*LEARNED, (SUITED, {})):
        for rule in RULES:
            print(learned(*game, rule))
    for line in others():
        print(line)
    for game in LEARNED:
        print(by_open_spiel(*game))
    for game in WALKED:
        print(walked(game), flush=True)
    for game in SOLVED:
        print(solved(*game), flush=True)
