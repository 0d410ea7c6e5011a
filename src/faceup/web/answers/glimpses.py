"""A position from the middle of a game, for whoever looks through the library."""

import time
from itertools import islice

from faceup.play.replays import replay
from faceup.results.scene import Scene
from faceup.web.answers.documents import SceneDocument, scene_document
from faceup.web.games import Served, default_game

SEED = 1
MOST_STEPS = 60  # that are played
SECONDS = 0.3


def glimpse(served: Served) -> SceneDocument | None:
    """The position after half the steps of a random game, as far as it is played here; None of rules that fail."""
    scenes: list[Scene] = []
    end = time.monotonic() + SECONDS
    try:
        game = default_game(served)
        if game is None:
            return None
        for step in islice(replay(game, SEED, 0), MOST_STEPS):
            scenes.append(step.scene())
            if time.monotonic() > end:
                break
    except Exception:  # whoever plays it is told
        return None
    return scene_document(scenes[(len(scenes) - 1) // 2])
