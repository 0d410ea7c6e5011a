"""The engines, in the order in which ``solve`` tries them."""

from typing import Any

from faceup.engines.solve.cyclic.cyclic_engines import NativeCyclic, PythonCyclic
from faceup.engines.solve.engine import Engine
from faceup.engines.solve.enumeration import Enumeration
from faceup.engines.solve.hidden.hidden_engines import Beliefs, Regret, SequenceForm
from faceup.engines.solve.induction.induction_engines import NativeInduction, PythonInduction, SavedInduction
from faceup.engines.solve.search.search_engines import ClosingBounds, Search
from faceup.engines.solve.seats.seat_engines import ExactEquilibrium, NativeEquilibrium
from faceup.engines.solve.theory import ByTheory

ENGINES: tuple[Engine[Any], ...] = (
    *(Enumeration(), PythonInduction(few=True), ByTheory()),
    *(NativeInduction(few=True), Search(few=True), ClosingBounds(few=True)),
    *(NativeInduction(), Search(), ClosingBounds(), PythonInduction()),
    *(PythonCyclic(few=True), NativeCyclic(), PythonCyclic()),
    *(ExactEquilibrium(few=True), NativeEquilibrium(), ExactEquilibrium()),
    *(Beliefs(), SequenceForm(few=True), Regret(), SequenceForm()),
)

#: Answers from a saved table; no other engine is tried then.
FROM_FILE = SavedInduction()

#: The names by which a person may ask for an engine: a method, a backend, or both.
NAMES = tuple(dict.fromkeys(word for kind in range(3) for member in ENGINES if (word := member.words[kind])))


def engines_named(word: str) -> tuple[Engine[Any], ...]:
    """Return the engines that have this name."""
    return tuple(engine for engine in ENGINES if word in engine.words)
