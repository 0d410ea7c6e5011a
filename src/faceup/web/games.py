"""The games that a server offers, and their descriptions for pages.

In a game with hidden information, a page knows its person's moves and a seed, and nothing else. Chance and computers
move by another seed, which is derived from the page's seed and the secret of the server. So nothing hidden ever leaves
the server, and the same moves always lead to the same game.
"""

import dataclasses
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from math import inf
from typing import Any, TypeVar

from faceup.engines.graph.stakes import decides, stakes_seen
from faceup.engines.model.contract_check import complete
from faceup.engines.model.opposed import as_played
from faceup.engines.model.policies import MCTS, thought_in
from faceup.engines.model.seats import seats_of
from faceup.library.finding import find_class, library_names
from faceup.play.expert import NO_VALUES, Expert
from faceup.play.session import INSTEAD_IN_WORDS, Session
from faceup.results.sentences.games import about, published_text, rules_text, title_and_sentence
from faceup.rules.contract import Game, Patience, position_of
from faceup.rules.errors import MISTAKES, ParameterError, UsageError, quoted
from faceup.rules.facts import facts_of, hides, plays_itself
from faceup.rules.moves import Move
from faceup.rules.parameters import (
    Cards,
    check_given,
    kinds,
    read_parameters,
    words_possible,
    write_parameters,
    write_value,
)

ADDRESS_NAME = re.compile(r"[\w-]{1,64}")  # characters that need no escape in an address
GAMES_SEEN = 20  # to see the deciding players
RANGE_SECONDS = 1.0  # for the ranges of a game's parameters; a check that is quick needs a thousandth
FIRST = ("fifteen", "one-handed", "high-low", "three-fourteen", "best-card")  # the published pieces it began with
# of parameters; members of an enumeration are words
FIELD_KINDS = {int: "number", bool: "yes-no", Cards: "cards", Fraction: "fraction", str: "word"}


@dataclasses.dataclass(frozen=True)
class ServedGame:
    """A game that visitors may name: GAME as on the command line, and words that became its defaults."""

    name: str
    word: str
    defaults: tuple[str, ...] = ()


@cache
def rules_of(word: str) -> Any:
    """The rules class; a file is read once, so that facts about its game are kept."""
    return find_class(word)


Answer = TypeVar("Answer")


def game_of(served: ServedGame, parameters: Mapping[str, Any]) -> Game | Patience:
    """The game with these parameters, as a visitor sent them; what is left out has its default."""
    rules_class = rules_of(served.word)
    for name in parameters:
        if "=" in name:  # would be another parameter once it stands before its value
            raise ParameterError(
                f"{quoted(name)} is not a name of a parameter; possible: {', '.join(kinds(rules_class))}"
            )
    defaults = {word.partition("=")[0]: word for word in served.defaults}
    values = {name: f"{name}={_value_text(value)}" for name, value in parameters.items()}
    read = read_parameters(rules_class, tuple((defaults | values).values()))
    check_given(rules_class, read)
    game = rules_class(**read)
    assert isinstance(game, Game | Patience)
    return game


