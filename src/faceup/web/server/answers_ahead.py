"""Answers that are ready before anybody asks: strategies and endings of the library's games as they are."""

import contextlib
from collections.abc import Mapping
from typing import Any

from faceup.library.finding import library_names
from faceup.rules.facts import facts_of
from faceup.web.answers.requests import REQUESTS
from faceup.web.games import Served, rules_of
from faceup.web.server.pool import Pool
from faceup.web.server.worker_process import Failed

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
