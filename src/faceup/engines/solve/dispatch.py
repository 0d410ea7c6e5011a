"""``solve``: asks one engine after another."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any, overload

from faceup.engines.model.broken_rules import at
from faceup.engines.model.contract_check import complete, is_too_long
from faceup.engines.model.growing_numbers import growing
from faceup.engines.model.limits import Deadline, Limits, default_memory, processors, stop
from faceup.engines.model.opposed import opposed_in
from faceup.engines.model.seats import TIES, check_ties, seats_of
from faceup.engines.solve.engine import AUTO, Engine, ExactEngine, Question, Unfit, as_two
from faceup.engines.solve.induction.induction_engines import save_table
from faceup.engines.solve.overflow_check import Overflow, check_game
from faceup.engines.solve.reductions_check import check_reductions, hold_reductions
from faceup.engines.solve.registry import ENGINES, FROM_FILE, NAMES, engines_named
from faceup.engines.solve.table import Table
from faceup.results.answers.solution import KEEPS_TABLES, Refusal, Solution
from faceup.results.certified import OverflowCheck
from faceup.results.samples.distribution import Distribution
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import RepeatingStateError, UnsupportedError, UsageError
from faceup.rules.facts import facts_of, hides, plays_itself


class Watch:
    """Many random games, in which numbers are watched, and what machine code has to do with it; may be broken off."""

    def __init__(self, game: Game, plays: int) -> None:
        self.game, self.plays = game, plays
        self.games = 0
        self.finished = False
        self.not_compiled = ""

    def go_on(self, seconds: float) -> None:
        """Watch more games, for so long; raises Overflow, if machine code has the rules, which never wraps round."""
        if self.finished:
            return
        until = Deadline(seconds)
        try:
            self.games += check_game(self.game, self.plays - self.games, seed=self.games, until=until)
        except Overflow as error:
            self.not_compiled = why_not_compiled(self.game)
            if not self.not_compiled:
                raise Overflow(f"{error}; CPython has such numbers, and solves it without --check") from error
        self.finished = bool(self.not_compiled) or not until.is_set()

    @property
    def outcome(self) -> OverflowCheck:
        return OverflowCheck(self.games, "" if self.finished else stop.limit or "time", self.not_compiled)


def why_not_compiled(game: Game) -> str:
    """Why machine code cannot solve the game; empty where it can."""
    from faceup.engines.solve.induction.native_table import compile_table  # which needs a compiler
    from faceup.engines.solve.seats.native_positions import compile_seats
    from faceup.native.not_compiled import NotCompiled, describe_refusals

    if opposed_in(game):
        return "rules that hide something and give rows are not compiled"
    try:
        (compile_seats if seats_of(game) else compile_table)(game)
    except NotCompiled as error:
        return describe_refusals(error)
    return ""


PLAYS = 2000  # random games that are watched for numbers that leave 64 bits
SHARE = 0.25  # of the time for these, before the game is solved
WAYS = (AUTO, "rules", "theory")  # by search, or by the theory that some games bring


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
    threads: int | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] | None = None,
    narrowing: Callable[[float, float], None] | None = None,
    table: str | Path | None = None,
    checkpoint: str | Path | None = None,
) -> Solution | Distribution:
    """Solve the game exactly; every number is player 0's. Of a patience, the exact distribution over all deals.

    The engines are asked in order, and the solution says which one answered and why those before it did not; ``engine``
    insists on one. Small games are answered in CPython with whole numbers and fractions, larger ones in machine code on
    float64: exact while all numbers are whole, else ``bounded`` by a proven rounding error; ``exact=True`` keeps to
    fractions, slower. Where a larger game brings a theory, that is compared with search on small sizes and then used
    instead; ``by="rules"`` never uses it, ``by="theory"`` always. ``memory`` (bytes, by default half of what is free)
    and ``seconds`` end the work in ``stopped`` with the bounds so far; ``progress`` gets the number of states, 0
    while the rules are compiled, and ``narrowing`` the bounds so far of what is being learned. So many
    ``threads`` solve a large game, by default one for each processor, with the same answer on any number.
    ``check`` first plays many random games watching for numbers that leave 64 bits; with ``seconds``, it takes what
    solving leaves of them. ``symmetries`` first finds,
    from the rules alone, the renamings of moves that change nothing; then one state is solved for all that they turn
    into each other, in CPython, and the solution's game has that state as its ``canon``. ``start`` is the state to
    solve from, by default the game's own. Where each seat has a payoff of its own, each does what is best for itself,
    and ``ties`` says what whoever decides does where several moves are the same to them: the ``first`` of the rules (as
    where nothing is said), one at ``random``, what is ``kind`` to the others together, or ``spiteful``. Where rules
    have a ``view``, players do not see everything: the solution is a ``HiddenSolution``, of plans that secure its value
    to both; where payoffs are rows, two seats decide, and what one gains the other loses in units of its own. In games
    too large for exact plans the bounds of a stage are at most ``width`` apart, by default a thousandth of the first.
    ``table`` is a file that ``Solution.save`` wrote: the solution is read from there, and what it leaves out is solved.
    ``checkpoint`` is a file in which engine ``induction-native`` keeps its table from time to time: the same question
    goes on from there, should this one be ended. ``Solution.save`` removes it.

    Raises RulesError where the rules break the contract, RepeatingStateError where a state can come round again,
    UsageError where such a file is damaged or of something else, UnsupportedError where every engine refuses the game,
    LimitReached where a limit is reached before the symmetries are known, GivenUp when ``stop`` is set.
    """
    engine = _named_engine(engine, by, symmetries)
    if table is not None and (engine not in (AUTO, *FROM_FILE.words) or symmetries or exact):
        asked_for = "symmetries" if symmetries else "exact" if exact else f"engine {engine!r}"
        raise UsageError(f"{asked_for} solves the game anew; table={str(table)!r} takes none")
    if checkpoint is not None and (engine != KEEPS_TABLES or symmetries or exact or table is not None):
        raise UsageError(f"checkpoint={str(checkpoint)!r} is for engine={KEEPS_TABLES!r}, which keeps a table")
    complete(game, value_alone=engine in (AUTO, "theory") and by != "rules")
    decisions = facts_of(game).decisions
    start = game.start() if start is None and not plays_itself(game) else start
    if engine == AUTO and isinstance(game, Game) and is_too_long(game, start):
        engine = "theory"
    if ties is not None:
        check_ties(game, ties)
    if not 0 <= width < inf:  # also true of nan
        raise UsageError(f"width {width}; possible: more than 0, or 0 for a thousandth of the first bounds")
    if width and not facts_of(game).hidden:
        raise UsageError(f"everybody sees all in {type(game).name}; width is for games that hide something")
    asked = ENGINES if engine == AUTO else engines_named(engine)
    question = Question(game, start, exact, engine, by_rules=by == "rules", ties=ties or TIES[0], width=width)
    if engine != AUTO and len({one.backend for one in asked}) == 1:
        question.insisted, asked = True, tuple(one for one in asked if not one.few)
    question.large_decks, question.checkpoint = memory is not None, None if checkpoint is None else Path(checkpoint)
    if threads is not None and threads < 1:
        raise UsageError(f"{threads} threads; possible: 1 or more")
    room = default_memory() if memory is None else memory
    limits = Limits(room, seconds, inf, stop, progress, narrowing, threads=threads or processors())
    as_two(question, limits)
    if table is not None:
        question.file, question.insisted, asked = Path(table), True, (FROM_FILE,)
    if question.facts.hidden and symmetries:
        raise UsageError(f"{hides(game)}; symmetries are of games that everybody sees")
    watch = Watch(question.game, PLAYS) if check and decisions else None
    if watch:
        watch.go_on(inf if limits.seconds_left == inf else SHARE * limits.seconds_left)
    if decisions and table is None and engine != "theory":  # a saved table was held to it, a theory joins no positions
        check_reductions(question.game)
    if symmetries and decisions:
        _join_states(question, limits)
    for one in asked:
        reason = one.refuses(question)
        if reason is None:
            try:
                answer: Solution | Distribution = one.answer(question, limits)
                if not isinstance(answer, Solution):
                    return answer
                if answer.value.how != "stopped" and isinstance(answer.table, Table) and table is None:
                    hold_reductions(answer.table, question.start)
                if watch:
                    watch.go_on(limits.seconds_left)
                    answer = replace(answer, watched=watch.outcome)
                return replace(answer, grower=growing, saver=save_table)
            except RepeatingStateError as error:
                if isinstance(one, ExactEngine):  # which takes such games, so nobody answers this one
                    raise
                question.repeats, reason = error, "meets a state that comes round again"
            except Unfit as unfit:
                reason = str(unfit)
        question.refused.append(Refusal(one.name, reason))
    raise _no_answer(question, asked, by)


def _named_engine(engine: str, by: str, symmetries: bool) -> str:
    """The engine that is insisted on, or ``auto``; raises UsageError for what cannot be asked together."""
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


def _no_answer(question: Question, asked: Sequence[Engine[Any]], by: str) -> Exception:
    """The error where no engine that was asked answers."""
    error = question.repeats
    if question.file is not None:
        return error or UsageError(f"table {str(question.file)!r} is of no use: {question.refused[-1].reason}")
    if question.asked == AUTO:
        return error or UnsupportedError(_nobody(question))
    reasons = [(one, one.refuses(question)) for one in asked if not one.few]
    refusing, reason = next(((one, reason) for one, reason in reasons if reason), (None, None))
    if refusing is None or (error and question.facts.hidden):  # they met on the way what is not for them
        return error or UnsupportedError(_nobody(question))
    instead = _instead(question, refusing, str(reason), by)
    if error is None:
        return UsageError(instead)
    comes_round = f"{at(question.game, error.state)}: this state can come round again, so play need not end"
    told = RepeatingStateError(f"{comes_round}; {instead}")
    told.state, told.__cause__ = error.state, error
    return told


def _instead(question: Question, refusing: Engine[Any], reason: str, by: str) -> str:
    """Why an engine that was called for does not answer, and what would."""
    if by == "theory":
        return f"by 'theory' {reason}; possible: auto, rules"
    others = [one.name for one in ENGINES if not one.few and one.refuses(question) is None]
    return f"engine {refusing.name!r} {reason}" + (f"; possible: auto, {', '.join(others)}" if others else "")


def _join_states(question: Question, limits: Limits) -> None:
    """Put one state in the place of all that are the same but for names, where there are any such."""
    from faceup.engines.same.symmetries import reduce_game

    smaller, symmetries = reduce_game(question.game, start=question.start, limits=limits)
    question.symmetries = symmetries
    if symmetries.order > 1:
        question.game = smaller


def _nobody(question: Question) -> str:
    """Why no engine answers: as the one for patiences says it, or the last one, which takes most."""
    said = next(
        (one for one in question.refused if question.facts.deals and one.engine == "enumeration"), question.refused[-1]
    )
    return f"no engine solves {type(question.game).__name__}: {said.engine} {said.reason}"
