"""The guard: which requests reach the pages at all, whole and in time, and the headers that every answer has."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, MutableMapping
from typing import Any

import pytest

from faceup.web.server.guard import HEADERS, Guard, Hosts, RefusedRequest, require_json, split_host

HOME = Hosts("127.0.0.1", 8000)
JSON = ("content-type", "application/json")
BODY = 1000
Pieces = Iterable[bytes]


class Reached:
    """A page that answers with what it was sent."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.after: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["method"] == "POST":
            self.bodies.append((await receive())["body"])
            self.after.append((await receive())["type"])
        headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-cache")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"reached"})


async def pieces(body: Pieces, wait: float, ends: bool) -> AsyncIterator[MutableMapping[str, Any]]:
    for piece in body:
        await asyncio.sleep(wait)
        yield {"type": "http.request", "body": piece, "more_body": True}
    if ends:
        yield {"type": "http.request", "body": b"", "more_body": False}
    yield {"type": "http.disconnect"}


def visit(
    method: str,
    *headers: tuple[str, str],
    body: Pieces = (),
    hosts: Hosts = HOME,
    host: str | None = "127.0.0.1:8000",
    wait: float = 0,
    ends: bool = True,
) -> tuple[int, dict[str, str], bytes, Reached]:
    """Status, headers and body of the answer, and the page behind the guard."""
    reached, sent = Reached(), list[MutableMapping[str, Any]]()

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def run() -> None:
        events = pieces(body, wait, ends)
        named = [*headers] if host is None else [("host", host), *headers]
        encoded = [(name.encode(), value.encode("latin-1")) for name, value in named]
        scope = {"type": "http", "method": method, "path": "/", "headers": encoded}

        async def receive() -> MutableMapping[str, Any]:
            return await anext(events, {"type": "http.disconnect"})

        await Guard(reached, hosts, BODY, seconds=0.3)(scope, receive, send)
        await events.aclose()  # type: ignore[attr-defined]

    asyncio.run(run())
    start, *rest = sent
    answered = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], answered, b"".join(part["body"] for part in rest), reached


def refused(status: int, method: str, *headers: tuple[str, str], **more: Any) -> str:
    """The line that says why the page was not reached."""
    found, answered, body, reached = visit(method, *headers, **more)
    assert found == status
    assert reached.bodies == []
    assert answered["content-type"] == "application/json"
    assert {name: answered[name] for name in HEADERS} == HEADERS
    text = json.loads(body)["error"]
    assert text.splitlines() == [text]
    return str(text)


def test_every_answer_has_the_headers_and_keeps_its_own() -> None:
    status, headers, body, _ = visit("GET")
    assert (status, body) == (200, b"reached")
    assert headers == {**HEADERS, "cache-control": "no-cache", "content-type": "text/plain"}
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "LocalHost:8000", "[::1]:8000"])
def test_names_of_this_machine_are_welcome(host: str) -> None:
    assert visit("GET", host=host)[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "localhost",
        "localhost:8001",
        "localhost.evil.example:8000",
        "127.0.0.1:8000.evil.example",
        "192.168.1.5:8000",
        "",
        ":8000",
        "[::1]",
        "localhost:80000000",
        "localhost:x",
        "localhost:\uff18\uff10\uff10\uff10".encode().decode("latin-1"),
        None,
    ],
)
def test_a_foreign_name_that_leads_here_is_refused(host: str | None) -> None:
    assert "--allow-host" in refused(403, "GET", host=host)


def test_two_hosts_are_one_too_many() -> None:
    refused(403, "GET", ("host", "evil.example"))


def test_beyond_this_machine_its_addresses_and_allowed_names_are_welcome() -> None:
    hosts = Hosts("0.0.0.0", 8000, ("games.example",))
    for host in ("192.168.1.5:8000", "[2001:db8::1]:8000", "localhost:8000", "games.example", "games.example:443"):
        assert visit("GET", host=host, hosts=hosts)[0] == 200
    for host in ("evil.example:8000", "192.168.1.5", "192.168.1.5:80", "x.games.example"):
        refused(403, "GET", host=host, hosts=hosts)
    one = Hosts("192.168.1.5", 8000)
    assert visit("GET", host="192.168.1.5:8000", hosts=one)[0] == 200
    refused(403, "GET", host="192.168.1.6:8000", hosts=one)


def test_host_and_port_are_taken_apart() -> None:
    assert split_host("Example.org") == ("example.org", 80)
    assert split_host("[::1]:8000") == ("::1", 8000)
    assert split_host("[::1]") == ("::1", 80)
    assert split_host("a:") == ("a", -1)


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [("origin", "http://127.0.0.1:8000")],
        [("origin", "https://127.0.0.1:8000"), ("sec-fetch-site", "same-origin")],
        [("sec-fetch-site", "none")],
    ],
)
def test_its_own_pages_may_send(headers: list[tuple[str, str]]) -> None:
    status, _, _, reached = visit("POST", JSON, *headers, body=[b"{", b"}"])
    assert (status, reached.bodies, reached.after) == (200, [b"{}"], ["http.disconnect"])


@pytest.mark.parametrize(
    "header",
    [
        ("origin", "http://evil.example"),
        ("origin", "http://127.0.0.1:8001"),
        ("origin", "http://localhost:8000"),  # a page of another name is another origin
        ("origin", "null"),
        ("origin", ""),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("sec-fetch-site", ""),
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_pages_of_other_sites_may_not(header: tuple[str, str], method: str) -> None:
    assert "own pages" in refused(403, method, JSON, header, body=[b"{}"])


def test_following_a_link_from_elsewhere_is_no_harm() -> None:
    assert visit("GET", ("sec-fetch-site", "cross-site"))[0] == 200


@pytest.mark.parametrize(
    "kinds",
    [
        [],
        ["text/plain"],
        ["application/x-www-form-urlencoded"],
        ["multipart/form-data"],
        [""],
        ["application/jsonx"],
        ["application/json", "application/json"],
    ],
)
def test_only_json_is_read(kinds: list[str]) -> None:
    with pytest.raises(RefusedRequest, match="possible: application/json") as caught:
        require_json(kinds)
    assert caught.value.status == 415


def test_json_may_say_how_it_is_written() -> None:
    assert require_json(["Application/JSON; charset=utf-8"]) is None


def test_the_longest_body_passes() -> None:
    reached = visit("POST", JSON, ("content-length", str(BODY)), body=[b"x" * BODY])[3]
    assert reached.bodies == [b"x" * BODY]


@pytest.mark.parametrize("length", [str(BODY + 1), "9" * 100, "-1", "x", "²".encode().decode("latin-1"), ""])
def test_a_length_that_is_too_much_is_refused_unread(length: str) -> None:
    assert "1,000" in refused(413, "POST", JSON, ("content-length", length), body=[b""], wait=60)


def test_a_body_without_a_length_is_counted() -> None:
    assert "1,000" in refused(413, "POST", JSON, body=(b"x" * 100 for _ in range(10**9)))


def test_a_slow_body_is_not_waited_for() -> None:
    assert "0.3 seconds" in refused(408, "POST", JSON, body=(b"x" for _ in range(10**9)), wait=0.05)
    refused(408, "POST", JSON, body=[b"x"], wait=60)


def test_a_body_that_breaks_off_is_not_passed_on() -> None:
    refused(400, "POST", JSON, body=[b"{}"], ends=False)
