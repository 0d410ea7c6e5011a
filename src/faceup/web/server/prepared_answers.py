"""Answers prepared in advance: descriptions of the API and of games, strategies and distributions of the library."""

import asyncio
import contextlib
import dataclasses
import json
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic.json_schema import JsonSchemaMode, models_json_schema

from faceup.engines.model.seats import MOST_SEATS
from faceup.library.finding import library_names
from faceup.play.seats import SEAT_KINDS
from faceup.rules.facts import facts_of
from faceup.rules.names import seat_name
from faceup.web.answers.replies import REPLIES, Failure, Library, Waiting
from faceup.web.answers.requests import ABOUT_NO_GAME, LINE_BY_LINE, REQUESTS, Message
from faceup.web.games import ServedGame, describe, rules_of
from faceup.web.limits import VisitorLimits
from faceup.web.server.pool import Pool
from faceup.web.server.worker_process import WorkerFailure

SUMMARIES = {
    "solve": "The value of a game, best first moves, a line of best play; of a solitaire game, all its deals.",
    "play": "A game in progress, after computers and chance have moved.",
    "load": "The same for a game that was saved.",
    "setup": "A position to be set up by hand: its fields with what they may hold, and whether the rules take it.",
    "review": "Every move of a game: what it threw away, what chance gave, and how well everybody played.",
    "strategy": "The policy as a table.",
    "outcomes": "How a game ends and how long it takes when players keep to policies, with which probability.",
    "replay": "One numbered game, step by step.",
    "smaller": "Smaller sizes of a game for which a question is answered that takes too much for this one.",
    "simulate": "Many numbered games: a line for what is known so far, again and again; closing ends the work.",
    "tournament": "Policies against each other from every seat: lines of how far it is, then one with all figures.",
    "same": "Whether two games are the same up to renaming.",
    "puzzle": "The puzzle of a day, and what is said of a move that was picked.",
}
FAILURES = {
    "400": "What was sent is not JSON.",
    "403": "Another site's page asked.",
    "404": "There is no such game.",
    "408": "The request did not arrive in time.",
    "413": "The request is too long.",
    "415": "The content type is not application/json.",
    "422": "A field, a parameter, a move or a rule cannot be as it was sent.",
    "429": "One visitor asks for too much at once; Retry-After says when to try again.",
    "500": "Something is wrong here.",
    "503": "Too much is asked at once; Retry-After says when to try again.",
    "504": "A limit of time or of memory was reached.",
}
REFERENCE = "#/components/schemas/{model}"


def describe_api(version: str, names: Iterable[str], limits: VisitorLimits) -> dict[str, Any]:
    """The description of the API, for games with these names."""
    models: dict[type[Message], None] = dict.fromkeys(
        [*REQUESTS.values(), *REPLIES.values(), Library, Failure, Waiting]
    )
    pairs: list[tuple[type[Message], JsonSchemaMode]] = [(model, "validation") for model in models]
    model_schemas, definitions = models_json_schema(pairs, ref_template=REFERENCE)
    keys = {model: model_schemas[model, "validation"] for model in models}
    schemas = definitions["$defs"]
    schemas["Simulate"]["properties"]["games"]["maximum"] = limits.games
    failures = {code: {"description": why, **_json(keys[Failure])} for code, why in FAILURES.items()}
    name = {"name": "name", "in": "path", "required": True, "schema": {"type": "string", "enum": list(names)}}
    paths: dict[str, Any] = {
        "/api/games": {"get": _getting("games", "The games, and the limits.", _json(keys[Library]))},
        "/api/near/{word}": {
            "parameters": [{"name": "word", "in": "path", "required": True, "schema": {"type": "string"}}],
            "get": _getting(
                "near",
                "The names of the games that a word may mean.",
                {"content": _content({"type": "array", "items": {"type": "string"}})},
            ),
        },
        "/api/openapi.json": {
            "get": _getting("openapi", "This description.", {"content": _content({"type": "object"})})
        },
    }
    for do, model in REQUESTS.items():
        content = _content(keys[REPLIES[do]])
        if do in LINE_BY_LINE:
            content = _content({"anyOf": [keys[REPLIES[do]], keys[Waiting]]}, "application/x-ndjson")
        answer = {"description": SUMMARIES[do], "content": content}
        described = {
            "operationId": do,
            "summary": SUMMARIES[do],
            "requestBody": {"required": True, "content": _content(keys[model])},
            "responses": {"200": answer, **failures},
        }
        if do in ABOUT_NO_GAME:
            paths[f"/api/{do}"] = {"post": described}
        else:
            paths[f"/api/games/{{name}}/{do}"] = {"parameters": [name], "post": described}
    about = {
        "title": "faceup",
        "version": version,
        "description": "Games solved exactly, simulated, and played perfectly.",
    }
    return {"openapi": "3.1.0", "info": about, "paths": paths, "components": {"schemas": schemas}}


