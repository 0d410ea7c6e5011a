"""The command ``serve``: what it says, how it ends, what it leaves behind; and games on standard input and output."""

import asyncio
import contextlib
import http.client
import itertools
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from faceup.cli import main
from faceup.play.protocol import answer
from faceup.rules.errors import UsageError
from faceup.web.server import listening as web_server
from faceup.web.server.guard import App, Guard, Hosts
from faceup.web.server.listening import listen

from .visiting import DEAF, PATIENCE, SLEEPS, Served, Trouble, Visitor, alive, serving, wait_until

Capture = pytest.CaptureFixture[str]
Run = subprocess.CompletedProcess[bytes]
Result = TypeVar("Result")


def refused(capsys: Capture, *words: str) -> str:
    """The one line about a server that does not begin."""
    with pytest.raises(SystemExit) as caught:
        main(["serve", *words])
    out, err = capsys.readouterr()
    assert (caught.value.code, out) == (2, "")
    assert err.startswith("faceup: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        (["chess"], "'chess'"),
        (["none.py:Game"], "'none.py'"),
        (["target=15"], "'target=15'"),
        (["fifteen", "target=x"], "target=x"),
        (["fifteen", "low=5", "high=1"], "low=5"),
        (["fifteen", "size=5"], "'size=5'"),
        (["fifteen", "nim", "fifteen"], "is already served"),
        (["--port", "65536"], "65536"),
        (["--port", "x"], "x"),
        (["--host", "nowhere.invalid"], "'nowhere.invalid'"),
        (["--host", ""], "''"),
        (["--host", "300.1.1.1"], "'300.1.1.1'"),
        (["--host", "192.0.2.1"], "'192.0.2.1'"),
        (["--workers", "0"], "0"),
        (["--memory", "0"], "'0'"),
        (["--memory", "nan"], "'nan'"),
        (["--memory", "inf"], "'inf'"),
        (["--seconds", "-1"], "'-1'"),
        (["--games", "0"], "0"),
        (["--stdio"], "GAME"),
        (["--stdio", "one-handed"], "one-handed"),
        (["--stdio", "fifteen", "nim"], "'nim'"),
    ],
    ids=lambda thing: " ".join(thing) if isinstance(thing, list) else "",
)
def test_bad_words_are_one_line(capsys: Capture, words: list[str], quoted: str) -> None:
    assert quoted in refused(capsys, *words)


def test_a_name_that_fits_into_no_address_is_refused(capsys: Capture, tmp_path: Path) -> None:
    trouble = Trouble(tmp_path)
    trouble.path.write_text(trouble.path.read_text().replace("    what: int", '    name = "a/b"\n    what: int'))
    assert "'a/b'" in refused(capsys, trouble.word)


def test_a_port_in_use_is_told(capsys: Capture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert f"port {port} of 127.0.0.1 is in use" in refused(capsys, "--port", str(port))


def test_a_port_that_is_not_ones_own_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> socket.socket:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket, "create_server", forbidden)
    with pytest.raises(UsageError, match="1024"):
        listen("127.0.0.1", 80)


@pytest.mark.parametrize("module", ["starlette", "uvicorn", "pydantic"])
def test_a_missing_library_is_told(module: str) -> None:
    code = f"import sys; sys.modules[{module!r}] = None; from faceup.cli import main; main(['serve', '--port', '0'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    needed = f"this needs {module}, which is not installed: pip install '.[web]' in the folder of faceup"
    assert done.stderr == f"faceup: {needed}\n".encode()


