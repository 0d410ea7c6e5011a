"""The front: addresses of pages and of the API. It computes nothing; workers do."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from functools import partial
from html import escape
from secrets import token_bytes
from typing import Any

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

import faceup
from faceup.results.sentences.words import capital
from faceup.rules.errors import quoted
from faceup.rules.names import near_names
from faceup.web.answers.requests import ABOUT_NO_GAME, LINE_BY_LINE, REQUESTS, Same, Simulate, refusal
from faceup.web.games import SECRET_BYTES, ServedGame
from faceup.web.limits import VisitorLimits
from faceup.web.server.guard import App, Guard, Hosts, RefusedRequest, read_json, require_json
from faceup.web.server.pool import Pool, setup_line
from faceup.web.server.prepared_answers import AnswersAhead, GameDescriptions, describe_api
from faceup.web.server.static_files import File, read_files, read_not_found, read_pages, static_folder
from faceup.web.server.worker_process import PartReader, WorkerFailure


class VisitorGone(Exception):
    """Raised when the visitor has gone away."""


async def while_here(receive: Receive, work: Coroutine[Any, Any, bytes]) -> bytes:
    """The result of the work; if the visitor goes away, the work is cancelled, and VisitorGone is raised."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_wait_for_disconnect(receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise VisitorGone
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class JsonLines:
    """A response of JSON lines; a failure before the first line is an answer of its own, else the last line."""

    def __init__(self, ask: Callable[[PartReader], Coroutine[Any, Any, bytes]]) -> None:
        self.ask = ask

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def say(line: bytes) -> None:
            nonlocal started
            if not started:
                started = True
                headers = [(b"content-type", b"application/x-ndjson"), (b"x-accel-buffering", b"no")]
                await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": line + b"\n", "more_body": True})

        try:
            await while_here(receive, self.ask(say))
        except VisitorGone:
            return
        except WorkerFailure as failed:
            if not started:
                raise
            await say(json.dumps({"error": failed.text}).encode())
        await send({"type": "http.response.body", "body": b"", "more_body": False})


AHEAD_NICENESS = 19
SIMULATION_NICENESS = 10  # the processors are left to visitors who play
RESERVED_WORKERS = 1  # beyond those of one visitor, so that a second visitor is answered too
EXPRESS_WORKERS = 1
EXPRESS_SECONDS = 2.0  # for quick answers, which need not wait for slow ones of the same visitor
YEAR = 365 * 24 * 3600  # seconds
GAME_PAGES = ("play", "simulate", "replay", "strategy", "ends", "setup")
OTHER_PAGES = ("same", "puzzle")
NEAR = 3  # games that may be meant by a wrong name


