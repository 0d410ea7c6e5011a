"""What is ready before anybody asks: descriptions of all games, strategies and endings of the library's as they are."""

import asyncio
import contextlib
import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from faceup.engines.model.seats import MOST_SEATS
from faceup.library.finding import library_names
from faceup.rules.facts import facts_of
from faceup.rules.player_names import seat_name
from faceup.web.answers.requests import REQUESTS
from faceup.web.games import Served, describe, rules_of
from faceup.web.limits import VisitorLimits
from faceup.web.server.pool import Pool
from faceup.web.server.worker_process import Failed

LONGEST_WAIT = 3.0  # seconds of a page for descriptions; rules that need more are told without ranges meanwhile
THIS_SERVER = "this server"  # as a visitor of the pool


class GameDescriptions:
    """The document about all games, complete as soon as workers have said what the ranges of parameters are."""

    def __init__(self, games: Mapping[str, Served], limits: VisitorLimits, pool: Pool) -> None:
        self.games, self.limits, self.pool = games, limits, pool
        self._found: dict[str, bytes] = {}
        self._complete = asyncio.Event()

    async def find(self) -> None:
        """Have all games described; rule files come last, whatever they take."""
        known = library_names()
        for game in sorted(self.games.values(), key=lambda game: game.word not in known):
            question = {"do": "describe", "game": game.name, "request": {}}
            with contextlib.suppress(Failed):  # told without ranges then
                self._found[game.name] = await self.pool.ask(question, "", visitor=THIS_SERVER)
        self._complete.set()

    async def document(self) -> bytes:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                await self._complete.wait()
        games = [self._found.get(name) or _plainly(game) for name, game in self.games.items()]
        more = {"seat_names": list(map(seat_name, range(MOST_SEATS))), "limits": dataclasses.asdict(self.limits)}
        return b'{"games": [' + b", ".join(games) + b"], " + json.dumps(more).encode()[1:]


def _plainly(game: Served) -> bytes:
    return json.dumps(describe(game, ranges=False)).encode()


AHEAD = ("strategy", "outcomes")
PLAIN = {do: REQUESTS[do]().model_dump() for do in AHEAD}


class AnswersAhead:
    """They are worked out one after another in a pool of their own, which ends when all are known."""

    def __init__(self, games: Mapping[str, Served], pool: Pool) -> None:
        names = library_names()
        self.games = [game.name for game in games.values() if game.word in names and not game.defaults]
        self.pool = pool
        self._known: dict[tuple[str, str], bytes] = {}

    def answer(self, question: Mapping[str, Any]) -> bytes | None:
        """The answer to a question about a game as it is, where it is ready."""
        do, name, request = question["do"], question["game"], question["request"]
        return self._known.get((do, name)) if request == PLAIN.get(do) else None

    async def find(self) -> None:
        """Work out all of them; what takes too long is left out."""
        for name in self.games:
            if facts_of(rules_of(name)).decisions:
                for do in AHEAD:
                    with contextlib.suppress(Failed):
                        question = {"do": do, "game": name, "request": PLAIN[do]}
                        self._known[do, name] = await self.pool.ask(question, name)
        await self.pool.close()
