"""Enumerate all deals of a solitaire game at once: exact shares of scores, lengths, wins and deals that never end.

A card gets its identity only when the rules look at it. Until then an Unknown lies in its place: piles move it freely,
and any other operation raises Reveal. The step is then undone and repeated for each card not yet seen. Equal tables
with the same unseen cards have the same future: they are merged, and their weights (whole numbers) are added. Three
things are not part of a table, so that many tables merge: where unknown cards came from, the order of discarded cards,
and the names of cards that the rules declare interchangeable (``Patience.alike``).
"""

import random
import threading
import time
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import factorial, inf
from sys import getsizeof
from typing import Any

from faceup.engines.model import thresholds
from faceup.engines.model.contract_check import complete
from faceup.engines.model.dealing import TableWatch, deck_of
from faceup.engines.model.limits import Limits, default_memory
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.engine import Engine, Question
from faceup.engines.solve.tables_alike import (
    END,
    FIRST,
    IDENTITY,
    NAMED,
    LazyPile,
    LazyTally,
    Reveal,
    Unknown,
    cards_alike,
)
from faceup.results.samples.distribution import Distribution
from faceup.rules.contract import OVER, Patience
from faceup.rules.errors import LimitReached, RulesError, UnsupportedError, error_words
from faceup.rules.pile import Pile, Tally, things

# In a key, unknown cards are numbered FIRST, FIRST + 1, ... in the order of their places, and END ends a pile.
UNKNOWNS = bytes(range(FIRST, END))
NOT_UNKNOWN = bytes([*range(FIRST), END])
NOT_CARDS = bytes(range(FIRST, END + 1))
WATCH = 64  # steps without a look at a card, after which repeated tables are watched for
LONGEST_BLIND = 1_000_000  # such steps in a row, after which the game is refused: its table may grow for ever
ENTRY_BYTES = 110  # of a dict for one entry, besides its key and value
LOOK = 64  # tables between two checks of the limits
TRIALS = 100  # deals on which a declaration of interchangeable cards is tested
TRACED = 300  # steps of each such deal, at most

Outcome = tuple[Any, bool]  # score, won
Lying = tuple[list[list[Any]], list[int]]  # the cards of every pile, bottom first, and the tallies


def enumerate_deals(
    game: Patience,
    *,
    memory: int | None = None,
    seconds: float = inf,
    states: float = inf,
    stop: threading.Event | None = None,
) -> Distribution:
    """Return the exact distribution over all orders of the deck.

    ``memory`` (bytes; by default half of the free memory), ``seconds`` and ``states`` end the work with bounds. Without
    ``memory``, large decks raise UnsupportedError. Raises GivenUp soon after another thread sets ``stop``.
    """
    complete(game)
    if memory is None:
        refuse_large(game)
    began = time.perf_counter()
    limits = Limits(default_memory() if memory is None else memory, seconds, states, stop)
    work = _Enumeration(game, limits)
    work.lay()
    work.finish()
    return work.distribution(time.perf_counter() - began)


class Enumeration(Engine[Any]):
    """The engine for solitaire games without decisions."""

    method = "enumeration"

    def refuses(self, question: Question) -> str | None:
        if not question.facts.deals:
            return "is for solitaire games, and this is a game with decisions"
        if seats := seats_of(question.game):
            return f"is for solitaire games of one score, and here each of {seats} seats has one: simulate counts those"
        return None

    def answer(self, question: Question, limits: Limits) -> Distribution:
        memory = int(limits.memory) if question.large_decks else None
        distribution = enumerate_deals(question.game, memory=memory, seconds=limits.seconds, stop=limits.stop)
        return replace(distribution, engine=self.name, refused=tuple(question.refused))


def refuse_large(game: Patience) -> None:
    """Raise UnsupportedError for a deck that is too large to enumerate without a memory limit."""
    if problem := too_many_deals(game):
        raise UnsupportedError(
            f"{problem}: simulate it (faceup simulate {game.name}), or allow more memory (--memory 8, in GiB)"
        )


