"""``diagnose``: all that can be said about rules before anybody waits for an answer."""

import time
from collections.abc import Callable, Iterator
from typing import Any

from faceup.engines.doctor.leaks import leaks
from faceup.engines.doctor.mistakes import unusual_deals, unusual_games, unusual_text
from faceup.engines.doctor.size import counted_positions, growth, least_positions
from faceup.engines.model.broken_rules import at
from faceup.engines.model.contract_check import complete
from faceup.engines.model.growing_numbers import growing
from faceup.engines.model.seats import seats_of
from faceup.engines.model.stakes import stakes_seen
from faceup.engines.simulate.door import MOST_STEPS, simulate
from faceup.engines.simulate.game_player import compile_player
from faceup.engines.simulate.patience_player import CompiledPatiencePlayer, PatiencePlayer
from faceup.engines.solve.cyclic.engines import NativeCyclic, PythonCyclic
from faceup.engines.solve.door import solve
from faceup.engines.solve.engine import AUTO, Question, as_two
from faceup.engines.solve.enumeration import Enumeration
from faceup.engines.solve.hidden.engines import Beliefs, SequenceForm
from faceup.engines.solve.induction.engines import NativeInduction, PythonInduction
from faceup.engines.solve.overflow_check import LeavesWord, check_game
from faceup.engines.solve.reductions_check import check_reductions
from faceup.engines.solve.registry import ENGINES
from faceup.engines.solve.seats.engines import ExactEquilibrium, NativeEquilibrium
from faceup.engines.solve.theory import ByTheory
from faceup.library.errors_in_rules import rules_error_text
from faceup.results.diagnosis import Diagnosis, Finding, Trial
from faceup.results.solution import Refusal
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import FaceupError, RepeatingStateError, RulesError, UnsupportedError
from faceup.rules.facts import facts_of, plays_itself

SECONDS = 2.0  # for each trial
GAMES = 100_000  # of a patience at most
INDUCTION = (NativeInduction.name, PythonInduction.name)
WATCHED_MOVES = 20_000  # of random games in which numbers that leave 64 bits are looked for


def diagnose(
    game: Game | Patience, seconds: float = SECONDS, progress: Callable[[Diagnosis], None] | None = None
) -> Diagnosis:
    """What is wrong or unusual about the rules, which engines answer, and how fast.

    Each engine is tried for so many seconds. ``progress`` is called with what was found before that.
    """
    findings = tuple[Finding, ...]()
    progress = progress or (lambda so_far: None)
    progress(Diagnosis(game, findings, None, (), None, (), None, False, None, stopped=True))
    for finding in _findings(game, seconds):
        findings = (*findings, finding)
        progress(Diagnosis(game, findings, None, (), None, (), None, False, None, stopped=True))
    if any(finding.wrong for finding in findings):
        return Diagnosis(game, findings, None, (), None, (), None, False, None)
    question = Question(game, None if plays_itself(game) else game.start())
    as_two(question)
    meant = [engine for engine in ENGINES if not engine.few and engine.name in _names(game)]
    refused = [Refusal(engine.name, reason) for engine in meant if (reason := engine.refuses(question)) is not None]
    hidden = facts_of(game).hidden
    interpreted, preparing = (None, 0.0) if hidden else _compiled(game)
    answering = {engine.name for engine in meant} - {one.engine for one in refused}
    if interpreted is not None and NativeInduction.name in answering:
        refused.append(Refusal(NativeInduction.name, "takes compiled rules alone"))
    answers = next((engine.name for engine in meant if engine.name not in {one.engine for one in refused}), None)
    if plays_itself(game):
        trials = [_played(game, "cpython", seconds, 0.0)]
        if interpreted is None:
            trials.append(_played(game, "native", seconds, preparing))
        return Diagnosis(game, findings, answers, tuple(refused), interpreted, tuple(trials), None, False, None)
    solved: list[tuple[Trial, float]] = []
    comes_round = None
    if hidden and answers is not None:
        try:
            solved.append(_solved(game, AUTO, seconds, 0.0))  # one player's beliefs do not come round, and stages do
            answers = solved[-1][0].engine
        except RepeatingStateError as error:  # while somebody does not know the position
            findings, answers = (*findings, Finding(False, str(error))), None
        except RulesError as error:  # where moves tell what is hidden, say, and no random game met that
            return Diagnosis(game, (*findings, Finding(True, str(error))), None, (), None, (), None, False, None)
    elif answers == ExactEquilibrium.name:
        solved.append(_solved(game, answers, seconds, 0.0))
        if interpreted is None and not solved[-1][0].whole:
            answers = NativeEquilibrium.name
    elif answers is not None:
        try:
            solved.append(_solved(game, PythonInduction.name, seconds, 0.0))
            if interpreted is None:
                solved.append(_solved(game, NativeInduction.name, seconds, preparing))
        except LeavesWord:  # which the findings tell
            refused.append(Refusal(NativeInduction.name, "has no numbers that leave 64 bits"))
            answers = PythonInduction.name
        except RepeatingStateError as error:
            reason = "is for games in which no state comes round again"
            comes_round = _comes_round(game, error.state)
            others = [name for name in INDUCTION if name not in {one.engine for one in refused}]
            refused, answers = [*refused, *(Refusal(name, reason) for name in others)], PythonCyclic.name
            try:
                solved.append(_solved(game, PythonCyclic.name, seconds, 0.0))
                if interpreted is None and not solved[-1][0].whole:
                    answers = NativeCyclic.name
            except (RepeatingStateError, UnsupportedError) as problem:
                findings = (*findings, Finding(False, str(problem)))
                answers = None
    trials = [trial for trial, _ in solved]
    whole = next((trial for trial in trials if trial.whole), None)
    by_seat = answers in (ExactEquilibrium.name, NativeEquilibrium.name)
    counted = whole.number if whole else counted_positions(game, seconds) if by_seat else None
    met = max((trial.number for trial in trials), default=0)
    positions = max(met, least_positions(game)) if counted is None else counted
    return Diagnosis(
        game,
        findings,
        answers,
        tuple(refused),
        interpreted,
        tuple(trials),
        positions,
        counted is not None,
        int(solved[-1][1] * positions) if solved else None,
        comes_round,
        growing(game) if counted is None else None,
        growth(game) if counted is None else None,
    )


