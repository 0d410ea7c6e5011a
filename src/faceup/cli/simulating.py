"""``faceup simulate``: many random games; ``faceup replay``: one of them, step by step."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from faceup.cli.common import (
    Count,
    NumberedGame,
    check_plot,
    check_policy_count,
    check_tables,
    cluster_option,
    confidence_option,
    draw,
    game_arguments,
    json_option,
    plot_option,
    policy_of,
    print_json,
    print_result,
    saved_option,
    seconds_option,
    table_options,
    threads_option,
    workers,
    write_tables,
)
from faceup.cli.help_layout import Command
from faceup.cli.options import GameOptions, with_options
from faceup.cli.waiting import waiting
from faceup.cli.watchdog import watchdog
from faceup.engines.model.limits import stop
from faceup.engines.simulate.blocks import UnderWay
from faceup.library.finding import find_game
from faceup.results.reviews.replay import Level
from faceup.results.samples.sample import FIGURES, histogram_table
from faceup.rules.contract import Game, Patience, Rules
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.facts import facts_of

if TYPE_CHECKING:
    from faceup.results.samples.comparison import Comparison
    from faceup.results.samples.sample import Sample

GAMES = 100_000

seed_option = click.option(
    "--seed",
    metavar="NUMBER",
    type=click.IntRange(0, 2**63 - 1),
    default=0,
    help="Random seed: same seed, same games; 0 by default.",
)
policy_option = click.option(
    "--policy",
    "policies",
    metavar="POLICY",
    multiple=True,
    default=("random",),
    help="How players choose: random (the default), first, best, mcts:1000 (tree search with 1,000 playouts for each "
    "decision), ab:4 (alpha-beta, 4 moves ahead), or path/to/file.py:function. One policy for all players, or one for "
    "each, separated by commas. In a game with hidden cards, a function gets what its player sees.",
)


def names_in(policies: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of the policies; one option may name several, with commas between them."""
    return tuple(word.strip() for words in policies for word in words.split(","))


def policies_in(policies: tuple[str, ...]) -> tuple[Any, ...]:
    """Return the policies of the options as ``simulate`` takes them."""
    return tuple(map(policy_of, names_in(policies)))


def refuse_policies(rules_class: type[Rules], policies: tuple[str, ...]) -> None:
    """Raise UsageError if a solitaire game gets policies."""
    if not facts_of(rules_class).decisions and policies != ("random",):
        raise UsageError(f"{rules_class.name} plays itself; --policy is for games with decisions")


class Simulate(Command):
    """A command whose ``--against`` takes all words up to the next option: a game and its parameters."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        if "--against" in args:
            place = args.index("--against") + 1
            end = next((k for k in range(place, len(args)) if args[k].startswith("-")), len(args))
            args = [*args[:place], " ".join(args[place:end]), *args[end:]]
        return super().parse_args(context, args)


@dataclass(frozen=True, kw_only=True)
class SimulateOptions(GameOptions):
    """The options of ``faceup simulate``."""

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
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments that ``simulate``, ``compare`` and ``tournament`` share."""
        return {
            "seed": self.seed,
            "confidence": self.confidence,
            "longest": self.limit,
            "policies": policies_in(self.policies),
            "store": self.store,
            "threads": self.threads,
            "seconds": min(self.seconds, stop.seconds_left),
            "certify": self.as_json,  # a certificate takes compiling; people read the answer without it
        }

    @property
    def game_count(self) -> int:
        """How many games to play if no condition ends them."""
        return GAMES if self.games is None else self.games


@click.command(
    cls=Simulate,
    often=("--games", "--seed", "--policy", "--plot", "--json"),
    example="faceup simulate one-handed --games 1e6 --seed 1",
)
@game_arguments
@click.option(
    "--games",
    type=Count(),
    help=f"Number of games, such as 1000000 or 1e6; {GAMES:,} by default, unless --until is used.",
)
@seed_option
@confidence_option
@policy_option
@click.option(
    "--until", type=float, metavar="WIDTH", help="Play until the interval of --figure has at most this width."
)
@click.option(
    "--figure", type=click.Choice(FIGURES), default="win_rate", show_default=True, help="The figure of --until."
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
    "--limit",
    type=Count(),
    default=1_000_000,
    show_default=True,
    help="Maximum number of steps; a longer game counts as unfinished.",
)
@seconds_option
@plot_option("Draw the distribution; with --rotate, each pair of policies")
@table_options("Write the distribution")
@json_option
@with_options(SimulateOptions)
def simulate(options: SimulateOptions) -> int:
    """Play many random games: how often each player wins, with intervals, and how long games are.

    The same seed plays the same games on any machine and any number of threads; `faceup replay` shows game K of a
    seed. With --store, a stopped run continues where it stopped, and a larger --games extends it.
    """
    game = options.game
    refuse_policies(type(game), options.policies)
    check_tables(options.csv, options.parquet)
    check_plot(options.plot)
    if not options.rotate:
        check_policy_count(game, names_in(options.policies))
    tables = options.csv or options.parquet
    if options.table and (options.against is not None or options.rotate or "best" not in names_in(options.policies)):
        raise UsageError("--table is for --policy best; it does not work with --against or --rotate")
    if options.against is not None:
        if options.until is not None or options.rotate or options.keep or options.plot or tables:
            raise UsageError(
                "--against compares two games; it does not work with --until, --rotate, --keep, --plot, --csv or "
                "--parquet"
            )
        return _compare(options, find_game(*_split_game(options.against)))
    if options.rotate:
        if options.until is not None or options.keep:
            raise UsageError("--rotate plays a tournament; it goes with neither of --until and --keep")
        if options.plot and len(names_in(options.policies)) < 2:
            raise UsageError("--plot draws each policy against the others; possible: several with --rotate")
        return _rotate(options)
    sample = _simulate(options)
    print_result(sample, options.as_json)
    _write(options, sample)
    if sample.given_up:
        raise LimitReached(sample.given_up)
    return 0


