"""``faceup sweep``: answers over a grid of parameters, or the first one for which a condition holds."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.common import (
    Count,
    by_option,
    check_plot,
    check_tables,
    cluster_option,
    confidence_option,
    draw,
    engine_option,
    game_arguments,
    json_option,
    memory_option,
    plot_option,
    policies_of,
    policy_of,
    print_result,
    seconds_option,
    table_options,
    threads_option,
    workers,
    write_tables,
)
from faceup.cli.help_layout import Command
from faceup.cli.options import LimitOptions, with_options
from faceup.cli.simulating import GAMES, policy_option, refuse_policies, seed_option
from faceup.cli.waiting import waiting
from faceup.cli.watchdog import watchdog
from faceup.library.finding import find_class
from faceup.results.samples.sweep import FAILED, LIMIT, NO_GAME
from faceup.rules.errors import FaceupError, LimitReached, UsageError
from faceup.rules.parameters import read_parameters

if TYPE_CHECKING:
    from faceup.results.samples.sweep import Cell, Sweep


@dataclass(frozen=True, kw_only=True)
class SweepOptions(LimitOptions):
    """The options of ``faceup sweep``; ``parameters`` have ranges."""

    name: str
    parameters: tuple[str, ...]
    figures: tuple[str, ...]
    until: str | None
    play: str
    exact: bool
    engine: str
    by: str
    games: int | None
    seed: int
    confidence: float
    policies: tuple[str, ...]
    store: Path | None
    threads: int | None
    processes: int | None
    cluster: str | None
    plot: Path | None
    csv: Path | None
    parquet: Path | None
    as_json: bool

    @property
    def values(self) -> dict[str, Any]:
        """The text of the values of each parameter."""
        return read_parameters(find_class(self.name), self.parameters, lambda kind, word, text: text)

    @property
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments of ``engines.sweep.grid.sweep`` and ``first_cell`` that say how to compute figures."""
        options: dict[str, Any] = {
            "exact": self.exact,
            "engine": self.engine,
            "by": self.by,
            "games": self.games,
            "seed": self.seed,
        }
        options |= {"confidence": self.confidence, "store": self.store, "threads": self.threads, **self.limits}
        return options | {"play": policies_of(self.play), "policies": tuple(map(policy_of, self.policies))}


@click.command(
    cls=Command,
    often=("--figure", "--plot", "--csv", "--games", "--json"),
    example="faceup sweep best-card deck=20..100:20 hand=5,10",
)
@game_arguments
@click.option(
    "--figure",
    "figures",
    metavar="FIGURE",
    multiple=True,
    help="Quantity, repeatable: value (the default), thresholds, states, openings (how many first moves "
    "are best); by simulation: win_rate (the default of a solitaire game), mean, length. With several seats, value, "
    "win_rate, tie_rate and mean have a column for each seat; value_2 is one of them.",
)
@click.option(
    "--until", metavar="CONDITION", help='Search for the first value that satisfies this condition: "value >= 0.9".'
)
@click.option(
    "--play",
    metavar="POLICIES",
    default="",
    help="Exact figures for fixed policies, as with solve --play; also draw_rate, loss_rate, and length_50, length_90, "
    "length_99: the number of moves within which 50, 90, 99 of 100 plays end.",
)
@click.option(
    "--exact", is_flag=True, help="Exact fractions; for a solitaire game, over all deals instead of a simulation."
)
@engine_option
@by_option
@memory_option
@seconds_option
@click.option("--games", type=Count(), help=f"Number of games to simulate for each cell; {GAMES:,} by default.")
@seed_option
@confidence_option
@policy_option
@click.option(
    "--store", type=click.Path(path_type=Path, dir_okay=False), help="Save finished cells here, and continue from them."
)
@threads_option
@click.option(
    "--processes", type=click.IntRange(1), help="Number of processes; better than threads if rules run in CPython."
)
@cluster_option
@plot_option("Draw the figure over one or two parameters")
@table_options("Write one row for each cell")
@json_option
@with_options(SweepOptions)
def sweep(options: SweepOptions) -> int:
    """Compute a grid of answers over ranges of parameters.

    Write name=VALUES: numbers, LOW..HIGH and LOW..HIGH:STEP, separated by commas, as in deck=20..200:20 or hand=5,10;
    for a parameter that is true or false, yes,no. A set of cards (matthew=1-7,16-33) is one value. sweep tries all
    combinations; the first parameter changes slowest.

    A cell is blank (-) if its parameters make no game. A cell that fails (!) or reaches a limit (?) says why, and the
    others continue. Cells that run at the same time share the memory. Exit code 2 if a cell failed or none makes a
    game, else 3 if one reached a limit.
    """
    rules_class, values = find_class(options.name), options.values
    refuse_policies(rules_class, options.policies)
    if sum(option is not None for option in (options.threads, options.processes, options.cluster)) > 1:
        raise UsageError("say one of --threads, --processes and --cluster")
    if options.until:
        if options.plot or options.csv or options.parquet or options.figures:
            raise UsageError("--until finds one cell by one figure; --figure, --plot, --csv and --parquet are for all")
        if options.processes is not None or options.cluster is not None:
            raise UsageError("--until looks at one cell after another; --processes and --cluster are for all cells")
        return _first_cell(options, options.until)
    check_tables(options.csv, options.parquet)
    check_plot(options.plot)
    if options.plot:
        from faceup.engines.sweep.question import axes_of
        from faceup.show.pictures.sweeps import check_axes

        check_axes(axes_of(rules_class, values), tuple(dict.fromkeys(options.figures)))
    from faceup.engines.sweep.grid import sweep as sweep_game
    from faceup.results.sentences.sweeps import sweep_rows
    from faceup.show.text.sweeps import sweep_progress

    watchdog.knows()
    with workers(options.cluster, options.processes) as executor, sweep_progress() as display:

        def report(so_far: "Sweep") -> None:
            watchdog.knows(lambda: print_result(so_far, options.as_json))
            if display:
                display(so_far)

        more: dict[str, Any] = {"figures": options.figures, "executor": executor, "progress": report}
        result = sweep_game(rules_class, values, **options.arguments, **more)
    print_result(result, options.as_json)
    write_tables(options.csv, options.parquet, result.columns, lambda: sweep_rows(result))
    draw(result, options.plot)
    return _ending(result)


def _first_cell(options: SweepOptions, until: str) -> int:
    """Print the first value for which a condition holds; exit code 1 if there is none."""
    from faceup.engines.sweep.first_cell import first_cell

    watchdog.knows()
    with waiting("looking for the first cell"):
        result = first_cell(find_class(options.name), options.values, until, **options.arguments)
    print_result(result, options.as_json)
    return 0 if result.first else 1


def _ending(sweep: "Sweep") -> int:
    """Return the exit code: 0, or 2 or 3 with the reason if some cell lacks its figures."""
    if failed := sweep.of_kind(FAILED):
        first = ", the first with" if len(failed) > 1 else ":"
        raise FaceupError(f"{_share(failed, sweep)} failed{first} {failed[0].problem}")
    if limited := sweep.of_kind(LIMIT):
        raise LimitReached(f"{_share(limited, sweep)} reached a limit: {limited[0].problem}")
    if len(sweep.of_kind(NO_GAME)) == sweep.size:
        raise UsageError(f"no cell makes a game: {sweep.cells[0].problem}")
    return 0


def _share(cells: "list[Cell]", sweep: "Sweep") -> str:
    return "the cell" if sweep.size == 1 else f"{len(cells):,} of {sweep.size:,} cells"
