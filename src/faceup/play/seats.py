"""The players of seats: persons, the perfect player, weaker ones, policies; and what they are called."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Protocol

from faceup.engines.hidden.memory import KnownMove
from faceup.engines.model.policies import (
    AB,
    MCTS,
    Policy,
    Thought,
    ask_policy,
    bad_move,
    legal_answer,
    policy_name,
    thought_in,
)
from faceup.engines.model.random_stream import below
from faceup.play.in_progress import Situation
from faceup.results.scene.dice import seen_outcome_words
from faceup.results.scene.things import Item, Scene, Zone
from faceup.results.scene.view_words import view_text
from faceup.results.sentences.words import capital
from faceup.rules import names
from faceup.rules.contract import Game
from faceup.rules.errors import UsageError
from faceup.rules.fields import field_kinds, label_of
from faceup.rules.moves import Move
from faceup.rules.names import did_you_mean

SEATS = f"person, best, slips:0.1, random, first, {MCTS}, mcts:0.5s, {AB}"
SHARE = re.compile(r"[01]|[01]?\.[0-9]{1,6}")


class Seat(Protocol):
    """Decides for a player. ``name`` is the text of the seat, as ``slips:0.1``."""

    name: str

    def choose(self, at: Situation, stream: list[int]) -> Move:
        """A legal move; random choices use the stream."""
        ...


class Person:
    """A person, who decides outside of the program."""

    name = "person"

    def choose(self, at: Situation, stream: list[int]) -> Move:
        raise UsageError("a person makes this move")


class Best:
    """The perfect player."""

    name = "best"

    def choose(self, at: Situation, stream: list[int]) -> Move:
        return at.best_move(stream)


class Slips:
    """Epsilon-greedy: the perfect player, which with some probability makes one of the moves that are not best."""

    def __init__(self, share: str) -> None:
        if not SHARE.fullmatch(share) or Fraction(share) > 1:
            raise UsageError(f"slips:{share}; possible: a probability from 0 to 1, of six decimals at most")
        self.name = f"slips:{share}"
        self.share = Fraction(share)

    def choose(self, at: Situation, stream: list[int]) -> Move:
        slips = below(stream, self.share.denominator) < self.share.numerator
        if slips:
            best = at.best()
            worse = [move for move in at.legal() if move not in best]
            if worse:
                return worse[below(stream, len(worse))]
        return at.best_move(stream)


class Random:
    """Any legal move."""

    name = "random"

    def choose(self, at: Situation, stream: list[int]) -> Move:
        moves = at.legal()
        return moves[below(stream, len(moves))]


class First:
    """The first legal move."""

    name = "first"

    def choose(self, at: Situation, stream: list[int]) -> Move:
        first: Move = next(iter(at.game.moves(at.state)))
        return first


class LooksAhead:
    """A tree search with so many playouts or seconds, by what the player can know, or an alpha-beta search to a depth;
    needs no solution.
    """

    def __init__(self, thought: Thought) -> None:
        self.thought = thought
        self.name = thought.word

    def choose(self, at: Situation, stream: list[int]) -> Move:
        moves = at.legal()
        return moves[0] if len(moves) == 1 else at.estimate(self.thought, stream).move


class UserPolicy:
    """A policy of the user, ``policy(game, state)``; with hidden information it gets the view in place of the state."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = f"own:{policy_name(policy)}"

    def choose(self, at: Situation, stream: list[int]) -> Move:
        wanted = ask_policy(self.policy, at.game, at.view)
        move = legal_answer(at.legal(), wanted)
        if move is None:
            raise UsageError(f"{bad_move(self.policy, wanted)}: {view_text(at.game, at.view)}")
        return move


def seat(word: str | Policy) -> Seat:
    """The seat of a word or of a function; raises UsageError that says what is possible."""
    if not isinstance(word, str):
        return UserPolicy(word)
    kind, colon, more = word.partition(":")
    if not colon and kind in PLAIN:
        return PLAIN[kind]
    if kind == "slips" and colon:
        return Slips(more)
    if kind == "simulation" and colon:  # a word of earlier versions, in saved games
        word = f"mcts:{more}"
    if thought := thought_in(word):
        return LooksAhead(thought)
    near = did_you_mean(word, SEATS.split(", "))
    raise UsageError(f"player {word!r}; {near}possible: {SEATS}, or a function, as FILE.py:FUNCTION")


PLAIN: dict[str, Seat] = {one.name: one for one in (Person(), Best(), Random(), First())}


