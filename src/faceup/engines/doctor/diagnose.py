"""``doctor``: errors and oddities of rules, the engines that solve the game, their speed, and the game's size."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import ceil, exp, inf, log
from typing import Any

from faceup.engines.doctor.leaks import leaks
from faceup.engines.doctor.mistakes import unreadable, unusual_deals, unusual_games, unusual_text
from faceup.engines.graph.game_graph import MOST_POSITIONS
from faceup.engines.graph.stakes import stakes_seen
from faceup.engines.model import thresholds
from faceup.engines.model.broken_rules import at
from faceup.engines.model.contract_check import LONG_PLAY, check_game, complete, misspelled_told, random_play
from faceup.engines.model.dealing import deck_of
from faceup.engines.model.growing_numbers import growing_number
from faceup.engines.model.legal_moves import possible_moves
from faceup.engines.model.seats import seats_of
from faceup.engines.simulate.game_player import compile_player
from faceup.engines.simulate.patience_player import CompiledPatiencePlayer, PatiencePlayer
from faceup.engines.simulate.sampler import MOST_STEPS, simulate
from faceup.engines.solve.cyclic.cyclic_engines import NativeCyclic, PythonCyclic
from faceup.engines.solve.dispatch import ENGINES, solve
from faceup.engines.solve.engine import AUTO, Engine, Question, as_two
from faceup.engines.solve.enumeration import Enumeration, too_many_deals
from faceup.engines.solve.hidden.hidden_engines import Beliefs, SequenceForm
from faceup.engines.solve.induction.induction_engines import NativeInduction, PythonInduction
from faceup.engines.solve.overflow_check import LeavesWord, check_numbers
from faceup.engines.solve.reductions_check import check_reductions
from faceup.engines.solve.search.search_engines import Search
from faceup.engines.solve.seats.seat_engines import ExactEquilibrium, NativeEquilibrium
from faceup.engines.solve.smaller_sizes import positions_of, resize_game, scale_numbers, whole_numbers
from faceup.engines.solve.theory import ByTheory
from faceup.library.errors_in_rules import rules_error_text
from faceup.results.answers.diagnosis import CountedSize, Diagnosis, Finding, Growth, Trial
from faceup.results.answers.solution import Refusal
from faceup.results.scene.boards.words_of_moves import word_of_move
from faceup.results.scene.dice import outcome_words
from faceup.rules.contract import CHANCE, OVER, Game, Patience
from faceup.rules.errors import FaceupError, RepeatingStateError, RulesError, UnsupportedError
from faceup.rules.facts import facts_of, plays_itself

SECONDS = 2.0  # for each trial
GAMES = 100_000  # of a solitaire game at most
INDUCTION = (NativeInduction.name, PythonInduction.name)
WATCHED_MOVES = 20_000  # of random games, to search for numbers beyond 64 bits
MOST_LOOKED_AT = 2_000  # positions, for the moves by which one of them repeats
COUNTING_SECONDS = 1.0  # for random games, and as long again for smaller sizes
POSITIONS = 100_000  # at most, of a smaller size
STEP = 1.15  # from one size to the next, so that small ones come one after another
APART = 1.6  # about the ratio of the two sizes from which growth is estimated
BEYOND_FLOATS = 700.0  # exp overflows there


def counted_positions(game: Game, seconds: float) -> int | None:
    """Return the number of positions; None if they cannot be counted in so many seconds."""
    return positions_of(game, MOST_POSITIONS, seconds)


def least_positions(game: Game, seconds: float = COUNTING_SECONDS) -> int:
    """Return the number of positions that random games meet in so many seconds, a lower bound."""
    chooser, began = random.Random(1), time.monotonic()
    met: set[Any] = set()
    while time.monotonic() - began < seconds:
        met.update(map(game.canon, random_play(game, chooser, LONG_PLAY)))
    return len(met)


def growth(game: Game, seconds: float = COUNTING_SECONDS) -> Growth | None:
    """Estimate the number of positions from the growth over smaller sizes; None if that is impossible.

    Two counted sizes are extrapolated: as a power of the size, which is too low if growth is faster, and with the
    logarithm as a power of the size, which is the growth of boards, and too high for most games.
    """
    if (largest := max(whole_numbers(game).values(), default=0)) < 2:
        return None
    counted = _count_levels(game, largest, seconds)
    if len(counted) < 2:
        return None
    (smaller, few), (larger, many) = _two_sizes_apart(counted)
    if few >= many or few < 2:
        return None
    wide, on = log(larger / smaller), log(largest / larger)
    low = log(many) + (log(many) - log(few)) / wide * on
    high = log(many) * (log(many) / log(few)) ** (on / wide)
    sizes = CountedSize(scale_numbers(game, smaller), few), CountedSize(scale_numbers(game, larger), many)
    return Growth(sizes, *(exp(number) if number < BEYOND_FLOATS else inf for number in (low, high)))


def _count_levels(game: Game, largest: int, seconds: float) -> list[tuple[int, int]]:
    """Count sizes, smallest first, for so many seconds; return each size with its number of positions."""
    counted: list[tuple[int, int]] = []
    end, size, before = time.monotonic() + seconds, 1.0, dict[str, int]()
    while size < largest and (left := end - time.monotonic()) > 0:
        numbers = scale_numbers(game, ceil(size))
        if numbers != before and (smaller := resize_game(game, numbers)) is not None:
            if (positions := positions_of(smaller, POSITIONS, left)) is None:
                break
            counted.append((ceil(size), positions))
        before, size = numbers, size * STEP
    return counted


def _two_sizes_apart(counted: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the largest size, and the smaller one whose ratio to it is closest to ``APART``; the smaller one first."""
    *others, last = counted
    return min(others, key=lambda size: abs(log(last[0] / size[0]) - log(APART))), last