def workers(served: Served, trouble: Trouble) -> list[int]:
    """Both processes: one is busy then, the other too busy to hear anything."""

    def keep(what: int) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException):  # the server is gone
            served.visitor.post("/api/games/trouble/play", {"parameters": {"what": what}})

    for what in (SLEEPS, DEAF):
        threading.Thread(target=keep, args=(what,), daemon=True).start()
    wait_until(lambda: len(trouble.begun) == 2)
    return sorted(trouble.begun)


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [(signal.SIGINT, 130, b"faceup: interrupted\n"), (signal.SIGTERM, 0, b""), (signal.SIGKILL, -9, b"")],
)
def test_it_ends_when_told_and_leaves_nothing_behind(tmp_path: Path, number: int, code: int, said: bytes) -> None:
    trouble = Trouble(tmp_path)
    with serving(trouble.word, "--workers", "2", "--seconds", "600") as served:
        pids = workers(served, trouble)
        assert len(set(pids)) == 2
        assert all(map(alive, pids))
        served.process.send_signal(number)
        assert served.process.wait(PATIENCE) == code
        wait_until(lambda: not any(map(alive, pids)))
        assert served.process.stderr is not None
        assert served.process.stderr.read() == said


def test_files_in_the_current_folder_are_not_taken_for_libraries(tmp_path: Path) -> None:
    for name in ("queue", "numpy", "fractions"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong module')")
    command = [sys.executable, "-P", "-m", "faceup", "serve", "--port", "0", "--workers", "1", "--no-ahead"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        assert process.stderr is not None
        port = int(process.stderr.readline().decode().rpartition(":")[2].strip("/\n"))
        assert Visitor(port).ask("nim", "play")["turn"] == 0
        process.terminate()


def test_other_names_are_served_when_they_are_allowed() -> None:
    with serving("--workers", "1", "--allow-host", "Games.Example:443") as served:
        assert served.visitor.get("/", Host="games.example").status == 200
        assert served.visitor.get("/", Host="evil.example").status == 403


def test_an_interrupt_of_the_terminal_reaches_the_front_alone(tmp_path: Path) -> None:
    with serving(Trouble(tmp_path).word, "--workers", "1") as served:
        pid = int(served.visitor.ask("trouble", "play")["scene"]["text"])
        assert os.getpgid(pid) != os.getpgid(served.process.pid)


def test_beyond_this_machine_there_is_a_warning() -> None:
    command = [
        sys.executable,
        "-m",
        "faceup",
        "serve",
        "--host",
        "0.0.0.0",
        "--port",
        "0",
        "--workers",
        "1",
        "--no-ahead",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert b"warning: " in process.stderr.readline()
        assert b"serving on http://0.0.0.0:" in process.stderr.readline()
        process.terminate()


def wait_for_the_end(
    send: Callable[[asyncio.StreamReader, asyncio.StreamWriter], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Returns when the connection is closed on which a visitor does this, where a request has a moment to arrive."""
    monkeypatch.setattr(web_server, "ARRIVING", 0.5)

    async def test(server: web_server.Server, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        began = time.monotonic()
        sending = asyncio.create_task(send(reader, writer))  # type: ignore[arg-type]
        with contextlib.suppress(ConnectionResetError):  # what was sent after the end may be answered so
            while await asyncio.wait_for(reader.read(1000), PATIENCE):
                pass
        assert time.monotonic() - began > 0.4  # not at once
        sending.cancel()
        writer.close()

    listening(test, b"")


def listening(
    test: Callable[[web_server.Server, int], Awaitable[Result]], body: bytes, app: App | None = None
) -> Result:
    """What comes of a test of a server with this app, or whose every answer is this; it is given server and port."""

    async def page(scope: object, receive: object, send: Callable[..., Awaitable[None]]) -> None:
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def run() -> Result:
        config = web_server.configuration(app or page)
        config.lifespan = "off"
        config.load()
        place = listen("127.0.0.1", 0)
        server = web_server.Server(config, lambda: None, lambda: asyncio.sleep(0))
        serving = asyncio.create_task(server.serve([place]))
        found = await test(server, place.getsockname()[1])
        server.should_exit = True
        await serving
        return found

    return asyncio.run(run())


async def asked(port: int, address: str = "127.0.0.1") -> socket.socket:
    """A connection with a small buffer, on which a page was asked for, and nothing is read by itself."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
    connection.bind((address, 0))
    connection.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(connection, ("127.0.0.1", port))
    await loop.sock_sendall(connection, b"GET / HTTP/1.1\r\nhost: a\r\n\r\n")
    answered = asyncio.Event()  # or cut off
    loop.add_reader(connection, answered.set)
    await asyncio.wait_for(answered.wait(), PATIENCE)
    loop.remove_reader(connection)
    return connection


def test_a_connection_that_says_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pass

    wait_for_the_end(nothing, monkeypatch)


@pytest.mark.parametrize("first", [b"", b"GET / HTTP/1.1\r\nhost: a\r\n\r\n"])
def test_a_head_that_drips_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, first: bytes) -> None:
    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(first)
        await asyncio.sleep(0.1)
        for letter in itertools.chain(b"GET / HTTP/1.1\r\nx: ", itertools.repeat(ord("y"))):
            writer.write(bytes([letter]))
            await asyncio.sleep(0.05)

    wait_for_the_end(drip, monkeypatch)


LONG = bytes(24 << 20)  # more than the system takes in for a visitor who does not read


def open_for(server: web_server.Server) -> list[web_server.PromptProtocol]:
    return [one for one in server.server_state.connections if isinstance(one, web_server.PromptProtocol)]


def test_an_answer_that_nobody_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "READING", 0.5)

    async def test(server: web_server.Server, port: int) -> None:
        idle = await asked(port)
        (held,) = open_for(server)
        assert held.counted.unread > 0
        async with asyncio.timeout(PATIENCE):
            while open_for(server):
                await asyncio.sleep(0.05)
        assert held.counted.unread == 0
        idle.close()

    listening(test, LONG)


def test_an_answer_that_is_read_slowly_arrives_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "READING", 0.01)
    look, got, looked_at = web_server.PromptProtocol._watch, 0, [0]

    def look_when_some_was_read(held: web_server.PromptProtocol, unread: int, read: int) -> None:
        if unread and got < looked_at[-1] + (1 << 20):
            held._look = held.loop.call_later(0.01, held._watch, unread, read)
        else:
            looked_at.append(got)
            look(held, unread, read)

    async def test(server: web_server.Server, port: int) -> None:
        nonlocal got
        reading = await asked(port)
        while got < len(LONG) and (part := await asyncio.get_running_loop().sock_recv(reading, 1 << 14)):
            got += len(part)
            await asyncio.sleep(0.0005)
        reading.close()

    monkeypatch.setattr(web_server.PromptProtocol, "_watch", look_when_some_was_read)
    listening(test, LONG)
    assert got >= len(LONG)
    assert len(looked_at) > 10


def test_unread_answers_of_one_visitor_are_bounded_and_another_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "CONNECTIONS_OF_ONE", 8)

    async def test(server: web_server.Server, port: int) -> None:
        greedy = [await asked(port) for _ in range(8)]
        assert sum(one.counted.unread for one in open_for(server)) <= web_server.UNREAD
        other = await asked(port, "127.0.0.2")
        assert (await asyncio.get_running_loop().sock_recv(other, 12)) == b"HTTP/1.1 200"
        for one in (*greedy, other):
            one.close()

    listening(test, LONG)


def test_unread_answers_of_all_visitors_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "UNREAD_OF_ALL", web_server.UNREAD)

    async def test(server: web_server.Server, port: int) -> None:
        greedy = [await asked(port, f"127.0.0.{k}") for k in range(2, 8)]
        assert 0 < sum(one.counted.unread for one in open_for(server)) <= web_server.UNREAD_OF_ALL
        for one in greedy:
            one.close()

    listening(test, LONG)


