"""The layout of help: as wide as the terminal, the most used options first, the others in groups, and an example."""

import os
import re
from collections.abc import Iterable, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

import click

from faceup.rules.errors import quoted
from faceup.rules.names import near_names

WIDEST, NARROWEST = 80, 30  # columns


class HelpFormatter(click.HelpFormatter):
    """Click's formatter with names of at most a third of a line; the text of a longer name begins below it."""

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl(rows, min(col_max, max(self.width // 3, 8)), col_spacing)


class HelpContext(click.Context):
    """The context of every command."""

    formatter_class = HelpFormatter

    def make_formatter(self) -> click.HelpFormatter:
        width = int(columns) if (columns := os.environ.get("COLUMNS", "")).isdigit() else get_terminal_size().columns
        return HelpFormatter(width=max(min(width, WIDEST) - 2, NARROWEST))


# The group under which help lists an option that is not among the most used of its command.
GROUPS = {
    "What": (
        *("--after", "--position", "--load", "--against", "--player", "--reach", "--lines", "--figure", "--until"),
        *("--distribution", "--play", "--games", "--seed", "--number", "--deal", "--rotate", "--dice", "--board"),
        *("--cards", "--hidden", "--seats", "--solitaire", "--stdio"),
    ),
    "How": (
        *("--strength", "--policy", "--exact", "--by", "--engine", "--ties", "--width", "--check", "--symmetries"),
        *("--confidence", "--threads", "--processes", "--cluster", "--table", "--host", "--port", "--allow-host"),
        *("--workers", "--ahead"),
    ),
    "Output": (
        *("--all", "--fractions", "--hints", "--level", "--keep", "--plot", "--tree", "--save", "--store", "--csv"),
        *("--parquet", "--speed", "--json", "--help"),
    ),
    "Limits": ("--memory", "--seconds", "--limit", "--jobs"),
}
FEW = 8  # options that need no groups
RANGE = re.compile(r";? ?[^ \[;]*x[<>]=?[^ \];]*|(?<=\[)[^ \];]*<=?x[^ \];]*;? ?")  # a range, as Click writes it
NO_NUMBER = re.compile(r" is not (a valid (integer|float)|in the range) ?.*", re.DOTALL)  # as Click says it
NO_CHOICE = re.compile(r" is not one of .*", re.DOTALL)
LARGEST = 2**62  # a limit from here on is that of the machine
EXTRA = re.compile(r"Got unexpected extra arguments? \((.*)\)", re.DOTALL)
PLAIN = {"INTEGER RANGE": "NUMBER", "INTEGER": "NUMBER", "FLOAT": "NUMBER", "TEXT": "TEXT", "PATH": "FILE"}


class Command(click.Command):
    """A command whose help lists the options used ``often`` first, the others in groups, and ends in an ``example``."""

    context_class = HelpContext

    def __init__(self, *args: Any, often: Sequence[str] = (), example: str = "", **more: Any) -> None:
        super().__init__(*args, **more)
        self.often, self.example = often, example

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        options = [one for one in self.get_params(context) if isinstance(one, click.Option)]
        records = {max(one.opts, key=len): record for one in options if (record := _record(one, context))}
        if len(records) <= FEW:
            self._section(formatter, "Options", records.values())
            return
        self._section(formatter, "Most used", [records.pop(name) for name in self.often])
        for group, names in GROUPS.items():
            self._section(formatter, group, [records[name] for name in names if name in records])

    def _section(self, formatter: click.HelpFormatter, name: str, records: Iterable[tuple[str, str]]) -> None:
        if rows := list(records):
            with formatter.section(name):
                formatter.write_dl(rows)

    def format_epilog(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        if self.example:
            with formatter.section("Example"):
                indent = " " * formatter.current_indent
                lines = wrap(self.example, formatter.width - len(indent) - 2, break_on_hyphens=False)
                formatter.write(
                    indent + f" \\\n{indent}  ".join(lines) + "\n"
                )  # a line that goes on, as shells read it


def _record(option: click.Option, context: click.Context) -> tuple[str, str] | None:
    """Return the syntax of an option and its text, without ranges of numbers: those belong to error messages."""
    record = option.get_help_record(context)
    if record is None:
        return None
    syntax, text = record
    for word, plain in PLAIN.items():
        syntax = syntax.replace(f" {word}", f" {plain}")
    bare = RANGE.sub("", text) if isinstance(option.type, click.IntRange | click.FloatRange) else text
    return syntax, bare.replace("  []", "")


SIDES = ("seat", "me", "side", "player", "as", "first", "second")  # what people look for who take the other side


def usage_problem(error: click.ClickException, parameters: Sequence[str] = ()) -> str:
    """Return what is wrong with the words of a command, and what is possible, in one line.

    ``parameters`` are those of the game that the command is about.
    """
    if isinstance(error, click.NoSuchOption):
        return _no_option(error, parameters)
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Argument) and error.ctx:
        return missing_word(error.param.make_metavar(error.ctx).removeprefix("[NAME=VALUE]... "), error.ctx)
    if isinstance(error, click.BadOptionUsage) and error.message.endswith("requires an argument."):
        return f"{error.option_name} is given without a value; write {error.option_name} and the value"
    if not isinstance(error, click.BadParameter) or error.param is None:
        message = error.format_message().removesuffix(".")
        extra = EXTRA.fullmatch(message)
        return _with_example(f"{quoted(extra[1])} is too much", getattr(error, "ctx", None)) if extra else message
    message, kind, name = error.message, error.param.type, max(error.param.opts, key=len)
    if isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
        given = error.param.get_default(error.ctx) if error.ctx else None
        least = getattr(kind, "min", None) or 0
        number = given if isinstance(given, int | float) and not isinstance(given, bool) else max(int(least), 1)
        message = NO_NUMBER.sub(f"; possible: {_number_words(kind)}, as in {name} {number:g}", message)
    elif isinstance(kind, click.Choice):
        message = NO_CHOICE.sub(f"; possible: {', '.join(map(str, kind.choices))}", message)
    return f"{name}: {message.removesuffix('.')}"


def _no_option(error: click.NoSuchOption, parameters: Sequence[str]) -> str:
    """Return that there is no such option, with the nearest option and parameter, if any is near."""
    asked, command = error.option_name.lstrip("-"), error.ctx.command_path if error.ctx else "faceup"
    options = (
        [one[2:] for each in error.ctx.command.params for one in each.opts if one[:2] == "--"] if error.ctx else []
    )
    near = [f"--{one}" for one in near_names(asked, options)] + [f"{one}=..." for one in near_names(asked, parameters)]
    near += ["as=second"] * (asked in SIDES and command.endswith(" play"))
    hint = f"did you mean {' or '.join(near)}?" if near else f"{command} --help lists them"
    return f"no option {error.option_name!r}; {hint}"


def missing_word(name: str, context: click.Context) -> str:
    """Return that a word of a command is missing, with the command's example."""
    return _with_example(f"{name} is missing", context)


def _with_example(problem: str, context: click.Context | None) -> str:
    example = getattr(context.command, "example", "") if context else ""
    return problem + (f"; as in: {example}" if example else "")


def _number_words(kind: click.types.IntParamType | click.types.FloatParamType) -> str:
    """Return the numbers that an option takes, in words."""
    words = "a whole number" if isinstance(kind, click.types.IntParamType) else "a number"
    if not isinstance(kind, click.IntRange | click.FloatRange):
        return words
    least, most = kind.min, kind.max
    if least is not None and most is not None and most < LARGEST and not (kind.min_open or kind.max_open):
        return f"{words} from {least:g} to {most:g}"
    low = "" if least is None else f"more than {least:g}" if kind.min_open else f"{least:g} or more"
    high = "" if most is None or most >= LARGEST else f"less than {most:g}" if kind.max_open else f"{most:g} or less"
    return ", ".join(filter(None, (words, low, high)))
