"""Games with hidden information on pages: a page knows its person's moves and a seed, and nothing else.

Chance and computers move by another seed, which needs the secret of the server besides the page's seed. So nothing
hidden ever leaves the server, and the same moves always lead to the same game.
"""

import json
from collections.abc import Sequence
from hashlib import blake2b
from math import inf

from faceup.engines.model.policies import MCTS, thought_in
from faceup.play.expert import NO_VALUES, Expert
from faceup.play.session import INSTEAD_IN_WORDS, Session
from faceup.rules.contract import Game, position_of
from faceup.rules.errors import UsageError, quoted
from faceup.rules.facts import hides
from faceup.rules.moves import Move
from faceup.rules.parameters import write_parameters

SECRET_BYTES = 32
SEED_BYTES = 7  # fewer than the 63 bits that a seed has


def sealed_session(
    expert: Expert, seats: Sequence[str], seed: int, moves: Sequence[Move], secret: bytes
) -> tuple[Session, str | None]:
    """The game after these moves of its person and the moves of others in between, until the person is to move again;
    and the replacement of a computer that has no values, with the reason.
    """
    game = expert.game
    if timed := next((word for word in seats if (thought := thought_in(word)) and thought.seconds < inf), None):
        raise UsageError(
            f"seat {quoted(timed)}: {type(game).name} hides something, so the page has the computers' moves worked out "
            f"again; possible: {MCTS}"
        )
    session = Session(game, seats, seed=seal_seed(game, seats, seed, secret), expert=expert)
    if len(session.persons) > 1:
        raise UsageError(
            f"{hides(game)}, so one person can play on a page, not {len(session.persons)} as in "
            f"{quoted(','.join(seats))}; possible: person,best or best,person"
        )
    note = _going_on(session)
    for k, move in enumerate(moves, 1):
        if not session.person or session.over:
            raise UsageError(f"{len(moves)} moves; the game is over, or nobody's to decide, after {k - 1} of a person")
        session.make(move)
        note = _going_on(session) or note
    return session, note


def _going_on(session: Session) -> str | None:
    """Let chance and computers move; who plays instead of a computer that cannot."""
    try:
        session.play()
    except NO_VALUES as error:
        session.without_values()
        session.play()
        return f"{error}; so {INSTEAD_IN_WORDS}"
    return None


def seal_seed(game: Game, seats: Sequence[str], seed: int, secret: bytes) -> int:
    """The seed of the others' moves, which differs for any other seed of the page, seats, game or start."""
    content = [type(game).name, write_parameters(game), position_of(game), list(seats), seed]
    text = json.dumps(content, sort_keys=True).encode()
    return int.from_bytes(blake2b(text, key=secret, digest_size=SEED_BYTES).digest(), "big")
