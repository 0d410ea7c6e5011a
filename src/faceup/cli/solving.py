"""``faceup solve``: the value of a game, its best first moves, and how plays end under policies."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.common import (
    after_option,
    by_option,
    check_plot,
    check_policy_count,
    console,
    draw,
    drawing,
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
    saved_option,
    seconds_option,
    tell_written,
    threads_option,
)
from faceup.cli.help_layout import Command
from faceup.cli.options import (
    LimitOptions,
    PlayerOptions,
    PositionOptions,
    against_option,
    player_option,
    responses,
    with_options,
)
from faceup.cli.so_far import SoFar
from faceup.cli.waiting import waiting
from faceup.engines.model.limits import Deadline, GivenUp, stop
from faceup.numbers.value import Value, exactly
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import KEEPS_TABLES, NO_OPENING, Solution, checkpoint_path
from faceup.rules.contract import CHANCE, OVER, Game, Patience
from faceup.rules.errors import INTERRUPT, FaceupError, LimitReached, UsageError, limit_reached
from faceup.rules.facts import facts_of, hides, plays_itself

if TYPE_CHECKING:
    from faceup.results.answers.decision import Decision
    from faceup.results.samples.distribution import Distribution

STOPPED = 3
FOLLOWING = "following all plays"
# How to get further past each limit.
WAYS_ON = {
    "time": "--seconds raises it",
    "memory": "--memory GIB raises it, --seconds ends it sooner",
    "states": "a search looks at no more; --engine induction solves all positions, as far as --memory goes",
}


@dataclass(frozen=True, kw_only=True)
class SolveOptions(PlayerOptions, LimitOptions):
    """The options of ``faceup solve``."""

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
    threads: int | None
    plot: Path | None
    tree: Path | None
    table: Path | None
    save: Path | None
    as_json: bool

    def solution(self, start: Any = None) -> Solution:
        from faceup.engines.solve.dispatch import solve as solve_game

        options: dict[str, Any] = {"exact": self.exact, "by": self.by, "engine": self.engine, "ties": self.ties}
        options |= {
            "check": self.check,
            "symmetries": self.symmetries,
            "width": self.width or 0.0,
            "threads": self.threads,
        }
        options |= {"table": self.table} if self.table else {}
        if self.save:
            options |= {"engine": KEEPS_TABLES, "checkpoint": checkpoint_path(self.save)}
        so_far = SoFar(self.played_game, self.start, self.moves, self.as_json, all_there_is=True)
        with so_far.solving() as callbacks:
            solution: Solution = solve_game(
                self.played_game, start=start, **options, **self.working_limits, **callbacks
            )
        so_far.note_solution(solution)
        if self.save and solution.value.how != "stopped":
            with waiting("saving the table"):
                solution.save(self.save)
            tell_written(self.save)
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
    help="How players break ties between equally good moves, if each seat has its own payoff; by default they make the "
    "first.",
)
@click.option(
    "--width",
    metavar="NUMBER",
    type=float,
    callback=more_than_zero,
    help="For a large game with hidden cards: the largest distance between the bounds of a stage.",
)
@click.option("--check", is_flag=True, help="First play many random games to look for numbers beyond 64 bits.")
@click.option(
    "--symmetries", is_flag=True, help="Use the game's symmetries: solve only one of several equivalent positions."
)
@memory_option
@seconds_option
@threads_option
@click.option("--distribution", is_flag=True, help="Probabilities of each result and of each length.")
@click.option(
    "--play",
    metavar="POLICIES",
    default="",
    help="Like --distribution, for these policies: best, worst, random, first or FILE.py:FUNCTION, one for all seats "
    "or one for each, separated by commas.",
)
@against_option("what the best response to a policy wins, and how much more that is than best play of both")
@player_option("The player who responds to --against, by default each in turn.")
@plot_option("Draw the value of each first move, or a distribution")
@click.option(
    "--tree", type=click.Path(path_type=Path), help="Draw the tree of best play (small games): PNG, SVG or PDF."
)
@saved_option
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=f"Save the table of engine {KEEPS_TABLES} here, for --table.",
)
@json_option
@with_options(SolveOptions)
def solve(options: SolveOptions) -> int:
    """Who wins, the best first moves, a line of best play.

    The value is the first player's. For a solitaire game with a small deck, solve prints the exact distribution over
    deals. At a limit it prints the bounds so far, with exit code 3.
    """
    from faceup.engines.model.seats import check_ties

    check_plot(options.plot)
    check_plot(options.tree)
    if plays_itself(options.game):
        _refuse(options)
        return _solve_deals(options, options.game)
    _check_save(options)
    if options.ties:
        check_ties(options.played_game, options.ties)
    if options.tree and (options.play or options.distribution):
        raise UsageError("--tree draws best play; --plot draws a distribution")
    if options.against:
        return _answer(options)
    if options.player is not None:
        raise UsageError("--player says who answers --against")
    return _play(options) if options.play else _solve(options)


def _check_save(options: SolveOptions) -> None:
    """Refuse an engine without a table that can be saved, or a place that cannot be written, before any work."""
    if options.save is None:
        return
    from faceup.engines.solve.induction.induction_engines import check_lasting
    from faceup.show.files import check_place

    check_place(options.save)
    if options.engine != "auto" and options.engine not in (KEEPS_TABLES, *KEEPS_TABLES.split("-")):
        raise UsageError(f"engine {options.engine!r} keeps no table that can be saved; possible: auto, {KEEPS_TABLES}")
    check_lasting(options.played_game)


def _refuse(options: SolveOptions) -> None:
    """Raise UsageError for an option of no use to a solitaire game."""
    if options.symmetries:
        raise UsageError(f"{options.name!r} is a solitaire game; its symmetries are what its own method alike says")
    if options.tree:
        raise UsageError(f"{options.name!r} is a solitaire game, in which nobody plays; --tree is for others")
    for option in ("after", "position", "ties", "width", "play", "against", "table", "save"):
        if getattr(options, option):
            problem = f"in which nobody moves; --{option} is for games with decisions"
            raise UsageError(f"{options.name!r} is a solitaire game, {problem}")


def _solve(options: SolveOptions) -> int:
    """Print the value and the best first moves."""
    from faceup.engines.chain.outcomes import outcomes
    from faceup.numbers.value import every_digit
    from faceup.results.documents.codec import document
    from faceup.results.documents.solution import Solved
    from faceup.results.sentences.distributions import distribution_parts
    from faceup.show.text.parts import part_lines

    unseen = bool(options.moves) and facts_of(options.played_game).hidden
    solution = options.solution(None if unseen else options.start)
    stopped = solution.value.how == "stopped"
    if unseen and not stopped:
        assert isinstance(solution, HiddenSolution)
        if decision := _unseen_decision(options, solution):
            return _print_decision(options, solution, decision)
        solution = replace(solution, start=options.start, value=_public_value(options, solution))
    if stopped:
        first, solution = NO_OPENING, replace(solution, judge=None)  # the units of the payoffs take time to find
    else:
        with waiting("looking for the best first moves"):
            first = solution.opening()
    ends, unknown = None, None
    if options.distribution and not stopped:
        try:
            with waiting(FOLLOWING):
                ends = outcomes(solution, exact=options.exact, **options.working_limits)
        except LimitReached as error:  # the value is known all the same
            unknown = error
    if options.as_json:
        print_json(document(Solved(solution, first, options.moves, ends)))
    else:
        print_result(solution, moves=options.moves, opening=first, format_value=every_digit if options.exact else str)
        if ends:
            out = console()
            print_lines(out, "under best play", part_lines(distribution_parts(ends), 8, out.width, out.encoding))
    if unknown:
        raise unknown
    if not stopped:
        _draw(options, ends or solution)
        _draw_tree(options, solution)
    elif options.plot or options.tree or options.save:
        raise LimitReached(f"{limit_text(solution, options)}; {_left_text(options)}")
    elif not options.as_json:
        raise LimitReached(limit_text(solution, options))
    code = STOPPED if stopped else _distribution_code(ends, options.as_json)
    if not stopped and solution.watched and solution.watched.limit:
        if options.as_json:
            return STOPPED
        reason = limit_reached(solution.watched.limit)
        raise LimitReached(f"{reason} while random games were watched for numbers that leave 64 bits{stop.way_out}")
    return code


def _left_text(options: SolveOptions) -> str:
    """Return the end of a limit's message if a drawing or a saved table was wanted."""
    if options.save and checkpoint_path(options.save).exists():
        return f"the table so far is in {checkpoint_path(options.save).name!r}, and the same command goes on from there"
    return f"so there is nothing to {'save' if options.save else 'draw'}"


