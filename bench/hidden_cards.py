"""Games of hidden information: turns of learning a second, and seconds to a proven value. One core.

For comparison, of the same kind of machine: LiteEFG, in C++, made 571 turns a second of Leduc poker, OpenSpiel 111 in
C++ and 10 in Python; their Leduc has the suits apart (936 information sets), these rules have ranks (288).
"""

import time

import faceup
from faceup.engines.imperfect.regret_matching import RULES, Learning, Rule
from faceup.engines.imperfect.sequence_form import SequenceForm
from faceup.engines.imperfect.stage import Stage
from faceup.engines.limits import Limits

LEARNED = (("kuhn-poker", {}), ("kuhn-poker", {"cards": 13}), ("leduc-poker", {}), ("leduc-poker", {"ranks": 6}))
SOLVED = (
    *LEARNED,
    *(("liars-dice", {"sides": sides, "wild": sides}) for sides in (4, 5, 6)),
    ("goofspiel", {"cards": 5}),
)
SECONDS = 1.0


def learned(name: str, parameters: dict[str, int], rule: Rule) -> str:
    game = faceup.game(name, **parameters)
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


def solved(name: str, parameters: dict[str, int]) -> str:
    game = faceup.game(name, **parameters)
    began = time.process_time()
    solution = faceup.solve(game)
    seconds, value = time.process_time() - began, solution.value
    width = float(value.high - value.low)
    return f"{name:<12} {parameters!s:<26} {seconds:>8.2f} s  {value.how}, {width:.1g} wide: {float(value.low):.12f}"


if __name__ == "__main__":
    faceup.solve(faceup.game("kuhn-poker"))  # SciPy is imported
    for game in LEARNED:
        for rule in RULES:
            print(learned(*game, rule))
    for game in SOLVED:
        print(solved(*game), flush=True)
