"""Listening: a socket, and a server on it that ends its workers when it is asked to end."""

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
ENDING = 2  # seconds for answers under way, when the server is asked to end


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; raises UsageError where it cannot."""
    try:
        found = socket.getaddrinfo(host or "?", port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise UsageError(f"host {host!r} is not known; possible: 127.0.0.1, or an address of this machine") from None
    family, address = min((kind, place) for kind, _, _, _, place in found)
    try:
        return socket.create_server(address[:2], family=family, backlog=CONNECTIONS)
    except PermissionError:
        raise UsageError(f"port {port} may not be used by you; possible: --port 1024 to 65535, or 0 for any") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise UsageError(f"port {port} of {host} is in use; possible: another --port, or 0 for any") from None
        raise UsageError(
            f"host {host!r}: {error.strerror}; possible: 127.0.0.1, or an address of this machine"
        ) from None


class Server(uvicorn.Server):
    """Says when it is ready, and first of all ends the work under way when it is to end."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], close: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self.ready, self.close = ready, close

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.close()
        await super().shutdown(sockets)


class Prompt(H11Protocol):
    """Closes connections that say nothing for long, and those that are too many."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # Else the second half of an answer waits 40 ms for word of the first; asyncio sees to it for some sockets only.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if len(self.connections) > CONNECTIONS:
            transport.abort()
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Give the head of a request some time, counted from its first byte or from the beginning."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._rest()
        elif self._patience is None:
            self._patience = self.loop.call_later(ARRIVING, self.transport.close)

    def _rest(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def configuration(app: Any) -> uvicorn.Config:
    """What it is to the application and to visitors, apart from where it listens."""
    return uvicorn.Config(
        app,
        http=Prompt,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # what a visitor says about where it comes from is not believed
        timeout_graceful_shutdown=ENDING,
    )


def run(app: Any, listening: socket.socket, ready: Callable[[], None], close: Callable[[], Awaitable[None]]) -> None:
    """Serve until interrupted; raises KeyboardInterrupt then, and SystemExit when it was asked to terminate."""
    server = Server(configuration(app), ready, close)
    # Once it has ended its work the server raises the signal again, for whoever had listened to it before.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    asyncio.run(server.serve([listening]))