def too_many_deals(game: Patience) -> str | None:
    """Return why the deals of this deck are most likely too many; None if they are not."""
    cards, most = len(deck_of(game)), thresholds.ENUMERATED_CARDS
    if cards <= most:
        return None
    return f"{type(game).name} has {cards} cards, and all deals of more than {most} are most likely too many"


class _Enumeration:
    """The deals of one solitaire game, as tables with weights, by the number of unseen cards."""

    def __init__(self, game: Patience, limits: Limits) -> None:
        self.game, self.limits = game, limits
        self.cards = sorted(deck_of(game))
        self.room = limits.memory
        self.deals = factorial(len(self.cards))
        # A weight is a polynomial: how many deals came here after k steps is digit k to the base 2**bits.
        self.bits = self.deals.bit_length() + 1
        kinds = things(game.Table)
        self.table = game.Table(*(LazyTally() if kind is Tally else LazyPile(len(self.cards)) for kind in kinds))
        self.piles = [item for item in self.table if isinstance(item, LazyPile)]
        self.tallies = [item for item in self.table if isinstance(item, Tally)]
        relabellings = self.relabellings()
        self.alike = cards_alike(relabellings) if relabellings else None
        self.layers: list[dict[bytes, int]] = [{} for _ in range(len(self.cards) + 1)]
        self.ended: Counter[Outcome] = Counter()
        self.endless = self.states = self.branches = 0
        self.limit = ""  # the name of the limit that was reached, if not memory

    # Cards that the rules declare interchangeable

    def relabellings(self) -> list[bytes]:
        """Return the declared relabellings of cards, as byte translations. Raises RulesError if a deal refutes one."""
        relabellings = []
        for relabelling in self.game.alike():
            cards = list(relabelling)
            if sorted(cards) != list(range(len(cards))) or len(cards) > FIRST or not self.same_deck(cards):
                raise RulesError(
                    f"{type(self.game).__name__}: alike has {cards}; possible: for each card, from 0, the card that it "
                    "becomes, so that the deck stays the same"
                )
            if any(cards[card] != card for card in self.cards if card < len(cards)):
                relabellings.append(bytes(cards) + IDENTITY[len(cards) :])
        if relabellings:
            self.try_alike(relabellings)
        return relabellings

    def same_deck(self, new: list[int]) -> bool:
        movable = [card for card in self.cards if card < len(new)]
        return sorted(new[card] for card in movable) == movable

    def try_alike(self, relabellings: list[bytes]) -> None:
        """Raise RulesError unless relabelled deals pass through the relabelled tables to the same outcome."""
        shuffler = random.Random(1)
        for _ in range(TRIALS):
            order = bytes(shuffler.sample(self.cards, len(self.cards)))
            tables, outcome = self.trace(order)
            for new in relabellings:
                relabelled_tables, relabelled_outcome = self.trace(order.translate(new))
                if (
                    relabelled_outcome != outcome
                    or [(cards.translate(new), n) for cards, n in tables] != relabelled_tables
                ):
                    say = self.game.say
                    raise RulesError(
                        f"{type(self.game).__name__}: alike says that play stays the same when cards become others, "
                        f"{' '.join(f'{say(c)}->{say(new[c])}' for c in sorted(set(self.cards)) if new[c] != c)}; "
                        f"yet it differs for the deal {' '.join(map(say, order))}, which ends with {outcome} "
                        f"(steps, score, won) and relabelled with {relabelled_outcome}"
                    )

    def trace(self, order: bytes) -> tuple[list[tuple[bytes, list[int]]], tuple[int, Any, bool] | None]:
        """Return the tables that one deal passes through, and (steps, score, won); None after TRACED steps."""
        self.lay_out(list(order))
        tables: list[tuple[bytes, list[int]]] = []
        for steps in range(TRACED):
            before = self.lying()
            tables.append((bytes([card for pile in before[0] for card in (*pile, END)]), before[1]))
            if (end := self.step(before, b"")) is not None:
                return tables, (steps, *end)
        return tables, None

    # Playing

    def lay_out(self, deck: list[Any]) -> None:
        """Clear the table and lay the deck out. Raises Reveal when ``lay`` looks at an unknown card."""
        for pile in self.piles:
            pile.clear()
        for tally in self.tallies:
            tally.n = 0
        pack = LazyPile(len(deck))
        pack.load(deck)
        try:
            self.game.lay(self.table, pack)
        except (IndexError, ValueError) as error:
            raise RulesError(f"{type(self.game).__name__}: {error_words(error)} while the deck is laid out") from error

    def lying(self) -> Lying:
        return [pile.cells[pile.bottom : pile.end] for pile in self.piles], [tally.n for tally in self.tallies]

    def step(self, before: Lying, unseen: bytes) -> Outcome | None:
        """Play one step; return (score, won) if the game is over. ``before`` is the table now, for error messages."""
        try:
            if self.game.step(self.table) != OVER:
                return None
            score = self.game.score(self.table)
            if not isinstance(score, int | float):
                raise ValueError(f"score is {score!r}, which is not a number")
            return +score, bool(self.game.won(self.table))
        except (IndexError, ValueError) as error:
            at = self.show(before, unseen)
            raise RulesError(f"{type(self.game).__name__}: {error_words(error)} at the table {at}") from error

    def run(self, unseen: bytes) -> tuple[int, Any]:
        """Step until the game is over (steps, outcome), repeats (steps, None) or needs a card (steps, key).

        The key is that of the table before the step that needs the card.
        """
        steps, watch = 0, TableWatch()
        while True:
            before = self.lying()
            try:
                if (end := self.step(before, unseen)) is not None:
                    return steps, end
            except Reveal as reveal:
                return steps, self.key(reveal.number, before, unseen)
            steps += 1
            if steps >= WATCH and watch.has_repeated(steps, self.key(END, before, b"")):
                return steps, None
            if steps == LONGEST_BLIND:
                raise LimitReached(
                    f"{type(self.game).__name__}: after {LONGEST_BLIND:,} steps without a look at a new card the game "
                    f"neither ends nor repeats: {self.show(before, unseen)}"
                )

    def key(self, card: int, lying: Lying, unseen: bytes) -> bytes:
        """Encode a table and its unseen cards: tables with the same future have equal keys. ``card`` comes first."""
        piles, tallies = lying
        cells: list[Any] = [card]
        for pile in piles:
            cells += pile
            cells.append(END)
        raw = bytes([cell.number if type(cell) is Unknown else cell for cell in cells])
        unknown = bytes(dict.fromkeys(raw.translate(None, NOT_UNKNOWN)))
        if not UNKNOWNS.startswith(unknown):
            raw = raw.translate(bytes.maketrans(unknown, UNKNOWNS[: len(unknown)]))
        if self.alike is not None:
            new, unseen = self.alike.canonical(raw.translate(None, NOT_CARDS), unseen)
            raw = raw.translate(new)
        return raw + unseen + bytes([END]) + ",".join(map(str, tallies)).encode()

    def read_key(self, key: bytes) -> tuple[list[list[Any]], bytes, list[int]]:
        """Decode a key into piles, unseen cards and tallies."""
        *piles, unseen, tallies = key.split(bytes([END]), len(self.piles) + 1)
        piles[0] = piles[0][1:]
        return (
            [[NAMED[c] for c in pile] for pile in piles],
            unseen,
            [int(n) for n in tallies.split(b",")] if tallies else [],
        )

    def show(self, lying: Lying, unseen: bytes) -> str:
        """Show a table as text, with arbitrary unseen cards for the unknown ones."""
        names: dict[int, int] = {}
        unnamed = iter(unseen)
        piles = iter(lying[0])
        tallies = iter(lying[1])
        items: list[Pile | Tally] = []
        for item in self.table:
            if isinstance(item, Tally):
                items.append(Tally())
                items[-1].n = next(tallies)  # type: ignore[union-attr]
                continue
            cards = []
            for cell in next(piles):
                if type(cell) is Unknown and cell.number not in names:
                    names[cell.number] = next(unnamed)
                cards.append(names[cell.number] if type(cell) is Unknown else cell)
            items.append(Pile(len(self.cards), cards))
        return self.game.show(self.game.Table(*items))

    # Counting

    def lay(self) -> None:
        """Lay out the deck of unknown cards; when ``lay`` looks at a card, lay out once for each possible card."""
        decks: list[tuple[list[Any], bytes]] = [(NAMED[FIRST : FIRST + len(self.cards)], bytes(self.cards))]
        while decks:
            deck, unseen = decks.pop()
            try:
                self.lay_out(deck)
            except Reveal as reveal:
                place = next(k for k, c in enumerate(deck) if type(c) is Unknown and c.number == reveal.number)
                for k, card in enumerate(unseen):
                    decks.append(([*deck[:place], card, *deck[place + 1 :]], unseen[:k] + unseen[k + 1 :]))
                    self.branches += 1
            else:
                self.count(unseen, 1)

    def count(self, unseen: bytes, weight: int) -> None:
        """Play on until the game is over or needs a card, and add the weight to that outcome or key."""
        steps, end = self.run(unseen)
        weight <<= steps * self.bits
        if type(end) is bytes:
            layer = self.layers[len(unseen)]
            if (old := layer.get(end)) is not None:
                layer[end] = weight = old + weight
                self.room -= getsizeof(weight) - getsizeof(old)
            else:
                layer[end] = weight
                self.room -= getsizeof(end) + getsizeof(weight) + ENTRY_BYTES
        elif end is None:
            self.endless += weight * factorial(len(unseen))
        else:
            self.ended[end] += weight * factorial(len(unseen))

    def finish(self) -> None:
        """Give every table that needs a card each unseen card, tables with the most unseen cards first."""
        for layer in reversed(self.layers):
            while layer and self.room >= 0 and not self.limit:
                key, weight = layer.popitem()
                self.room += getsizeof(key) + getsizeof(weight) + ENTRY_BYTES
                self.states += 1
                if self.states % LOOK == 0:
                    self.limit = self.limits.limit_at(self.states)
                piles, unseen, tallies = self.read_key(key)
                places = [
                    (k, place) for k, pile in enumerate(piles) for place, c in enumerate(pile) if c is NAMED[FIRST]
                ]
                if not places:
                    raise RulesError(
                        f"{type(self.game).__name__}: step looks at a card that lay nowhere on the table "
                        f"{self.show((piles, tallies), unseen)}"
                    )
                seen = bytes([c for pile in piles for c in pile if type(c) is not Unknown])
                for card, copies in self.choices(seen, unseen).items():
                    for k, place in places:
                        piles[k][place] = card
                    for pile, cards in zip(self.piles, piles, strict=True):
                        pile.load(cards)
                    for tally, n in zip(self.tallies, tallies, strict=True):
                        tally.n = n
                    self.branches += 1
                    self.count(unseen.replace(bytes([card]), b"", 1), weight * copies)

    def choices(self, seen: bytes, unseen: bytes) -> dict[int, int]:
        """Return the unseen cards to try, each with the number of equivalent cards."""
        if self.alike is None:
            return Counter(unseen)
        return self.alike.choices(seen, unseen)

    def digits(self, weight: int) -> list[int]:
        """Return the number of deals for each number of steps: the digits of a weight."""
        mask = (1 << self.bits) - 1
        return [weight >> low & mask for low in range(0, weight.bit_length(), self.bits)]

    def distribution(self, seconds: float) -> Distribution:
        """Return the distribution over all deals so far."""

        def share(weight: int) -> Fraction:
            return Fraction(sum(self.digits(weight)), self.deals)

        scores = sorted({score for score, _ in self.ended})
        pending = sum(
            weight * factorial(unseen) for unseen, layer in enumerate(self.layers) for weight in layer.values()
        )
        lengths = enumerate(self.digits(sum(self.ended.values())))
        return Distribution(
            deals=self.deals,
            histogram={score: share(self.ended[score, False] + self.ended[score, True]) for score in scores},
            lengths={steps: Fraction(deals, self.deals) for steps, deals in lengths if deals},
            won=share(sum(weight for (_, won), weight in self.ended.items() if won)),
            endless=share(self.endless),
            undecided=share(pending),
            states=self.states,
            branches=self.branches,
            seconds=seconds,
            limit=self.limit or "memory",
            game=self.game,
        )
