"""Answers that take a while: given up when the visitor goes away, or sent line by line as they come."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

from starlette.types import Receive, Scope, Send

from faceup.web.server.worker_process import Failed, PartReader


class Gone(Exception):
    """Nobody waits for the answer any more."""


async def while_here(receive: Receive, work: Coroutine[Any, Any, bytes]) -> bytes:
    """The result of the work, which is cancelled when the visitor goes away; then raises Gone."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_left(receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Gone
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class JsonLines:
    """A response of JSON lines; where nothing was said yet a failure is an answer of its own, else the last line."""

    def __init__(self, ask: Callable[[PartReader], Coroutine[Any, Any, bytes]]) -> None:
        self.ask = ask

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def say(line: bytes) -> None:
            nonlocal begun
            if not begun:
                begun = True
                headers = [(b"content-type", b"application/x-ndjson"), (b"x-accel-buffering", b"no")]
                await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": line + b"\n", "more_body": True})

        try:
            await while_here(receive, self.ask(say))
        except Gone:
            return
        except Failed as failed:
            if not begun:
                raise
            await say(json.dumps({"error": failed.text}).encode())
        await send({"type": "http.response.body", "body": b"", "more_body": False})