def doctor(
    game: Game | Patience, seconds: float = SECONDS, progress: Callable[[Diagnosis], None] | None = None
) -> Diagnosis:
    """Report errors and oddities of the rules, which engines solve the game, and how fast.

    Each engine is tried for so many seconds. ``progress`` is called with each new diagnosis.
    """
    check_game(game)
    diagnosis = Diagnosis(game, stopped=True)
    misspelled_told.add(type(game))  # as a finding
    for more in _diagnoses(diagnosis, seconds):
        diagnosis = more
        if progress:
            progress(diagnosis)
    return replace(diagnosis, stopped=False)


def _diagnoses(diagnosis: Diagnosis, seconds: float) -> Iterator[Diagnosis]:
    """Yield more and more complete diagnoses; slow steps come last."""
    game = diagnosis.game
    yield diagnosis
    for finding in _findings(game, seconds):
        yield (diagnosis := replace(diagnosis, findings=(*diagnosis.findings, finding)))
    if diagnosis.wrong:
        if not plays_itself(game):
            yield replace(diagnosis, grows=growing_number(game))
        return
    question = Question(game, None if plays_itself(game) else game.start())
    as_two(question)
    reasons = ((engine.name, engine.refuses(question)) for engine in _suitable_engines(game))
    refused = [Refusal(name, reason) for name, reason in reasons if reason is not None]
    diagnosis = _with_answer(replace(diagnosis, refused=tuple(refused)))
    if plays_itself(game):
        if too_many_deals(game):
            most, cards = thresholds.ENUMERATED_CARDS, len(deck_of(game))
            reason = f"tries more than {most} cards, as these {cards}, only with --memory"
            diagnosis = _with_answer(_with_refusals(diagnosis, reason, Enumeration.name))
        yield from _try_patience(diagnosis, seconds)
        return
    yield (diagnosis := replace(diagnosis, grows=growing_number(game)))
    tried = _try_hidden_game if facts_of(game).hidden else _try_engines
    for more in tried(diagnosis, seconds):
        yield (diagnosis := more)
    if not diagnosis.wrong:
        yield from _measure_size(diagnosis, seconds)


def _try_patience(diagnosis: Diagnosis, seconds: float) -> Iterator[Diagnosis]:
    """Yield the diagnosis after each trial of a solitaire game that plays itself."""
    yield (diagnosis := replace(diagnosis, trials=(_try_playing(diagnosis.game, "cpython", seconds, 0.0),)))
    diagnosis, preparing = _with_compiler(diagnosis)
    yield diagnosis
    if diagnosis.interpreted is None:
        yield replace(diagnosis, trials=(*diagnosis.trials, _try_playing(diagnosis.game, "native", seconds, preparing)))


def _try_hidden_game(diagnosis: Diagnosis, seconds: float) -> Iterator[Diagnosis]:
    """Yield the diagnosis after the trial of a game with hidden information."""
    if diagnosis.answers is None:
        return
    try:
        diagnosis = _with_trial(diagnosis, AUTO, seconds)  # one player's beliefs do not repeat, and stages do
        yield replace(diagnosis, answers=diagnosis.trials[-1].engine)
    except RepeatingStateError as error:  # while somebody does not know the position
        yield _without_answer(diagnosis, error)
    except RulesError as error:  # moves that reveal hidden information, for instance, which no random game met
        yield Diagnosis(diagnosis.game, (*diagnosis.findings, Finding(True, str(error))), stopped=True)


