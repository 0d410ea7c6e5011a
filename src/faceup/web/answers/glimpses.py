"""A position from the middle of a game, for whoever looks through the library."""

from itertools import islice

from faceup.play.replays import replay
from faceup.rules.errors import MISTAKES
from faceup.web.answers.documents import SceneDocument, scene_document
from faceup.web.games import Served, default_game

SEED = 1
MOST_STEPS = 60  # that are played: by a clock, a busy server would show another position than an idle one


def glimpse(served: Served) -> SceneDocument | None:
    """The position after half the steps of a random game, as far as it is played here; None of rules that fail."""
    try:
        game = default_game(served)
        if game is None:
            return None
        steps = sum(1 for _ in islice(replay(game, SEED, 0), MOST_STEPS))
        middle = next(islice(replay(game, SEED, 0), (steps - 1) // 2, None))
        return scene_document(middle.scene())
    except MISTAKES:  # whoever plays it is told
        return None