@pytest.mark.parametrize("length", [300_000, 10_000_000])
def test_a_body_of_any_length_is_told_that_it_is_too_long(length: int) -> None:
    app = Guard(lambda *_: asyncio.sleep(0), Hosts("127.0.0.1", 1, ("127.0.0.1",)), 256 * 1024, PATIENCE)

    async def test(server: web_server.Server, port: int) -> int:
        answer = await asyncio.to_thread(Visitor(port).post, "/", bytes(length))
        return answer.status

    assert listening(test, b"", app) == 413


def test_one_visitor_may_have_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "CONNECTIONS_OF_ONE", 5)

    async def test(server: web_server.Server, port: int) -> None:
        many = [await asyncio.open_connection("127.0.0.1", port) for _ in range(8)]
        ends = [asyncio.create_task(reader.read()) for reader, _ in many]
        for ended in itertools.islice(asyncio.as_completed(ends, timeout=PATIENCE), 3):
            with contextlib.suppress(ConnectionResetError):
                assert await ended == b""
        assert len(open_for(server)) == 5
        other = await asked(port, "127.0.0.2")
        assert (await asyncio.get_running_loop().sock_recv(other, 12)) == b"HTTP/1.1 200"
        other.close()
        for _, writer in many:
            writer.close()
        await asyncio.gather(*ends, return_exceptions=True)

    listening(test, b"")


