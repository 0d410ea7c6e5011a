"""Commands that explain: ``faceup why``, ``faceup same`` and ``faceup symmetries``."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.common import (
    after_option,
    console,
    game_arguments,
    game_with_decisions,
    json_option,
    memory_option,
    position_option,
    print_json,
    print_lines,
    print_result,
    saved_option,
    seconds_option,
)
from faceup.cli.help_layout import Command
from faceup.cli.options import LimitOptions, PositionOptions, with_options
from faceup.cli.so_far import SoFar
from faceup.cli.solving import limit_text
from faceup.cli.waiting import waiting
from faceup.cli.watchdog import watchdog
from faceup.engines.model.limits import Limits, stop
from faceup.library.finding import KINDS
from faceup.rules.errors import LimitReached, UsageError, quoted
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

if TYPE_CHECKING:
    from faceup.results.answers.hidden_solution import HiddenSolution
    from faceup.results.answers.solution import Solution


LOOKING = "looking for reasons"


def _moves_or_options(context: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse an unknown option; a minus before a digit, as in ``-1``, begins a move."""
    for word in words:
        if word.startswith("-") and not word[1:2].isdigit():
            raise click.NoSuchOption(word, ctx=context)
    return words


@dataclass(frozen=True, kw_only=True)
class WhyOptions(PositionOptions, LimitOptions):
    """The options of ``faceup why``; ``move_words`` are the moves among its arguments."""

    move_words: tuple[str, ...]
    everything: bool
    table: Path | None
    as_json: bool

    @cached_property
    def moves(self) -> list[Move]:
        from faceup.engines.model.legal_moves import named_moves

        if self.move_words and self.after:
            words, after = quoted(" ".join(self.move_words)), quoted(self.after)
            raise UsageError(f"moves {words} and --after {after}; possible: one of them")
        return super().moves or named_moves(self.played_game, self.move_words)


def _parse_words(words: tuple[str, ...], **rest: Any) -> WhyOptions:
    """Return the options of ``faceup why``: a word with an equals sign is a parameter, any other a move."""
    parameters = tuple(word for word in words if "=" in word)
    return WhyOptions(parameters=parameters, move_words=tuple(word for word in words if "=" not in word), **rest)


@click.command(cls=Command, example="faceup why fifteen 5 1", context_settings={"ignore_unknown_options": True})
@click.argument("name", metavar="GAME")
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]... [MOVE]...", callback=_moves_or_options)
@after_option
@position_option
@click.option("--all", "everything", is_flag=True, help="Print long forced wins, lines and mixed moves in full.")
@memory_option
@seconds_option
@saved_option
@json_option
@with_options(_parse_words)
def why(options: WhyOptions) -> int:
    """Show the best moves, and explain them in plain sentences.

    The position is the start, or the position after the MOVEs, in the game's words:
    faceup why fifteen 5 1

    In a game with hidden cards: why best play mixes moves, and what the opponent wins if it does not. After MOVEs,
    the decision of the player to move, given what this player knows.
    """
    if facts_of(options.played_game).hidden:
        _explain_mixed_play(options)
    else:
        _explain_position(options)
    if stop.limit:
        raise LimitReached(f"{stop.reason}, so some facts are left out{stop.way_out}")
    return 0


def _solve_game(options: WhyOptions) -> "Solution":
    """Solve the game from the position on; a game with hidden information from its start."""
    from faceup.engines.solve.dispatch import solve

    hidden = facts_of(options.played_game).hidden
    start = options.played_game.start() if hidden else options.start
    moves = [] if hidden else options.moves
    so_far = SoFar(options.played_game, start, moves, options.as_json, all_there_is=False, estimates=not hidden)
    with so_far.solving() as callbacks:
        solution = solve(options.played_game, start=start, table=options.table, **options.limits, **callbacks)
    so_far.note_solution(solution)
    if solution.value.how == "stopped":
        so_far.tell()
        raise LimitReached(f"before reasons were known, {limit_text(solution, options)}")
    return solution


def _explain_position(options: WhyOptions) -> None:
    """Print why a position has its value."""
    from faceup.engines.explain.why import explain
    from faceup.results.documents.codec import document
    from faceup.results.documents.solution import certificate
    from faceup.results.sentences.reasons import explanation_parts
    from faceup.show.text.parts import plain_lines

    solution = _solve_game(options)
    with waiting(LOOKING):
        explanation = explain(options.played_game, options.moves, solution=solution, seconds=options.limits["seconds"])
    if options.as_json:
        sentences = plain_lines(explanation_parts(explanation, everything=True), 11)
        print_json({**document(explanation), "sentences": sentences, **certificate(explanation.certified)})
    else:
        print_result(explanation, everything=options.everything)


