"""What several commands share: options, executors, policies, and the printing of documents, text and tables."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.help_layout import Command as HelpedCommand
from faceup.cli.watchdog import watchdog
from faceup.library.finding import find_game, load_file
from faceup.results.showable import optional, renaming
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import UsageError
from faceup.rules.facts import plays_itself

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

Command = Callable[..., Any]


def game_arguments(command: Command) -> Command:
    """Add the arguments ``GAME [NAME=VALUE ...]`` to a command."""
    command = click.argument("parameters", nargs=-1, metavar="[NAME=VALUE]...")(command)
    return click.argument("name", metavar="GAME")(command)


def more_than_zero(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """Refuse a number of 0 or less; None if the option is absent."""
    if value is not None and not 0 < value < inf:  # also true of nan
        raise click.BadParameter(f"{value:g}; possible: more than 0")
    return value


def _in_bytes(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and not value > 0:  # also true of nan
        raise click.BadParameter(f"{value:g} GiB; possible: more than 0")
    if value is None:
        return None
    watchdog.bound_memory(value * 2**30)
    return value * 2**30


def memory_option_of(usual: str) -> Callable[[Command], Command]:
    """Return a decorator for ``--memory GIB``; the command gets bytes, or None if the option is absent."""
    help = f"Memory limit of the table, in GiB; by default {usual}."
    return click.option("--memory", metavar="GIB", type=float, callback=_in_bytes, help=help)


def _clock(context: click.Context, parameter: click.Parameter, value: float | None) -> float:
    if value is None:
        return inf
    if not 0 < value < inf:  # also false of nan
        raise click.BadParameter(f"{value:g} s; possible: more than 0")
    watchdog.allow(value)
    return value


seconds_option = click.option(
    "--seconds",
    metavar="SECONDS",
    type=float,
    callback=_clock,
    help="Time limit; prints the best answer so far, with exit code 3.",
)


memory_option = memory_option_of("half of what is free")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


after_option = click.option(
    "--after",
    metavar="MOVES",
    default="",
    help="Start after these moves, in the game's words or as --json lists them, [4, 0], including moves of chance.",
)
position_option = click.option(
    "--position", metavar="TEXT", default="", help='Start from this position, as the game writes it: "x=0,4 o=1,3".'
)
engine_option = click.option(
    "--engine",
    metavar="ENGINE",
    default="auto",
    help="Use only one engine: enumeration, theory, induction, search, bounds, cyclic, equilibrium, beliefs, "
    "sequence-form or regret; native (where rules compile) or cpython; or both, as in cyclic-native. auto tries all.",
)
by_option = click.option(
    "--by",
    type=click.Choice(("auto", "rules", "theory")),
    default="auto",
    show_default=True,
    help="Use the rules, or the theory of a game that has one; auto: the theory for large games.",
)
saved_option = click.option(
    "--table",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Answer from the table that faceup solve --save wrote; solve positions that it lacks.",
)
threads_option = click.option(
    "--threads", metavar="NUMBER", type=click.IntRange(1), help="Threads to use; by default one for each processor."
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Run on the workers of a Dask scheduler: tcp://HOST:8786."
)
confidence_option = click.option(
    "--confidence",
    metavar="SHARE",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    help="Confidence of the intervals; 0.95 by default.",
)


def plot_option(text: str) -> Callable[[Command], Command]:
    """Return a decorator that adds ``--plot FILE`` to a command."""
    return click.option("--plot", metavar="FILE", type=click.Path(path_type=Path), help=f"{text}: PNG, SVG or PDF.")


def table_options(text: str) -> Callable[[Command], Command]:
    """Return a decorator that adds ``--csv FILE`` and ``--parquet FILE`` to a command."""

    def add(command: Command) -> Command:
        command = click.option(
            "--parquet", metavar="FILE", type=click.Path(path_type=Path), help=f"{text} as Parquet."
        )(command)
        return click.option("--csv", metavar="FILE", type=click.Path(path_type=Path), help=f"{text} as CSV.")(command)

    return add


def check_plot(path: Path | None) -> None:
    """Refuse a picture that cannot be written, before any work is done for it."""
    if path:
        from faceup.show.files import check_place
        from faceup.show.pictures.house_style import check_kind

        check_place(path)
        check_kind(path)
        optional("matplotlib.figure", "plots")


@contextmanager
def drawing() -> Iterator[None]:
    """Draw a picture inside, after the answer was printed. The message of a UsageError says that there is none."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"no plot: {error}") from error


def tell_written(path: Path) -> None:
    """Say on a terminal that an option wrote its file; standard output has the answer alone."""
    if sys.stderr.isatty():
        print(f"wrote {path}", file=sys.stderr)


def draw(result: Any, path: Path | None, after: Sequence[Any] = ()) -> None:
    """Draw the picture of ``--plot``, if it is asked for. Raises UsageError if the result has none."""
    if path:
        from faceup.show.pictures.plots import plot

        with drawing():
            plot(result, path, after)
        tell_written(path)


def check_tables(csv: Path | None, parquet: Path | None) -> None:
    """Refuse tables that cannot be written, before any work is done for them."""
    for path in filter(None, (csv, parquet)):
        from faceup.show.files import check_place

        check_place(path)
    if parquet:
        optional("pyarrow.parquet", "parquet")


