"""Bars made of characters."""

from collections.abc import Sequence


def bar_chart(counts: dict[float, int], encoding: str, width: int = 50) -> list[str]:
    """A histogram as lines of text; every bar names its count."""
    total = sum(counts.values())
    drawn = bars(list(counts.values()), encoding, width)
    return [
        f"{score:>6.12g}  {bar}  {count:,} ({count / total:.2%})"
        for bar, (score, count) in zip(drawn, counts.items(), strict=True)
    ]


def bars(lengths: Sequence[float], encoding: str, width: int) -> list[str]:
    """A bar for each length, the longest as wide as that, in characters that the encoding has."""
    try:
        "█".encode(encoding)
        bar = "█"
    except UnicodeEncodeError:
        bar = "#"
    top = max(lengths, default=0) or 1
    return [f"{bar * round(width * length / top):<{width}}" for length in lengths]
