"""``faceup sweep``."""

from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.common import (
    Count,
    by_option,
    cluster_option,
    confidence_option,
    console,
    engine_option,
    game_arguments,
    json_option,
    memory_option,
    plot_option,
    policies_of,
    policy_of,
    print_json,
    print_lines,
    ready_to_plot,
    ready_to_write,
    seconds_option,
    table_options,
    threads_option,
    workers,
    write_tables,
)
from faceup.cli.simulating import GAMES, policy_option, seed_option
from faceup.library.finding import find_class
from faceup.results.sweep import FAILED, LIMIT, NO_GAME
from faceup.rules.errors import FaceupError, LimitReached, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.parameters import read_parameters

if TYPE_CHECKING:
    from faceup.results.sweep import Cell, Sweep


@click.command()
@game_arguments
@click.option(
    "--figure",
    "figures",
    metavar="FIGURE",
    multiple=True,
    help="What to find, once or several times: value (the default), thresholds, states, openings (how many first moves "
    "are best); win_rate (the default of a patience), mean, length, which are simulated. Of several seats with payoffs "
    "of their own value, win_rate, tie_rate and mean are of each, value_2 of one.",
)
@click.option("--until", metavar="CONDITION", help='The first value for which it holds: "value >= 0.9".')
@click.option(
    "--play",
    metavar="POLICIES",
    default="",
    help="Exact figures when each seat keeps to a policy, as solve --play has them; also draw_rate, loss_rate, and "
    "length_50, length_90, length_99: moves within which so many plays of 100 end.",
)
@click.option("--exact", is_flag=True, help="Keep to fractions; of a patience: all deals instead of a simulation.")
@engine_option
@by_option
@memory_option
@seconds_option
@click.option("--games", type=Count(), help=f"How many to simulate for each cell; {GAMES:,} by default.")
@seed_option
@confidence_option
@policy_option
@click.option(
    "--store", type=click.Path(path_type=Path, dir_okay=False), help="Keep finished cells here, and go on from them."
)
@threads_option
@click.option(
    "--processes", type=click.IntRange(1), help="Run in so many processes, the better where rules run in CPython."
)
@cluster_option
@plot_option("Draw the figure over one or two parameters")
@table_options("Write one row for each cell")
@json_option
def sweep(
    name: str,
    parameters: tuple[str, ...],
    games: int | None,
    policies: tuple[str, ...],
    processes: int | None,
    cluster: str | None,
    threads: int | None,
    plot: Path | None,
    csv: Path | None,
    parquet: Path | None,
    memory: float | None,
    seconds: float | None,
    as_json: bool,
    until: str | None,
    play: str,
    **how: Any,
) -> int:
    """A grid of answers over ranges of parameters.

    A word is name=VALUES: numbers, LOW..HIGH and LOW..HIGH:STEP between commas, as in deck=20..200:20 or hand=5,10; for
    a parameter that is true or false, yes,no. A set of cards (matthew=1-7,16-33) is one value. All combinations are
    tried, the first parameter slowest.

    A cell whose parameters make no game stays blank (-); one that fails (!) or reaches a limit (?) says why, and the
    others go on. Cells that are under way together share the memory. Exit code 2 where a cell failed or none makes a
    game, else 3 where one reached a limit.
    """
    rules_class = find_class(name)
    given = read_parameters(rules_class, parameters, lambda kind, word, text: text)
    if not facts_of(rules_class).decisions and policies != ("random",):
        raise UsageError(f"{rules_class.name} plays itself; --policy is for games with decisions")
    if sum(option is not None for option in (threads, processes, cluster)) > 1:
        raise UsageError("say one of --threads, --processes and --cluster")
    how |= {"play": policies_of(play)}
    if until:
        if plot or csv or parquet or how.pop("figures"):
            raise UsageError("--until finds one cell by one figure; --figure, --plot, --csv and --parquet are for all")
        how |= {"games": games, "policies": tuple(map(policy_of, policies)), "memory": memory and memory * 2**30}
        return _first_cell(rules_class, given, until, as_json, threads=threads, seconds=seconds or inf, **how)
    ready_to_write(csv, parquet)
    ready_to_plot(plot)
    if plot:
        from faceup.engines.sweep.grid import axes_of
        from faceup.show.pictures.sweeps import check_axes

        check_axes(axes_of(rules_class, given), tuple(dict.fromkeys(how["figures"])))

    from faceup.engines.sweep.door import sweep as sweep_game
    from faceup.show.text.sweeps import sweep_progress, sweep_rows

    with workers(cluster, processes) as executor, sweep_progress() as report:
        found = sweep_game(
            rules_class,
            given,
            games=games,
            policies=tuple(map(policy_of, policies)),
            memory=memory and memory * 2**30,
            threads=threads,
            executor=executor,
            seconds=seconds or inf,
            progress=report,
            **how,
        )
    write_tables(csv, parquet, found.columns, lambda: sweep_rows(found))
    if as_json:
        from faceup.results.documents.sweep import sweep_document

        print_json(sweep_document(found))
    else:
        _print(found)
    if plot:
        from faceup.show.pictures.house_style import save
        from faceup.show.pictures.sweeps import sweep_figure

        save(sweep_figure(found), plot)
    return _ending(found)


def _first_cell(rules_class: Any, given: dict[str, Any], until: str, as_json: bool, **how: Any) -> int:
    """The first value for which a condition holds; exit code 1 where there is none."""
    from faceup.engines.sweep.first_cell import first_cell
    from faceup.show.text.sweeps import first_cell_lines, sweep_title

    found = first_cell(rules_class, given, until, **how)
    if as_json:
        from faceup.results.documents.sweep import first_cell_document

        print_json(first_cell_document(found))
    else:
        print_lines(console(), sweep_title(found.tried), first_cell_lines(found))
    return 0 if found.first else 1


def _print(sweep: "Sweep") -> None:
    from faceup.show.text.sweeps import sweep_lines, sweep_title

    out = console()
    print_lines(out, sweep_title(sweep), sweep_lines(sweep, out))


def _ending(sweep: "Sweep") -> int:
    """The exit code: 2 or 3, with the reason, where not every cell has its figures."""
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
