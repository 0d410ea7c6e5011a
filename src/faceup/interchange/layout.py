"""What players see as vectors of whole numbers, all of the same length."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from faceup.rules.cards import bits_of
from faceup.rules.errors import UnsupportedError
from faceup.rules.word_numbers import spelling

NUMBERS = range(-(2**63) + 1, 2**63 - 1)  # that an environment can tell, with room for one more


class _Place:
    """A place of views: a number or a word, or a tuple of places. Where tuples differ in length it is told before them.

    Of ``words`` it has the numbers.
    """

    def __init__(self, words: Mapping[str, int]) -> None:
        self.words = words
        self.lengths: set[int] = set()
        self.inside: list[_Place] = []

    def add(self, view: Any) -> None:
        if isinstance(view, tuple):
            self.lengths.add(len(view))
            self.inside += [_Place(self.words) for _ in view[len(self.inside) :]]
            for place, part in zip(self.inside, view, strict=False):
                place.add(part)

    def vector(self, view: Any) -> list[int]:
        if not self.lengths:
            return [0 if view is None else self.number(view)]
        parts = view if isinstance(view, tuple) else () if view is None else (view,)
        numbers = [len(parts)] if len(self.lengths) > 1 else []
        for k, place in enumerate(self.inside):
            numbers += place.vector(parts[k] if k < len(parts) else None)
        return numbers

    def number(self, part: Any) -> int:
        """A number, or that of a word or a set."""
        if isinstance(part, frozenset):
            return bits_of(part)
        return int(part) if isinstance(part, int) else self.words[spelling(part)]


class Layout:
    """The places of all ``views``, in the order of their fields; what a row does not have is 0.

    Raises UnsupportedError where a number has more than 64 bits.
    """

    def __init__(self, views: Iterable[Any], words: Mapping[str, int]) -> None:
        self._place, seen = _Place(words), list(views)
        for view in seen:
            self._place.add(view)
        numbers = [self._place.vector(view) for view in seen]
        if (largest := max((number for row in numbers for number in row), key=abs, default=0)) not in NUMBERS:
            raise UnsupportedError(f"a player sees the number {largest}; environments take numbers of 64 bits")
        vectors = np.array(numbers, np.int64)
        self.low, self.high = vectors.min(axis=0), vectors.max(axis=0)

    def vector(self, view: Any) -> Any:
        """A view as numbers of 64 bits."""
        return np.array(self._place.vector(view), np.int64)
