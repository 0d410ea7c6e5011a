"""How often a review's estimates agree with exact values: `python bench/estimated_reviews.py`.

Games that can be solved are played at random, with the best move more often than not, and judged twice.
"""

import random
from math import inf
from typing import Any

import faceup
from faceup.engines.model.limits import Deadline
from faceup.play.estimator import Estimator
from faceup.play.expert import Expert
from faceup.play.review import review
from faceup.play.session import Session
from faceup.rules.contract import Game

GAMES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("connect-four", {"columns": 5, "rows": 4}, 8),
    ("tic-tac-toe", {}, 8),
    ("hexapawn", {"columns": 4, "rows": 5}, 6),
    ("kalah", {"pits": 3, "seeds": 3}, 6),
    ("pig", {"goal": 20}, 4),
)
CARELESS = 0.4  # the share of moves at random


def played(game: Game, expert: Expert, seed: int) -> Session:
    """A game of two, each of whom is careless."""
    session, chooser = Session(game, ("person", "person"), seed=seed, expert=expert), random.Random(seed)
    while not session.over:
        if game.turn(session.state) < 0:
            session.step()
        elif chooser.random() < CARELESS:
            session.make(chooser.choice(session.legal()))
        else:
            session.make(chooser.choice(expert.best(session.state)))
    return session


def compared(name: str, parameters: dict[str, Any], games: int) -> list[int]:
    """How many moves were mistakes by neither, by estimates alone, by exact values alone, and by both."""
    game, counts = faceup.game(name, **parameters), [0] * 4
    expert = Expert(game)
    for seed in range(games):
        session = played(game, expert, seed)
        estimates = Estimator(session, [0] * (len(session.history) + 1), None)
        rows = estimates.go_back(len(session.history), Deadline(inf))
        for exact, estimated in zip(review(session).rows, rows, strict=True):
            if exact.turn >= 0:
                counts[2 * bool(exact.lost) + bool(estimated.lost)] += 1
    return counts


if __name__ == "__main__":
    print("mistakes by          neither  estimates  values  both")
    for case in GAMES:
        neither, alone, missed, both = compared(*case)
        print(f"{case[0]:<20} {neither:>7} {alone:>10} {missed:>7} {both:>5}", flush=True)
