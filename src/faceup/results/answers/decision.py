"""Decisions under hidden information, and the mixed strategies that they make up.

A decision has what its player knows, the probability and the value of each move, and a label for people. A mixed
strategy has a decision for each information set.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

from faceup.numbers.value import Number, Value, exactly, finite
from faceup.results.certified import Certified
from faceup.results.number_texts import lot
from faceup.results.scene.view_words import is_state, view_fields, view_text, view_texts
from faceup.results.seats import units_in
from faceup.results.showable import FormerName, Showable, Tabular, columns
from faceup.rules.cards import bits_of
from faceup.rules.contract import Game
from faceup.rules.moves import Move
from faceup.rules.word_numbers import spelling, words_of


class Seen(NamedTuple):
    """A new view of the player."""

    view: Any


class Did(NamedTuple):
    """A move of the player."""

    move: Move


Event = Seen | Did
GivenMoves = str | int | Iterable[Move | str]  # as users write them: a text, a move, or moves and words one by one


def last_view(story: Sequence[Event]) -> Any:
    """The last view of a story."""
    return next(event.view for event in reversed(story) if isinstance(event, Seen))


@dataclass(frozen=True, repr=False)
class Decision(Showable):
    """A decision of ``player``, who remembers a ``story`` since a position ``known`` to all players (a public state).

    ``moves`` are the legal moves, ``words`` their names, and ``done`` the player's own moves of the story in words.
    ``chances`` are the probabilities of the moves in best play, ``worths`` their values to the player against best play
    of the other; None if that play never leads here, or if values are known within bounds only. ``reach`` is the
    probability that best play of both leads here, None if not computed. ``kept`` says whether the player's best play
    can lead here against some play of the other. ``solution`` and the moves ``made`` are those of the question, if any.
    """

    brief = ("player", "shares")

    player: int
    known: Any
    story: tuple[Event, ...]
    done: tuple[str, ...]
    moves: tuple[Move, ...]
    words: tuple[str, ...]
    chances: tuple[Number, ...]
    worths: tuple[Number, ...] | None
    reach: Number | None
    kept: bool = True
    solution: Any = field(default=None, compare=False)
    made: tuple[Move, ...] = field(default=(), compare=False)

    @property
    def view(self) -> Any:
        """The player's view at the decision."""
        return last_view(self.story)

    lots = FormerName("weights")

    @property
    def weights(self) -> dict[Move, int]:
        """The moves with a probability above 0, as whole numbers in proportion to it."""
        fractions = {move: Fraction(chance) for move, chance in zip(self.moves, self.chances, strict=True) if chance}
        unit = lcm(*(chance.denominator for chance in fractions.values()))
        return {move: int(chance * unit) for move, chance in fractions.items()}

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves with a probability above 0."""
        return tuple(move for move, chance in zip(self.moves, self.chances, strict=True) if chance)

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves of the highest value, whether or not best play makes them; without values the played ones."""
        if self.worths is None:
            return self.played
        most = max(self.worths)
        return tuple(move for move, worth in zip(self.moves, self.worths, strict=True) if worth == most)

    @property
    def shares(self) -> tuple[str, ...]:
        """The played moves in words with their probabilities: ``bet 1/3``."""
        return tuple(lot(word, chance) for word, chance in zip(self.words, self.chances, strict=True) if chance)

    @property
    def mixed(self) -> bool:
        """Whether more than one move has a probability above 0."""
        return len(self.played) > 1


@dataclass(frozen=True)
class LabelledDecision:
    """A decision with its label: what the player ``sees``.

    The probability of each move and its ``worths`` to the player are values here, as is the ``reach``, the probability
    that best play of both leads here.
    """

    decision: Decision
    sees: str

    document_keys = (
        *("player=decision.player", "sees", "moves=decision.moves", "words=decision.words"),
        *("chances", "worths", "reach"),
    )

    @property
    def chances(self) -> tuple[Value, ...]:
        return tuple(map(exactly, self.decision.chances))

    @property
    def worths(self) -> tuple[Value, ...] | None:
        return None if self.decision.worths is None else tuple(map(exactly, self.decision.worths))

    @property
    def reach(self) -> Value | None:
        return None if self.decision.reach is None else exactly(self.decision.reach)


Labels = Mapping[Decision, str]


def decision_labels(game: Game, decisions: Sequence[Decision]) -> Labels:
    """The label of each decision of one player: the current view; if some read alike, also the fields that differ, the
    differences of their stories; and if even those are equal, the position that was known to all.
    """
    played = [dict(zip(one.moves, one.words, strict=True)) for one in decisions]
    player = decisions[0].player if decisions else 0
    texts = view_texts(game, [one.view for one in decisions], player=player, played=played)
    labels = dict(zip(decisions, texts, strict=True))
    for more in (_fields_apart, _partings, _memory_labels):
        for alike in _groups(labels):
            labels |= {one: f"{labels[one]}; {parting}" for one, parting in more(game, alike).items() if parting}
    return labels


def _groups(labels: Labels) -> list[list[Decision]]:
    """The groups of decisions with the same label."""
    groups: dict[str, list[Decision]] = {}
    for one, label in labels.items():
        groups.setdefault(label, []).append(one)
    return [group for group in groups.values() if len(group) > 1]