def _unseen_decision(options: SolveOptions, solution: HiddenSolution) -> "Decision | None":
    """Return the decision after moves that some player has not seen; None if all have, and at chance nodes."""
    if options.played_game.turn(options.start) < 0:
        return None
    decision = solution.decision(options.moves)
    return None if len(decision.story) == 1 and decision.known == options.start else decision


def _public_value(options: SolveOptions, solution: HiddenSolution) -> Value:
    """Return the value of a position that everybody knows, or in which the game is over."""
    from faceup.engines.model.legal_moves import exact_payoff

    game = options.played_game
    if game.turn(options.start) != OVER:
        return solution.value_of(options.start)
    return exactly(exact_payoff(game, options.start))


def _print_decision(options: SolveOptions, solution: HiddenSolution, decision: "Decision") -> int:
    """Print the decision after moves that not all players have seen."""
    from faceup.results.documents.solution import solved_decision_document
    from faceup.results.sentences.solutions import decision_sentence

    private = "is of positions that everybody knows; after these moves somebody does not"
    if options.distribution:
        raise UsageError(f"--distribution {private}")
    if options.as_json:
        says = decision_sentence(solution, decision)
        print_json(solved_decision_document(solution, decision, says, options.moves))
    else:
        print_result(decision)
    if options.plot or options.tree:
        raise UsageError(f"no plot: {'--plot' if options.plot else '--tree'} {private}")
    return 0


