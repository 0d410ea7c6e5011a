"""Published figures with their sources."""

from fractions import Fraction
from typing import Any

from faceup.numbers.value import Value
from faceup.results.chances import amount_text
from faceup.rules.theory import Published
from faceup.show.text.phrases import result_text


class Sources:
    """Sources by number, so that a table stays narrow."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, source: str) -> str:
        return f"({self.numbers.setdefault(source, len(self.numbers) + 1)})"

    def lines(self) -> list[str]:
        return [f"({number}) {source}" for source, number in self.numbers.items()]


def published_text(published: Published) -> str:
    """A published figure with what it is about, in one line."""
    about = " ".join(f"{name}={value}" for name, value in published.parameters.items())
    rounded = "about " if published.within else ""
    text = f"{published.what.replace('_', ' ')} {rounded}{result_text(published.result)}"
    deal = "  of one deal" if published.deal else ""
    return text + deal + (f"  {about}" if about else "") + (f"  ({published.note})" if published.note else "")


def checked_text(published: Published, computed: Any) -> str:
    """A published figure with what was computed, where that says more."""
    return published_text(published) + ("" if _equal(published.result, computed) else f", computed {_short(computed)}")


def _equal(result: Any, computed: Any) -> bool:
    """Whether the two are exactly the same."""
    if isinstance(computed, Value) and isinstance(result, int | str):
        return computed.exact == Fraction(result)
    return result_text(result) == result_text(computed)


def _short(computed: Any) -> str:
    return amount_text(computed) if isinstance(computed, Value) and computed.how != "sampled" else result_text(computed)
