"""Published figures with their sources."""

from faceup.rules.published import Published
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
