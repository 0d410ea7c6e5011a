"""A whole small game as a table, from which the script of its page plays it: positions as they look, moves in words.

A person may make any move, and the computer makes best ones, so that only what can then be met is in the table. Where
something is hidden, a position is one with all that players know of it, and looks otherwise to each.
"""

import base64
import gzip
import json
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

import faceup
from faceup.engines.graph.stakes import stakes_seen
from faceup.engines.hidden.memory import view_of
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.winning_scale import winning_scale
from faceup.results.documents.codec import document, move_document
from faceup.results.reviews.replay import ReplayEnd
from faceup.results.scene.dice import faces_shown, outcome_words
from faceup.results.scene.scene_of_game import scene_of
from faceup.results.scene.scene_of_view import scene_of_view
from faceup.results.scene.things import Scene
from faceup.results.scene.zones import dice_zone, squares_namer
from faceup.results.sentences.solutions import answer
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import LimitReached, UnsupportedError
from faceup.rules.facts import plays_itself
from faceup.rules.names import seat_name, short_seat_name
from faceup.rules.parameters import write_parameters
from faceup.rules.texts import move_text

MOST_POSITIONS = 20_000
MOST_BYTES = 300_000  # of a page, packed
DIGITS = 6  # of a value
PATIENCES, MOST_STEPS = 3, 150  # deals of a solitaire game on its page, and steps of each
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
    "secretary": {"candidates": 20},
    "wheel": {"sections": 5},
}


def game_table(name: str) -> dict[str, Any] | None:
    """The table of a game with the usual parameters, or ``SMALLER`` ones; None where it is too large for a page."""
    parameters = SMALLER.get(name, {})
    if plays_itself(game := faceup.game(name)):
        return _patience_table(game)
    try:
        table = _Table(faceup.game(name, **parameters), parameters).document()
    except (LimitReached, UnsupportedError, _TooLarge):
        return None
    return table if len(packed(table)) <= MOST_BYTES else None


def written(table: Any) -> str:
    """A table as text, in which nothing ends the script that holds it."""
    return json.dumps(table, separators=(",", ":"), ensure_ascii=False).replace("</", "<\\/")


def packed(table: Any) -> str:
    """A table as the script of its page unpacks it, a tenth as long as its text."""
    return base64.b64encode(gzip.compress(written(table).encode(), mtime=0)).decode()


def _patience_table(game: Any) -> dict[str, Any]:
    """A few deals of a solitaire game, step by step, one of which chance chooses: there is nothing to decide."""
    scenes = _Scenes()
    words: dict[str, int] = {}
    nothing = Scene((), "", "A game that plays itself, step by step.")
    positions: list[list[Any]] = [[CHANCE, scenes.number(nothing), 0, 0, 0, []]]

    def add(turn: int, look: int, value: float) -> int:
        positions.append([turn, look, value, 0, 0, []])
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
            value = step.result.get("score", 0) if over else 0
            after = add(OVER if over else CHANCE, scenes.number(step.scene()), value)
            positions[at][5].append([words.setdefault(last if over else step.what, len(words)), after, 1])
            at = after
    nobody = {"persons": [CHANCE], "begins": False, "duel": False, "decided": False, "race": None, "scale": None}
    plain = {"given": "", "names": ["you"], "called": [], **nobody, "seats": 0, "hidden": False, "rolled": None}
    return {**plain, "moves": [[word, None, []] for word in words], **scenes.document(), "positions": positions}


class _Scenes:
    """The scenes of positions, whose zones and things are each written once."""

    def __init__(self) -> None:
        self.items: dict[str, int] = {}
        self.zones: dict[str, int] = {}
        self.scenes: dict[str, int] = {}

    def number(self, scene: Scene) -> int:
        drawn = document(scene)
        zones = [
            {**zone, "rows": [[_place(self.items, item) for item in row] for row in zone["rows"]]}
            for zone in drawn["zones"]
        ]
        return _place(self.scenes, [drawn["more"], [_place(self.zones, zone) for zone in zones]])

    def document(self) -> dict[str, Any]:
        return {name: [*map(json.loads, getattr(self, name))] for name in ("items", "zones", "scenes")}


