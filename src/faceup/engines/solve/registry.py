"""The engines, in the order in which they are asked."""

from faceup.engines.solve.by_seat import BySeat
from faceup.engines.solve.cpython import CPython, FirstTry
from faceup.engines.solve.deals import AllDeals
from faceup.engines.solve.engine import Engine
from faceup.engines.solve.hidden import FirstMinds, Learners, OneMind, TwoMinds
from faceup.engines.solve.native_engine import MachineCode
from faceup.engines.solve.native_rounds_engine import NativeRounds
from faceup.engines.solve.rounds import FirstRounds, Rounds
from faceup.engines.solve.theory import ByTheory

ENGINES: tuple[Engine, ...] = (
    *(AllDeals(), FirstTry(), ByTheory(), MachineCode(), CPython()),
    *(FirstRounds(), NativeRounds(), Rounds(), BySeat(), OneMind(), FirstMinds(), Learners(), TwoMinds()),
)

#: What may be insisted on.
NAMES = tuple(engine.name for engine in ENGINES if not isinstance(engine, FirstTry | FirstRounds | FirstMinds))


def engines_named(name: str) -> tuple[Engine, ...]:
    """The engines to ask when this one is insisted on."""
    return tuple(engine for engine in ENGINES if engine.name == name)