def _getting(name: str, summary: str, content: dict[str, Any]) -> dict[str, Any]:
    return {"operationId": name, "summary": summary, "responses": {"200": {"description": summary, **content}}}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": _content(schema)}


def _content(schema: dict[str, Any], kind: str = "application/json") -> dict[str, Any]:
    return {kind: {"schema": schema}}


LONGEST_WAIT = 3.0  # seconds that a page waits for descriptions; slower games are described without ranges meanwhile
THIS_SERVER = "this server"  # as a visitor of the pool


class GameDescriptions:
    """The document about all games; workers complete it with the ranges of parameters."""

    def __init__(self, games: Mapping[str, ServedGame], limits: VisitorLimits, pool: Pool) -> None:
        self.games, self.limits, self.pool = games, limits, pool
        self._documents: dict[str, bytes] = {}
        self._complete = asyncio.Event()

    async def find(self) -> None:
        """Have workers describe all games, rule files last."""
        library = library_names()
        for game in sorted(self.games.values(), key=lambda game: game.word not in library):
            question = {"do": "describe", "game": game.name, "request": {}}
            with contextlib.suppress(WorkerFailure):  # described without ranges then
                self._documents[game.name] = await self.pool.ask(question, "", visitor=THIS_SERVER)
        self._complete.set()

    async def document(self) -> bytes:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                await self._complete.wait()
        games = [self._documents.get(name) or _plainly(game) for name, game in self.games.items()]
        more = {
            "seat_kinds": [*SEAT_KINDS.items()],
            "seat_names": list(map(seat_name, range(MOST_SEATS))),
            "limits": dataclasses.asdict(self.limits),
        }
        return b'{"games": [' + b", ".join(games) + b"], " + json.dumps(more).encode()[1:]


def _plainly(game: ServedGame) -> bytes:
    return json.dumps(describe(game, ranges=False)).encode()


def _first_requests(about: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What the pages about a game ask first, as ``strategy.js`` and ``ends.js`` do."""
    one = about["players"] > 1 and not about["hidden"]  # the decisions of one player, whatever others do
    return {
        "strategy": REQUESTS["strategy"](**({"player": 0} if one else {})).model_dump(),
        "outcomes": REQUESTS["outcomes"]().model_dump(),
    }


class AnswersAhead:
    """Computes the answers one after another in a pool of its own, which ends when all are done."""

    def __init__(self, games: Mapping[str, ServedGame], pool: Pool) -> None:
        names = library_names()
        self.games = [game.name for game in games.values() if game.word in names and not game.defaults]
        self.pool = pool
        self._answers: dict[tuple[str, str], tuple[Mapping[str, Any], bytes]] = {}

    def answer(self, question: Mapping[str, Any]) -> bytes | None:
        """The prepared answer to a question about a game with its defaults, if it is ready."""
        request, answer = self._answers.get((question["do"], question["game"]), (None, None))
        return answer if request == question["request"] else None

    async def find(self) -> None:
        """Compute all answers; those that take too long are left out."""
        for name in self.games:
            if facts_of(rules_of(name)).decisions:
                with contextlib.suppress(WorkerFailure):
                    about = json.loads(await self._ask("describe", name, {}))
                    for do, request in _first_requests(about).items():
                        with contextlib.suppress(WorkerFailure):
                            self._answers[do, name] = request, await self._ask(do, name, request)
        await self.pool.close()

    async def _ask(self, do: str, name: str, request: Mapping[str, Any]) -> bytes:
        return await self.pool.ask({"do": do, "game": name, "request": request}, name)