def _fields_apart(game: Game, alike: Sequence[Decision]) -> Labels:
    """The fields of the view that ``show`` does not tell, if they differ."""
    rows = [view_fields(game, one.view, one.player) or [] for one in alike]
    if len({len(row) for row in rows}) > 1:
        return {}
    places = [k for k, column in enumerate(zip(*rows, strict=True)) if len({field.value for field in column}) > 1]
    return {one: ", ".join(row[k].labelled_text() for k in places) for one, row in zip(alike, rows, strict=True)}


def _partings(game: Game, alike: Sequence[Decision]) -> Labels:
    """The label of each decision from the events of its story that differ in others with the same beginning."""
    ways = {one: tuple(_way(game, one)) for one in alike}
    onward: dict[tuple[str, ...], set[str]] = {}  # continuations of a common beginning; its end is one of them
    for way in ways.values():
        for k, word in enumerate((*way, "")):
            onward.setdefault(way[:k], set()).add(word)
    labels: dict[Decision, str] = {}
    for one, way in ways.items():
        before = len(way) - isinstance(one.story[-1], Seen)  # the current view is in the label already
        words = (word for k, word in enumerate(way[:before]) if len(onward[way[:k]]) > 1)
        labels[one] = "after " + text if (text := ", ".join(filter(None, words))) else ""
    return labels


def _way(game: Game, decision: Decision) -> Iterator[str]:
    """The story as text: own moves and new views, one after another."""
    own_moves, last = iter(decision.done), None
    for event in decision.story:
        if isinstance(event, Seen):
            change = _change(game, last, event.view, decision.player)
            yield f"seeing {change}" if change else ""
            last = event.view
        else:
            yield next(own_moves)


def _change(game: Game, last: Any, view: Any, player: int) -> str:
    """The change from one view to the next; nothing for the first, which all have in common."""
    if last is None:
        return "" if hasattr(view, "_fields") else view_text(game, view, player)
    if is_state(game, view) and type(game).show is not Game.show:
        return view_texts(game, [view])[0]
    return view_texts(game, [last, view], player=player)[1]


def _memory_labels(game: Game, alike: Sequence[Decision]) -> Labels:
    """Facts that a player remembers: the differences between the positions that were known to all."""
    texts = view_texts(game, [one.known for one in alike])
    return {one: f"remembered: {text}" if len(set(texts)) > 1 else "" for one, text in zip(alike, texts, strict=True)}


@dataclass(frozen=True, repr=False)
class MixedStrategy(Showable, Tabular):
    """The probabilities of moves in every decision that players who follow them can reach, or in those of one
    ``player``.

    ``left_out`` counts the decisions that they never reach, against any play of the others, and ``later`` those of all
    players that are too many to list. ``value`` is player 0's: no play of the other gives a player of this strategy
    less.
    """

    brief = ("game", "value")
    document_keys = ("game", "*value", "player", "decisions=labelled", "left_out", "certified?")

    game: Game
    value: Value
    decisions: tuple[Decision, ...]
    left_out: int = 0
    player: int | None = None
    later: int = 0
    certified: Certified | None = None  # of the solution
    solution: Any = field(default=None, repr=False, compare=False)  # the HiddenSolution, if it is known

    @property
    def own_values(self) -> tuple[Value, ...]:
        """The values to both players in their own units, if these differ; else empty."""
        units = units_in(self.game)
        return () if units.plain else (self.value, units.to_second(self.value))

    @property
    def players(self) -> list[int]:
        """The players of the decisions."""
        return sorted({decision.player for decision in self.decisions})

    def of(self, player: int) -> list[Decision]:
        """The decisions of one player: by what was known to all, as play comes to it; then by the number of own moves
        before, and in the order of views.
        """
        own = [one for one in self.decisions if one.player == player]
        turns = {known: turn for turn, known in enumerate(dict.fromkeys(one.known for one in own))}
        words = words_of(type(self.game))
        return sorted(own, key=lambda one: (turns[one.known], len(one.done), _order(one.view, words)))

    @cached_property
    def sees(self) -> dict[Decision, str]:
        """The label of each decision: what the player sees, distinct from all others."""
        return {
            one: text for player in self.players for one, text in decision_labels(self.game, self.of(player)).items()
        }

    @property
    def labelled(self) -> tuple[LabelledDecision, ...]:
        """The decisions player by player, with their labels."""
        return tuple(LabelledDecision(one, self.sees[one]) for player in self.players for one in self.of(player))

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """A row for each move in each decision: its probability, and its value to the player."""
        return columns(
            ("player", "sees", "move", "word", "chance", "worth"),
            [
                (one.player, self.sees[one], move, word, finite(chance), None if worth is None else finite(worth))
                for player in self.players
                for one in self.of(player)
                for move, word, chance, worth in zip(
                    one.moves, one.words, one.chances, one.worths or [None] * len(one.moves), strict=True
                )
            ],
        )


def _order(view: Any, words: Mapping[str, int]) -> Any:
    """The sort key of views: by their numbers, sets by their members, words as they first stand in the rules, and rows
    by length first.
    """
    if isinstance(view, tuple):
        return (1, len(view), tuple(_order(part, words) for part in view))
    if isinstance(view, str | Enum) and spelling(view) in words:
        return (0, "int", words[spelling(view)])
    return (0, type(view).__name__, bits_of(view) if isinstance(view, frozenset) else view)
