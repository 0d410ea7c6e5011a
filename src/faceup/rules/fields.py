"""What a field of a state is, for people: annotations by which a position is drawn. To the rules all are integers."""

from typing import NewType

#: One card, 0 for none.
Card = NewType("Card", int)
#: A heap of stones, counters or coins.
Heap = NewType("Heap", int)