def _comes_round(game: Game, state: Any) -> str:
    return f"{at(game, state)}: this state can come round again; a play without end is worth {game.endless} to player 0"


def _names(game: Game | Patience) -> tuple[str, ...]:
    """The engines that are meant for such a game."""
    if plays_itself(game):
        return (Enumeration.name,)
    if facts_of(game).hidden:
        return (Beliefs.name,) if len(stakes_seen(game).players) < 2 else (SequenceForm.name,)
    if seats_of(game):
        return (ExactEquilibrium.name,)
    return (ByTheory.name, *INDUCTION) if facts_of(game).theory else INDUCTION


def _findings(game: Game | Patience, seconds: float) -> Iterator[Finding]:
    """Everything wrong or unusual, up to what makes it useless to look further."""
    yield from unusual_text(game)
    try:
        complete(game)
        if not plays_itself(game):
            yield from unusual_games(game)
            check_reductions(game)
            if facts_of(game).hidden:
                yield from leaks(game, seconds)
        else:
            yield from unusual_deals(game)
    except FaceupError as error:
        yield Finding(True, str(error))
        return
    except Exception as error:  # which the rules raise
        yield Finding(True, rules_error_text(error))
        return
    if not plays_itself(game):
        try:
            check_game(game, moves=WATCHED_MOVES, longest=WATCHED_MOVES // 5)  # five games it plays at least
        except RulesError as error:
            yield Finding(False, f"{error}; CPython has such numbers, machine code has not")


def _compiled(game: Any) -> tuple[str | None, float]:
    """Why the rules do not compile, or None, and how many seconds it took."""
    from faceup.engines.solve.induction.native_table import compile_table
    from faceup.native.not_compiled import NotCompiled, refused_lines

    began = time.perf_counter()
    try:
        if plays_itself(game):
            CompiledPatiencePlayer(PatiencePlayer(game, 0, MOST_STEPS), GAMES).outcomes(0, 1)
        elif seats_of(game):
            compile_player(game, "random")  # which plays them; they are solved in CPython
        else:
            compile_table(game)
    except NotCompiled as error:
        return refused_lines(error), 0.0
    return None, time.perf_counter() - began


def _solved(game: Game, engine: str, seconds: float, preparing: float) -> tuple[Trial, float]:
    """A trial, and the bytes that it needs for a state."""
    began = time.perf_counter()
    found = solve(game, engine=engine, seconds=seconds)
    took = time.perf_counter() - began
    return Trial(found.engine, found.states, took, found.value.how != "stopped", preparing), found.table.bytes_a_state


def _played(game: Patience, engine: str, seconds: float, preparing: float) -> Trial:
    sample = simulate(game, GAMES if engine == "cpython" else 100 * GAMES, engine=engine, seconds=seconds, threads=1)
    return Trial(engine, sample.games, sample.seconds, False, preparing)
