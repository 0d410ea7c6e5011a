"""The things on the table of a solitaire game: piles of cards, and numbers that change."""

from collections.abc import Iterable, Iterator
from typing import Any, ForwardRef

from faceup.rules.errors import RulesError

LARGEST_CARD = 127
FULL = "a pile is full: it holds twice as many cards as the deck"


class Pile:
    """A pile of cards (0 to 127), the newest on top; compiled rules run these very methods on bytes.

    ``cells[bottom:end]`` are the cards, the oldest first. There is room for twice the deck, so that a queue, filled
    from below and emptied from above, is rarely moved back to the far end.
    """

    cells: bytearray
    bottom: int
    end: int

    def __init__(self, room: int, cards: Iterable[int] = ()) -> None:
        self.cells = bytearray(2 * room)
        self.bottom = self.end = 0
        for card in cards:
            self.push(card)

    def __bool__(self) -> bool:
        raise TypeError("a pile is neither true nor false; ask for its size()")

    def __iter__(self) -> Iterator[int]:
        raise TypeError("a pile is taken card by card: while deck.size(): card = deck.pop()")

    def size(self) -> int:
        """How many cards lie here."""
        return self.end - self.bottom

    def push(self, card: int) -> None:
        """Put a card on top. Raises IndexError if the pile is full, ValueError if the number is no card."""
        if card < 0 or card > LARGEST_CARD:
            raise ValueError("push of a card that is not from 0 to 127")
        if self.end == len(self.cells):
            self.end = slide(self.cells, self.bottom, self.end, 0)
            self.bottom = 0
        self.cells[self.end] = card
        self.end += 1

    def pop(self) -> int:
        """Take the top card. Raises IndexError if the pile is empty."""
        if self.end == self.bottom:
            raise IndexError("pop from a pile that is empty")
        self.end -= 1
        return self.cells[self.end]

    def top(self, k: int) -> int:
        """The k-th card from the top, 1 the newest. Raises IndexError if the pile has fewer cards."""
        if k < 1 or k > self.end - self.bottom:
            raise IndexError("top of a pile that has fewer cards")
        return self.cells[self.end - k]

    def drop(self, k: int) -> None:
        """Discard the k newest cards. Raises IndexError if the pile has fewer cards."""
        if k < 0 or k > self.end - self.bottom:
            raise IndexError("drop from a pile that has fewer cards")
        self.end -= k

    def tuck(self, card: int) -> None:
        """Put a card under the pile. Raises IndexError if the pile is full, ValueError if the number is no card."""
        if card < 0 or card > LARGEST_CARD:
            raise ValueError("tuck of a card that is not from 0 to 127")
        if self.bottom == 0:
            self.bottom = len(self.cells) - self.end
            self.end = slide(self.cells, 0, self.end, self.bottom)
        self.bottom -= 1
        self.cells[self.bottom] = card

    def pull(self) -> int:
        """Take the bottom card. Raises IndexError if the pile is empty."""
        if self.end == self.bottom:
            raise IndexError("pull from a pile that is empty")
        self.bottom += 1
        return self.cells[self.bottom - 1]

    def take(self, pile: "Pile", count: int) -> None:
        """Take ``count`` cards from the top of another pile, one by one. Raises IndexError if it has fewer."""
        if count < 0 or count > pile.end - pile.bottom:
            raise IndexError("take from a pile that has fewer cards")
        if count > len(self.cells) - self.end:
            if count > len(self.cells) - self.end + self.bottom:
                raise IndexError(FULL)
            self.end = slide(self.cells, self.bottom, self.end, 0)
            self.bottom = 0
        for k in range(count):
            self.cells[self.end + k] = pile.cells[pile.end - 1 - k]
        self.end += count
        pile.end -= count

    def tuck_pile(self, pile: "Pile") -> None:
        """Turn another pile over and put it under this one, so that its oldest card will be played first."""
        count = pile.end - pile.bottom
        if self.bottom < count:
            bottom = len(self.cells) - (self.end - self.bottom)
            if bottom < count:
                raise IndexError(FULL)
            self.end = slide(self.cells, self.bottom, self.end, bottom)
            self.bottom = bottom
        turn_over(self.cells, self.bottom, pile.cells, pile.bottom, count)
        self.bottom -= count
        pile.bottom = pile.end = 0

    def under(self, k: int) -> int:
        """The k-th card from below, 1 the oldest. Raises IndexError if the pile has fewer cards."""
        if k < 1 or k > self.end - self.bottom:
            raise IndexError("under of a pile that has fewer cards")
        return self.cells[self.bottom + k - 1]

    def clear(self) -> None:
        """Discard all cards."""
        self.end = self.bottom

    def cards(self) -> list[int]:
        """The cards, the oldest first; for people, not for compiled rules."""
        return list(self.cells[self.bottom : self.end])

    def __repr__(self) -> str:
        return f"Pile({self.cards()})"


def slide(cells: bytearray, bottom: int, end: int, to: int) -> int:
    """Move the cards of a pile within its cells, to make room at one end. Returns the new end."""
    count = end - bottom
    if count == len(cells):
        raise IndexError(FULL)
    if to < bottom:
        for k in range(count):
            cells[to + k] = cells[bottom + k]
    else:
        for k in range(count - 1, -1, -1):
            cells[to + k] = cells[bottom + k]
    return to + count


def turn_over(cells: bytearray, end: int, source: bytearray, start: int, count: int) -> None:
    """Copy ``count`` cards, from ``start`` up, to the cells from ``end - 1`` down; compiled rules copy many at once."""
    for k in range(count):
        cells[end - 1 - k] = source[start + k]


class Tally:
    """A number on the table that changes, ``n``: whose turn it is, how many cards are owed. It begins at 0."""

    def __init__(self) -> None:
        self.n = 0

    def __repr__(self) -> str:
        return f"Tally({self.n})"


def things(table_class: Any) -> tuple[type, ...]:
    """The class of each field of a Table: Pile or Tally. Raises RulesError for any other."""
    kinds: list[type] = []
    for field, kind in table_class.__annotations__.items():
        name = kind.__forward_arg__ if isinstance(kind, ForwardRef) else getattr(kind, "__name__", str(kind))
        if name not in ("Pile", "Tally"):
            raise RulesError(f"{field}: {name}: a field of {table_class.__qualname__} is a Pile of cards or a Tally")
        kinds.append(Tally if name == "Tally" else Pile)
    return tuple(kinds)


def contents(table: Any) -> tuple[Any, ...]:
    """The cards and numbers on a table as a comparable value; equal tables continue equally."""
    return tuple(thing.n if isinstance(thing, Tally) else bytes(thing.cards()) for thing in table)
