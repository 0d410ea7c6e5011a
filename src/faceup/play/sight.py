"""A session as a person sees it: everything that is shown is what this person knows by now.

Of two persons at one screen it is the player to move. If computers play alone, the spectator sees everything.
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from itertools import accumulate, islice, pairwise, starmap
from typing import Any

from faceup.engines.hidden.memory import KnownMove, common_moves, story_of, view_of
from faceup.engines.hidden.observer import Observer
from faceup.engines.model.legal_moves import possible_moves
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value, exactly
from faceup.play.in_progress import InProgress, Situation, steps
from faceup.results.answers.decision import Decision
from faceup.results.answers.winning_scale import WinningScale
from faceup.results.scene.boards.words_of_moves import word_of_move
from faceup.results.scene.dice import dealt_words, outcome_words
from faceup.results.scene.scene_in_play import scene_in_play, with_players_names, with_tricks
from faceup.results.scene.scene_of_view import scene_of_view
from faceup.results.scene.things import Scene
from faceup.results.scene.view_words import is_state, view_text
from faceup.results.seats import units_in
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import UnsupportedError
from faceup.rules.fields import Card, field_kinds
from faceup.rules.moves import Move
from faceup.rules.texts import move_text, state_text


def told_move(game: Game, state: Any, turn: int, move: Move) -> KnownMove:
    """A move that everybody sees, as an observed move."""
    says = outcome_words(game, state, move) if turn == CHANCE else ""
    return KnownMove(
        turn, move_text(game, state, move) if turn == CHANCE else word_of_move(game, state, move), move, says=says
    )


class Sight:
    """The view of a session in which everybody sees everything, with values of positions."""

    hidden = False

    def __init__(self, session: InProgress) -> None:
        self.session, self.game, self.expert = session, session.game, session.expert

    @property
    def text(self) -> str:
        """The position as the rules show it."""
        return state_text(self.game, self.session.state)

    @property
    def scene(self) -> Scene:
        """The scene of the position, with the moves of the player to move."""
        session = self.session
        legal = self.legal() if session.turn >= 0 else ()
        return scene_in_play(self.game, session.state, legal, session.history, lambda: self.expert.stakes)

    @property
    def known_moves(self) -> list[KnownMove]:
        """The moves that the viewer knows."""
        return list(starmap(partial(told_move, self.game), self.session.history))

    def known_before_end(self, player: int) -> list[KnownMove]:
        """The moves, those of chance too, that a player knew after their last decision, before the game was over."""
        return self.known_moves

    @property
    def reward_so_far(self) -> Exact | None:
        """The rewards to player 0 so far; None if unknown."""
        return self.session.payoff

    @property
    def numbers(self) -> Sequence[int]:
        """The number of each move so far: decisions count, and chance has the number of the decision before it.

        If chance alone plays, all its moves count.
        """
        alone = not self.expert.stakes.players
        return list(accumulate(int(alone or played.turn >= 0) for played in self.session.history))

    @property
    def number(self) -> int:
        """The number of the next decision."""
        return (self.numbers or [0])[-1] + 1

    @property
    def places(self) -> Mapping[int, int]:
        """The moves that ``back`` can return to: by their numbers, how many were made before each."""
        return {number: k for k, (before, number) in enumerate(pairwise((0, *self.numbers))) if number > before}

    @property
    def reviewed_players(self) -> Sequence[int]:
        """The players whose decisions may be reviewed now."""
        return range(len(self.session.seats))

    def legal(self) -> list[Move]:
        """The legal moves of the player to move."""
        return possible_moves(self.game, self.session.state)

    def alike(self) -> Mapping[Move, Hashable]:
        """The legal moves, each with a key that those share which bring as much and lead to equivalent positions."""
        game, state = self.game, self.session.state
        return {move: (game.reward(state, move), game.canon(game.play(state, move))) for move in self.legal()}

    def words(self, moves: Sequence[Move]) -> tuple[str, ...]:
        """The names of these moves."""
        return tuple(word_of_move(self.game, self.session.state, move) for move in moves)

    def situation(self) -> Situation:
        """The situation of the player to move."""
        state = self.session.state
        return Situation(self.expert, state, state, lambda: (), lambda: None)

    # Values

    @property
    def decision(self) -> Decision | None:
        """The mixed decision of best play; None without hidden information."""
        return None

    def value(self) -> Value:
        return self.expert.value(self.session.state)

    def values(self) -> Mapping[Move, Value]:
        return self.expert.values(self.session.state)

    def best(self) -> list[Move]:
        """The best moves, of wins the quickest and of losses the slowest, as far as their lengths are known."""
        best = self.expert.best(self.session.state)
        lengths = {move: length for move in best if (length := self.won_after(move)) is not None}
        if len(lengths) < len(best):
            return best
        kind = self.expert.stakes.kind_for(self.session.turn, self.values()[best[0]])
        target = max(lengths.values()) if kind == "loss" else min(lengths.values())
        return [move for move in best if lengths[move] == target]

    def line(self, most: int) -> list[Move]:
        return self.expert.line(self.session.state, most)

    def won_within(self) -> int | None:
        return self.expert.won_within(self.session.state)

    def won_after(self, move: Move) -> int | None:
        return self.expert.won_after(self.session.state, move)

    def winning_scale(self, points: bool = False) -> WinningScale | None:
        return self.expert.winning_scale(self.session.state, points)

    def forget(self) -> None:
        """Forget all observations, because moves were taken back."""


class HiddenSight(Sight):
    """Values are by knowledge: the mean over all positions that the player may be in."""

    hidden = True

    def __init__(self, session: InProgress) -> None:
        super().__init__(session)
        self._observers: dict[int, tuple[Observer, int]] = {}  # each with the moves it has followed

    @property
    def viewer(self) -> int | None:
        """The viewer: the person to move, else the last one who moved, else the first; None without persons."""
        session, persons = self.session, self.session.persons
        turns = [*(move.turn for move in session.history), session.turn]
        return next((turn for turn in reversed(turns) if turn in persons), min(persons, default=None))

    @property
    def viewer_observer(self) -> Observer | None:
        """The knowledge of the viewer; None for a spectator, and when the game is over: then everything is seen."""
        viewer = self.viewer
        return None if viewer is None or self.session.over else self.observer(viewer)

    def observer(self, player: int) -> Observer:
        """The knowledge of a player by now."""
        session = self.session
        if player not in self._observers:
            self._observers[player] = Observer(self.game, player, outcome_words=dealt_words), 0
        observer, followed = self._observers[player]
        for step in steps(session, followed):
            observer.follow(*step)
        self._observers[player] = observer, len(session.history)
        return observer

    def forget(self) -> None:
        self._observers.clear()

    @property
    def text(self) -> str:
        observer = self.viewer_observer
        return super().text if observer is None else view_text(self.game, observer.view, observer.player)

    @property
    def scene(self) -> Scene:
        observer, turn = self.viewer_observer, self._turn
        if observer is None:
            return super().scene
        legal = self.legal() if turn == observer.player else ()
        behind = partial(observer.behind, turn)
        scene = scene_of_view(self.game, observer.view, legal, self.session.turn, behind, observer.player)
        if self._tricks_are_open(observer):
            scene = with_tricks(scene, observer.view, self.session.history, self.expert.stakes.name)
        return with_players_names(scene, self.game)

    @property
    def known_moves(self) -> list[KnownMove]:
        observer = self.viewer_observer
        if observer is not None:
            return observer.known_moves(self._turn)
        history = self.session.history
        says = [dealt_words(self.game, state, move) if turn == CHANCE else "" for state, turn, move in history]
        return [one._replace(says=said) for one, said in zip(super().known_moves, says, strict=True)]

    def known_before_end(self, player: int) -> list[KnownMove]:
        history, observer = self.session.history, Observer(self.game, player, outcome_words=dealt_words)
        decided = max((k for k, one in enumerate(history, 1) if one.turn == player), default=0)
        for step in islice(steps(self.session), min(decided, len(history) - 1)):
            observer.follow(*step)
        return [*common_moves(observer.histories(CHANCE), True)]

    @property
    def reward_so_far(self) -> Exact | None:
        """The rewards so far, as far as the viewer knows them."""
        observer = self.viewer_observer
        return super().reward_so_far if observer is None else observer.reward_so_far(self._turn)

    @property
    def numbers(self) -> Sequence[int]:
        """The number of each move among the decisions that the viewer knows; others' moves have that of the own one
        before them.
        """
        observer = self.viewer_observer
        if observer is None:
            return super().numbers
        own = (number for number, turn in enumerate(self._known_turns, 1) if turn == observer.player)
        numbers = [0]
        for played in self.session.history:
            numbers.append(next(own) if played.turn == observer.player else numbers[-1])
        return numbers[1:]

    @property
    def number(self) -> int:
        return super().number if self.viewer_observer is None else len(self._known_turns) + 1

    @property
    def places(self) -> Mapping[int, int]:
        """If persons play, only their own moves: before another's, that player would move again at once."""
        history, persons = self.session.history, self.session.persons
        return {number: k for number, k in super().places.items() if not persons or history[k].turn in persons}

    @property
    def reviewed_players(self) -> Sequence[int]:
        """The viewer while a game of two persons goes on, because the other's moves are still hidden."""
        viewer = self.viewer
        if viewer is None:
            return super().reviewed_players
        return self.session.persons if self.session.over else [viewer]

    def legal(self) -> list[Move]:
        """The legal moves, for a person in an order that reveals nothing hidden."""
        legal, turn = super().legal(), self._turn
        if turn not in self.session.persons:
            return legal
        observer = self.observer(turn)
        observer.check(legal)
        return observer.sort_moves(legal)

    def alike(self) -> Mapping[Move, Hashable]:
        """The legal moves, each for itself: what it leads to is hidden."""
        return {move: move for move in self.legal()}

    def words(self, moves: Sequence[Move]) -> tuple[str, ...]:
        turn = self._turn
        return super().words(moves) if turn < 0 else self.observer(turn).words(moves)

    def situation(self) -> Situation:
        """The situation by what the player to move knows, who need not be the viewer."""
        state, turn, moves = self.session.state, self._turn, tuple(self._moves)

        def decision() -> Decision:
            return self.expert.decision(moves)

        return Situation(
            self.expert, state, view_of(self.game, state, turn), lambda: story_of(self.game, turn, moves), decision
        )

    # Values

    @property
    def decision(self) -> Decision | None:
        """The decision of the player to move, if that is the viewer, or for a spectator."""
        if self._turn < 0 or self.viewer not in (None, self._turn):
            return None
        return self.expert.decision(self._moves)

    def value(self) -> Value:
        if self.session.over:
            return exactly(self.session.paid_at_end[0])
        decision = self._valued_decision()
        return exactly(units_in(self.game).to_first(decision.player, max(decision.worths or ())))

    def values(self) -> Mapping[Move, Value]:
        decision = self._valued_decision()
        worths = zip(decision.moves, decision.worths or (), strict=True)
        units = units_in(self.game)
        return {move: exactly(units.to_first(decision.player, worth)) for move, worth in worths}

    def best(self) -> list[Move]:
        decision = self.decision
        return super().best() if decision is None else list(decision.best)

    def line(self, most: int) -> list[Move]:
        """None: best play is mixed, and depends on what others know."""
        return []

    def won_within(self) -> int | None:
        return None

    def won_after(self, move: Move) -> int | None:
        return None

    def winning_scale(self, points: bool = False) -> WinningScale | None:
        return self.expert.winning_scale(self.game.start(), points)

    # Inside

    @property
    def _moves(self) -> list[Move]:
        return [played.move for played in self.session.history]

    @property
    def _known_turns(self) -> list[int]:
        """Who made each decision that the viewer knows."""
        return [one.turn for one in self.known_moves if one.turn >= 0]

    @property
    def _turn(self) -> int:
        return OVER if self.session.over else self.session.turn

    def _tricks_are_open(self, observer: Observer) -> bool:
        """Whether a player knows every move that players made, and has seen every card between the hands."""
        history, view = self.session.history, observer.view
        made = [one.move for one in observer.known_moves(self._turn) if one.turn >= 0]
        if not is_state(self.game, view) or made != [played.move for played in history if played.turn >= 0]:
            return False
        between = [name for name, kind in field_kinds(type(view)).items() if kind is Card]
        states = [*(played.state for played in history), self.session.state]
        seen = [(state, view_of(self.game, state, observer.player)) for state in states]
        return all(getattr(state, name) == getattr(one, name) for state, one in seen for name in between)

    def _valued_decision(self) -> Decision:
        """The decision of the player to move; raises UnsupportedError if the values of moves are unknown."""
        decision = self.decision
        if decision is None:
            who = "chance is" if self._turn == CHANCE else "somebody else is"
            raise UnsupportedError(f"{who} to move; values are given when the viewer is to move")
        if decision.worths is None:
            exact = self.expert.solution(self.game.start()).value.how == "exact"
            why = "best play of the other never comes here" if exact else "values are known within bounds only"
            raise UnsupportedError(f"what moves are worth is not known here: {why}")
        return decision
