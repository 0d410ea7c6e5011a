"""The command ``faceup``. Nothing heavy is imported before a command needs it."""

import atexit
import gc
import os
import shutil
import signal
import sys
import textwrap
import warnings
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from importlib import import_module
from typing import Any

import click

from faceup.cli.help_layout import HelpContext, usage_problem
from faceup.cli.watchdog import leave, watchdog
from faceup.engines.model.limits import GivenUp, stop
from faceup.library.errors_in_rules import place_of, rules_error_text
from faceup.rules.errors import FaceupError, LimitReached, limit_reached
from faceup.rules.names import near_names

COMMANDS = {
    "games": "rules",
    "check": "rules",
    "solve": "solving",
    "strategy": "strategies",
    "sweep": "sweeping",
    "same": "reasons",
    "symmetries": "reasons",
    "why": "reasons",
    "simulate": "simulating",
    "replay": "simulating",
    "move": "playing.moving",
    "play": "playing.command",
    "review": "playing.reviewing",
    "serve": "serving",
    "export": "rules",
    "new": "rules",
    "doctor": "rules",
}
SUMMARIES = {
    "games": "The library, or all about one game.",
    "check": "Recompute every published result, and compare.",
    "solve": "Who wins, the best first moves, a line of best play.",
    "strategy": "What to do in every position, as a table to play from.",
    "sweep": "One answer for many values of the parameters.",
    "same": "Whether two games are the same up to renaming, with proof.",
    "symmetries": "The renamings of moves that leave a game unchanged.",
    "why": "Why the best move is best, in plain sentences.",
    "simulate": "How often each player wins, with intervals.",
    "replay": "One simulated game, step by step.",
    "move": "One perfect move, for programs: a position in, a move out.",
    "play": "Play in the terminal against the computer.",
    "review": "A saved game: luck, mistakes, and better moves.",
    "serve": "Play and analyse games in a browser.",
    "export": "A file for Gambit.",
    "new": "A rule file of your own to begin from.",
    "doctor": "What is wrong with a rule file, and how fast it will be.",
}
NARROWEST = 20  # columns of a message on a terminal
KINDS = {  # the kinds of commands, as the help lists them
    "Ask about a game": ("solve", "why", "strategy", "sweep", "same", "symmetries"),
    "Play": ("play", "review", "serve", "move"),
    "Many random games": ("simulate", "replay"),
    "Rules": ("games", "new", "doctor", "check", "export"),
}


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is used."""

    context_class = HelpContext

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = getattr(import_module(f"faceup.cli.{COMMANDS[name]}"), name)
        assert isinstance(command, click.Command)
        command.context_class = HelpContext
        return command

    def resolve_command(self, context: click.Context, words: list[str]) -> Any:
        if words[0] not in COMMANDS and not words[0].startswith("-"):
            near = near_names(words[0], COMMANDS)
            suggestion = f"did you mean {near[0]}? Possible" if near else "possible"
            raise click.UsageError(f"no command {words[0]!r}; {suggestion}: {', '.join(COMMANDS)}", context)
        return super().resolve_command(context, words)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        for kind, names in KINDS.items():
            with formatter.section(kind):
                formatter.write_dl([(name, SUMMARIES[name]) for name in names])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="faceup")
def faceup() -> None:
    """Solve, simulate and play card, number and dice games whose rules are written once, in plain Python.

    GAME is a library name, path/to/file.py (path/to/file.py:Class if the file has several games), or path/to/file.efg;
    parameters are name=value words.

    \b
    faceup solve best-card deck=100 hand=10
    faceup simulate one-handed --games 1e6 --seed 1
    echo "4 5 2 6 3" | faceup move three-fourteen
    """


def complain(message: str, code: int) -> int:
    text = "faceup: " + " ".join(message.split())
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns
        text = textwrap.fill(text, max(width, NARROWEST), break_long_words=False, break_on_hyphens=False)
    print(text, file=sys.stderr)
    return code


def hint_of(error: LimitReached | GivenUp) -> str:
    """Return a likely cause of a limit: a number of the state that keeps growing. Empty if there is none."""
    if not isinstance(error, LimitReached) or error.game is None:
        return ""
    from faceup.engines.model.growing_numbers import growing_number

    found = growing_number(error.game)
    return f"; {found}" if found else ""


def end_at_once(*_: Any) -> None:
    """End the process at a second interrupt."""
    os._exit(130)


def main(arguments: list[str] | None = None) -> None:
    """Run the command and exit.

    0 done, 1 the answer is no, 2 bad input, 3 a limit was reached, 130 interrupted, 143 told to terminate.
    """

    def warn(message: Any, *rest: Any, **more: Any) -> None:
        complain(str(message), 0)

    warnings.showwarning = warn
    gc.set_threshold(
        200_000, 20, 20
    )  # a short-lived process makes next to no cycles, and looking for them costs a fifth
    watchdog.begin()
    try:
        code = _code_of(arguments)
        if arguments is None and stop.limit:
            leave(code)  # threads may be busy for long
    finally:
        stop.clear()
    sys.exit(code)


def _parameters_of(names: Sequence[str]) -> list[str]:
    """Return the names of the parameters of the game with this name, if there is one."""
    from faceup.library.finding import find_game
    from faceup.rules.parameters import kinds

    with suppress(Exception):  # what is wrong with the game is not asked
        return [name for one in names for name in kinds(type(find_game(one, ())))]
    return []


def _code_of(arguments: list[str] | None) -> int:
    """Run the command and return its exit code; ``arguments`` None stands for those of the process."""
    watching = watchdog.watching() if arguments is None else nullcontext()  # watching may end the process
    try:
        context = faceup.make_context("faceup", sys.argv[1:] if arguments is None else arguments)
        with context, watching:  # not faceup.main: that takes a broken pipe for a failure
            code = faceup.invoke(context)
        sys.stdout.flush()
        if code == LimitReached.exit_code:
            code = watchdog.code
    except click.exceptions.Exit as ended:  # --help and --version
        code = ended.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.ctx.get_help() if error.ctx else "", file=sys.stderr)
        code = 2
    except click.ClickException as error:
        words = sys.argv[1:] if arguments is None else arguments
        parameters = _parameters_of(words[1:2]) if isinstance(error, click.NoSuchOption) else ()
        code = complain(usage_problem(error, parameters), 2)
    except (LimitReached, GivenUp) as error:
        if stop.limit:
            watchdog.print_known()
        code = complain((str(error) or f"{stop.reason}{stop.way_out}") + hint_of(error), watchdog.code)
    except FaceupError as error:
        code = complain(str(error), error.exit_code)
    except (click.Abort, KeyboardInterrupt) as ended:
        exec("")  # CPython 3.11 ends ``python -m`` by a signal if the last code that ran from text was interrupted
        if arguments is None:
            signal.signal(signal.SIGINT, end_at_once)
            atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)  # CPython would die of a later interrupt
        place = place_of(ended)
        where = f" in {place.method}: {place}" if place else ""
        code = (
            complain(watchdog.reason, LimitReached.exit_code)
            if watchdog.reason
            else complain(f"interrupted{where}", 130)
        )
    except BrokenPipeError:  # the reader of the output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the flush at exit must be silent too
        code = 0
    except MemoryError as error:
        place = place_of(error)
        where = f"{limit_reached('memory')} in {place.method}: {place}" if place else "out of memory"
        code = complain(where, LimitReached.exit_code)
    except SystemExit as error:
        if place_of(error) is None:
            raise
        code = complain(rules_error_text(error), 2)
    except Exception as error:  # rules may raise anything; no command ends in a traceback
        code = complain(rules_error_text(error), 2)
    return code if isinstance(code, int) else 0
