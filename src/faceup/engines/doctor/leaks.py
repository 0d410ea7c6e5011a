"""Leaks of hidden information: what players can infer although ``view`` hides it."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from faceup.engines.hidden.observer import Observer
from faceup.engines.model.legal_moves import possible_moves
from faceup.engines.model.limits import Deadline
from faceup.library.errors_in_rules import rules_error_text
from faceup.results.answers.diagnosis import Finding
from faceup.results.scene.view_words import is_state, view_fields, view_text, words_by_view
from faceup.rules.contract import OVER, Game, alter_for_callers
from faceup.rules.errors import RulesError
from faceup.rules.fields import MOVER
from faceup.rules.moves import Move, numbers_text
from faceup.rules.texts import line_of

PLAYS = 40  # random games
LONGEST = 100  # moves of each
MOST_HISTORIES = 500  # consistent histories, of each player
MANY = 10  # decisions, enough to report a fact that holds in all of them
MOST_NAMED = 10  # moves
NOTHING = -(10**9)  # the visible value of a masked field
MOST_MEANS = 2  # fields that may each reveal another one; more are a matter of the rules
EITHER = (0, 1)
Step = tuple[int, Move, Any]  # the player who moved, the move, and the state after it


def leaks(game: Game, seconds: float) -> Iterator[Finding]:
    """Yield leaks that random games show within that time, and a note if some games could not be followed to the
    end."""
    deadline, followed = Deadline(seconds), 0
    plays = [list(_random_play(game, seed)) for seed in range(PLAYS)]
    if all(game.view(state, player) == state for play in plays for *_, state in play for player in EITHER):
        yield Finding(False, f"view hides nothing: it gives both players all of every state met{line_of(game, 'view')}")
        return
    views = ((game.view(state, player), player) for play in plays for *_, state in play for player in EITHER)
    tuples = ((view, player) for view, player in views if isinstance(view, tuple) and view)
    bare = next((view for view, player in tuples if view_fields(game, view, player) is None), None)
    if bare is not None:
        where = line_of(game, "view")
        yield Finding(False, f"view returns {bare!r}, which people see as bare numbers; return a State instead{where}")
    reported = set[tuple[Any, int]]()
    masked: Counter[tuple[int, str]] = Counter()  # how often the visible value was not the true one
    unsure = set[tuple[int, str]]()  # fields that were once uncertain
    for play in plays:
        if deadline.is_set():
            break
        lost = False
        for observer in _deciding_observers(game, play):
            lost = lost or observer.lost
            for look in (_by_moves, _by_their_order, _by_words) if observer.histories(observer.player) else ():
                finding = look(game, observer) if (look, observer.player) not in reported else None
                if finding is not None:
                    reported.add((look, observer.player))
                    yield finding
            for field, seen, values in _behind_view(observer):
                masked[observer.player, field] += seen not in values
                if len(values) > 1:
                    unsure.add((observer.player, field))
            if lost or deadline.is_set():
                break
        followed += not lost
    if followed < len(plays):
        few = f"of {len(plays)} random games {followed} were followed in all ways in which they may have come about"
        yield Finding(False, f"players may be able to infer more than is reported here: {few}")
    for (player, field), times in masked.items():
        if times >= MANY and (player, field) not in unsure:
            yield Finding(False, _inference_finding(game, plays[:followed], player, field))


def _random_play(game: Game, seed: int) -> Iterator[Step]:
    chooser, state = random.Random(seed), game.start()
    for _ in range(LONGEST):
        who = game.turn(state)
        if who == OVER:
            return
        move = chooser.choice(possible_moves(game, state))
        state = game.play(state, move)
        yield who, move, state


def _deciding_observers(game: Game, play: list[Step]) -> Iterator[Observer]:
    """Before each move of a player, yield that player's observer."""
    observers = [Observer(game, player, MOST_HISTORIES) for player in EITHER]
    for who, move, state in play:
        if who in EITHER:
            yield observers[who]
        for observer in observers:
            observer.follow(who, move, state)


def _by_moves(game: Game, observer: Observer) -> Finding | None:
    """Report different legal moves in states of one information set."""
    try:
        observer.check(possible_moves(game, observer.histories(observer.player)[0].state))
    except RulesError as error:
        return Finding(True, str(error))
    return None


def _by_their_order(game: Game, observer: Observer) -> Finding | None:
    """Report histories that a player cannot tell apart and that list the same moves in different orders."""
    first, *others = (
        (history.state, possible_moves(game, history.state)) for history in observer.histories(observer.player)
    )
    other = next(((state, moves) for state, moves in others if moves != first[1] and set(moves) == set(first[1])), None)
    if other is None:
        return None
    listed = ", ".join(f"{_moves_text(moves)} in {state!r}" for state, moves in (first, other))
    return Finding(
        False,
        f"moves lists the same moves in another order in states that look alike to player {observer.player}: {listed}; "
        f"people are shown one order, but a program that plays may tell them apart{line_of(game, 'moves')}",
    )


def _by_words(game: Game, observer: Observer) -> Finding | None:
    """Report that show or say fails on a view that has the form of a state."""
    player, view = observer.player, observer.view
    if not is_state(game, view):
        return None
    states = [history.state for history in observer.histories(player)]
    moves = possible_moves(game, states[0])
    questions = (
        ("show", partial(view_text, game, view, player)),
        ("say", partial(words_by_view, game, view, states, moves)),
    )
    for method, ask in questions:
        try:
            ask()
        except Exception as error:  # whatever rules raise that do not expect a view
            problem = f"{method} cannot be asked about what player {player} sees, {view!r}"
            return Finding(True, f"{type(game).__name__}: {problem}: {rules_error_text(error)}")
    return None


def _moves_text(moves: list[Move]) -> str:
    more = "" if len(moves) <= MOST_NAMED else ", ..."
    return ", ".join(map(numbers_text, moves[:MOST_NAMED])) + more


def _behind_view(observer: Observer) -> Iterator[tuple[str, Any, set[Any]]]:
    """Yield each field, its visible value to the player to move, and all its possible values."""
    histories = observer.histories(observer.player)
    if not histories or not is_state(observer.game, observer.view):
        return
    for field, seen in zip(observer.view._fields, observer.view, strict=True):
        yield field, seen, {getattr(history.state, field) for history in histories}


def _inference_finding(game: Game, plays: list[list[Step]], player: int, field: str) -> str:
    """Report that a player can always infer a hidden field, and from which other field, if there is one."""
    fields = [name for name in game.start()._fields if name not in (field, MOVER)]
    by = [name for name in fields if not _always_known(_without(game, name), plays, player, field)]
    how = f" by {' or '.join(by)}" if 0 < len(by) <= MOST_MEANS else ""
    return f"view hides {field} from player {player}, who could always work it out{how}{line_of(game, 'view')}"


def _without(game: Game, field: str) -> Game:
    """Return the game with a field hidden from everybody."""

    def view(state: Any, player: int) -> Any:
        seen = game.view(state, player)
        return seen._replace(**{field: NOTHING}) if is_state(game, seen) else seen

    return alter_for_callers(game, view=view)


def _always_known(game: Game, plays: list[list[Step]], player: int, field: str) -> bool:
    return all(
        len({getattr(history.state, field) for history in observer.histories(player)}) <= 1
        for play in plays
        for observer in _deciding_observers(game, play)
        if observer.player == player
    )