def _try_engines(diagnosis: Diagnosis, seconds: float) -> Iterator[Diagnosis]:
    """Yield the diagnosis after each trial of a game with perfect information, in CPython and in machine code."""
    by_seat = diagnosis.answers == ExactEquilibrium.name
    try:
        if diagnosis.answers:
            yield (diagnosis := _with_trial(diagnosis, diagnosis.answers if by_seat else PythonInduction.name, seconds))
        diagnosis, preparing = _with_compiler(diagnosis)
        yield diagnosis
        if by_seat:
            yield _with_machine_code(diagnosis, NativeEquilibrium.name)
        elif diagnosis.answers and diagnosis.interpreted is None:
            yield (diagnosis := _with_trial(diagnosis, NativeInduction.name, seconds, preparing))
        if not by_seat:
            yield _with_solver(diagnosis, seconds)
    except LeavesWord:  # the findings report it
        yield _with_answer(_with_refusals(diagnosis, "has no numbers that leave 64 bits", NativeInduction.name))
    except RepeatingStateError as error:
        yield from _try_cyclic(diagnosis, error.state, seconds)


def _try_cyclic(diagnosis: Diagnosis, state: Any, seconds: float) -> Iterator[Diagnosis]:
    """Yield the diagnosis after each trial of a cyclic game, in which this state repeats."""
    diagnosis = _with_refusals(diagnosis, "is for games in which no state repeats", *INDUCTION)
    diagnosis = replace(
        diagnosis, repeating_state=_repeating_state_text(diagnosis.game, state), answers=PythonCyclic.name
    )
    try:
        yield (diagnosis := _with_trial(diagnosis, PythonCyclic.name, seconds))
    except (RepeatingStateError, UnsupportedError) as problem:
        yield (diagnosis := _without_answer(diagnosis, problem))
    diagnosis, _ = _with_compiler(diagnosis)
    yield _with_solver(_with_machine_code(diagnosis, NativeCyclic.name), seconds)


def _measure_size(diagnosis: Diagnosis, seconds: float) -> Iterator[Diagnosis]:
    """Measure the size of the game: the number of positions, or else a lower bound and an estimate from smaller
    sizes."""
    positions = next((trial.number for trial in diagnosis.trials if trial.whole and trial.keeps_all), None)
    if positions is None and diagnosis.answers in (ExactEquilibrium.name, NativeEquilibrium.name):
        positions = counted_positions(diagnosis.game, seconds)
    likely = growth(diagnosis.game) if positions is None else None
    for size in likely.sizes if likely else ():
        if all(getattr(diagnosis.game, name) == number for name, number in size.parameters.items()):
            positions = size.positions  # the game itself was among the sizes
    if positions is not None:
        yield _with_memory(replace(diagnosis, positions=positions, positions_counted=True, grows=None))
        return
    least = max((least_positions(diagnosis.game), *(trial.number for trial in diagnosis.trials)))
    beyond = None
    if diagnosis.answers == NativeInduction.name and not stakes_seen(diagnosis.game).chance:
        beyond = f"{Search.name} where there are more than {thresholds.TABLED_POSITIONS:,} positions"
    yield _with_memory(replace(diagnosis, positions=least, beyond=beyond, growth=likely))


def _with_answer(diagnosis: Diagnosis) -> Diagnosis:
    """Add the first suitable engine that does not refuse the game."""
    refused = {one.engine for one in diagnosis.refused}
    names = (engine.name for engine in _suitable_engines(diagnosis.game))
    return replace(diagnosis, answers=next((name for name in names if name not in refused), None))


def _without_answer(diagnosis: Diagnosis, problem: FaceupError) -> Diagnosis:
    return replace(diagnosis, answers=None, findings=(*diagnosis.findings, Finding(False, str(problem))))


def _with_trial(diagnosis: Diagnosis, engine: str, seconds: float, preparing: float = 0.0) -> Diagnosis:
    return replace(diagnosis, trials=(*diagnosis.trials, _try_solving(diagnosis.game, engine, seconds, preparing)))


def _with_compiler(diagnosis: Diagnosis) -> tuple[Diagnosis, float]:
    """Add the compiler's refusal, if any; return the diagnosis and the seconds of compilation."""
    interpreted, preparing = _compile_rules(diagnosis.game)
    diagnosis = replace(diagnosis, interpreted=interpreted)
    if interpreted is not None and diagnosis.answers == NativeInduction.name:
        diagnosis = _with_answer(_with_refusals(diagnosis, "takes compiled rules alone", NativeInduction.name))
    return diagnosis, preparing


def _with_machine_code(diagnosis: Diagnosis, engine: str) -> Diagnosis:
    """Make this engine the answer if the trial of the previous one was unfinished and the rules compile."""
    unended = diagnosis.answers is not None and not diagnosis.trials[-1].whole
    return replace(diagnosis, answers=engine) if unended and diagnosis.interpreted is None else diagnosis


def _with_solver(diagnosis: Diagnosis, seconds: float) -> Diagnosis:
    """Make the engine that ``solve`` chooses the answer, if a trial was the whole game."""
    if diagnosis.answers is None or not any(trial.whole for trial in diagnosis.trials):
        return diagnosis
    solution = solve(diagnosis.game, seconds=seconds)
    return diagnosis if solution.value.how == "stopped" else replace(diagnosis, answers=solution.engine)