def _explain_mixed_play(options: WhyOptions) -> None:
    """Print why players of a game with hidden information mix moves at random."""
    from faceup.engines.explain.mixed_strategies import mixed_reasons
    from faceup.results.answers.hidden_solution import HiddenSolution
    from faceup.results.documents.solution import mixed_explanation_document
    from faceup.results.sentences.mixed_strategies import mixed_reason_parts
    from faceup.show.text.parts import plain_lines

    solution = _solve_game(options)
    assert isinstance(solution, HiddenSolution)
    if options.moves:
        return _explain_decision(options, solution)
    with waiting(LOOKING):
        why = mixed_reasons(solution, seconds=options.limits["seconds"])
    if options.as_json:
        print_json(mixed_explanation_document(why, plain_lines(mixed_reason_parts(why, everything=True), 12)))
    else:
        print_result(why, everything=options.everything)


def _explain_decision(options: WhyOptions, solution: "HiddenSolution") -> None:
    """Print the decision after some moves, as the player to move knows it, and the reason if it is mixed."""
    from faceup.engines.explain.mixed_strategies import mixed_reasons
    from faceup.results.documents.solution import explained_decision_document
    from faceup.results.sentences.games import title
    from faceup.results.sentences.mixed_strategies import reason_lines
    from faceup.results.sentences.solutions import decision_sentence, worths_text
    from faceup.show.text.parts import plain_lines

    decision, why = solution.decision(options.moves), None
    lines = [decision_sentence(solution, decision)]
    if decision.mixed and solution.engine != "regret":  # regret minimisation yields no best response
        with waiting(LOOKING):
            why = mixed_reasons(solution, moves=options.moves, seconds=options.limits["seconds"])
        for reason in why.reasons:
            lines += reason_lines(why, reason, options.everything or options.as_json)
    lines.append(f"  Worth: {worths_text(solution, decision)}.")
    if options.as_json:
        print_json(explained_decision_document(solution, decision, plain_lines(lines, 0), options.moves, why))
    else:
        print_lines(console(), title(options.played_game, options.moves), lines)


USAGE = "GAME_A [NAME=VALUE]... GAME_B [NAME=VALUE]..."


def _two_games(words: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the two games, each with the NAME=VALUE words that follow it."""
    games: list[tuple[str, tuple[str, ...]]] = []
    for word in words:
        if "=" in word and not any(kind in word for kind in KINDS):
            if not games:
                raise UsageError(f"{word!r} comes before any game; possible: {USAGE}")
            games[-1] = games[-1][0], (*games[-1][1], word)
        else:
            games.append((word, ()))
    if len(games) != 2:
        names = ", ".join(name for name, _ in games)
        raise UsageError(f"{names}: same compares two games; possible: {USAGE}")
    return games


@click.command(cls=Command, example="faceup same fifteen tic-tac-toe")
@click.argument("words", nargs=-1, required=True, metavar=USAGE)
@seconds_option
@json_option
def same(words: tuple[str, ...], seconds: float, as_json: bool) -> int:
    """Are two games the same up to the names of their moves?

    If so, same prints the renaming that turns one into the other, and checks it by playing both games through. If not,
    it prints facts that distinguish them. Exit code 1 if they differ.
    """
    first, second = (game_with_decisions(*each) for each in _two_games(words))
    from faceup.engines.same.isomorphism import same as compare

    watchdog.knows()
    with waiting("comparing the games"):
        comparison = compare(first, second, limits=Limits(seconds=seconds))
    print_result(comparison, as_json)
    return 0 if comparison else 1


@click.command(cls=Command, example="faceup symmetries tic-tac-toe")
@game_arguments
@click.option("--all", "everything", is_flag=True, help="List every symmetry, however many.")
@seconds_option
@json_option
def symmetries(name: str, parameters: tuple[str, ...], everything: bool, seconds: float, as_json: bool) -> int:
    """The renamings of moves that leave a game unchanged, computed from its rules.

    symmetries also lists the openings that really differ, and counts such positions.
    """
    game = game_with_decisions(name, parameters)
    from faceup.engines.same.symmetries import symmetries as find

    watchdog.knows()
    with waiting("looking for symmetries"):
        result = find(game, limits=Limits(seconds=seconds))
    print_result(result, as_json, everything=everything)
    return 0