def _place(known: dict[str, int], thing: Any) -> int:
    """The number of a thing among those that are known, which it joins."""
    return known.setdefault(json.dumps(thing), len(known))


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
        ends = None if self.plans else self.solution.plain_ends
        self.stakes = stakes_seen(game).with_ends((None, payoff) for payoff in ends or ())
        self.numbers: dict[Any, int] = {}
        self.words: dict[str, int] = {}
        self.scenes = _Scenes()
        self.named = squares_namer(game)
        self.behind: dict[tuple[int, Any], list[Any]] = {}  # of a seat and its view: the states that look like that

    def document(self) -> dict[str, Any]:
        start = self.plans.known if self.plans else self.solution.start
        persons = sorted(self.stakes.players) or [CHANCE]
        told: dict[int, list[Any]] = {}
        for person in persons:
            self._walk(start, person, told)
        if self.plans:
            for position in told.values():
                position[1] = [
                    look if isinstance(look, int) else self.scenes.number(self._seen(*look)) for look in position[1]
                ]
        scale = None if self.plans or self.solution.seats else winning_scale(self.solution, self.stakes)
        parameters = write_parameters(self.game)
        seats = max(max(persons) + 1, len(self.solution.seats), 2)
        return {
            "given": " ".join(f"{name}={parameters[name]}" for name in self.parameters),
            "says": answer(self.solution),
            "names": [seat_name(seat, self.game.player_names) for seat in range(seats)],
            "called": [] if seats > 2 or self.game.player_names else [short_seat_name(seat, ()) for seat in range(2)],
            "persons": persons,
            "begins": self.game.turn(self.solution.start) == 0,
            "duel": bool(self.stakes.duel) if not self.solution.seats else False,
            "race": max(self.stakes.payoffs) if self.stakes.two and self.stakes.payoffs in ({0, 1}, {-1, 0}) else None,
            "decided": bool(self.stakes.decided) and self.stakes.two and not self.solution.seats,
            "scale": [scale.low, scale.high] if scale and len(scale.winners) == 2 else None,
            "seats": len(self.solution.seats),
            "hidden": self.plans is not None,
            "moves": [*map(json.loads, self.words)],
            "rolled": document(dice_zone("rolled", ())),
            **self.scenes.document(),
            "positions": [told[number] for number in range(len(told))],
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
        move, what is gained, and the moves: the number of each, where it leads, its odds.
        """
        state = self._state(at)
        turn = self.game.turn(state)
        rewards = [_short(self.game.reward(state, move)) for move in moves]
        best = self.plans.move_weights(at) if self.plans and turn >= 0 else {}
        if turn >= 0 and not self.plans:
            best = {self.solution.move(state): 1}
        shown, scene = self._shown(state, moves if turn >= 0 else [])
        return [
            turn,
            shown,
            self._value(state, turn),
            [int(best.get(move, 0)) for move in moves] if turn >= 0 else 0,
            rewards if any(rewards) else 0,
            [self._move(at, state, turn, move, scene) for move in moves],
        ]

    def _move(self, at: Any, state: Any, turn: int, move: Any, scene: Scene | None) -> list[Any]:
        word = move_text(self.game, state, move) if turn >= 0 else outcome_words(self.game, state, move)
        if turn == CHANCE or scene is None:
            squares: tuple[int, ...] = ()
        else:
            changed = {} if move in scene.moves else scene.squares
            squares = changed.get(move) or self.named(move, word)
        rolled = dice_zone("rolled", faces_shown(self.game, state, move) if turn == CHANCE else ())
        dice = [_place(self.scenes.items, item) for item in document(rolled)["rows"][0]]
        number = _place(self.words, [word, move_document(move), squares, *([dice] if dice else ())])
        odds = [float(self.game.odds(state, move))] if turn == CHANCE else []
        return [number, self._number(self._after(at, move)), *odds]

    def _value(self, state: Any, turn: int) -> Any:
        if turn == OVER:
            pay = self.game.payoff(state)
            return [_short(each) for each in pay] if isinstance(pay, tuple) else _short(pay)
        if self.plans:
            return 0
        if self.solution.seats:
            return [_short(each.value) for each in self.solution.table.row(state)]
        return _short(self.solution.value_of(state).value)

    def _shown(self, state: Any, moves: list[Any]) -> tuple[Any, Scene | None]:
        """The number of the scene, or each seat and its view if something is hidden; and the scene that all see."""
        if self.plans:
            seats = range(max(self.stakes.players) + 1)
            if self.game.turn(state) == OVER:  # all lies open
                return [self.scenes.number(scene_of(self.game, state, ()))] * len(seats), None
            looks = [(seat, view_of(self.game, state, seat)) for seat in seats]
            for look in looks:
                self.behind.setdefault(look, []).append(state)
            return looks, None
        scene = scene_of(self.game, state, moves)
        return self.scenes.number(scene), scene

    def _seen(self, seat: int, view: Any) -> Scene:
        """A view as its seat sees it: what is of no state that looks like that lies face down."""

        def behind(name: str) -> list[Any]:
            return [getattr(state, name) for state in self.behind[seat, view] if hasattr(state, name)]

        return scene_of_view(self.game, view, (), OVER, behind)


def _short(number: Any) -> float | int:
    near = round(float(number), DIGITS)
    return int(near) if near == int(near) else near
