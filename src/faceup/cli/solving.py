"""``faceup solve``."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.answers import against_option, answers
from faceup.cli.asked import FromPosition, Limited, asked_as
from faceup.cli.common import (
    after_option,
    by_option,
    console,
    engine_option,
    game_arguments,
    json_option,
    memory_option,
    more_than_zero,
    plot_option,
    policies_of,
    position_option,
    print_json,
    print_lines,
    print_result,
    ready_to_plot,
    saved_option,
    seconds_option,
    threads_option,
)
from faceup.cli.help_layout import Command
from faceup.cli.so_far import SoFar
from faceup.cli.waiting import waiting
from faceup.engines.model.limits import Deadline, GivenUp, stop
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import KEEPS_TABLES, NO_OPENING, Solution, checkpoint_path
from faceup.rules.contract import CHANCE, Game, Patience
from faceup.rules.errors import INTERRUPT, FaceupError, LimitReached, UsageError, limit_reached
from faceup.rules.facts import facts_of, hides, plays_itself

if TYPE_CHECKING:
    from faceup.results.answers.decision import Decision
    from faceup.results.samples.distribution import Distribution

STOPPED = 3
FOLLOWING = "following all plays"
# What gets further past a limit.
WAYS_ON = {
    "time": "--seconds raises it",
    "memory": "--memory GIB raises it, --seconds ends it sooner",
    "states": "a search looks at no more; --engine induction solves all positions, as far as --memory goes",
}


@dataclass(frozen=True, kw_only=True)
class SolveAsked(FromPosition, Limited):
    """What ``faceup solve`` was asked."""

    exact: bool
    by: str
    engine: str
    ties: str | None
    width: float | None
    check: bool
    symmetries: bool
    distribution: bool
    play: str
    against: str
    player: int | None
    threads: int | None
    plot: Path | None
    tree: Path | None
    table: Path | None
    save: Path | None
    as_json: bool

    def solution(self, start: Any = None) -> Solution:
        from faceup.engines.solve.dispatch import solve as solve_game

        how: dict[str, Any] = {"exact": self.exact, "by": self.by, "engine": self.engine, "ties": self.ties}
        how |= {"check": self.check, "symmetries": self.symmetries, "width": self.width or 0.0, "threads": self.threads}
        how |= {"table": self.table} if self.table else {}
        if self.save:
            how |= {"engine": KEEPS_TABLES, "checkpoint": checkpoint_path(self.save)}
        so_far = SoFar(self.played_game, self.start, self.moves, self.as_json, all_there_is=True)
        with so_far.solving() as told:
            solution: Solution = solve_game(self.played_game, start=start, **how, **self.most, **told)
        so_far.note_solution(solution)
        if self.save and solution.value.how != "stopped":
            with waiting("saving the table"):
                solution.save(self.save)
        return solution


@click.command(
    cls=Command,
    often=("--after", "--distribution", "--exact", "--plot", "--json"),
    example="faceup solve best-card deck=100 hand=10",
)
@game_arguments
@after_option
@position_option
@click.option("--exact", is_flag=True, help="Exact fractions, printed in full, however long it takes.")
@by_option
@engine_option
@click.option(
    "--ties",
    type=click.Choice(["first", "random", "kind", "spiteful"]),
    help="How ties between equally good moves are broken, where each seat has its own payoff; by default the first "
    "move is made.",
)
@click.option(
    "--width",
    metavar="NUMBER",
    type=float,
    callback=more_than_zero,
    help="For a large game with hidden cards: how far apart the bounds of each stage may be.",
)
@click.option("--check", is_flag=True, help="First play many random games to look for numbers beyond 64 bits.")
@click.option(
    "--symmetries", is_flag=True, help="Use the game's symmetries: solve one of the positions that they make alike."
)
@memory_option
@seconds_option
@threads_option
@click.option("--distribution", is_flag=True, help="Probabilities of each result and of each length.")
@click.option(
    "--play",
    metavar="POLICIES",
    default="",
    help="Like --distribution, when each seat plays so: best, worst, random, first or FILE.py:FUNCTION, with commas.",
)
@against_option("what the best answer to a policy wins, and how much more that is than best play of both")
@click.option(
    "--player",
    type=click.IntRange(0, 1),
    help="Who answers --against: 0 is the first player, 1 the second; by default each in turn.",
)
@plot_option("Draw the value of each first move, or a distribution")
@click.option(
    "--tree", type=click.Path(path_type=Path), help="Draw the tree of best play (small games): PNG, SVG or PDF."
)
@saved_option
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=f"Keep the table here, for --table; it is made by engine {KEEPS_TABLES}.",
)
@json_option
@asked_as(SolveAsked)
def solve(asked: SolveAsked) -> int:
    """Who wins, the best first moves, a line of best play.

    The value is the first player's. Of a patience: the exact distribution over all deals, for small decks. Exit
    code 3 when a limit was reached: the bounds so far are printed.
    """
    from faceup.engines.model.seats import check_ties

    ready_to_plot(asked.plot)
    ready_to_plot(asked.tree)
    if plays_itself(asked.game):
        _refuse(asked)
        return _solve_deals(asked, asked.game)
    _ready_to_save(asked)
    if asked.ties:
        check_ties(asked.played_game, asked.ties)
    if asked.tree and (asked.play or asked.distribution):
        raise UsageError("--tree draws best play; --plot draws a distribution")
    if asked.tree and facts_of(asked.game).hidden:
        raise UsageError(f"{hides(asked.game)}; --tree is for games in which everybody sees all")
    of_moves = asked.plot and not (asked.distribution or asked.play or asked.against)
    if of_moves and facts_of(asked.game).hidden and asked.played_game.turn(asked.start) == CHANCE:
        raise UsageError(f"{hides(asked.game)}, and chance moves first; faceup strategy --plot draws what to do")
    if asked.against:
        return _answer(asked)
    if asked.player is not None:
        raise UsageError("--player says who answers --against")
    return _play(asked) if asked.play else _solve(asked)


def _ready_to_save(asked: SolveAsked) -> None:
    """Refuse what makes no table that can be saved, and places where none can be, before any work is done for it."""
    if asked.save is None:
        return
    from faceup.engines.solve.induction.induction_engines import check_lasting
    from faceup.show.files import check_place

    check_place(asked.save)
    if asked.engine != "auto" and asked.engine not in (KEEPS_TABLES, *KEEPS_TABLES.split("-")):
        raise UsageError(f"engine {asked.engine!r} keeps no table that can be saved; possible: auto, {KEEPS_TABLES}")
    check_lasting(asked.played_game)


def _refuse(asked: SolveAsked) -> None:
    """Raise UsageError for what is of no use to a patience."""
    if asked.symmetries:
        raise UsageError(f"{asked.name!r} is a patience; its symmetries are what its own method alike says")
    if asked.tree:
        raise UsageError(f"{asked.name!r} is a patience, in which nobody plays; --tree is for games with decisions")
    for option in ("after", "position", "ties", "width", "play", "against", "table", "save"):
        if getattr(asked, option):
            problem = f"in which nobody moves; --{option} is for games with decisions"
            raise UsageError(f"{asked.name!r} is a patience, {problem}")


def _solve(asked: SolveAsked) -> int:
    """Best play."""
    from faceup.engines.chain.outcomes import outcomes
    from faceup.numbers.value import every_digit
    from faceup.results.documents.solution import solution_document
    from faceup.show.text.distributions import distribution_lines

    unseen = bool(asked.moves) and facts_of(asked.played_game).hidden
    solution = asked.solution(None if unseen else asked.start)
    stopped = solution.value.how == "stopped"
    if unseen and not stopped:
        assert isinstance(solution, HiddenSolution)
        if decision := _unseen_decision(asked, solution):
            return _decide(asked, solution, decision)
        solution = replace(solution, start=asked.start, value=solution.value_of(asked.start))
    if stopped:
        first, solution = NO_OPENING, replace(solution, judge=None)  # to find out what is played for takes time
    else:
        with waiting("looking for the best first moves"):
            first = solution.opening()
    ends, unknown = None, None
    if asked.distribution and not stopped:
        try:
            with waiting(FOLLOWING):
                ends = outcomes(solution, exact=asked.exact, **asked.most)
        except LimitReached as error:  # what best play is worth is known all the same
            unknown = error
    if asked.as_json:
        print_json(solution_document(solution, first, asked.moves, ends))
    else:
        print_result(solution, moves=asked.moves, opening=first, written=every_digit if asked.exact else str)
        if ends:
            out = console()
            print_lines(out, "under best play", distribution_lines(ends, out.encoding, out.width))
    if unknown:
        raise unknown
    if not stopped:
        _draw(asked, ends or solution)
        _draw_tree(asked, solution)
    elif asked.plot or asked.tree or asked.save:
        raise LimitReached(f"{limit_text(solution, asked)}; {_left_text(asked)}")
    elif not asked.as_json:
        raise LimitReached(limit_text(solution, asked))
    code = STOPPED if stopped else _print_distribution(ends, asked.as_json)
    if not stopped and solution.watched and solution.watched.limit:
        if asked.as_json:
            return STOPPED
        reason = limit_reached(solution.watched.limit)
        raise LimitReached(f"{reason} while random games were watched for numbers that leave 64 bits{stop.way_out}")
    return code


def _left_text(asked: SolveAsked) -> str:
    """What a limit leaves of what was to be drawn or saved."""
    if asked.save and checkpoint_path(asked.save).exists():
        return f"the table so far is in {checkpoint_path(asked.save).name!r}, and the same command goes on from there"
    return f"so there is nothing to {'save' if asked.save else 'draw'}"


def _unseen_decision(asked: SolveAsked, solution: HiddenSolution) -> "Decision | None":
    """The decision after the moves, where not all know the position; None where nobody decides, or all know it."""
    if asked.played_game.turn(asked.start) < 0:
        return None
    decision = solution.decision(asked.moves)
    return None if len(decision.story) == 1 and decision.known == asked.start else decision


def _decide(asked: SolveAsked, solution: HiddenSolution, decision: "Decision") -> int:
    """What is done after moves that not all have seen."""
    from faceup.results.documents.decision import solved_decision_document
    from faceup.show.text.decisions import decision_sentence

    for option in ("distribution", "plot", "tree"):
        if getattr(asked, option):
            raise UsageError(f"--{option} is of positions that everybody knows; after these moves somebody does not")
    if asked.as_json:
        says = decision_sentence(solution, decision)
        print_json(solved_decision_document(solution, decision, says, asked.moves))
    else:
        print_result(decision)
    return 0


def _play(asked: SolveAsked) -> int:
    """What policies are worth, and what they come to."""
    from faceup.engines.chain.outcomes import needs_solution, outcomes
    from faceup.results.documents.solution import play_document

    game, policies = asked.played_game, policies_of(asked.play)
    solved = asked.solution(asked.start) if needs_solution(policies) else None
    if not solved and (asked.table or asked.save):
        raise UsageError(f"--{'table' if asked.table else 'save'} is of best play; --play {asked.play} has none in it")
    if solved and solved.value.how == "stopped":
        raise LimitReached(limit_text(solved, asked))
    if not solved:
        SoFar(game, asked.start, asked.moves, asked.as_json, all_there_is=True)
    with waiting(FOLLOWING):
        found = outcomes(solved or game, policies, start=asked.start, exact=asked.exact, **asked.most)
    if asked.as_json:
        print_json(play_document(game, found, asked.moves))
    else:
        print_result(found, moves=asked.moves)
    _draw(asked, found)
    return _print_distribution(found, asked.as_json)


def _answer(asked: SolveAsked) -> int:
    """What best answers to a policy are worth."""
    from faceup.numbers.value import every_digit
    from faceup.results.documents.best_answer import answers_document
    from faceup.show.text.best_answers import answer_sentence, value_line
    from faceup.show.text.phrases import title

    found = answers(asked, asked.against, asked.player, asked.limits)
    if asked.as_json:
        print_json(answers_document(found))
    else:
        written = every_digit if asked.exact else str
        told = (*map(answer_sentence, found), *(value_line(one, written) for one in found))
        print_lines(console(), f"{title(asked.played_game)}  against {found[0].policy}", told)
    return 0


def _print_distribution(found: "Distribution | None", as_json: bool) -> int:
    """The exit code; raises LimitReached where figures were left out."""
    if not found or not found.stopped:
        return 0
    if not as_json:
        way_out = {"time": "; --seconds raises it", "memory": "; --memory GIB raises it"}.get(found.limit, "")
        raise LimitReached(f"{limit_reached(found.limit)} before all figures were known{way_out}")
    return STOPPED


def limit_text(
    solution: "Solution", asked: FromPosition, asked_of: Callable[[Solution], object] = lambda solution: None
) -> str:
    """Which limit was reached, how to go further, and what will do: ``asked_of`` asks the rest of a solution."""
    from faceup.engines.model.compiling import compiler_at_work
    from faceup.engines.model.contract_check import LONG_PLAY, seems_endless
    from faceup.show.text.phrases import count_phrase

    limit = solution.value.limit
    met = f"after {count_phrase(solution.states, 'state')}" if solution.states else "before any state was solved"
    if not solution.states and compiler_at_work():
        met = "while the rules were being compiled, which goes on, so the same command gets further in a minute"
    text = f"{limit_reached(limit)} {met}"
    if limit == INTERRUPT:
        return text
    text += "; "
    if solution.grows:
        text += f"{solution.grows}; "
    elif seems_endless(solution.game):
        text += f"a random game did not end in {LONG_PLAY:,} moves, so the game may have no end; "
    elif solution.cause:
        text += f"{solution.cause}; "
    elif solution.last is not None:
        text += f"the last of them was {solution.last!r:.200}, should a number in it grow for ever; "
    text += WAYS_ON[limit]
    theory = solution.game.theory()
    if theory is not None and solution.table.theory is None:
        text += f"; faceup solve --by theory has {'an answer' if theory.proven else 'a formula that nobody has proved'}"
    return text + _what_will_do(asked, solution, asked_of)


def _what_will_do(asked: FromPosition, stopped: Solution, asked_of: Callable[[Solution], object]) -> str:
    """A command for a smaller size, of no more than half the states that were met before the limit; it was tried."""
    from faceup.engines.solve.smaller_sizes import POSITIONS, SECONDS, resize_game, smaller_sizes

    if asked.after or asked.position:
        return ""  # a smaller game may have no such position
    over = Deadline(SECONDS)
    sizes = smaller_sizes(asked.game, min(POSITIONS, stopped.states // 2), over.seconds_left / 2)
    size = next((one for one in sizes if _will_do(asked, resize_game(asked.game, one), over, asked_of)), None)
    if size is None:
        return ""
    words = dict(word.split("=", 1) for word in asked.parameters) | size
    written = [asked.name, *(f"{name}={value}" for name, value in words.items())]
    return f"; this will do: faceup {click.get_current_context().info_name} {' '.join(map(quote, written))}"


def _will_do(asked: FromPosition, smaller: Game, over: Deadline, asked_of: Callable[[Solution], object]) -> bool:
    """Whether the question is answered for a smaller game before that."""
    from faceup.engines.solve.dispatch import solve as solve_game

    memory = asked.memory if isinstance(asked, Limited) else None
    try:
        if (
            over.is_set()
            or (solution := solve_game(smaller, memory=memory, seconds=over.seconds_left)).value.how == "stopped"
        ):
            return False
        asked_of(solution)
    except (FaceupError, GivenUp):
        return False
    return not over.is_set()


def _draw(asked: SolveAsked, found: "Solution | Distribution") -> None:
    """The picture that was asked for."""
    if asked.plot:
        from faceup.show.pictures.plots import plot

        plot(found, asked.plot, asked.moves if asked.after else ())


def _draw_tree(asked: SolveAsked, solution: Solution) -> None:
    """The tree of best play, if that was asked for."""
    if asked.tree:
        from faceup.engines.explain.best_play_tree import best_play
        from faceup.show.pictures.house_style import save
        from faceup.show.pictures.trees import tree_figure

        save(tree_figure(best_play(solution)), asked.tree)


def _solve_deals(asked: SolveAsked, game: Patience) -> int:
    """All deals of a patience."""
    from faceup.engines.solve.dispatch import solve as solve_game
    from faceup.results.documents.solution import distribution_document

    with waiting("playing all deals"):
        distribution = solve_game(game, engine=asked.engine, **asked.limits)
    _draw(asked, distribution)
    if asked.as_json:
        print_json(distribution_document(game, distribution))
    else:
        print_result(distribution)
    return STOPPED if distribution.undecided else 0
