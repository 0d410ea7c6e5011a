"""A whole small game as a table, from which the script of its page plays it: positions as they look, moves in words.

A person may make any move, and the computer makes best ones, so that only what can then be met is in the table. Where
something is hidden, a position is one with all that players know of it, and looks otherwise to each.
"""

import base64
import gzip
import json
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import faceup
from faceup.engines.graph.stakes import stakes_seen
from faceup.engines.hidden.memory import view_of
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.winning_chances import winning_scale
from faceup.results.reviews.replay import ReplayEnd
from faceup.results.scene.scene import Scene
from faceup.results.scene.scene_boards import board_zones
from faceup.results.scene.scene_of_game import scene_of
from faceup.results.view_words import view_text
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import LimitReached
from faceup.rules.facts import plays_itself
from faceup.rules.fields import fields_of
from faceup.rules.parameters import write_parameters
from faceup.rules.player_names import seat_name
from faceup.rules.texts import move_text
from faceup.show.text.scenes import scene_lines

MOST_POSITIONS = 20_000
MOST_BYTES = 300_000  # of a page, packed
WIDTH = 60  # columns of a position in text
DIGITS = 6  # of a value
PATIENCES, MOST_STEPS = 3, 150  # games of a patience on its page, and steps of each
SECONDS = 20  # to solve what a page plays
# What is played on a page where the usual parameters make a table that is too large for one.
SMALLER: dict[str, dict[str, Any]] = {
    "best-card": {"deck": 20, "hand": 5},
    "connect-four": {"rows": 4, "columns": 3},
    "hex": {"rows": 3},
    "high-low": {"cards": 10, "matthew": "1,3,5,7,9"},
    "hog": {"goal": 6},
    "liars-dice": {"sides": 3},
    "mastermind": {"pegs": 2, "colours": 2},
    "pig": {"goal": 20, "sides": 4},
    "wheel": {"sections": 5},
}


def game_table(name: str) -> dict[str, Any] | None:
    """The table of a game with the usual parameters, or ``SMALLER`` ones; None where it is too large for a page."""
    parameters = SMALLER.get(name, {})
    if plays_itself(game := faceup.game(name)):
        return _patience_table(game)
    try:
        table = _Table(faceup.game(name, **parameters), parameters).document()
    except (LimitReached, _TooLarge):
        return None
    return table if len(packed(table)) <= MOST_BYTES else None


def written(table: dict[str, Any]) -> str:
    """A table as text, in which nothing ends the script that holds it."""
    return json.dumps(table, separators=(",", ":"), ensure_ascii=False).replace("</", "<\\/")


def packed(table: dict[str, Any]) -> str:
    """A table as the script of its page unpacks it, a tenth as long as its text."""
    return base64.b64encode(gzip.compress(written(table).encode(), mtime=0)).decode()


def _patience_table(game: Any) -> dict[str, Any]:
    """A few games of a patience, step by step, one of which chance chooses: there is nothing to decide."""
    words: dict[str, int] = {}
    looks: dict[str, int] = {}
    positions: list[list[Any]] = [[CHANCE, looks.setdefault("", 0), 0, 0, 0, []]]

    def add(turn: int, look: str, value: float) -> int:
        positions.append([turn, looks.setdefault(look, len(looks)), value, 0, 0, []])
        return len(positions) - 1

    for number in range(PATIENCES):
        at, left = 0, -MOST_STEPS
        for step in faceup.replay(game, seed=1, number=number):
            over = isinstance(step, ReplayEnd)
            left += 1
            if not over and (left > 0 or not step.number):
                continue
            last = f"{left - 1:,} more steps" if left > 1 else "that was the last step"
            last += f"; {'won' if over and step.result.get('won') else 'not won'}"
            after = add(OVER if over else CHANCE, _text(step.scene()), step.result.get("score", 0) if over else 0)
            positions[at][5].append([words.setdefault(last if over else step.what, len(words)), after, 1])
            at = after
    nobody = {"persons": [CHANCE], "begins": False, "duel": False, "decided": False, "race": None, "scale": None}
    plain = {"given": "", "names": ["you"], **nobody, "seats": 0}
    shown = {"words": list(words), "looks": list(looks), "marks": [], "board": None}
    return {**plain, "hidden": False, **shown, "positions": positions}


class _TooLarge(Exception):
    """There are too many positions for a page."""