def _value_text(value: Any) -> str:
    """A value as a person types it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def serve_games(words: Iterable[str]) -> dict[str, ServedGame]:
    """The library, and before it the games that ``[GAME [NAME=VALUE]...]...`` names; raises UsageError."""
    requests: list[tuple[str, list[str]]] = []
    for word in words:
        if requests and word.partition("=")[0].isidentifier() and "=" in word:
            requests[-1][1].append(word)
        else:
            requests.append((word, []))
    by_name: dict[str, ServedGame] = {}
    for word, defaults in requests:
        rules_class = rules_of(word)
        name = rules_class.name
        if not ADDRESS_NAME.fullmatch(name):
            raise UsageError(f"{word}: the name {name!r} does not fit into an address; possible: letters, digits and -")
        if name in by_name:
            raise UsageError(f"{word}: a game named {name} is already served, as {by_name[name].word}")
        served = ServedGame(name, word, tuple(defaults))
        game = default_game(served)
        if game is None:
            read_parameters(rules_class, served.defaults)  # raises if the words themselves are wrong
        else:
            complete(game)
        by_name[name] = served
    return by_name | {name: ServedGame(name, name) for name in library_names() if name not in by_name}


def addresses_of_files(games: Iterable[ServedGame], server: str) -> Iterator[str]:
    """A line for each of these games that is a file: its address below that of the server, and whose place it takes."""
    for served in games:
        if served.word != served.name:
            instead = ", in place of the library's game of that name" if served.name in library_names() else ""
            yield f"{served.word} is at {server}play/{served.name}{instead}"


def default_game(served: ServedGame) -> Game | Patience | None:
    """The game with its defaults; None if a parameter has none."""
    rules_class = rules_of(served.word)
    fields = dataclasses.fields(rules_class)
    names = {word.partition("=")[0] for word in served.defaults}
    if any(field.default is dataclasses.MISSING and field.name not in names for field in fields):
        return None
    return game_of(served, {})


def describe(served: ServedGame, ranges: bool = True) -> dict[str, Any]:
    """The game as a document for pages; its rules are run for ``ranges`` of parameters, seats and choices."""
    rules_class = rules_of(served.word)
    return {
        "name": served.name,
        "title": title_and_sentence(rules_class)[0],
        "what": about(rules_class),
        "kind": "game" if facts_of(rules_class).decisions else "patience",
        "hidden": facts_of(rules_class).hidden,
        "decides": facts_of(rules_class).decisions and (_decides(served) if ranges else True),
        "rules": rules_text(rules_class),
        "seats": _seats(served) if ranges else 0,
        "players": _players(served) if ranges else 0,
        "player_names": list(getattr(rules_class, "player_names", ())),
        "shelf": _shelf(served),
        "parameters": _parameters(served, ranges),
        "published": [
            {
                "text": published_text(p),
                "source": p.source,
                "deal": p.deal,
                "parameters": {name: str(value) for name, value in p.parameters.items()},
            }
            for p in rules_class.published
        ],
        "glimpse": None,  # made where games may be played
    }


def _seats(served: ServedGame) -> int:
    """The number of seats with their own payoffs, with the defaults; 0 for none, and if the rules fail."""
    try:
        game = default_game(served)
        return 0 if game is None else seats_of(game if plays_itself(game) else as_played(game))
    except MISTAKES:  # the error shows when the game is played
        return 0


def _players(served: ServedGame) -> int:
    """The number of deciding players in some random games with the defaults; 0 for none, and if the rules fail."""
    return _ask_rules(served, lambda game: len(stakes_seen(game, GAMES_SEEN).players), 0)


def _shelf(served: ServedGame) -> str:
    """The section of the game in the library: ``yours``, ``first``, ``games`` or ``patiences``."""
    if served.defaults or served.word not in library_names():
        return "yours"
    if served.name in FIRST:
        return "first"
    return "games" if facts_of(rules_of(served.word)).decisions else "patiences"


def _decides(served: ServedGame) -> bool:
    """Whether some player has a choice, with the defaults; True if the rules fail."""
    return _ask_rules(served, decides, True)


def _ask_rules(served: ServedGame, ask: Callable[[Game], Answer], otherwise: Answer) -> Answer:
    """The answer of ``ask`` for the game with its defaults; ``otherwise`` for a solitaire game, or if rules fail."""
    try:
        game = default_game(served)
        return ask(game) if isinstance(game, Game) else otherwise
    except Exception:  # the error shows when the game is played
        return otherwise


def _parameters(served: ServedGame, ranges: bool) -> list[dict[str, Any]]:
    rules_class, end = rules_of(served.word), time.monotonic() + RANGE_SECONDS
    game = default_game(served) if ranges else None
    defaults = write_parameters(game) if game is not None else _known_defaults(served)
    documents = []
    for name, kind in kinds(rules_class).items():
        least, most = _range(game, name, end) if game is not None and kind is int else (None, None)
        documents.append(
            {
                "name": name,
                "kind": FIELD_KINDS.get(kind, "word"),
                "value": defaults.get(name),
                "words": words_possible(kind),
                "least": least,
                "most": most,
            }
        )
    return documents


def _known_defaults(served: ServedGame) -> dict[str, Any]:
    """The defaults of a game that lacks some, as a person writes them."""
    rules_class = rules_of(served.word)
    fields = dataclasses.fields(rules_class)
    values = {field.name: field.default for field in fields if field.default is not dataclasses.MISSING}
    values |= read_parameters(rules_class, served.defaults)
    return {name: write_value(kinds(rules_class)[name], value) for name, value in values.items()}


def _range(game: Game | Patience, name: str, end: float) -> tuple[int | None, int | None]:
    """The range of values around the default with which there is a game, all else equal; None if it has one value, or
    if there is no more time.
    """
    value = getattr(game, name)

    def sound(other: int) -> bool:
        try:
            dataclasses.replace(game, **{name: other})
        except MISTAKES:  # a check that stumbles makes no game either
            return False
        return True

    def sound_in_time(other: int) -> bool:
        if time.monotonic() > end:
            raise TimeoutError
        return sound(other)

    try:
        least = _last_sound_value(sound_in_time, value, min(value, 0) if value >= 0 else 2 * value)
        most = _last_sound_value(sound_in_time, value, max(2 * value, value + 10))
    except TimeoutError:
        return None, None
    return (least, most) if least < most else (None, None)


def _last_sound_value(sound: Callable[[int], bool], start: int, end: int) -> int:
    """The last sound value on the way from a sound one to the end: steps grow until one is refused, then shrink."""
    good, step, growing = start, 1, True
    while good != end and step:
        further = min(good + step, end) if end > start else max(good - step, end)
        if sound(further):
            good = further
        else:
            growing = False
        step = step * 2 if growing else step // 2
    return good


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
