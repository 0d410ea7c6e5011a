"""``solve``: the engines in order, tried until one answers."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any, overload

from faceup.engines.model.broken_rules import at
from faceup.engines.model.contract_check import complete, is_too_long
from faceup.engines.model.growing_numbers import growing_number
from faceup.engines.model.limits import Deadline, Limits, default_memory, processors, stop
from faceup.engines.model.opposed import opposed_in
from faceup.engines.model.seats import TIES, check_ties, seats_of
from faceup.engines.solve.cyclic.cyclic_engines import NativeCyclic, PythonCyclic
from faceup.engines.solve.engine import AUTO, Engine, ExactEngine, Question, Unfit, as_two
from faceup.engines.solve.enumeration import Enumeration
from faceup.engines.solve.hidden.hidden_engines import Beliefs, Regret, SequenceForm
from faceup.engines.solve.induction.induction_engines import (
    NativeInduction,
    PythonInduction,
    SavedInduction,
    save_table,
)
from faceup.engines.solve.overflow_check import Overflow, check_numbers
from faceup.engines.solve.reductions_check import check_reductions, hold_reductions
from faceup.engines.solve.search.search_engines import ClosingBounds, Search
from faceup.engines.solve.seats.seat_engines import ExactEquilibrium, NativeEquilibrium
from faceup.engines.solve.table import Table
from faceup.engines.solve.theory import ByTheory
from faceup.results.answers.solution import KEEPS_TABLES, Refusal, Solution
from faceup.results.certified import OverflowCheck
from faceup.results.samples.distribution import Distribution
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import RepeatingStateError, UnsupportedError, UsageError
from faceup.rules.facts import facts_of, hides, plays_itself

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


class Watch:
    """Random games played with overflow checks, in portions, and whether machine code can solve the game at all."""

    def __init__(self, game: Game, plays: int) -> None:
        self.game, self.plays = game, plays
        self.games = 0
        self.finished = False
        self.not_compiled = ""

    def go_on(self, seconds: float) -> None:
        """Play more games for at most ``seconds``. Raises Overflow for rules that compile: CPython never overflows."""
        if self.finished:
            return
        until = Deadline(seconds)
        try:
            self.games += check_numbers(self.game, self.plays - self.games, seed=self.games, until=until)
        except Overflow as error:
            self.not_compiled = why_not_compiled(self.game)
            if not self.not_compiled:
                raise Overflow(f"{error}; CPython has such numbers, and solves it without --check") from error
        self.finished = bool(self.not_compiled) or not until.is_set()

    @property
    def outcome(self) -> OverflowCheck:
        return OverflowCheck(self.games, "" if self.finished else stop.limit or "time", self.not_compiled)


def why_not_compiled(game: Game) -> str:
    """Return why machine code cannot solve the game; empty if it can."""
    from faceup.engines.solve.induction.native_table import compile_table  # this import loads Numba
    from faceup.engines.solve.seats.float_equilibrium import compile_seats
    from faceup.native.not_compiled import NotCompiled, describe_refusals

    if opposed_in(game):
        return "rules that hide something and give rows are not compiled"
    try:
        (compile_seats if seats_of(game) else compile_table)(game)
    except NotCompiled as error:
        return describe_refusals(error)
    return ""


PLAYS = 2000  # random games checked for numbers that leave 64 bits
SHARE = 0.25  # of the time limit, for these games before solving begins
WAYS = (AUTO, "rules", "theory")  # search, or the theory that some games bring


@overload
def solve(
    game: Game,
    *,
    exact: bool = False,
    memory: float | None = None,
    engine: str = AUTO,
    by: str = AUTO,
    check: bool = False,
    symmetries: bool = False,
    start: Any = None,
    ties: str | None = None,
    width: float = 0.0,
    seconds: float = inf,
    states: float = inf,
    threads: int | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] | None = None,
    narrowing: Callable[[float, float], None] | None = None,
    table: str | Path | None = None,
    checkpoint: str | Path | None = None,
) -> Solution: ...


@overload
def solve(
    game: Patience,
    *,
    engine: str = AUTO,
    memory: float | None = None,
    seconds: float = inf,
    stop: threading.Event | None = None,
) -> Distribution: ...


def solve(
    game: Game | Patience,
    *,
    exact: bool = False,
    memory: float | None = None,
    engine: str = AUTO,
    by: str = AUTO,
    check: bool = False,
    symmetries: bool = False,
    start: Any = None,
    ties: str | None = None,
    width: float = 0.0,
    seconds: float = inf,
    states: float = inf,
    threads: int | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] | None = None,
    narrowing: Callable[[float, float], None] | None = None,
    table: str | Path | None = None,
    checkpoint: str | Path | None = None,
) -> Solution | Distribution:
    """Solve a game exactly, in player 0's values; for a solitaire game, return the exact distribution over all deals.

    The engines are tried in order. The solution names the one that answered and why the others before it refused.
    CPython solves small games in whole numbers and fractions. Machine code solves larger ones in float64: exact while
    all numbers are whole, else ``bounded`` by a proven rounding error.

    Options:

    - ``exact``: use fractions only, which is slower.
    - ``memory``: bytes, by default half of the free memory; past it the answer is ``stopped``, with the bounds so far.
    - ``engine``: use this engine only.
    - ``by``: ``"rules"`` never uses a theory that the game brings, ``"theory"`` always does. By default a theory
      answers for larger games, once it agrees with search on small sizes.
    - ``check``: first play many random games and watch for numbers that leave 64 bits; with ``seconds``, go on with
      that in the time that solving leaves.
    - ``symmetries``: first find, from the rules alone, the renamings of moves that change nothing. CPython then solves
      one state of each orbit, which the ``canon`` of the solution's game gives.
    - ``start``: the state to solve from, by default the game's own.
    - ``ties``: how a seat with a payoff of its own chooses between moves that are equal to it: ``first`` of the rules
      (the default), ``random``, ``kind`` (the highest total of the others), or ``spiteful`` (the lowest).
    - ``width``: how far apart the bounds of a stage may be in games with hidden information that are too large for
      exact plans; by default a thousandth of the first bounds.
    - ``seconds``: past this time the answer is ``stopped``, with the bounds so far.
    - ``states``: past so many positions too, at the same place on every machine.
    - ``threads``: threads for a large game, by default one for each processor; any number gives the same answer.
    - ``stop``: an event by which another thread cancels.
    - ``progress``: gets the number of states so far, 0 while the rules are compiled.
    - ``narrowing``: gets the bounds so far while strategies are learned.
    - ``table``: a file that ``Solution.save`` wrote: the solution is read from it, and missing states are solved.
    - ``checkpoint``: a file in which engine ``induction-native`` keeps its table from time to time; the same question
      goes on from there after an interruption. ``Solution.save`` removes it.

    If the rules have a ``view``, the result is a ``HiddenSolution``: strategies that secure its value to both players.
    Payoffs may then be rows for two seats, if what one gains the other loses in units of its own.

    Raises RulesError if the rules break the contract, RepeatingStateError if a state can repeat, UsageError for a file
    that is damaged or belongs to something else, UnsupportedError if every engine refuses the game, LimitReached if a
    limit is reached before the symmetries are known, and GivenUp when ``stop`` is set.
    """
    engine = _named_engine(engine, by, symmetries)
    _check_files(table, checkpoint, engine, symmetries, exact)
    complete(game, value_alone=engine in (AUTO, "theory") and by != "rules")
    _check_options(game, ties, width, threads)
    start = game.start() if start is None and not plays_itself(game) else start
    if engine == AUTO and isinstance(game, Game) and is_too_long(game, start):
        engine = "theory"
    question = Question(game, start, exact, engine, by_rules=by == "rules", ties=ties or TIES[0], width=width)
    question.large_decks, question.checkpoint = memory is not None, None if checkpoint is None else Path(checkpoint)
    question.file = None if table is None else Path(table)
    engines = _engines_for(question)
    room = default_memory() if memory is None else memory
    limits = Limits(room, seconds, states, stop, progress, narrowing, threads=threads or processors())
    as_two(question, limits)
    if question.facts.hidden and symmetries:
        raise UsageError(f"{hides(game)}; symmetries are of games that everybody sees")
    watch = Watch(question.game, PLAYS) if check and question.facts.decisions else None
    if watch:
        watch.go_on(inf if limits.seconds_left == inf else SHARE * limits.seconds_left)
    if question.facts.decisions and table is None and engine != "theory":
        check_reductions(question.game)  # a saved table was held to its reductions, a theory joins no positions
    if symmetries and question.facts.decisions:
        _join_states(question, limits)
    answer = _first_answer(question, engines, limits, by)
    if not isinstance(answer, Solution):
        return answer
    if answer.value.how != "stopped" and isinstance(answer.table, Table) and table is None:
        hold_reductions(answer.table, question.start)
    if watch:
        watch.go_on(limits.seconds_left)
        answer = replace(answer, watched=watch.outcome)
    return replace(answer, grower=growing_number, saver=save_table)


def _check_files(
    table: str | Path | None, checkpoint: str | Path | None, engine: str, symmetries: bool, exact: bool
) -> None:
    """Raise UsageError for a table or a checkpoint with options that solve in another way."""
    if table is not None and (engine not in (AUTO, *FROM_FILE.words) or symmetries or exact):
        asked_for = "symmetries" if symmetries else "exact" if exact else f"engine {engine!r}"
        raise UsageError(f"{asked_for} solves the game anew; table={str(table)!r} takes none")
    if checkpoint is not None and (engine != KEEPS_TABLES or symmetries or exact or table is not None):
        raise UsageError(f"checkpoint={str(checkpoint)!r} is for engine={KEEPS_TABLES!r}, which keeps a table")


def _check_options(game: Game | Patience, ties: str | None, width: float, threads: int | None) -> None:
    """Raise UsageError for an option of no use to the game, or out of range."""
    if ties is not None:
        check_ties(game, ties)
    if not 0 <= width < inf:  # also true of nan
        raise UsageError(f"width {width}; possible: more than 0, or 0 for a thousandth of the first bounds")
    if width and not facts_of(game).hidden:
        raise UsageError(f"{type(game).name} hides nothing; width is for games with hidden cards or moves")
    if threads is not None and threads < 1:
        raise UsageError(f"{threads} threads; possible: 1 or more")


def _engines_for(question: Question) -> Sequence[Engine[Any]]:
    """Return the engines to ask, in order; note in the question whether the first must answer."""
    if question.file is not None:
        question.no_fallback = True
        return (FROM_FILE,)
    if question.engine == AUTO:
        return ENGINES
    engines = engines_named(question.engine)
    if len({candidate.backend for candidate in engines}) > 1:
        return engines
    question.no_fallback = True
    return tuple(candidate for candidate in engines if not candidate.few)


def _first_answer(
    question: Question, engines: Sequence[Engine[Any]], limits: Limits, by: str
) -> Solution | Distribution:
    """Return the answer of the first engine that neither refuses nor gives up; raise if there is none."""
    for candidate in engines:
        reason = candidate.refuses(question)
        if reason is None:
            try:
                answer: Solution | Distribution = candidate.answer(question, limits)
                return answer
            except RepeatingStateError as error:
                if isinstance(candidate, ExactEngine):  # exact engines take cyclic games, so no engine answers this one
                    raise
                question.repeats, reason = error, "meets a state that repeats"
            except Unfit as unfit:
                reason = str(unfit)
        question.refused.append(Refusal(candidate.name, reason))
    raise _no_answer(question, engines, by)


def _named_engine(engine: str, by: str, symmetries: bool) -> str:
    """Return the one engine to use, or ``auto``. Raises UsageError for options that exclude each other."""
    if engine not in (AUTO, *NAMES):
        raise UsageError(f"engine {engine!r}; possible: auto, {', '.join(NAMES)}")
    if by not in WAYS:
        raise UsageError(f"by {by!r}; possible: {', '.join(WAYS)}")
    if by == "rules" and engine == "theory":
        raise UsageError("engine 'theory' searches nothing by the rules; by='rules' takes none")
    if by == "theory" and engine not in (AUTO, "theory"):
        raise UsageError(f"engine {engine!r} searches by the rules; by='theory' takes none")
    if "theory" in (by, engine) and symmetries:
        raise UsageError("by='theory' searches no states, so symmetries are of no use to it")
    return "theory" if by == "theory" else engine


def _no_answer(question: Question, engines: Sequence[Engine[Any]], by: str) -> Exception:
    """Return the error to raise when every engine refused."""
    error = question.repeats
    if question.file is not None:
        return error or UsageError(f"table {str(question.file)!r} is of no use: {question.refused[-1].reason}")
    if question.engine == AUTO:
        return error or UnsupportedError(_nobody(question, engines))
    reasons = [(candidate, candidate.refuses(question)) for candidate in engines if not candidate.few]
    refusing, reason = next(((candidate, reason) for candidate, reason in reasons if reason), (None, None))
    if refusing is None or (error and question.facts.hidden):  # they found out only while solving
        return error or UnsupportedError(_nobody(question, engines))
    instead = _instead(question, refusing, str(reason), by)
    if error is None:
        return UsageError(instead)
    repeats = f"{at(question.game, error.state)}: this state can repeat, so play need not end"
    repeating = RepeatingStateError(f"{repeats}; {instead}")
    repeating.state, repeating.__cause__ = error.state, error
    return repeating


def _instead(question: Question, refusing: Engine[Any], reason: str, by: str) -> str:
    """Return why the engine that the person named refuses, and which engines would answer."""
    if by == "theory":
        return f"by 'theory' {reason}; possible: auto, rules"
    others = [candidate.name for candidate in ENGINES if not candidate.few and candidate.refuses(question) is None]
    return f"engine {refusing.name!r} {reason}" + (f"; possible: auto, {', '.join(others)}" if others else "")


def _join_states(question: Question, limits: Limits) -> None:
    """Replace the question's game by its quotient under its symmetries, if it has any."""
    from faceup.engines.same.symmetries import reduce_game

    smaller, symmetries = reduce_game(question.game, start=question.start, limits=limits)
    question.symmetries = symmetries
    if symmetries.order > 1:
        question.game = smaller


def _nobody(question: Question, engines: Sequence[Engine[Any]]) -> str:
    """Return why no engine answers, in the words of the engine for solitaire games or of the last engine that tried;
    of a game with hidden information for others than two opponents, that no engine takes it.
    """
    if question.general_sum:
        only = f"games with hidden information are solved for two opponents only, and {question.general_sum}"
        return f"{only}; possible: play, simulate"
    tried = {candidate.name for candidate in engines if candidate.refuses(question) is None}
    speaking = {"enumeration"} if question.facts.deals else tried
    last_first = question.refused[::-1]
    refusal = next((refusal for refusal in last_first if refusal.engine in speaking), last_first[0])
    return f"no engine solves {question.game.name}: {refusal.engine} {refusal.reason}"