def _with_memory(diagnosis: Diagnosis) -> Diagnosis:
    """Add the memory of all positions, by the bytes a state of the last trial."""
    if not diagnosis.trials or diagnosis.positions is None:
        return diagnosis
    return replace(diagnosis, table_bytes=int(diagnosis.trials[-1].state_bytes * diagnosis.positions))


def _with_refusals(diagnosis: Diagnosis, reason: str, *engines: str) -> Diagnosis:
    """Add a refusal with this reason for those engines that have none yet."""
    before = {one.engine for one in diagnosis.refused}
    return replace(
        diagnosis, refused=(*diagnosis.refused, *(Refusal(name, reason) for name in engines if name not in before))
    )


def _repeating_state_text(game: Game, state: Any) -> str:
    words = _moves_back(game, state)
    move = "the move" if len(words) == 1 else "the moves"
    how = f"{move} {', '.join(words)} lead{'s' * (len(words) == 1)} back to it" if words else "it can repeat"
    return f"{at(game, state)}: {how}; a play without end is worth {game.endless} to player 0"


def _moves_back(game: Game, state: Any) -> list[str]:
    """Return the words of the fewest moves that lead from a state back to it; empty if it takes long to find them."""
    lines: dict[Any, list[str]] = {state: []}
    for here in (queue := [state]):
        turn = game.turn(here)
        for move in possible_moves(game, here) if turn != OVER else ():
            word = outcome_words(game, here, move) if turn == CHANCE else word_of_move(game, here, move)
            if (after := game.play(here, move)) == state:
                return [*lines[here], word]
            if after not in lines and len(lines) < MOST_LOOKED_AT:
                lines[after] = [*lines[here], word]
                queue.append(after)
    return []


def _suitable_engines(game: Game | Patience) -> Iterator[Engine[Any]]:
    """Return the engines that suit such a game."""
    names = _names(game)
    return (engine for engine in ENGINES if not engine.few and engine.name in names)


def _names(game: Game | Patience) -> tuple[str, ...]:
    if plays_itself(game):
        return (Enumeration.name,)
    if facts_of(game).hidden:
        return (Beliefs.name,) if len(stakes_seen(game).players) < 2 else (SequenceForm.name,)
    if seats_of(game):
        return (ExactEquilibrium.name,)
    return (ByTheory.name, *INDUCTION) if facts_of(game).theory else INDUCTION


def _findings(game: Game | Patience, seconds: float) -> Iterator[Finding]:
    """Yield errors and oddities, up to the first error that makes the rest useless."""
    yield from unusual_text(game)
    try:
        complete(game)
        if not plays_itself(game):
            yield from unusual_games(game)
            yield from unreadable(game)
            check_reductions(game)
            if facts_of(game).hidden:
                yield from leaks(game, seconds)
        else:
            yield from unusual_deals(game)
    except FaceupError as error:
        yield Finding(True, str(error))
        return
    except Exception as error:  # an error that the rules raise
        yield Finding(True, rules_error_text(error))
        return
    if not plays_itself(game):
        try:
            check_numbers(game, moves=WATCHED_MOVES, longest=WATCHED_MOVES // 5)  # five games it plays at least
        except RulesError as error:
            yield Finding(False, f"{error}; CPython has such numbers, machine code has not")


def _compile_rules(game: Any) -> tuple[str | None, float]:
    """Compile the rules; return the refusal, or None, and the seconds."""
    from faceup.engines.solve.induction.native_table import compile_table
    from faceup.native.not_compiled import NotCompiled, describe_refusals

    began = time.perf_counter()
    try:
        if plays_itself(game):
            CompiledPatiencePlayer(PatiencePlayer(game, 0, MOST_STEPS), GAMES).outcomes(0, 1)
        elif seats_of(game):
            compile_player(game, "random")  # which plays them; they are solved in CPython
        else:
            compile_table(game)
    except NotCompiled as error:
        return describe_refusals(error), 0.0
    return None, time.perf_counter() - began


def _try_solving(game: Game, engine: str, seconds: float, preparing: float) -> Trial:
    began = time.perf_counter()
    solution = solve(game, engine=engine, seconds=seconds)
    took = time.perf_counter() - began
    table, whole = solution.table, solution.value.how != "stopped"
    return Trial(solution.engine, solution.states, took, whole, preparing, table.bytes_a_state, table.keeps_all)


def _try_playing(game: Patience, engine: str, seconds: float, preparing: float) -> Trial:
    sample = simulate(game, GAMES if engine == "cpython" else 100 * GAMES, engine=engine, seconds=seconds, threads=1)
    return Trial(engine, sample.games, sample.seconds, False, preparing)
