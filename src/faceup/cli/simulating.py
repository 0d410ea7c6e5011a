"""``faceup simulate``."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.asked import AboutGame, asked_as
from faceup.cli.common import (
    Count,
    cluster_option,
    confidence_option,
    game_arguments,
    json_option,
    plot_option,
    policy_of,
    print_json,
    print_result,
    ready_to_plot,
    ready_to_write,
    saved_option,
    seconds_option,
    table_options,
    threads_option,
    workers,
    write_tables,
)
from faceup.cli.help_layout import Command
from faceup.cli.watchdog import watchdog
from faceup.engines.model.limits import stop
from faceup.engines.simulate.under_way import UnderWay
from faceup.library.finding import find_game
from faceup.results.samples.sample import FIGURES, histogram_table
from faceup.rules.contract import Game, Patience, Rules
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.facts import facts_of

if TYPE_CHECKING:
    from faceup.results.samples.sample import Comparison, Sample

GAMES = 100_000

seed_option = click.option(
    "--seed",
    metavar="NUMBER",
    type=click.IntRange(0, 2**63 - 1),
    default=0,
    help="Which games are played: 0 by default.",
)
policy_option = click.option(
    "--policy",
    "policies",
    metavar="POLICY",
    multiple=True,
    default=("random",),
    help="How players choose: random (the default), first, best, mcts:1000 (tree search, so many playouts for each "
    "decision), ab:4 (alpha-beta, so many moves ahead), or path/to/file.py:function. Once for all or once for each; "
    "several with commas between them. Where something is hidden, a function gets what its player sees.",
)


def names_in(policies: tuple[str, ...]) -> tuple[str, ...]:
    """The policies as they are written: one an option, or several with commas between them."""
    return tuple(word.strip() for words in policies for word in words.split(","))


def policies_in(policies: tuple[str, ...]) -> tuple[Any, ...]:
    """The same as ``simulate`` takes them."""
    return tuple(map(policy_of, names_in(policies)))


def refuse_policies(rules_class: type[Rules], policies: tuple[str, ...]) -> None:
    """Raise UsageError where nobody decides and policies were given."""
    if not facts_of(rules_class).decisions and policies != ("random",):
        raise UsageError(f"{rules_class.name} plays itself; --policy is for games with decisions")


class Simulate(Command):
    """``--against`` takes all words up to the next option, so that parameters may follow the game."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        if "--against" in args:
            place = args.index("--against") + 1
            end = next((k for k in range(place, len(args)) if args[k].startswith("-")), len(args))
            args = [*args[:place], " ".join(args[place:end]), *args[end:]]
        return super().parse_args(context, args)


@dataclass(frozen=True, kw_only=True)
class SimulateAsked(AboutGame):
    """What ``faceup simulate`` was asked."""

    games: int | None
    seed: int
    confidence: float
    policies: tuple[str, ...]
    until: float | None
    figure: str
    against: str | None
    rotate: bool
    keep: tuple[str, ...]
    store: Path | None
    table: Path | None
    threads: int | None
    cluster: str | None
    limit: int
    seconds: float
    plot: Path | None
    csv: Path | None
    parquet: Path | None
    as_json: bool

    @property
    def how(self) -> dict[str, Any]:
        """How games are played and counted, as ``simulate``, ``compare`` and ``tournament`` take it."""
        return {
            "seed": self.seed,
            "confidence": self.confidence,
            "longest": self.limit,
            "policies": policies_in(self.policies),
            "store": self.store,
            "threads": self.threads,
            "seconds": min(self.seconds, stop.seconds_left),
            "certify": self.as_json,  # people are told what was played, and wait for no compiler
        }

    @property
    def most(self) -> int:
        """How many games, where no condition ends them."""
        return GAMES if self.games is None else self.games


@click.command(
    cls=Simulate,
    often=("--games", "--seed", "--policy", "--plot", "--json"),
    example="faceup simulate one-handed --games 1e6 --seed 1",
)
@game_arguments
@click.option("--games", type=Count(), help=f"How many, as 1000000 or 1e6; {GAMES:,} unless --until says otherwise.")
@seed_option
@confidence_option
@policy_option
@click.option("--until", type=float, metavar="WIDTH", help="Play until the interval of --figure is this narrow.")
@click.option(
    "--figure", type=click.Choice(FIGURES), default="win_rate", show_default=True, help="What --until is about."
)
@click.option("--against", metavar="GAME [NAME=VALUE]...", help="Play another game on the same deals, and compare.")
@click.option(
    "--rotate", is_flag=True, help="Play a tournament: each policy in every seat, against each other and itself."
)
@click.option("--keep", metavar="KIND:N", multiple=True, help="Report games: wins:10, longest:5, shortest:5.")
@click.option(
    "--store",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Save finished blocks here, and continue from them.",
)
@saved_option
@threads_option
@cluster_option
@click.option(
    "--limit", type=Count(), default=1_000_000, show_default=True, help="Steps after which a game is unfinished."
)
@seconds_option
@plot_option("Draw the distribution, or with --rotate each policy against the one before it")
@table_options("Write the distribution")
@json_option
@asked_as(SimulateAsked)
def simulate(asked: SimulateAsked) -> int:
    """Play many random games: how often each player wins, with intervals, and how long games are.

    The same seed plays the same games on any machine and any number of threads; game K of a seed is replayed by
    `faceup replay`. With --store a run that was stopped goes on where it was, and asking for more games extends it.
    """
    game = asked.game
    refuse_policies(type(game), asked.policies)
    ready_to_write(asked.csv, asked.parquet)
    ready_to_plot(asked.plot)
    tables = asked.csv or asked.parquet
    if asked.table and (asked.against is not None or asked.rotate or "best" not in names_in(asked.policies)):
        raise UsageError("--table is for --policy best; it goes with none of --against and --rotate")
    if asked.against is not None:
        if asked.until is not None or asked.rotate or asked.keep or asked.plot or tables:
            raise UsageError(
                "--against compares; it goes with none of --until, --rotate, --keep, --plot, --csv and --parquet"
            )
        return _compare(asked, find_game(*_words(asked.against)))
    if asked.rotate:
        if asked.until is not None or asked.keep:
            raise UsageError("--rotate plays a tournament; it goes with neither of --until and --keep")
        if asked.plot and len(names_in(asked.policies)) < 2:
            raise UsageError("--plot draws each policy against the one before it; possible: several with --rotate")
        return _rotate(asked)
    sample = _simulate(asked)
    _print(asked, sample)
    _write(asked, sample)
    if sample.given_up:
        raise LimitReached(sample.given_up)
    return 0


