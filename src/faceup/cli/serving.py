"""``faceup serve``: the library on a web page, or one game as lines on standard input and output."""

import sys
from ipaddress import ip_address
from math import isfinite
from typing import Any, BinaryIO

import click

from faceup.cli.common import game_with_decisions, tell
from faceup.cli.help_layout import Command
from faceup.library.errors_in_rules import rules_error_text
from faceup.results.showable import optional
from faceup.rules.errors import FaceupError, UsageError

LONGEST_LINE = 1 << 20  # bytes on standard input
GIB = 1 << 30


class Positive(click.ParamType[float]):
    """A number above 0."""

    name = "number"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            number = 0
        if not (number > 0 and isfinite(number)):
            self.fail(f"{value!r}; possible: a number above 0", parameter, context)
        return number


@click.command(
    cls=Command, often=("--port", "--host", "--workers", "--seconds", "--stdio"), example="faceup serve --port 8000"
)
@click.argument("words", nargs=-1, metavar="[GAME [NAME=VALUE]...]...")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 for any free port."
)
@click.option("--allow-host", "allowed", multiple=True, metavar="NAME", help="Also answer requests to this host name.")
@click.option("--workers", type=click.IntRange(1, 256), help="Worker processes; by default one for each processor.")
@click.option(
    "--memory",
    type=Positive(),
    metavar="GIB",
    help="Memory limit of one answer, in GiB; by default a share of the free memory.",
)
@click.option("--seconds", type=Positive(), default=30.0, show_default=True, help="Time limit of one answer.")
@click.option(
    "--games",
    type=click.IntRange(1),
    default=10_000_000,
    show_default=True,
    help="Maximum number of games of one simulation.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=2,
    show_default=True,
    help="Simulations at the same time; one visitor can run all but one of them.",
)
@click.option("--ahead/--no-ahead", default=True, help="Whether to compute answers about the library in advance.")
@click.option(
    "--stdio", is_flag=True, help="Answer positions of one game on standard input, one a line, like `faceup move`."
)
def serve(
    words: tuple[str, ...],
    host: str,
    port: int,
    allowed: tuple[str, ...],
    workers: int | None,
    memory: float | None,
    seconds: float,
    games: int,
    jobs: int,
    ahead: bool,
    stdio: bool,
) -> int:
    """Play, simulate and analyse games in a browser. By default only this machine can connect; see --host.

    The server lists each GAME first, with these values as its defaults, and then the whole library. With --stdio, every
    line on standard input is a position: a count and that many moves. The answer is exactly one line: the same with a
    perfect move added, or "error: " and the reason.
    """
    if stdio:
        return _answer_lines(words, None if memory is None else memory * GIB)
    optional("starlette", "web")
    optional("pydantic", "web")
    optional("uvicorn", "web")
    from faceup.engines.model.limits import processors
    from faceup.web.games import addresses_of_files, serve_games
    from faceup.web.limits import VisitorLimits, shared_memory
    from faceup.web.server.app import EXPRESS_WORKERS, RESERVED_WORKERS, Site
    from faceup.web.server.guard import Hosts, split_host
    from faceup.web.server.listening import listen, run

    served = serve_games(words)
    workers = workers or processors()
    room = shared_memory(workers + RESERVED_WORKERS + EXPRESS_WORKERS + jobs) if memory is None else int(memory * GIB)
    listening = listen(host, port)
    address, port = listening.getsockname()[:2]
    site = Site(served, VisitorLimits(memory=room, seconds=seconds, games=games, jobs=jobs), workers, ahead)
    if not ip_address(address).is_loopback:
        tell(f"warning: anyone who reaches {address} may use this machine's processors; there are no passwords")
    names = [split_host(name)[0] for name in allowed]
    name = host if host == "localhost" else f"[{address}]" if ":" in address else address

    def ready() -> None:
        server = f"http://{name}:{port}/"
        tell(f"serving on {server}")
        for line in addresses_of_files(served.values(), server):
            tell(line)

    run(site.app(Hosts(address, port, names)), listening, ready, site.close)
    return 0


def _answer_lines(words: tuple[str, ...], memory: float | None) -> int:
    """Print one answer for every line of standard input, at once, until there are no more; return the exit status."""
    from faceup.play.protocol import Answerer

    if not words:
        raise UsageError("--stdio needs the GAME to answer for")
    answerer = Answerer(game_with_decisions(words[0], words[1:]), memory)
    if sys.stdin is None:
        raise UsageError("standard input is closed; send a position on each line, as in '4 5 2 6 3'")
    lines, out = sys.stdin.buffer, sys.stdout
    sys.stdout = sys.stderr  # output of the rules is no answer
    try:
        while line := _line(lines):
            print(_answer_line(answerer, line), file=out, flush=True)
    finally:
        sys.stdout = out
    return 0


def _line(lines: BinaryIO) -> bytes:
    """Return the next line, without what is beyond the longest; empty at the end of input."""
    line = rest = lines.readline(LONGEST_LINE)
    while len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
        rest = lines.readline(LONGEST_LINE)
    return line


def _answer_line(answerer: Any, line: bytes) -> str:
    try:
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            raise UsageError(f"the line is longer than {LONGEST_LINE:,} bytes")
        return str(answerer.answer(line.decode("utf-8", errors="replace")))
    except FaceupError as error:
        text = str(error)
    except MemoryError:
        text = "out of memory"
    except Exception as error:  # whatever rules raise: the next line is answered all the same
        text = rules_error_text(error)
    return "error: " + " ".join(text.split())
