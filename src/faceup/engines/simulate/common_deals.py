"""Two rules on common deals (common random numbers): one shuffle of the union of both decks."""

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from faceup.engines.model.dealing import Dealer, deck_of, order_of
from faceup.engines.simulate.blocks import UnderWay
from faceup.engines.simulate.counting import MARKS, count_up, of_first
from faceup.engines.simulate.numbered_games import NumberedGames, Playable
from faceup.engines.simulate.patience_player import PatiencePlayers
from faceup.results.samples.totals import Outcomes, PairTotals
from faceup.rules.errors import UsageError
from faceup.rules.pile import LARGEST_CARD

Face = tuple[str, int]  # a card's text, and its number among the cards with that text


@dataclass(frozen=True)
class PairedGames(Playable):
    """Numbered games of two rules, pair by pair.

    A solitaire game whose deck holds all cards of the other's gets the deals of its own numbered games. Two games with
    decisions share their random streams.
    """

    first: NumberedGames
    second: NumberedGames

    keep: tuple[tuple[str, int], ...] = field(default=(), init=False)

    under_way: UnderWay = field(init=False, compare=False)

    nothing: ClassVar[PairTotals] = PairTotals()

    def __post_init__(self) -> None:
        object.__setattr__(self, "under_way", self.first.under_way)

    @cached_property
    def engine_used(self) -> str:
        first, _ = self.first.engine_used, self.second.engine_used
        return first

    @property
    def interpreted(self) -> str:
        return self.first.interpreted

    @property
    def smallest_block(self) -> int:
        return self.first.smallest_block

    @property
    def key(self) -> str:
        return json.dumps([self.first.key, self.second.key])

    def totals_of(self, first: int, count: int) -> PairTotals:
        engine = self.engine_used
        first_outcomes, second_outcomes = self.outcomes(first, count)
        first_totals, second_totals = (
            count_up(outcomes, first, {}, engine) for outcomes in (first_outcomes, second_outcomes)
        )
        self.under_way.add(first_totals)
        return PairTotals(first_totals, second_totals, count_pairs(first_outcomes, second_outcomes))

    def outcomes(self, first: int, count: int) -> tuple[Outcomes, Outcomes]:
        """Return the outcomes of both rules, game by game."""
        first_player, second_player = self.first.player, self.second.player
        if not isinstance(first_player, PatiencePlayers) or not isinstance(second_player, PatiencePlayers):
            return first_player.outcomes(first, count), second_player.outcomes(first, count)
        orders, (first_cards, second_cards) = self.orders(first, count), self.own_cards
        return first_player.outcomes_of(deal_own_cards(orders, first_cards)), second_player.outcomes_of(
            deal_own_cards(orders, second_cards)
        )

    def orders(self, first: int, count: int) -> Any:
        """Return the shuffles of the union, one row each (int8)."""
        import numpy as np

        union, seed = list(range(len(self.union))), self.first.seed
        if self.engine_used == "native":
            return Dealer(union).orders(seed, first, count)
        return np.array([order_of(union, seed, first + i) for i in range(count)], np.int8)

    @cached_property
    def decks(self) -> tuple[dict[Face, int], dict[Face, int]]:
        return faces(self.first.game), faces(self.second.game)

    @cached_property
    def union(self) -> list[Face]:
        """All cards in either deck, those of the larger one first."""
        larger, smaller = sorted(self.decks, key=len, reverse=True)
        union = list(dict.fromkeys([*larger, *smaller]))
        if len(union) > LARGEST_CARD:
            raise UsageError(f"the two decks have {len(union)} different cards; possible: up to {LARGEST_CARD}")
        return union

    @cached_property
    def own_cards(self) -> list[list[int]]:
        """For each game, the own card of each card in the union, or -1."""
        return [[deck.get(face, -1) for face in self.union] for deck in self.decks]


def faces(game: Any) -> dict[Face, int]:
    """Return the cards of a deck by their faces. Raises UsageError if two cards have one text."""
    cards: dict[Face, int] = {}
    for card in deck_of(game):
        k = 0
        while (namesake := cards.get((game.say(card), k))) is not None:
            if namesake != card:
                raise UsageError(
                    f"{type(game).name}: say calls two cards {game.say(card)!r}, so deals cannot be common"
                )
            k += 1
        cards[game.say(card), k] = card
    return cards


def deal_own_cards(orders: Any, own_cards: list[int]) -> Any:
    """Return the cards of one deck in each shuffle of the union, in the same order."""
    import numpy as np

    mapped = np.array(own_cards, np.int8)[orders]
    return np.ascontiguousarray(mapped[mapped >= 0].reshape(len(orders), -1))


def count_pairs(first_outcomes: Outcomes, second_outcomes: Outcomes) -> dict[tuple[float, int, float, int], int]:
    """Count pairs of games by (score, end, other score, other end)."""
    import numpy as np

    kinds: list[Any] = []
    codes: Any = 0
    for outcomes in (first_outcomes, second_outcomes):
        scores, places = np.unique(of_first(outcomes.scores), return_inverse=True)
        kinds.append(scores.tolist())
        codes = (codes * len(scores) + places) * MARKS + outcomes.marks
    pairs = {}
    for code, count in zip(*(array.tolist() for array in np.unique(codes, return_counts=True)), strict=True):
        rest, second_end = divmod(code, MARKS)
        rest, second = divmod(rest, len(kinds[1]))
        first, first_end = divmod(rest, MARKS)
        pairs[kinds[0][first], first_end, kinds[1][second], second_end] = count
    return pairs
