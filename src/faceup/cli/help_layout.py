"""How help is laid out: as wide as the terminal, with room for sentences in a narrow one too."""

import os
from collections.abc import Iterable
from shutil import get_terminal_size

import click

WIDEST, NARROWEST = 80, 30  # columns


class HelpFormatter(click.HelpFormatter):
    """Click's, in which names take at most a third of a line; the sentence about a longer one begins below it."""

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl(rows, min(col_max, max(self.width // 3, 8)), col_spacing)


class HelpContext(click.Context):
    """The context of every command."""

    formatter_class = HelpFormatter

    def make_formatter(self) -> click.HelpFormatter:
        told = int(columns) if (columns := os.environ.get("COLUMNS", "")).isdigit() else get_terminal_size().columns
        return HelpFormatter(width=max(min(told, WIDEST) - 2, NARROWEST))
