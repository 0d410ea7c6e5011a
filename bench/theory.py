"""Best card by its theory: one large game, its digits, and a sweep beside the generic solver."""

import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from measuring import Row, cpu, row, side_by_side, wall

from faceup import solve
from faceup.engines.solve.theory import agreement
from faceup.games.best_card import BestCard

LARGE = BestCard(deck=1_000_000, hand=1000)
DECKS, HANDS = range(5, 101), range(2, 21)


def command() -> None:
    words = [sys.executable, "-m", "faceup", "solve", "best-card", "deck=1000000", "hand=1000"]
    subprocess.run(words, check=True, capture_output=True)


def large() -> Iterator[Row]:
    """A million cards, a thousand in hand: the whole command, its parts, and how many digits are right."""
    took = side_by_side({"command": command}, rounds=5, clock=wall)
    yield row("deck=1000000 hand=1000, whole command", took["command"], "s", most=1)
    yield row("  comparing theory and search first", cpu(lambda: agreement(LARGE)), "s")
    took = side_by_side(
        {
            "thresholds": lambda: LARGE.theory().thresholds(),
            "value": lambda: LARGE.theory().value(LARGE.start()),
        },
        rounds=5,
    )
    yield row("  thresholds", took["thresholds"], "s")
    yield row("  thresholds and value", took["value"], "s")
    found, exact = LARGE.theory().value(LARGE.start()), LARGE.theory().value(LARGE.start(), exact=True)
    yield row("  error, by the exact fraction", abs(float(Fraction(found.value) - exact)), "", most=1e-12)
    yield row("  proven bound on the error", found.error, "", most=1e-12)


def sweep() -> Iterator[Row]:
    """Every deck with every hand that fits, by the rules and by the theory."""
    games = [BestCard(deck=deck, hand=hand) for deck, hand in product(DECKS, HANDS) if hand <= deck]
    solve(games[0], engine="native")
    solve(games[0], by="theory")
    values: dict[str, list[float]] = {}

    def by_rules() -> None:
        values["rules"] = [solve(game, engine="native").value.value or 0.0 for game in games]

    def by_theory() -> None:
        values["theory"] = [solve(game, by="theory").value.value or 0.0 for game in games]

    took = side_by_side({"rules": by_rules, "theory": by_theory}, rounds=1)
    yield row(f"{len(games)} games of {len(DECKS)} decks and {len(HANDS)} hands, by the rules", took["rules"], "s")
    yield row("  by the theory", took["theory"], "s")
    furthest = max(abs(a - b) for a, b in zip(values["rules"], values["theory"], strict=True))
    yield row("  largest difference", furthest, "", most=1e-12)
