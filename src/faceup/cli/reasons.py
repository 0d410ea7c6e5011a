"""``faceup why``."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.asked import FromPosition, Limited, asked_as
from faceup.cli.common import (
    after_option,
    console,
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
from faceup.cli.so_far import SoFar
from faceup.cli.solving import limit_text
from faceup.cli.waiting import waiting
from faceup.engines.model.limits import stop
from faceup.rules.errors import LimitReached, UsageError, quoted
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

if TYPE_CHECKING:
    from faceup.results.answers.hidden_solution import HiddenSolution
    from faceup.results.answers.solution import Solution

LOOKING = "looking for reasons"


def _moves_or_options(context: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words, of which a move may begin with a minus, as ``-1``."""
    for word in words:
        if word.startswith("-") and not word[1:2].isdigit():
            raise click.NoSuchOption(word, ctx=context)
    return words


@dataclass(frozen=True, kw_only=True)
class WhyAsked(FromPosition, Limited):
    """What ``faceup why`` was asked; ``given`` are the moves that stand among the words."""

    given: tuple[str, ...]
    everything: bool
    table: Path | None
    as_json: bool

    @cached_property
    def moves(self) -> list[Move]:
        from faceup.engines.model.legal_moves import named_moves

        if self.given and self.after:
            given, after = quoted(" ".join(self.given)), quoted(self.after)
            raise UsageError(f"moves {given} and --after {after}; possible: one of them")
        return super().moves or named_moves(self.played_game, self.given)


def _parse_words(words: tuple[str, ...], **options: Any) -> WhyAsked:
    parameters = tuple(word for word in words if "=" in word)
    return WhyAsked(parameters=parameters, given=tuple(word for word in words if "=" not in word), **options)


@click.command(cls=Command, example="faceup why fifteen 5 1", context_settings={"ignore_unknown_options": True})
@click.argument("name", metavar="GAME")
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]... [MOVE]...", callback=_moves_or_options)
@after_option
@position_option
@click.option(
    "--all", "everything", is_flag=True, help="Print all of a forced win, of a line of best play, of mixed moves."
)
@memory_option
@seconds_option
@saved_option
@json_option
@asked_as(_parse_words)
def why(asked: WhyAsked) -> int:
    """What best play is, and why, in plain sentences from computed facts.

    The position is the start, or the one after the MOVEs, numbers or as the game says them: faceup why fifteen 5 1

    Where players do not see everything: why moves are made at random, and what the other wins if they are not; after
    MOVEs the decision there, by all that whoever is to move can know.
    """
    if facts_of(asked.played_game).hidden:
        _lots(asked)
    else:
        _position(asked)
    if stop.limit:
        raise LimitReached(f"{stop.reason}, so some facts are left out{stop.way_out}")
    return 0


def _solve_game(asked: WhyAsked) -> "Solution":
    """The game from the position on; where something is hidden, from its start."""
    from faceup.engines.solve.dispatch import solve

    hidden = facts_of(asked.played_game).hidden
    start = asked.played_game.start() if hidden else asked.start
    so_far = SoFar(asked.played_game, start, [] if hidden else asked.moves, asked.as_json, all_there_is=False)
    with so_far.solving() as told:
        solution = solve(asked.played_game, start=start, table=asked.table, **asked.limits, **told)
    so_far.note_solution(solution)
    if solution.value.how == "stopped":
        so_far.tell()
        raise LimitReached(f"before reasons were known, {limit_text(solution, asked)}")
    return solution


def _position(asked: WhyAsked) -> None:
    """Why a position is worth what it is."""
    from faceup.engines.explain.why import explain
    from faceup.results.documents.explanation import explanation_document
    from faceup.show.text.reasons import explanation_lines

    solution = _solve_game(asked)
    with waiting(LOOKING):
        explanation = explain(asked.played_game, asked.moves, solution=solution, seconds=asked.limits["seconds"])
    if asked.as_json:
        print_json(explanation_document(explanation, list(explanation_lines(explanation, everything=True))))
    else:
        print_result(explanation, everything=asked.everything)


def _lots(asked: WhyAsked) -> None:
    """Why moves are made by lot, where players do not see everything."""
    from faceup.engines.explain.mixed_strategies import mixed_reasons
    from faceup.results.answers.hidden_solution import HiddenSolution
    from faceup.results.documents.mixed_reasons import mixed_explanation_document
    from faceup.show.text.mixed_reasons import mixed_reason_lines

    solution = _solve_game(asked)
    assert isinstance(solution, HiddenSolution)
    if asked.moves:
        return _one_decision(asked, solution)
    with waiting(LOOKING):
        why = mixed_reasons(solution, seconds=asked.limits["seconds"])
    if asked.as_json:
        print_json(mixed_explanation_document(why, list(mixed_reason_lines(why, everything=True))))
    else:
        print_result(why, everything=asked.everything)


def _one_decision(asked: WhyAsked, solution: "HiddenSolution") -> None:
    """The decision after some moves, as whoever is to move knows it, and why it is by lot, where it is."""
    from faceup.engines.explain.mixed_strategies import mixed_reasons
    from faceup.results.documents.decision import explained_decision_document
    from faceup.show.text.decisions import decision_sentence, worths_text
    from faceup.show.text.mixed_reasons import reason_lines
    from faceup.show.text.phrases import title

    decision, why = solution.decision(asked.moves), None
    lines = [decision_sentence(solution, decision)]
    if decision.mixed and solution.engine != "regret":  # which knows nobody's best answer
        with waiting(LOOKING):
            why = mixed_reasons(solution, moves=asked.moves, seconds=asked.limits["seconds"])
        for reason in why.reasons:
            lines += reason_lines(why, reason, asked.everything or asked.as_json)
    lines.append(f"  Worth: {worths_text(solution, decision)}.")
    if asked.as_json:
        print_json(explained_decision_document(solution, decision, lines, asked.moves, why))
    else:
        print_lines(console(), title(asked.played_game, asked.moves), lines)
