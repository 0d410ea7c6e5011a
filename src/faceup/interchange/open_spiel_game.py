"""The classes of OpenSpiel: a game, its states, and observers."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple, Self

import numpy as np
import pyspiel

from faceup.engines.hidden.memory import Story, observe_move, view_of
from faceup.engines.model.legal_moves import weighted_moves
from faceup.engines.model.positions import at_position
from faceup.engines.model.seats import plus_row
from faceup.interchange.survey import Survey
from faceup.results.answers.decision import Event, Seen, last_view
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import Solution
from faceup.rules.contract import CHANCE, Game, position_of
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move, numbers_text
from faceup.rules.parameters import kinds, parameter_value, write_value
from faceup.rules.texts import distinct_texts, state_text

INTEGERS = range(-(2**31), 2**31)  # accepted by OpenSpiel as a parameter


@dataclass(frozen=True)
class _Place:
    """A position of play; it is immutable, so copies are the same object."""

    survey: Survey
    state: Any
    moves: tuple[Move, ...]  # that led there
    stories: tuple[Story, ...]  # the memory of each player
    gained: tuple[float, ...]

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    @classmethod
    def first(cls, survey: Survey) -> "_Place":
        state = survey.game.start()
        stories = tuple((Seen(view_of(survey.game, state, player)),) for player in range(survey.players))
        return cls(
            survey, state, (), stories, survey.rewards_of(state) if survey.over(state) else (0.0,) * survey.players
        )

    def after(self, move: Move) -> "_Place":
        survey, game = self.survey, self.survey.game
        who, state = game.turn(self.state), game.play(self.state, move)
        gained = self.gained
        if facts_of(game).rewarding:
            gained = plus_row(gained, survey.rewards_of(self.state, move))
        if survey.over(state):
            gained = plus_row(gained, survey.rewards_of(state))
        stories = tuple(
            (*story, *observe_move(game, player, last_view(story), who, move, state))
            for player, story in enumerate(self.stories)
        )
        return _Place(survey, state, (*self.moves, move), stories, gained)


def _text(view: Any) -> str:
    return f"({' '.join(map(_text, view))})" if isinstance(view, tuple) else str(view)


def _event_text(event: Event) -> str:
    return f"saw {_text(event.view)}" if isinstance(event, Seen) else f"did {_text(event.move)}"


class FaceupGame(pyspiel.Game):
    """Moves are numbered in their order, those of players and those of chance each from 0 up."""

    def __init__(self, game: Game) -> None:
        self.survey = survey = Survey(game)
        least, most = survey.gains
        info = pyspiel.GameInfo(
            num_distinct_actions=max(len(survey.moves), 1),
            max_chance_outcomes=len(survey.outcomes),
            num_players=survey.players,
            min_utility=least,
            max_utility=max(most, least + 1),  # OpenSpiel wants room between them
            utility_sum=survey.sum,
            max_game_length=survey.most_decisions,
        )
        super().__init__(_kind(survey), info, _parameters(game))  # (OpenSpiel writes a game as its name with these)

    def plan(self, solution: Solution) -> Callable[["FaceupState"], list[tuple[int, float]]]:
        """Best play as a function from states to probabilities of actions, for ``tabular_policy_from_callable``."""

        def chances(state: FaceupState) -> list[tuple[int, float]]:
            place, actions = state.place, self.survey.actions
            if not isinstance(solution, HiddenSolution):
                return [(actions[solution.move(place.state)], 1.0)]
            decision = solution.decision(place.moves)
            return [
                (actions[move], float(chance)) for move, chance in zip(decision.moves, decision.chances, strict=True)
            ]

        return chances

    def new_initial_state(self) -> "FaceupState":
        return FaceupState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "FaceupObserver":
        return FaceupObserver(self.survey, iig_obs_type is not None and iig_obs_type.perfect_recall)


class FaceupState(pyspiel.State):
    def __init__(self, game: FaceupGame) -> None:
        super().__init__(game)
        self.place = _Place.first(game.survey)

    def current_player(self) -> int:
        who: int = self.place.survey.game.turn(self.place.state)
        if who >= 0:
            return who
        return int(pyspiel.PlayerId.CHANCE if who == CHANCE else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        place = self.place
        return sorted(place.survey.actions[move] for move in set(weighted_moves(place.survey.game, place.state)[0]))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        place = self.place
        moves, odds = weighted_moves(place.survey.game, place.state)
        total = sum(odds)
        return sorted((place.survey.throws[move], weight / total) for move, weight in zip(moves, odds, strict=True))

    def _apply_action(self, action: int) -> None:
        survey = self.place.survey
        chance = survey.game.turn(self.place.state) == CHANCE
        self.place = self.place.after((survey.outcomes if chance else survey.moves)[action])

    def _action_to_string(self, player: int, action: int) -> str:
        survey, by_chance = self.place.survey, player == pyspiel.PlayerId.CHANCE
        move = (survey.outcomes if by_chance else survey.moves)[action]
        here = by_chance == self.is_chance_node() and not self.is_terminal()
        legal = list(dict.fromkeys(survey.game.moves(self.place.state))) if here else []
        if move in legal:  # rules need not have a word for other moves
            return distinct_texts(survey.game, self.place.state, legal)[legal.index(move)]
        return numbers_text(move)

    def is_terminal(self) -> bool:
        return self.place.survey.over(self.place.state)

    def returns(self) -> list[float]:
        return list(self.place.gained) if self.is_terminal() else [0.0] * len(self.place.gained)  # as TERMINAL says

    def __str__(self) -> str:
        """The position as the rules show it, with all that distinguishes it from others that look alike.

        OpenSpiel's algorithms identify states by this text. Rewards so far are part of the position there, because they
        are paid at the end; with hidden information so are the players' memories, which follow from the moves.
        """
        place = self.place
        game, facts = place.survey.game, facts_of(place.survey.game)
        lines = [state_text(game, place.state), repr(place.state)]
        if facts.rewarding:
            lines.append(f"gained {', '.join(map(repr, place.gained))}")
        if facts.hidden:
            lines.append(f"after {', '.join(map(_text, place.moves)) or 'no move'}")
        return "\n".join(lines)


class FaceupObserver:
    """Observes a player's view; with ``recall`` all views and moves since the start, as text only."""

    def __init__(self, survey: Survey, recall: bool) -> None:
        self.survey, self.recall = survey, recall
        self.tensor = np.zeros(len(survey.layout.low), np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: FaceupState, player: int) -> None:
        self.tensor[:] = self.survey.layout.vector(last_view(state.place.stories[player]))

    def string_from(self, state: FaceupState, player: int) -> str:
        story = state.place.stories[player]
        return ", ".join(map(_event_text, story)) if self.recall else _text(last_view(story))