class _Table:
    """The positions that a person can meet in any seat, numbered as they are found."""

    def __init__(self, game: Any, parameters: Mapping[str, Any]) -> None:
        self.game, self.parameters = game, parameters
        self.solution = faceup.solve(game, seconds=SECONDS)
        if self.solution.value.how == "stopped":
            raise _TooLarge
        self.plans = self.solution if isinstance(self.solution, HiddenSolution) else None
        self.stakes = stakes_seen(game)
        self.numbers: dict[Any, int] = {}
        self.words: dict[str, int] = {}
        self.looks: dict[str, int] = {}
        self.board = bool(board_zones(game, fields_of(self.solution.start), ())[0]) and self.plans is None
        self.marks: dict[tuple[str, str], int] = {}

    def document(self) -> dict[str, Any]:
        start = self.plans.known if self.plans else self.solution.start
        persons = sorted(self.stakes.players) or [CHANCE]
        told: dict[int, list[Any]] = {}
        for person in persons:
            self._walk(start, person, told)
        scale = None if self.plans or self.solution.seats else winning_scale(self.solution, self.stakes)
        parameters = write_parameters(self.game)
        seats = max(max(persons) + 1, len(self.solution.seats), 2)
        return {
            "given": " ".join(f"{name}={parameters[name]}" for name in self.parameters),
            "names": [seat_name(seat, self.game.player_names) for seat in range(seats)],
            "persons": persons,
            "begins": self.game.turn(self.solution.start) == 0,
            "duel": bool(self.stakes.duel) if not self.solution.seats else False,
            "race": max(self.stakes.payoffs) if self.stakes.two and self.stakes.payoffs in ({0, 1}, {-1, 0}) else None,
            "decided": bool(self.stakes.decided) and self.stakes.two and not self.solution.seats,
            "scale": [scale.low, scale.high] if scale and len(scale.winners) == 2 else None,
            "seats": len(self.solution.seats),
            "hidden": self.plans is not None,
            "words": list(self.words),
            "looks": list(self.looks),
            "marks": [list(mark) for mark in self.marks],
            "board": self._board(),
            "positions": [told[number] for number in range(len(told))],
        }

    def _board(self) -> dict[str, Any] | None:
        if not self.board:
            return None
        (zone, *_), _ = board_zones(self.game, fields_of(self.solution.start), ())
        return {
            "rows": [[-1 if item.square is None else item.square for item in rank] for rank in zone.rows],
            "hexagons": zone.hexagons,
            "heaps": zone.heaps,
            "columns": list(zone.columns),
            "ranks": list(zone.ranks),
        }

    def _walk(self, start: Any, person: int, told: dict[int, list[Any]]) -> None:
        """Add what can be met where that seat is a person's: all its moves, and best ones of the others."""
        todo, met = deque([start]), {start}
        while todo:
            at = todo.popleft()
            number = self._number(at)
            moves = list(self._moves(at, person))
            if number not in told or len(moves) > len(told[number][-1]):
                told[number] = self._position(at, moves)
            for move in moves:
                after = self._after(at, move)
                if after not in met:
                    met.add(after)
                    todo.append(after)

    def _number(self, at: Any) -> int:
        if at not in self.numbers:
            if len(self.numbers) == MOST_POSITIONS:
                raise _TooLarge
            self.numbers[at] = len(self.numbers)
        return self.numbers[at]

    def _state(self, at: Any) -> Any:
        return at.state if self.plans else at

    def _after(self, at: Any, move: Any) -> Any:
        return self.plans.after(at, move) if self.plans else self.game.play(at, move)

    def _moves(self, at: Any, person: int) -> Iterable[Any]:
        state = self._state(at)
        turn = self.game.turn(state)
        if turn == OVER:
            return ()
        if turn == CHANCE:
            return [move for move in self.game.moves(state) if self.game.odds(state, move)]
        if turn == person:
            return list(self.game.moves(state))
        return list(self.plans.move_weights(at)) if self.plans else [self.solution.move(state)]

    def _position(self, at: Any, moves: list[Any]) -> list[Any]:
        """Whose turn it is, how it looks (to each seat, where that differs), its value, how often best play makes each
        move, what is gained, and the moves: the word of each, where it leads, its square or its odds.
        """
        state = self._state(at)
        turn = self.game.turn(state)
        rewards = [_short(self.game.reward(state, move)) for move in moves]
        best = self.plans.move_weights(at) if self.plans and turn >= 0 else {}
        if turn >= 0 and not self.plans:
            best = {self.solution.move(state): 1}
        return [
            turn,
            self._shown(state, moves if turn >= 0 else []),
            self._value(state, turn),
            [int(best.get(move, 0)) for move in moves] if turn >= 0 else 0,
            rewards if any(rewards) else 0,
            [self._move(at, state, turn, move) for move in moves],
        ]

    def _move(self, at: Any, state: Any, turn: int, move: Any) -> list[Any]:
        word = self.words.setdefault(move_text(self.game, state, move), len(self.words))
        after = self._number(self._after(at, move))
        if turn == CHANCE:
            return [word, after, float(self.game.odds(state, move))]
        squares = self._squares(state, [move])
        return [word, after, *squares]

    def _squares(self, state: Any, moves: list[Any]) -> list[int]:
        if not self.board:
            return []
        (zone, *_), _ = board_zones(self.game, fields_of(state), moves)
        cells = [item for rank in zone.rows for item in rank]
        return [place for place, item in enumerate(cells) if item.move is not None]

    def _value(self, state: Any, turn: int) -> Any:
        if turn == OVER:
            pay = self.game.payoff(state)
            return [_short(each) for each in pay] if isinstance(pay, tuple) else _short(pay)
        if self.plans:
            return 0
        if self.solution.seats:
            return [_short(each.value) for each in self.solution.table.row(state)]
        return _short(self.solution.value_of(state).value)

    def _shown(self, state: Any, moves: list[Any]) -> Any:
        """The number of what it looks like; of a board its marks and that of the rest."""
        if self.plans:
            seats = range(max(self.stakes.players) + 1)
            return [self._look(view_text(self.game, view_of(self.game, state, seat))) for seat in seats]
        scene = scene_of(self.game, state, ())
        if not self.board:
            return self._look(_text(scene))
        zones = [zone for zone in scene.zones if zone.kind == "board"]
        marks = [(item.text, item.name) for rank in zones[0].rows for item in rank]
        cells = [self.marks.setdefault(mark, len(self.marks)) for mark in marks]
        rest = replace(scene, zones=tuple(zone for zone in scene.zones if zone.kind != "board"))
        return [
            " ".join(map(str, cells)) if len(self.marks) > 10 else "".join(map(str, cells)),
            self._look(_text(rest)),
        ]

    def _look(self, text: str) -> int:
        return self.looks.setdefault(text, len(self.looks))


def _text(scene: Scene) -> str:
    return "\n".join(str(line).rstrip() for line in scene_lines(scene, WIDTH, "utf-8"))


def _short(number: Any) -> float | int:
    near = round(float(number), DIGITS)
    return int(near) if near == int(near) else near
