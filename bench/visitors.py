"""Benches of ``serve``: a server on this machine, and many visitors who play games on it, all at once."""

import contextlib
import http.client
import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from statistics import median, quantiles
from typing import Any

from clicks import clicks
from measuring import Row, row

VISITORS = 50
GAMES = 4  # that each plays in a round
SECONDS = 30.0  # after which no game is begun
PLAYED = ("three-fourteen", "fifteen", "nim")


class Visitor:
    """Plays on one connection, and notes how long each answer took."""

    def __init__(self, port: int, number: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.random = random.Random(number)
        self.took: list[float] = []
        self.errors = 0

    def ask(self, game: str, moves: list[int], **more: Any) -> Any:
        """The position after these moves and the computer's answer, with values; None where there was an error."""
        body = json.dumps({"moves": moves, "seats": ["person", "best"], "values": True, **more})
        began = time.perf_counter()
        try:
            self.connection.request("POST", f"/api/games/{game}/play", body, {"Content-Type": "application/json"})
            answer = self.connection.getresponse()
            found = json.loads(answer.read())
        except (OSError, ValueError, http.client.HTTPException):
            self.connection.close()
            self.errors += 1
            return None
        self.took.append(time.perf_counter() - began)
        self.errors += answer.status != 200
        return found if answer.status == 200 else None

    def play(self, think: float, end: float) -> None:
        """Some games of any moves, against the perfect player."""
        for _ in range(GAMES):
            game, moves = self.random.choice(PLAYED), list[int]()
            while time.perf_counter() < end and (found := self.ask(game, moves)) and not found["over"]:
                time.sleep(self.random.uniform(0, 2 * think))
                moves = [*found["moves"], self.random.choice(found["legal"])["move"]]
        self.connection.close()


@contextlib.contextmanager
def server() -> Iterator[tuple[int, float]]:
    """A server's port, and the seconds that it took to be ready."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "faceup", "serve", "--port", "0", "--no-ahead"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            found = re.search(r":([0-9]+)/$", process.stderr.readline())
            assert found
            yield int(found[1]), time.perf_counter() - began
        finally:
            process.terminate()


def crowd(port: int, think: float) -> Iterator[Row]:
    """All visitors at once, with so many seconds between an answer and the next move on average."""
    visitors = [Visitor(port, number) for number in range(VISITORS)]
    began = time.perf_counter()
    with ThreadPoolExecutor(VISITORS) as pool:
        list(pool.map(partial(Visitor.play, think=think, end=began + SECONDS), visitors))
    passed = time.perf_counter() - began
    took = [seconds for visitor in visitors for seconds in visitor.took]
    name = f"{VISITORS} visitors, {think:g} s to think"
    yield row(f"{name}: answers", len(took) / passed, "a second")
    yield row("  median", median(took) * 1e3, "ms")
    yield row("  99 of 100 within", quantiles(took, n=100)[98] * 1e3, "ms")
    yield row("  errors", sum(visitor.errors for visitor in visitors), "", most=0)


def serve() -> Iterator[Row]:
    """Time to be ready, of a click, and of answers to a crowd; wall time, the visitors on the same machine."""
    starts, firsts = [], []
    for _ in range(5):
        with server() as (port, seconds):
            starts.append(seconds)
            one = Visitor(port, 0)
            one.ask("three-fourteen", [])
            firsts.append(one.took[0])
            one.connection.close()
    yield row("faceup serve, ready", median(starts), "s", most=1)
    yield row("3-14 with values, first answer of all", median(firsts) * 1e3, "ms")
    with server() as (port, _):
        one = Visitor(port, 0)
        for moves in ([], [5], [5, 2, 6], [0], [8, 1, 2], [3]) * 5:
            one.ask("three-fourteen", list(moves), seats=["person", "person"])
        one.connection.close()
        yield row("  answers after that", median(one.took[1:]) * 1e3, "ms")
        if seen := clicks(port):
            yield row("  on the page, from a click to all values", seen, "ms", most=50)
        yield from crowd(port, 0)
        yield from crowd(port, 0.2)