def _kind(survey: Survey) -> Any:
    game, types = survey.game, pyspiel.GameType
    return types(
        short_name=_short_name(game),
        long_name=type(game).name,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC if survey.outcomes else types.ChanceMode.DETERMINISTIC,
        information=getattr(types.Information, f"{'IM' * facts_of(game).hidden}PERFECT_INFORMATION"),
        utility=_utility(survey),
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=survey.players,
        min_num_players=survey.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _utility(survey: Survey) -> Any:
    utilities = pyspiel.GameType.Utility
    if survey.sum is None:
        return utilities.GENERAL_SUM
    return utilities.ZERO_SUM if survey.sum == 0 and survey.players > 1 else utilities.CONSTANT_SUM


def _parameters(game: Game) -> dict[str, Any]:
    """The parameters in OpenSpiel's form: truth values, whole numbers of 32 bits, and all else as text.

    Such a text must not look like a number, nor hold a comma: a set is ``{1-3;5}``, a longer number ``{4294967296}``, a
    fraction ``2/1``.
    """
    return {name: _write_parameter(kind, getattr(game, name)) for name, kind in kinds(type(game)).items()}


def _write_parameter(kind: Any, value: Any) -> Any:
    if kind is bool or (kind is int and value in INTEGERS):
        return value
    if kind is Fraction:
        return f"{value.numerator}/{value.denominator}"
    return f"{{{str(write_value(kind, value)).replace(',', ';')}}}"


def _read_parameter(kind: Any, name: str, value: Any) -> Any:
    """Read a parameter that ``_write_parameter`` wrote."""
    if isinstance(value, str):
        value = value.removeprefix("{").removesuffix("}").replace(";", ",")
    return parameter_value(kind, name, value)


class _Rules(NamedTuple):
    """The rules behind one OpenSpiel name: games of one class, with one start, and parameters of one form."""

    module: str
    name: str
    position: str
    forms: tuple[type, ...]


_named: dict[str, tuple[_Rules, type[Game]]] = {}  # by their names for OpenSpiel


def _short_name(game: Game) -> str:
    """The name of the rules; with a number behind it where other rules have that name already."""
    rules = type(game)
    forms = tuple(type(value) for value in _parameters(game).values())
    key = _Rules(rules.__module__, rules.__qualname__, position_of(game), forms)
    plain = re.sub(r"\W", "_", f"faceup_{rules.name}", flags=re.ASCII)
    for number in count(1):
        name = plain if number == 1 else f"{plain}_{number}"
        first_rules, _ = _named.setdefault(name, (key, rules))
        if first_rules == key:
            return name
    raise AssertionError


def register_game(game: Game) -> FaceupGame:
    """The OpenSpiel game; its rules are registered under their name."""
    registered = FaceupGame(game)
    rules, position = type(game), position_of(game)

    class ByName(FaceupGame):  # a class, for a function would be gone before OpenSpiel lets go of it at the end
        def __init__(self, params: Any = None) -> None:
            parameter_kinds = kinds(rules)
            values = {
                name: _read_parameter(parameter_kinds[name], name, value) for name, value in (params or {}).items()
            }
            super().__init__(at_position(rules(**values), position))

    pyspiel.register_game(registered.get_type(), ByName)
    return registered
