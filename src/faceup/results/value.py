"""A number that says how sure it is."""

from dataclasses import dataclass
from fractions import Fraction
from math import inf

Number = int | float | Fraction


@dataclass(frozen=True)
class Value:
    """A number from player 0's point of view, with its certainty.

    ``how`` is ``exact`` (``low == high``, a whole number or Fraction), ``bounded`` (proven ``low`` and ``high``),
    ``sampled`` (an interval at a stated confidence) or ``stopped`` (a limit was reached; the bounds so far).
    """

    low: Number
    high: Number
    how: str
    estimate: Number | None = None

    @property
    def value(self) -> float | None:
        """The best single number, or None where nothing is known on one side."""
        if self.estimate is not None:
            return float(self.estimate)
        if self.low == -inf or self.high == inf:
            return None
        return float(Fraction(self.low) + Fraction(self.high)) / 2

    @property
    def exact(self) -> Fraction | None:
        """The value as a fraction, where it is known exactly."""
        return Fraction(self.low) if self.how == "exact" else None

    def __str__(self) -> str:
        if self.exact is not None:
            fraction = self.exact
            return str(fraction) if fraction.denominator == 1 else f"{fraction} = {float(fraction):.12g}"
        if self.how == "stopped":
            return f"between {float(self.low):g} and {float(self.high):g} (stopped at the memory limit)"
        if self.value is None:
            return "unknown"
        if self.how == "sampled" and self.low == -inf and self.high == inf:
            return f"{self.value:.6g} (no spread seen, so no interval)"
        if self.how == "bounded":
            return f"{self.value:.12g} (within {float(self.high) - self.value:.1g})"
        return f"{self.value:.6g} ({float(self.low):.6g} to {float(self.high):.6g})"


def finite(number: Number | None) -> float | None:
    """The number, or None where JSON has none."""
    return None if number is None or abs(number) == inf else float(number)


def exactly(number: Number) -> Value:
    """A value known exactly."""
    return Value(number, number, "exact")


def overlap(a: Value, b: Value) -> bool:
    """Whether the two may be the same number for all that is known."""
    return a.low <= b.high and b.low <= a.high