def _simulate(options: SimulateOptions) -> "Sample":
    from faceup.engines.simulate.sampler import simulate as simulate_game
    from faceup.show.text.progress import progress

    solution = None
    if options.table:
        from faceup.engines.solve.dispatch import solve

        assert isinstance(options.game, Game)
        solution = solve(options.game, table=options.table)
    keep = dict(map(_parse_keep, options.keep))
    if len(keep) < len(options.keep):
        raise UsageError(f"--keep {' --keep '.join(options.keep)}: each kind once")
    games = options.game_count if options.until is None else options.games
    ending: dict[str, Any] = {"until": options.until, "figure": options.figure, "keep": keep}
    under_way = UnderWay()
    watchdog.knows(excuse=lambda: under_way.unfinished)
    with workers(options.cluster) as executor, progress(games, options.figure, options.until, under_way) as display:

        def report(sample: "Sample") -> None:
            watchdog.knows(lambda: print_result(sample, options.as_json))
            if display:
                display(sample)

        how = {**options.arguments, "under_way": under_way, "solution": solution}
        return simulate_game(options.game, games, executor=executor, progress=report, **ending, **how)


def _compare(options: SimulateOptions, other: Game | Patience) -> int:
    from faceup.engines.simulate.sampler import compare
    from faceup.show.text.progress import progress

    game, games = options.game, options.game_count
    under_way = UnderWay()
    watchdog.knows(excuse=lambda: under_way.unfinished)
    with workers(options.cluster) as executor, progress(games, "mean", None, under_way) as report:
        how = {**options.arguments, "under_way": under_way}
        comparison: Comparison = compare(game, other, games, executor=executor, progress=report, **how)
    print_result(comparison, options.as_json)
    if comparison.first.games < games:
        raise LimitReached(f"{stop.reason} after {comparison.first.games:,} games{stop.way_out}")
    return 0


def _rotate(options: SimulateOptions) -> int:
    from faceup.engines.simulate.tournament import tournament
    from faceup.results.samples.tournament import COLUMNS
    from faceup.show.text.progress import progress

    game, games, names = options.game, options.game_count, names_in(options.policies)
    watchdog.knows()
    with workers(options.cluster) as executor, progress(games, "mean", None, UnderWay()) as report:
        result = tournament(game, games=games, names=names, executor=executor, progress=report, **options.arguments)
    write_tables(options.csv, options.parquet, COLUMNS, lambda: result.rows)
    print_result(result, options.as_json)
    draw(result, options.plot)
    return 0


def _write(options: SimulateOptions, sample: "Sample") -> None:
    names, rows = histogram_table(sample)
    write_tables(options.csv, options.parquet, names, lambda: rows)
    draw(sample, options.plot)


def _split_game(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the name of the game and the NAME=VALUE words behind it."""
    name, *parameters = text.split() or [""]
    return name, tuple(parameters)


def _parse_keep(text: str) -> tuple[str, int]:
    """Return the kind and the number of games of ``--keep KIND:N``."""
    kind, _, number = text.partition(":")
    if not (number.isascii() and number.isdecimal() and len(number) < 9):
        raise UsageError(f"--keep {text}; possible: wins:10, longest:5, shortest:5")
    return kind, int(number)


LEVELS = get_args(Level)


@dataclass(frozen=True, kw_only=True)
class ReplayOptions(GameOptions):
    """The options of ``faceup replay``."""

    seed: int
    number: int | None
    deal: str | None
    level: Level
    policies: tuple[str, ...]
    seconds: float
    as_json: bool


@click.command(cls=NumberedGame, example="faceup replay one-handed --seed 1 --number 7")
@game_arguments
@seed_option
@click.option("--number", type=int, help="The number of the game, from 0, which is the default.")
@click.option("--deal", metavar="CARDS", help="Play a solitaire game with this deck instead, the bottom card first.")
@click.option("--level", type=click.Choice(LEVELS), default="hands", show_default=True, help="How much to show.")
@policy_option
@seconds_option
@json_option
@with_options(ReplayOptions)
def replay(options: ReplayOptions) -> int:
    """Show one numbered game, or one deal, step by step.

    Levels: result, only the end; discards, the steps that are not ordinary draws; draws, every step; hands, every step
    with the table, of long piles the top. --json has all cards.
    """
    from faceup.play import replays
    from faceup.results.documents.codec import document
    from faceup.results.documents.replay import Replayed

    game, deal = options.game, options.deal
    if options.number is not None and deal is not None:
        raise UsageError("--number K and --deal CARDS name two games; possible: one of them")
    refuse_policies(type(game), options.policies)
    check_policy_count(game, names_in(options.policies))
    if deal is None:
        game_replay = replays.replay(game, options.seed, options.number or 0, policies_in(options.policies))
    else:
        game_replay = replays.replay_deal(game, deal)
    watchdog.knows()
    with waiting("playing the game again"):
        if options.as_json:
            print_json(document(Replayed(game_replay, game_replay.in_words(options.level, _check_limit))))
        else:
            print_result(game_replay, level=options.level, check_limit=_check_limit)
    return 0


def _check_limit(steps: int) -> None:
    """Raise LimitReached if a limit was reached; ``steps`` is the number of steps printed before it."""
    if stop.limit:
        raise LimitReached(f"{stop.reason} after {steps:,} steps{stop.way_out}")
