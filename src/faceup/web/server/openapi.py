"""The description of the API, OpenAPI 3.1, made of the models of messages."""

from collections.abc import Iterable
from typing import Any

from pydantic.json_schema import JsonSchemaMode, models_json_schema

from faceup.web.answers.replies import REPLIES, Failure, Library
from faceup.web.answers.requests import ABOUT_NO_GAME, REQUESTS, Message
from faceup.web.limits import VisitorLimits

SUMMARIES = {
    "solve": "The value of a game, best first moves, a line of best play; of a patience, all its deals.",
    "play": "A game in progress, after computers and chance have moved.",
    "load": "The same for a game that was saved.",
    "setup": "A position to be set up by hand: its fields with what they may hold, and whether the rules take it.",
    "review": "Every move of a game: what it threw away, what chance gave, and how well everybody played.",
    "strategy": "The policy as a table.",
    "outcomes": "How a game ends and how long it takes when players keep to policies, with which probability.",
    "replay": "One numbered game, step by step.",
    "smaller": "Smaller sizes of a game for which a question is answered that takes too much for this one.",
    "simulate": "Many numbered games: a line for what is known so far, again and again; closing ends the work.",
    "same": "Whether two games are one but for names.",
    "puzzle": "The puzzle of a day, and what is said of a move that was picked.",
}
FAILURES = {
    "400": "What was sent is no JSON.",
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
    """The document, for the games of these names."""
    models: dict[type[Message], None] = dict.fromkeys([*REQUESTS.values(), *REPLIES.values(), Library, Failure])
    pairs: list[tuple[type[Message], JsonSchemaMode]] = [(model, "validation") for model in models]
    found, definitions = models_json_schema(pairs, ref_template=REFERENCE)
    keys = {model: found[model, "validation"] for model in models}
    schemas = definitions["$defs"]
    schemas["Simulate"]["properties"]["games"]["maximum"] = limits.games
    failures = {code: {"description": why, **_json(keys[Failure])} for code, why in FAILURES.items()}
    name = {"name": "name", "in": "path", "required": True, "schema": {"type": "string", "enum": list(names)}}
    paths: dict[str, Any] = {
        "/api/games": {"get": _getting("games", "The games, and the limits.", _json(keys[Library]))},
        "/api/openapi.json": {
            "get": _getting("openapi", "This description.", {"content": _content({"type": "object"})})
        },
    }
    for do, model in REQUESTS.items():
        kind = "application/x-ndjson" if do == "simulate" else "application/json"
        answer = {"description": SUMMARIES[do], "content": _content(keys[REPLIES[do]], kind)}
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
