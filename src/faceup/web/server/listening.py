"""A listening socket, and a server on it that ends its workers when it ends."""

import asyncio
import errno
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from faceup.rules.errors import UsageError

CONNECTIONS = 500  # at once, well below the number of files that a process may have open
ARRIVING = 10.0  # seconds for the head of a request
CONNECTIONS_OF_ONE = 250  # from one address, which may be shared by a proxy or a school
READING = 20.0  # seconds in which some of an answer must be read
BUFFER = 64 * 1024  # bytes that the system holds itself: of its own megabytes it says only seldom that some were read
LARGE = 1024 * 1024  # unread bytes on one connection, before the others are checked
UNREAD = 64 * 1024 * 1024  # unread bytes of one address
UNREAD_OF_ALL = 2 * UNREAD  # unread bytes of all addresses together
ENDING = 2  # seconds for answers under way, when the server is asked to end


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises UsageError if the address cannot be used."""
    try:
        addresses = socket.getaddrinfo(host or "?", port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise UsageError(f"host {host!r} is not known; possible: 127.0.0.1, or an address of this machine") from None
    family, address = min((kind, place) for kind, _, _, _, place in addresses)
    try:
        return socket.create_server(address[:2], family=family, backlog=CONNECTIONS)
    except PermissionError:
        raise UsageError(f"port {port} is reserved; possible: --port 1024 to 65535, or 0 for any") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise UsageError(f"port {port} of {host} is in use; possible: another --port, or 0 for any") from None
        raise UsageError(
            f"host {host!r}: {error.strerror}; possible: 127.0.0.1, or an address of this machine"
        ) from None


class Server(uvicorn.Server):
    """Calls ``ready`` when it listens, and ends running work first when it is to end."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], close: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self.ready, self.close = ready, close

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.close()
        await super().shutdown(sockets)


class CountedTransport:
    """A transport that counts written bytes, and reports when many of them are unread."""

    def __init__(self, transport: asyncio.Transport, large: Callable[[], None]) -> None:
        self._transport, self._large = transport, large
        self.written = 0

    def write(self, data: bytes) -> None:
        self.written += len(data)
        self._transport.write(data)
        if self.unread > LARGE:
            self._large()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    @property
    def unread(self) -> int:
        """The bytes that the system has not taken yet, because the visitor does not read."""
        return self._transport.get_write_buffer_size()


class PromptProtocol(H11Protocol):
    """Closes connections that send or read nothing for long, and those beyond the limits."""

    _patience: asyncio.TimerHandle | None = None
    _look: asyncio.TimerHandle | None = None
    counting: CountedTransport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.counted = CountedTransport(transport, self._large)
        super().connection_made(self.counted)  # type: ignore[arg-type]
        # Else the second half of an answer waits 40 ms for word of the first; asyncio sees to it for some sockets only.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        if len(self.connections) > CONNECTIONS or len(self._same_address()) > CONNECTIONS_OF_ONE:
            transport.abort()
        self._wait()
        self._watch(0, 0)

    def _same_address(self) -> list["PromptProtocol"]:
        """All connections from the same address."""
        address = self.client and self.client[0]
        every: set[PromptProtocol] = self.connections  # type: ignore[assignment]
        return [other for other in every if other.client and other.client[0] == address]

    def _large(self) -> None:
        """Abort this answer if its address has too much unread, or the longest if all together have.

        An abort empties a connection's buffer at once, so what is left is within both bounds.
        """
        if sum(other.counted.unread for other in self._same_address()) > UNREAD:
            self.transport.abort()
        every: set[PromptProtocol] = self.connections  # type: ignore[assignment]
        by_length = sorted(every, key=lambda one: one.counted.unread)
        unread = sum(one.counted.unread for one in by_length)
        while unread > UNREAD_OF_ALL:
            longest = by_length.pop()
            unread -= longest.counted.unread
            longest.transport.abort()

    def _watch(self, unread: int, read: int) -> None:
        """Abort a connection that reads nothing; the arguments are the unread and the read bytes at the last look."""
        now = self.counted.written - self.counted.unread
        if unread and self.counted.unread and now == read:
            self.transport.abort()
            return
        self._look = self.loop.call_later(READING, self._watch, self.counted.unread, now)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        if self._look is not None:
            self._look.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Limit the time for the head of a request, from its first byte or from the beginning."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._rest()
        elif self._patience is None:
            self._patience = self.loop.call_later(ARRIVING, self.transport.close)

    def _rest(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def configuration(app: Any) -> uvicorn.Config:
    """The configuration of the server without its socket."""
    return uvicorn.Config(
        app,
        http=PromptProtocol,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # forwarded addresses cannot be trusted
        timeout_graceful_shutdown=ENDING,
    )


def run(app: Any, listening: socket.socket, ready: Callable[[], None], close: Callable[[], Awaitable[None]]) -> None:
    """Serve until interrupted; raises KeyboardInterrupt then, and SystemExit when it was asked to terminate."""
    server = Server(configuration(app), ready, close)
    # At its end the server raises the signal again, for the former handler.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    asyncio.run(server.serve([listening]))