class Site:
    """The pages and the API for these games, with ``workers`` processes for quick answers.

    With ``ahead``, the most frequent answers about the library are computed in advance, when the processors are idle.
    """

    def __init__(
        self, games: Mapping[str, ServedGame], limits: VisitorLimits, workers: int, ahead: bool = False
    ) -> None:
        self.games, self.limits = games, limits
        self.secret = token_bytes(SECRET_BYTES)
        self.files, self.pages, self.not_found = read_files(), read_pages(), read_not_found()
        self.quick = Pool(
            setup_line(games.values(), limits, self.secret),
            workers + RESERVED_WORKERS,
            of_one=workers,
            seconds=limits.seconds,
            patience=limits.seconds,
            waiting=limits.waiting,
            waiting_of_one=limits.waiting_of_one,
            express=self._express_pool(),
        )
        self.long = Pool(
            setup_line(games.values(), limits, self.secret, SIMULATION_NICENESS),
            limits.jobs,
            of_one=limits.jobs_of_one,
            seconds=limits.job_seconds,
            patience=limits.job_seconds,
            waiting=limits.waiting,
            waiting_of_one=limits.waiting_of_one,
            what="simulation",
            newest_first=False,
        )
        self.descriptions = GameDescriptions(games, limits, self.quick)
        self.ahead = AnswersAhead(games if ahead else {}, self._pool_ahead())
        self.openapi_document = json.dumps(describe_api(faceup.__version__, games, limits)).encode()

    def _express_pool(self) -> Pool:
        """A pool of one process for quick requests that would wait for slow ones."""
        limits = self.limits
        return Pool(
            setup_line(self.games.values(), limits, self.secret),
            EXPRESS_WORKERS,
            of_one=EXPRESS_WORKERS,
            seconds=min(EXPRESS_SECONDS, limits.seconds),
            patience=limits.seconds,
            waiting=limits.waiting,
            waiting_of_one=limits.waiting_of_one,
        )

    def _pool_ahead(self) -> Pool:
        """A pool of one process that works when no other does."""
        limits = self.limits
        setup = setup_line(self.games.values(), limits, self.secret, AHEAD_NICENESS)
        seconds = limits.job_seconds  # nobody waits
        return Pool(setup, 1, of_one=1, seconds=seconds, patience=seconds, waiting=1, waiting_of_one=1)

    def app(self, hosts: Hosts) -> App:
        """The whole as an ASGI application."""
        pages = [Route(f"/{page}/{{name}}", partial(self.game_page, page)) for page in GAME_PAGES]
        asking = [
            Route(
                f"/api/games/{{name}}/{do}",
                partial(self.ask_for_lines if do in LINE_BY_LINE else self.ask, do),
                methods=["POST"],
            )
            for do in REQUESTS
            if do not in ABOUT_NO_GAME
        ]
        asking += [Route(f"/api/{do}", partial(self.ask, do), methods=["POST"]) for do in ABOUT_NO_GAME]
        inner = Starlette(
            routes=[
                Route("/", partial(self.page, "library")),
                *(Route(f"/{page}", partial(self.page, page)) for page in OTHER_PAGES),
                *pages,
                Route(f"{static_folder()}/{{file}}", self.static),
                Route("/favicon.ico", self.icon),
                Route("/api/games", self.list_games),
                Route("/api/near/{word:path}", self.near),
                Route("/api/openapi.json", self.openapi),
                *asking,
            ],
            exception_handlers={
                HTTPException: self.not_found_page,
                RefusedRequest: _refusal_response,
                WorkerFailure: _failure_response,
                Exception: _broken,
            },
            lifespan=self.lifespan,
        )
        inner.router.redirect_slashes = False
        return Guard(inner, hosts, self.limits.body, self.limits.body_seconds)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        await self.quick.start()
        finding = asyncio.create_task(self._find())
        try:
            yield
        finally:
            finding.cancel()
            await self.close()

    async def _find(self) -> None:
        """Describe the games before the first request."""
        await self.descriptions.find()
        await self.ahead.find()

    async def close(self) -> None:
        """End all workers."""
        await asyncio.gather(self.quick.close(), self.long.close(), self.ahead.pool.close())

    # Pages

    async def page(self, name: str, request: Request) -> Response:
        return _file_response(self.pages[name], request)

    async def game_page(self, name: str, request: Request) -> Response:
        self.served_game(request)
        return await self.page(name, request)

    async def static(self, request: Request) -> Response:
        name = request.path_params["file"]
        if name not in self.files:
            raise HTTPException(404)
        file = self.files[name]
        return Response(file.body, headers={"cache-control": f"max-age={YEAR}, immutable"}, media_type=file.kind)

    async def icon(self, request: Request) -> Response:
        return _file_response(self.files["icon.svg"], request)

    async def not_found_page(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        status, text = error.status_code, error.detail
        if status == 404 and text == "Not Found":
            text = f"there is nothing at {request.url.path[:200]!r}"
            text += "; /api/openapi.json has all addresses" if request.url.path.startswith("/api/") else ""
        elif status == 405:
            text = f"{request.method} is not possible here; possible: {(error.headers or {}).get('Allow', 'GET')}"
        headers = dict(error.headers or {})
        if request.url.path.startswith("/api/"):
            return JSONResponse({"error": text}, status, headers)
        if "text/html" not in request.headers.get("accept", ""):
            return PlainTextResponse(text + "\n", status, headers)
        page, games = self._meant(request.url.path)
        about = {"page": page, "games": " ".join(games), "reason": escape(capital(f"{text.partition('; ')[0]}."))}
        return Response(self.not_found.substitute(about), status, headers, "text/html")

    def _meant(self, path: str) -> tuple[str, list[str]]:
        """The page and the games that a wrong address may mean; an empty text or list for none."""
        first, *_, last = ["", *path.strip("/").split("/")][-2:]
        pages = near_names(first or last, (*GAME_PAGES, *OTHER_PAGES))
        return "".join(pages), [last] if last in self.games else near_names(last, self.games, NEAR)

    # The API

    async def list_games(self, _: Request) -> Response:
        return Response(await self.descriptions.document(), media_type="application/json")

    async def near(self, request: Request) -> Response:
        return JSONResponse(near_names(request.path_params["word"], self.games, NEAR))

    async def openapi(self, _: Request) -> Response:
        return Response(self.openapi_document, media_type="application/json")

    async def ask(self, do: str, request: Request) -> Response:
        question, key = await self._question(do, request)
        if ready := self.ahead.answer(question):
            return Response(ready, media_type="application/json")
        try:
            answer = await while_here(request.receive, self.quick.ask(question, key, visitor=_visitor(request)))
        except VisitorGone:
            return Response(status_code=499)  # read by nobody
        return Response(answer, media_type="application/json")

    async def ask_for_lines(self, do: str, request: Request) -> JsonLines:
        question, key = await self._question(do, request)

        async def run(each: PartReader) -> bytes:
            return await self.long.ask(question, key, each, visitor=_visitor(request))

        return JsonLines(run)

    async def _question(self, do: str, request: Request) -> tuple[dict[str, Any], str]:
        """The request for a worker, and its key."""
        name = "" if do in ABOUT_NO_GAME else self.served_game(request).name
        require_json(request.headers.getlist("content-type"))
        try:
            message = REQUESTS[do].model_validate(read_json(await request.body()))
        except ValidationError as error:
            raise RefusedRequest(422, refusal(error)) from None
        if isinstance(message, Same):
            for side in (message.first, message.second):
                if side.game not in self.games:
                    raise RefusedRequest(422, self._no_game(side.game))
            name = message.first.game
        if isinstance(message, Simulate) and message.games > self.limits.games:
            raise RefusedRequest(422, f"games {message.games}; possible: 1 to {self.limits.games:,}")
        fields = message.model_dump()
        parameters = fields.get("parameters", fields.get("record", {}).get("parameters"))
        about = {key: str(value) for key, value in parameters.items()} if isinstance(parameters, dict) else {}
        return {"do": do, "game": name, "request": fields}, json.dumps([name, about], sort_keys=True)

    def served_game(self, request: Request) -> ServedGame:
        name = request.path_params["name"]
        if name not in self.games:
            raise HTTPException(404, self._no_game(name))
        return self.games[name]

    def _no_game(self, name: str) -> str:
        near = near_names(name, self.games)
        hint = f"did you mean {near[0]}? Possible" if near else "possible"
        return f"there is no game {quoted(name)}; {hint}: {', '.join(self.games)}"


def _visitor(request: Request) -> str:
    """The address of the visitor, which several visitors may share."""
    return request.client.host if request.client else ""


def _file_response(file: File, request: Request) -> Response:
    """The file, or status 304 if the browser's copy is current."""
    headers = {"etag": file.tag, "cache-control": "no-cache"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(file.body, headers=headers, media_type=file.kind)


async def _refusal_response(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedRequest)
    return JSONResponse({"error": error.text}, error.status)


async def _failure_response(_: Request, error: Exception) -> Response:
    assert isinstance(error, WorkerFailure)
    headers = {} if error.retry_after is None else {"retry-after": str(error.retry_after)}
    again = {"unfinished": True} if error.unfinished else {}
    return JSONResponse({"error": error.text, **again}, error.status, headers)


async def _broken(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": "something is wrong in faceup itself"}, 500)