PERSON = "person"
LOOKS_AHEAD = "mcts:1000"
SEAT_KINDS = {  # who may sit at a table, as pages offer them
    PERSON: "You",
    "best": "Computer: perfect play",
    "slips:0.1": "Computer: 10% mistakes",
    "slips:0.25": "Computer: 25% mistakes",
    "mcts:100": "Computer: looks ahead (easy)",
    LOOKS_AHEAD: "Computer: looks ahead (medium)",
    "mcts:10000": "Computer: looks ahead (hard)",
    "ab:2": "Computer: looks two moves ahead",
    "ab:4": "Computer: looks four moves ahead",
    "random": "Computer: random",
}
NEED_VALUES = "best", "slips"
MEN = {"cross": "crosses", "nought": "noughts"}
COMPUTER = "the computer"
TWO = tuple(map(names.seat_name, (0, 1)))
ALONE = "the player"
A_PERSON = "a person"  # one of several


def callings(players: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    """From names of players to what one person reads; empty if they keep their names."""
    persons = [seat for seat, who in enumerate(seats) if who == PERSON]
    if players[:1] == (ALONE,) and persons[:1] == [0]:
        person = 0
    elif tuple(players) == TWO and len(persons) == 1:
        (person,) = persons
    else:
        return {}
    return {name: "you" if seat == person else COMPUTER for seat, name in enumerate(players)}


def short_name(name: str) -> str:
    """``first`` for ``the first player``, and the number alone of a seat that has no ordinal."""
    return names.short_name(name).removeprefix("player number ")


def who_sits(seats: Sequence[str], valued: bool | None) -> list[str]:
    """``you`` or ``computer: perfect play`` for each seat; ``valued`` says whether computers have the values that they
    play by, None if that is not known yet.
    """

    def words(seat: str) -> str:
        if seat == PERSON:
            return "you" if seats.count(PERSON) == 1 else A_PERSON
        needs = seat.startswith(NEED_VALUES)
        kind = LOOKS_AHEAD if needs and valued is False else seat
        unsure = " if solved in time, else looks ahead" if needs and valued is None else ""
        return SEAT_KINDS.get(kind, kind).lower() + unsure

    return [*map(words, seats)]


def seats_sentence(players: Sequence[str], who: Sequence[str], scene: Scene) -> str:
    """``You (first, black) vs computer (second, white): perfect play``; of persons alone, ``First vs second``."""
    persons = {*who} == {A_PERSON}
    board = next((zone for zone in scene.zones if zone.kind == "board"), None)

    def seat_words(seat: int, name: str) -> str:
        owner = board.owners[seat] if board and seat < len(board.owners) else ""
        colour = board.edges[seat] if board and seat < len(board.edges) else MEN.get(owner, owner.partition(" ")[0])
        sits, colon, how = who[seat].partition(": ")
        called = [sits] * (not persons) + [short_name(name)] + [colour] * (colour != short_name(name).lower())
        first, *more = filter(None, called)
        bracket = f" ({', '.join(more)})" if more else ""
        return f"{first}{bracket}{colon}{how}"

    return capital(" vs ".join(seat_words(seat, name) for seat, name in enumerate(players)))


def owner_called(text: str, called: Mapping[str, str]) -> str:
    """A text that begins with whose a thing is, ``second player's card 5``, with the calling of that player."""
    for name, calling in called.items():
        whose = names.short_possessive(name)
        if text.startswith(f"{whose} "):
            return names.possessive(calling) + text.removeprefix(whose)
    return text


def outcome_called(one: KnownMove, called: Mapping[str, str]) -> str:
    """An outcome of chance in words, with the calling of the player whose it is."""
    return owner_called(one.says or seen_outcome_words(one.word), called)


def scene_called(game: Game, scene: Scene, players: Sequence[str], seats: Sequence[str]) -> Scene:
    """The scene with what belongs to players under their callings, with ``(you)`` if the one person keeps a name.

    A field that is called as a player is this player's only if all players have one, of one annotation.
    """
    called = callings(players, seats)
    persons = [name.lower() for name, who in zip(players, seats, strict=False) if who == PERSON and not called]
    if not called and len(persons) != 1:
        return scene
    short = {short_name(name).lower(): short_name(calling) for name, calling in called.items()}  # as fields are named
    own = {short_name(name).lower() for name in players}
    drawn = {zone.label.lower(): zone.kind for zone in scene.zones}
    annotated = {label_of(name).lower(): kind for name, kind in field_kinds(type(game.start())).items()}
    of_players = any(own <= kinds.keys() and len({kinds[name] for name in own}) == 1 for kinds in (drawn, annotated))

    def item_called(item: Item) -> Item:
        return item._replace(by=called.get(item.by) or short.get(item.by.lower(), item.by)) if item.by else item

    def zone_called(zone: Zone) -> Zone:
        rows = tuple(tuple(map(item_called, row)) for row in zone.rows)
        if (label := owner_called(zone.label, called)) != zone.label or not of_players:
            return replace(zone, label=label, rows=rows)
        yours = " (you)" if [zone.label.lower()] == persons else ""
        return replace(zone, label=short.get(zone.label.lower(), zone.label) + yours, rows=rows)

    return replace(scene, zones=tuple(map(zone_called, scene.zones)))