# --- standard input and output ----------------------------------------------------------------------------------


def lines(*words: str, sent: bytes) -> Run:
    command = [sys.executable, "-m", "faceup", "serve", *words, "--stdio"]
    return subprocess.run(command, input=sent, capture_output=True, timeout=PATIENCE, check=False)


def test_every_line_is_answered_by_one_line() -> None:
    import faceup

    good = ["0", "1 5", "4 5 2 6 3", " 1\t5 \r"]
    bad = ["", "x", "1 9", "2 5 5", "9", "1 5 6", "\u0661 5", "1 5\x0b0"]
    sent = [line for pair in zip(good * 2, bad, strict=True) for line in pair]
    done = lines("three-fourteen", sent="\n".join(sent).encode() + b"\n\xff\xfe\n4 5 2 6 3")
    assert (done.returncode, done.stderr) == (0, b"")
    got = done.stdout.decode().split("\n")
    assert len(got) == len(sent) + 3
    assert got[-1] == ""
    game = faceup.game("three-fourteen")
    for line, reply in zip(sent, got[:-3], strict=True):
        if line in good:
            assert reply == answer(game, line)
        else:
            assert reply.startswith("error: ")
    assert got[-3].startswith("error: ")
    assert got[-2].startswith("5 5 2 6 3 ")


def test_an_answer_comes_at_once_and_parameters_count() -> None:
    command = [sys.executable, "-m", "faceup", "serve", "nim", "a=1", "b=0", "c=0", "--stdio"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for sent, begins in ((b"0\n", b"1 "), (b"nonsense\n", b"error: 'nonsense'"), (b"0\n", b"1 ")):
            process.stdin.write(sent)
            process.stdin.flush()
            assert process.stdout.readline().startswith(begins)
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


def test_a_line_without_end_is_one_error() -> None:
    done = lines("nim", sent=b"7" * 3_000_000 + b"\n0\n")
    assert done.returncode == 0
    first, second, end = done.stdout.split(b"\n")
    assert first == b"error: the line is longer than 1,048,576 bytes"
    assert second.startswith(b"1 ")
    assert end == b""


def test_rules_that_stumble_or_print_are_one_line_each(tmp_path: Path) -> None:
    word = Trouble(tmp_path).word
    done = lines(word, "what=6", sent=b"0\n0\n")
    assert done.returncode == 0
    assert done.stdout.count(b"division by zero") == done.stdout.count(b"\n") == 2
    printed = lines(word, "what=4", sent=b"0\n")
    assert printed.stdout.splitlines()[-1] == b"1 1"
    assert b"not an answer" in printed.stderr


def test_an_interrupt_ends_it() -> None:
    command = [sys.executable, "-m", "faceup", "serve", "nim", "--stdio"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"0\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert process.stderr.read() == b"faceup: interrupted\n"


def test_standard_input_and_output_need_no_other_library() -> None:
    code = "import sys; sys.modules['starlette'] = None; from faceup.cli import main; main(['serve', 'nim', '--stdio'])"
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"0\n", capture_output=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout[:2], done.stderr) == (0, b"1 ", b"")