def _play(options: SolveOptions) -> int:
    """Print the value of given policies, and the distribution of their results."""
    from faceup.engines.chain.outcomes import needs_solution, outcomes
    from faceup.results.documents.solution import Played

    game, policies = options.played_game, policies_of(options.play)
    check_policy_count(game, policies)
    solution = options.solution(options.start) if needs_solution(policies) else None
    if not solution and (options.table or options.save):
        raise UsageError(
            f"--{'table' if options.table else 'save'} is of best play; --play {options.play} has none in it"
        )
    if solution and solution.value.how == "stopped":
        raise LimitReached(limit_text(solution, options))
    if not solution:
        SoFar(game, options.start, options.moves, options.as_json, all_there_is=True)
    with waiting(FOLLOWING):
        distribution = outcomes(
            solution or game, policies, start=options.start, exact=options.exact, **options.working_limits
        )
    print_result(distribution, options.as_json, Played(game, distribution, options.moves), moves=options.moves)
    _draw(options, distribution)
    return _distribution_code(distribution, options.as_json)


def _answer(options: SolveOptions) -> int:
    """Print the value of best responses to a policy."""
    from faceup.numbers.value import every_digit
    from faceup.results.documents.solution import answers_document
    from faceup.results.sentences.games import title
    from faceup.results.sentences.solutions import response_fact, response_sentence
    from faceup.results.sentences.words import Part
    from faceup.show.text.parts import part_lines

    best_answers = responses(options, options.against, options.player, options.limits)
    if options.as_json:
        print_json(answers_document(best_answers))
    else:
        format_value = every_digit if options.exact else str
        parts: tuple[Part, ...] = (
            *map(response_sentence, best_answers),
            *(response_fact(one, format_value) for one in best_answers),
        )
        print_lines(console(), f"{title(options.played_game)}  against {best_answers[0].policy}", part_lines(parts, 8))
    return 0


def _distribution_code(distribution: "Distribution | None", as_json: bool) -> int:
    """Return the exit code. Raises LimitReached if figures were left out."""
    if not distribution or not distribution.stopped:
        return 0
    if not as_json:
        way_out = {"time": "; --seconds raises it", "memory": "; --memory GIB raises it"}.get(distribution.limit, "")
        raise LimitReached(f"{limit_reached(distribution.limit)} before all figures were known{way_out}")
    return STOPPED


