"""Guide tables (Chen and Asau 1974): from which outcome on the one is looked for in whose odds a point lies."""

from typing import Any

LARGEST_GUIDED = 1 << 24  # odds in all


def scale_of(stretches: int, total: int) -> int:
    """What leads from a point of the odds to its stretch, in 2**-32; 0 where they are too large for that."""
    return (stretches << 32) // total if total <= LARGEST_GUIDED else 0


def fill_guide(guides: Any, ends: Any, scale: int) -> None:
    """Note for each stretch of the odds which outcome it begins with; ``ends`` has where the odds of each one end."""
    k = 0
    for stretch in range(len(guides)):
        lowest = ((stretch << 32) + scale - 1) // scale if scale > 0 else 0  # of the points in this stretch
        while k < len(ends) - 1 and ends[k] <= lowest:
            k += 1
        guides[stretch] = k if scale > 0 else 0


GUIDING = (scale_of, fill_guide)
