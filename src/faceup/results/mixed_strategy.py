"""How best play decides where players do not see everything: what to do how often, by what is seen."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from faceup.results.decision import Decision, Seen
from faceup.results.frames import Framed, columns
from faceup.results.in_notebook import InNotebook
from faceup.results.value import Value, finite
from faceup.results.view_words import is_state, view_text, view_texts
from faceup.rules.contract import Game
from faceup.rules.texts import state_text


@dataclass(frozen=True)
class MixedStrategy(InNotebook, Framed):
    """What to do how often in every decision that best play can come to, or of one ``player``.

    ``left_out`` counts the decisions that best play never comes to, and ``later`` those that are too many to be told,
    of all players. ``value`` is player 0's: no play by the other brings less to whoever keeps to this strategy.
    """

    game: Game
    value: Value
    decisions: tuple[Decision, ...]
    left_out: int = 0
    player: int | None = None
    later: int = 0

    @property
    def players(self) -> list[int]:
        """Whose decisions these are."""
        return sorted({decision.player for decision in self.decisions})

    def of(self, player: int) -> list[Decision]:
        """The decisions of one player, in the order of what is seen."""
        return sorted((one for one in self.decisions if one.player == player), key=lambda one: _order(one.view))

    @cached_property
    def sees(self) -> dict[Decision, str]:
        """What the player sees in each decision, as text; with all that was seen and done where it looks like another,
        and the position that was known to all where even that is alike.
        """
        texts: dict[Decision, str] = {}
        for player in self.players:
            own = self.of(player)
            told = dict(zip(own, view_texts(self.game, [decision.view for decision in own]), strict=True))
            for more in (_before, _from):
                alike = Counter(told.values())
                told |= {one: more(self.game, one, text) for one, text in told.items() if alike[text] > 1}
            texts |= told
        return texts

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """A row for each move in each decision: how often it is made, and what it is worth to whoever makes it."""
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


def _order(view: Any) -> Any:
    """Views in the order of their numbers, rows by their length first."""
    if isinstance(view, tuple):
        return (1, len(view), tuple(map(_order, view)))
    return (0, type(view).__name__, view)


def _before(game: Game, decision: Decision, text: str) -> str:
    """The text with what was done and what newly seen before, one after another, where there is any of it."""
    done, told = iter(decision.done), list[str]()
    last: Any = None
    for event in decision.story[:-1]:
        told.append(_change(game, last, event.view) if isinstance(event, Seen) else next(done))
        last = event.view if isinstance(event, Seen) else last
    before = ", ".join(filter(None, told))
    return f"{text}; after {before}" if before else text


def _change(game: Game, last: Any, view: Any) -> str:
    """What is new to see, in a view after another; nothing of the first, which all have seen."""
    if last is None:
        return "" if hasattr(view, "_fields") else view_text(game, view)
    if is_state(game, view) and type(game).show is not Game.show:
        return view_texts(game, [view])[0]
    return view_texts(game, [last, view])[1]


def _from(game: Game, decision: Decision, text: str) -> str:
    """The text with the position that was known to all, where that is not what is seen."""
    known = " ".join(state_text(game, decision.known).split())
    return text if known == text else f"{text}; from {known}"
