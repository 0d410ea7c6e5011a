"""Helpers of the server tests: a server in its own process, a visitor, and rules that make trouble."""

import contextlib
import http.client
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from faceup.web.limits import VisitorLimits

PATIENCE = 60.0  # seconds; only what fails waits so long
PATIENT = VisitorLimits(seconds=600.0)  # answers are waited for while a busy machine compiles their rules

TROUBLE = '''
import os
import time

from faceup.rules import OVER, Game, NamedTuple

slept, CLOCKS = [0.0], [time.monotonic]


def begin():
    with open(FOLDER + "/begun", "a") as marks:
        marks.write(f"{os.getpid()}\\n")


class Trouble(Game):
    """One move; what happens on the way to it depends on the parameter."""

    what: int = 0
    size: int = 0

    class State(NamedTuple):
        done: int

    def start(self):
        if self.what == 1:
            begin()
            time.sleep(600)
        elif self.what == 2:
            os._exit(3)
        elif self.what == 3:
            self.taken = bytearray(1 << 40)
        elif self.what == 4:
            print('{"done": "not an answer"}', flush=True)
            os.write(1, b'{"done": "not an answer"}\\n')
        elif self.what == 5:
            begin()
            sum(range(10**12))  # one long call that nothing can interrupt
        elif self.what == 6:
            1 // 0
        elif self.what == 7 and CLOCKS[0]() - slept[0] > 0.05:  # once for each request
            begin()
            time.sleep(0.3)
            slept[0] = CLOCKS[0]()
        elif self.what == 8:
            input()
        elif self.what == 9:
            raise SystemExit
        elif self.what == 10:
            begin()
            while not os.path.exists(FOLDER + "/go"):
                time.sleep(0.01)
        return self.State(0)

    def turn(self, s):
        return OVER if s.done else 0

    def moves(self, s):
        yield 1

    def play(self, s, m):
        return self.State(1)

    def payoff(self, s):
        return 1

    def show(self, s):
        return str(os.getpid())
'''
SLEEPS, ENDS, HUNGRY, PRINTS, DEAF, STUMBLES, SLOW, READS, LEAVES, HELD = range(1, 11)


class Trouble:
    """Rules that make trouble, and the folder in which they leave a file when they start slow work."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.path = folder, folder / "trouble.py"
        self.path.write_text(TROUBLE.replace("FOLDER", repr(str(folder))))
        self.word = f"{self.path}:Trouble"

    @property
    def begun(self) -> list[int]:
        """Return the process of each slow answer that has begun."""
        marks = self.folder / "begun"
        return [int(pid) for pid in marks.read_text().split()] if marks.exists() else []

    @contextlib.contextmanager
    def holding(self) -> Iterator[Callable[[], None]]:
        """Let HELD answers wait, inside the context, until the function is called."""
        go = self.folder / "go"
        try:
            yield go.touch
        finally:
            go.unlink(missing_ok=True)


def wait_until(so: Callable[[], bool]) -> None:
    """Wait until the condition holds."""
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end, f"it was not so within {PATIENCE:g} seconds"
        time.sleep(0.01)


DAWDLER = """
import os
import time

from faceup.rules import OVER, Game, NamedTuple


class Dawdler(Game):
    \"\"\"One move; every value but the default is looked at for long.\"\"\"

    size: int = SIZE

    class State(NamedTuple):
        done: int

    def check(self):
        if self.size != SIZE:
            with open(FOLDER + "/looked", "a") as marks:
                marks.write(f"{os.getpid()}\\n")
            time.sleep(SECONDS)

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.done else 0

    def moves(self, s):
        yield 1

    def play(self, s, m):
        return self.State(1)

    def payoff(self, s):
        return 1
"""


def write_dawdler(folder: Path, seconds: float) -> str:
    """Write rules that take ``seconds`` to check a parameter, and return their GAME argument."""
    path = folder / "dawdler.py"
    path.write_text(DAWDLER.replace("SIZE", "5").replace("SECONDS", str(seconds)).replace("FOLDER", repr(str(folder))))
    return f"{path}:Dawdler"


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        """The error message of the answer."""
        text = self.document["error"]
        assert isinstance(text, str)
        assert text
        assert text.splitlines() == [text]
        return text


class Visitor:
    """The part of a browser: one request, one answer. Another ``address`` is another visitor."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port, self.address = port, address

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=2 * PATIENCE, source_address=(self.address, 0)
        )

    def send(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        with contextlib.closing(self.connect()) as connection:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, **headers)

    def post(self, path: str, document: Any, **headers: str) -> Answer:
        body = document if isinstance(document, bytes) else json.dumps(document).encode()
        return self.send("POST", path, body, **{"Content_Type": "application/json", **headers})

    def ask(self, game: str, do: str, **fields: Any) -> Any:
        """Return the document of the answer."""
        answer = self.post(f"/api/games/{game}/{do}", fields)
        assert answer.status == 200, answer.body
        return answer.document


class Served(NamedTuple):
    process: "subprocess.Popen[bytes]"
    visitor: Visitor


@contextlib.contextmanager
def serving(*words: str, before: str = "") -> Iterator[Served]:
    """Run a server on a free port inside the context; its process executes ``before`` first."""
    code = f"{before}\nfrom faceup.cli import main\nmain()"
    command = [sys.executable, "-P", "-c", code, "serve", *words, "--port", "0", "--no-ahead"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        try:
            assert process.stderr is not None
            line = process.stderr.readline().decode()
            match = re.fullmatch(r"faceup: serving on http://127\.0\.0\.1:([0-9]+)/\n", line)
            assert match, line
            for word in filter(lambda word: ".py" in word, words):
                assert process.stderr.readline().decode().startswith(f"faceup: {word} is at http://")
            yield Served(process, Visitor(int(match[1])))
        finally:
            process.kill()


def alive(pid: int) -> bool:
    """Whether the process runs; a zombie does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:
        return not stat.parent.parent.is_dir() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