def limit_text(
    solution: "Solution", options: PositionOptions, follow_up: Callable[[Solution], object] = lambda solution: None
) -> str:
    """Return which limit was reached, how to raise it, and a smaller size that can be solved.

    ``follow_up`` computes the rest of the answer from a solution, so that a size counts only if all of it is done.
    """
    from faceup.engines.model.compiling import compiler_at_work
    from faceup.engines.model.contract_check import LONG_PLAY, seems_endless
    from faceup.results.sentences.words import count_phrase

    limit = solution.value.limit
    progress = f"after {count_phrase(solution.states, 'state')}" if solution.states else "before any state was solved"
    if not solution.states and compiler_at_work():
        progress = "while the rules were being compiled, which goes on, so the same command gets further in a minute"
    text = f"{limit_reached(limit)} {progress}"
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
    return text + _smaller_command(options, solution, follow_up)


def _smaller_command(options: PositionOptions, stopped: Solution, follow_up: Callable[[Solution], object]) -> str:
    """Return a command for a smaller size that was solved as a trial: at most half the states met before the limit."""
    from faceup.engines.solve.smaller_sizes import POSITIONS, SECONDS, resize_game, smaller_sizes

    if options.after or options.position:
        return ""  # a smaller game may have no such position
    over = Deadline(SECONDS)
    sizes = smaller_sizes(options.game, min(POSITIONS, stopped.states // 2), over.seconds_left / 2)
    size = next((one for one in sizes if _will_do(options, resize_game(options.game, one), over, follow_up)), None)
    if size is None:
        return ""
    words = dict(word.split("=", 1) for word in options.parameters) | size
    command = [options.name, *(f"{name}={value}" for name, value in words.items())]
    return f"; this will do: faceup {click.get_current_context().info_name} {' '.join(map(quote, command))}"


def _will_do(options: PositionOptions, smaller: Game, over: Deadline, follow_up: Callable[[Solution], object]) -> bool:
    """Whether the smaller game is solved before the deadline."""
    from faceup.engines.solve.dispatch import solve as solve_game

    memory = options.memory if isinstance(options, LimitOptions) else None
    try:
        if (
            over.is_set()
            or (solution := solve_game(smaller, memory=memory, seconds=over.seconds_left)).value.how == "stopped"
        ):
            return False
        follow_up(solution)
    except (FaceupError, GivenUp):
        return False
    return not over.is_set()


def _draw(options: SolveOptions, result: "Solution | Distribution") -> None:
    """Draw the picture of ``--plot``."""
    of_moves = options.plot and isinstance(result, Solution)
    if of_moves and facts_of(options.game).hidden and options.played_game.turn(options.start) == CHANCE:
        problem = f"{hides(options.game)}, and chance moves first; faceup strategy --plot draws what to do"
        raise UsageError(f"no plot: {problem}")
    draw(result, options.plot, options.moves if options.after else ())


def _draw_tree(options: SolveOptions, solution: Solution) -> None:
    """Draw the tree of best play of ``--tree``."""
    if options.tree:
        from faceup.engines.explain.why import best_play
        from faceup.show.pictures.house_style import save
        from faceup.show.pictures.trees import tree_figure

        with drawing():
            if facts_of(options.game).hidden:
                raise UsageError(f"{hides(options.game)}; --tree is for games in which everybody sees all")
            save(tree_figure(best_play(solution)), options.tree)
        tell_written(options.tree)


def _solve_deals(options: SolveOptions, game: Patience) -> int:
    """Print the exact distribution over all deals of a solitaire game."""
    from faceup.engines.solve.dispatch import solve as solve_game
    from faceup.results.documents.solution import Deals

    with waiting("playing all deals"):
        distribution = solve_game(game, engine=options.engine, **options.limits)
    _draw(options, distribution)
    print_result(distribution, options.as_json, Deals(game, distribution))
    return STOPPED if distribution.undecided else 0