def _print(asked: SimulateAsked, sample: "Sample") -> None:
    if asked.as_json:
        from faceup.results.documents.sample import sample_document

        return print_json(sample_document(asked.game, sample))
    print_result(sample)


def _simulate(asked: SimulateAsked) -> "Sample":
    from faceup.engines.simulate.sampler import simulate as simulate_game
    from faceup.show.text.progress import progress

    solution = None
    if asked.table:
        from faceup.engines.solve.dispatch import solve

        assert isinstance(asked.game, Game)
        solution = solve(asked.game, table=asked.table)
    kept = dict(map(_parse_keep, asked.keep))
    if len(kept) < len(asked.keep):
        raise UsageError(f"--keep {' --keep '.join(asked.keep)}: each kind once")
    games = asked.most if asked.until is None else asked.games
    ending: dict[str, Any] = {"until": asked.until, "figure": asked.figure, "keep": kept}
    under_way = UnderWay()
    watchdog.knows(untold=lambda: under_way.unfinished)
    with workers(asked.cluster) as executor, progress(games, asked.figure, asked.until, under_way) as shown:

        def report(sample: "Sample") -> None:
            watchdog.knows(lambda: _print(asked, sample))
            if shown:
                shown(sample)

        how = {**asked.how, "under_way": under_way, "solution": solution}
        return simulate_game(asked.game, games, executor=executor, progress=report, **ending, **how)


def _compare(asked: SimulateAsked, other: Game | Patience) -> int:
    from faceup.engines.simulate.sampler import compare
    from faceup.results.documents.sample import comparison_document
    from faceup.show.text.progress import progress

    game, games = asked.game, asked.most
    under_way = UnderWay()
    watchdog.knows(untold=lambda: under_way.unfinished)
    with workers(asked.cluster) as executor, progress(games, "mean", None, under_way) as report:
        how = {**asked.how, "under_way": under_way}
        comparison: Comparison = compare(game, other, games, executor=executor, progress=report, **how)
    if asked.as_json:
        print_json(comparison_document(game, other, comparison))
    else:
        print_result(comparison)
    if comparison.first.games < games:
        raise LimitReached(f"{stop.reason} after {comparison.first.games:,} games{stop.way_out}")
    return 0


def _rotate(asked: SimulateAsked) -> int:
    from faceup.engines.simulate.tournament import tournament
    from faceup.results.documents.tournament import tournament_document
    from faceup.results.samples.tournament import COLUMNS
    from faceup.show.text.progress import progress

    game, games, names = asked.game, asked.most, names_in(asked.policies)
    watchdog.knows()
    with workers(asked.cluster) as executor, progress(games, "mean", None, UnderWay()) as report:
        found = tournament(game, games=games, names=names, executor=executor, progress=report, **asked.how)
    if asked.plot:
        from faceup.show.pictures.plots import plot

        plot(found, asked.plot)
    write_tables(asked.csv, asked.parquet, COLUMNS, lambda: found.rows)
    if asked.as_json:
        assert isinstance(game, Game)
        print_json(tournament_document(game, found))
    else:
        print_result(found)
    return 0


def _write(asked: SimulateAsked, sample: "Sample") -> None:
    if asked.plot:
        from faceup.show.pictures.plots import plot

        plot(sample, asked.plot)
    names, rows = histogram_table(sample)
    write_tables(asked.csv, asked.parquet, names, lambda: rows)


def _words(text: str) -> tuple[str, tuple[str, ...]]:
    name, *parameters = text.split() or [""]
    return name, tuple(parameters)


def _parse_keep(text: str) -> tuple[str, int]:
    kind, _, most = text.partition(":")
    if not (most.isascii() and most.isdecimal() and len(most) < 9):
        raise UsageError(f"--keep {text}; possible: wins:10, longest:5, shortest:5")
    return kind, int(most)
