"""Gauss-Jordan elimination in fractions, for oracles."""

from fractions import Fraction


def solve_linear(rows: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Solve rows x = right by Gauss-Jordan elimination; both arguments are overwritten."""
    for c in range(len(rows)):
        pivot = next(r for r in range(c, len(rows)) if rows[r][c])
        rows[c], rows[pivot], right[c], right[pivot] = rows[pivot], rows[c], right[pivot], right[c]
        for r in range(len(rows)):
            if r != c and rows[r][c]:
                factor = rows[r][c] / rows[c][c]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[c], strict=True)]
                right[r] -= factor * right[c]
    return [right[c] / rows[c][c] for c in range(len(rows))]
