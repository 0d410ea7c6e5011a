"""A pile of cards, the newest on top."""

from collections.abc import Iterable

LARGEST_CARD = 127


class Pile:
    """A pile of at most ``room`` cards (0 to 127); compiled rules run these very methods on a byte array.

    ``cells[0]`` is the number of cards; the cards follow, the oldest first.
    """

    cells: bytearray

    def __init__(self, room: int, cards: Iterable[int] = ()) -> None:
        self.cells = bytearray(room + 1)
        for card in cards:
            self.push(card)

    def size(self) -> int:
        """How many cards lie here."""
        return self.cells[0]

    def push(self, card: int) -> None:
        """Put a card on top; raises IndexError where the pile has no room, ValueError for no card."""
        count = self.cells[0] + 1
        if count >= len(self.cells):
            raise IndexError("push on a pile that is full")
        if card < 0 or card > LARGEST_CARD:
            raise ValueError("push of a card that is not from 0 to 127")
        self.cells[count] = card
        self.cells[0] = count

    def pop(self) -> int:
        """Take the top card; raises IndexError where there is none."""
        count = self.cells[0]
        if count == 0:
            raise IndexError("pop from a pile that is empty")
        self.cells[0] = count - 1
        return self.cells[count]

    def top(self, k: int) -> int:
        """The k-th card from the top, 1 the newest; raises IndexError where there is none."""
        if k < 1 or k > self.cells[0]:
            raise IndexError("top of a pile that has fewer cards")
        return self.cells[self.cells[0] + 1 - k]

    def drop(self, k: int) -> None:
        """Throw the k newest cards away; raises IndexError where there are fewer."""
        if k < 0 or k > self.cells[0]:
            raise IndexError("drop from a pile that has fewer cards")
        self.cells[0] -= k

    def clear(self) -> None:
        """Throw all cards away."""
        self.cells[0] = 0

    def cards(self) -> list[int]:
        """The cards, the oldest first; for people, not for compiled rules."""
        return list(self.cells[1 : self.cells[0] + 1])

    def __repr__(self) -> str:
        return f"Pile({self.cards()})"
