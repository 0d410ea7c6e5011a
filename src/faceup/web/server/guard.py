"""Checks before every page: allowed hosts, sizes of requests, and security headers."""

import asyncio
import contextlib
import ipaddress
import json
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from dataclasses import dataclass
from typing import Any

from faceup.rules.errors import quoted

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = ("localhost", "127.0.0.1", "::1")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; "
    "img-src 'self' data: blob:"
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}


class RefusedRequest(Exception):
    """A refused request, with the reason."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status, self.text = status, text


@dataclass(frozen=True)
class Hosts:
    """The hosts that a request may be for: a page of a foreign name that leads here must not reach the API.

    ``bound`` is the address listened on; if it stands for all addresses of a machine, every address is allowed, because
    a foreign page needs a foreign name. ``allowed`` are further names, with any port.
    """

    bound: str
    port: int
    allowed: Collection[str] = ()

    def welcome(self, host: str) -> bool:
        name, port = split_host(host)
        if name in self.allowed:
            return True
        return port == self.port and (name in LOOPBACK or name == self.bound or (self._everywhere and _address(name)))

    @property
    def _everywhere(self) -> bool:
        return self.bound in ("0.0.0.0", "::")


def split_host(host: str) -> tuple[str, int]:
    """The name (without brackets) and the port of a Host header; -1 if the port is no number."""
    name, colon, port = host.rpartition(":")
    if not colon or host.endswith("]"):
        name, port = host, "80"
    number = int(port) if port.isascii() and port.isdecimal() and len(port) < 6 else -1
    return name.strip("[]").lower(), number


def _address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Refuses requests that are not from a page of this server, and passes on requests with a complete body."""

    def __init__(self, app: App, hosts: Hosts, body: int, seconds: float) -> None:
        self.app, self.hosts, self.body, self.seconds = app, hosts, body, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        send = guard_headers(send)
        try:
            headers = _headers(scope)
            self._check(scope, headers)
            receive = replay_body(await self._body(receive, headers), receive)
        except RefusedRequest as refused:
            await refuse(receive, send, refused, self.seconds)
            return
        await self.app(scope, receive, send)

    def _check(self, scope: Scope, headers: dict[str, list[str]]) -> None:
        host = headers.get("host", [])
        if len(host) != 1 or not self.hosts.welcome(host[0]):
            raise RefusedRequest(
                403, f"host {_quote(host)} is not a name of this server; possible: --allow-host NAME, to add one"
            )
        if scope["method"] in SAFE_METHODS:
            return
        for origin in headers.get("origin", []):
            if origin.lower().partition("://")[2] != host[0].lower():
                raise RefusedRequest(403, f"origin {origin[:200]!r} is not this server; only its own pages may ask")
        for site in headers.get("sec-fetch-site", []):
            if site not in ("same-origin", "none"):
                raise RefusedRequest(403, f"a request that is {site[:40]!r}; only this server's own pages may ask")

    async def _body(self, receive: Receive, headers: dict[str, list[str]]) -> bytes:
        too_much = RefusedRequest(413, f"the request is too long; possible: up to {self.body:,} bytes")
        for length in headers.get("content-length", []):
            if not (length.isascii() and length.isdecimal()) or len(length) > 15 or int(length) > self.body:
                raise too_much
        body, more = b"", True
        try:
            async with asyncio.timeout(self.seconds):
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise RefusedRequest(400, "the request broke off")
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > self.body:
                        raise too_much
        except TimeoutError:
            raise RefusedRequest(408, f"the request did not arrive within {self.seconds:g} seconds") from None
        return body


def require_json(kinds: list[str]) -> None:
    """Refuse requests that a form of another site could send; for JSON, a browser asks first."""
    if [kind.partition(";")[0].strip().lower() for kind in kinds] != ["application/json"]:
        raise RefusedRequest(415, f"content type {_quote(kinds)}; possible: application/json")


def _headers(scope: Scope) -> dict[str, list[str]]:
    headers: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return headers


def _quote(values: list[str]) -> str:
    return repr(", ".join(values)[:200]) if values else "''"


def guard_headers(send: Send) -> Send:
    """The application with default headers for every answer."""

    async def careful(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            names = {name.lower() for name, _ in message["headers"]}
            more = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in names]
            message["headers"] = [*message["headers"], *more]
        await send(message)

    return careful


def replay_body(body: bytes, receive: Receive) -> Receive:
    """A receive function that gives the body once, and then the events of the connection."""
    pending = [body]

    async def again() -> MutableMapping[str, Any]:
        if pending:
            return {"type": "http.request", "body": pending.pop(), "more_body": False}
        return await receive()

    return again


async def refuse(receive: Receive, send: Send, refused: RefusedRequest, seconds: float) -> None:
    """Send the reason, and then read and drop the rest of the request for so many seconds.

    If a connection is closed while data arrive, the system resets it, and the visitor never reads the answer.
    """
    body = json.dumps({"error": refused.text}).encode()
    headers = [("content-type", "application/json"), ("content-length", str(len(body))), ("connection", "close")]
    encoded = [(name.encode(), value.encode()) for name, value in headers]
    await send({"type": "http.response.start", "status": refused.status, "headers": encoded})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while (await receive()).get("more_body", False):
                await asyncio.sleep(0)  # others have their turns
    await send({"type": "http.response.body", "body": b""})


DEEPEST_NESTING = 16  # lists and objects within each other
MOST_DIGITS = 20  # of a whole number; 64 bits have fewer


def read_json(body: bytes) -> Any:
    """The document of a JSON body; raises Refused with status 400."""
    try:
        text = body.decode("utf-8")
        document = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_number,
            parse_constant=_number,
        )
        json.dumps(document, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError as error:
        raise RefusedRequest(400, f"byte {error.start} of the request is not UTF-8") from None
    except UnicodeEncodeError as error:
        raise RefusedRequest(400, f"{error.object[error.start]!r} is half a character") from None
    except json.JSONDecodeError as error:
        raise RefusedRequest(400, f"the request is not JSON: {error.msg} at character {error.pos}") from None
    except RecursionError:
        raise RefusedRequest(400, f"the request is nested too deeply; possible: {DEEPEST_NESTING} levels") from None
    _check_depth(document)
    return document


def _check_depth(document: Any) -> None:
    level = [document]
    for _ in range(DEEPEST_NESTING + 1):
        level = [inner for thing in level if isinstance(thing, dict | list) for inner in _within(thing)]
    if level:
        raise RefusedRequest(400, f"the request is nested too deeply; possible: {DEEPEST_NESTING} levels")


def _within(thing: dict[str, Any] | list[Any]) -> list[Any]:
    return list(thing.values()) if isinstance(thing, dict) else thing


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        (twice, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise RefusedRequest(400, f"{quoted(twice)} occurs twice")
    return members


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise RefusedRequest(400, f"a whole number of {len(text):,} digits; possible: 64 bits")
    return int(text)


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise RefusedRequest(400, f"{quoted(text)} is not a number of JSON")
    return number