def write_tables(
    csv: Path | None, parquet: Path | None, columns: Sequence[str], rows: Callable[[], Iterable[Sequence[Any]]]
) -> None:
    """Write the tables of ``--csv`` and ``--parquet``."""
    from faceup.show.files import write_csv, write_parquet

    with watchdog.answering():
        if csv:
            write_csv(csv, columns, rows())
        if parquet:
            write_parquet(parquet, columns, rows())
    for path in filter(None, (csv, parquet)):
        tell_written(path)


@contextmanager
def workers(address: str | None, processes: int | None = None) -> Iterator[Any]:
    """Yield an executor on a cluster or on processes; None if threads do the work."""
    if processes is not None:
        from faceup.engines.simulate.processes import Processes

        with Processes(processes) as executor:
            yield executor
    elif address is not None:
        from faceup.engines.simulate.processes import cluster

        with cluster(address) as executor:
            yield executor
    else:
        yield None


def tell(text: str) -> None:
    """Print a line on standard error while a command works."""
    print(f"faceup: {text}", file=sys.stderr, flush=True)


@contextmanager
def after_a_while(seconds: float, act: Callable[[], object]) -> Iterator[None]:
    """Call ``act`` if the work inside takes longer than ``seconds``."""
    from threading import Timer

    timer = Timer(seconds, act)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class NumberedGame(HelpedCommand):
    """A command with ``--number``; it accepts the former name ``--game`` too, and says so on standard error."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        old, new = "--game", "--number"
        renamed = [new + arg[len(old) :] if arg.split("=")[0] == old else arg for arg in args]
        if renamed != args:
            tell(renaming(old, new))
        return super().parse_args(context, renamed)


class Count(click.ParamType[int]):
    """A whole number, written 1000000 or 1e6."""

    name = "number"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        try:
            number = float(value)
            if number.is_integer() and abs(number) < 1e18:
                return int(value) if value.lstrip("-").isdigit() else int(number)
            if abs(number) >= 1e18:
                self.fail(f"{value!r} is too large; possible: whole numbers below 1e18", parameter, context)
        except ValueError:
            pass
        self.fail(f"{value!r} is not a whole number; write 1000000 or 1e6", parameter, context)


def check_policy_count(game: Game | Patience, policies: Sequence[Any]) -> None:
    """Raise UsageError for several policies in a game in which no two players decide."""
    from faceup.engines.graph.stakes import stakes_seen

    if len(policies) > 1 and isinstance(game, Game):
        stakes = stakes_seen(game)
        if not (stakes.two or stakes.seats):
            who = "one player" if stakes.players else "no player"
            raise UsageError(f"{len(policies)} policies; {type(game).name} has {who}; possible: one policy")


def policy_of(word: str) -> Any:
    """Return a policy as ``simulate`` takes it: a name, or the function at path/to/file.py:function."""
    path, colon, name = word.rpartition(":")
    if not colon or not path.endswith(".py"):
        return word
    function = getattr(load_file(Path(path)), name, None)
    if not callable(function):
        raise UsageError(f"policy {word!r}: the file has no function {name!r}")
    return function


def policies_of(words: str) -> tuple[Any, ...]:
    """Return the policies of the seats, from names separated by commas."""
    return tuple(policy_of(word.strip()) for word in words.split(",")) if words else ()


def game_with_decisions(name: str, parameters: tuple[str, ...]) -> Game:
    """Return the game of this name. Raises UsageError for a solitaire game."""
    return with_decisions(name, find_game(name, parameters))


def with_decisions(name: str, game: Game | Patience) -> Game:
    """Return the game itself. Raises UsageError for a solitaire game."""
    if plays_itself(game):
        from faceup.engines.model.dealing import no_decisions

        raise no_decisions(game)
    return game


def print_json(document: Mapping[str, Any]) -> None:
    text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    with watchdog.answering():
        print(text)


def print_lines(out: "Console", heading: str, lines: "Iterable[str | Text | Table]") -> None:
    """Print a heading, if there is one, and lines of text and tables, wrapped as ``width_of`` says."""
    from faceup.show.text.styled_lines import write

    lines = list(lines)  # computing them may take long
    with watchdog.answering():
        write(out, heading, lines, width_of(out))


def print_result(result: Any, as_json: bool = False, record: Any = None, **how: Any) -> None:
    """Print a result as ``print(result)`` does in Python, or as one JSON document.

    The document is of ``record``, if the command tells more than the result alone. ``how`` are the options of the text.
    """
    if as_json:
        from faceup.results.documents.codec import document

        return print_json(document(result if record is None else record))
    from faceup.show.text.printed import Page, lay_out

    out = console()
    print_lines(out, *lay_out(result, Page(out=out, width=width_of(out), **how)))


def width_of(out: "Console") -> int:
    """Return the columns at which text wraps: those of the terminal or of COLUMNS; without either, no wrapping."""
    return out.width if out.is_terminal or "COLUMNS" in os.environ else sys.maxsize


def console() -> "Console":
    """Return standard output, in colour on a terminal unless NO_COLOR is set."""
    from rich.console import Console

    class Pipe(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # Rich would exit with 1, which means "no" here

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 120
    return Pipe(highlight=False, soft_wrap=True, width=width)
