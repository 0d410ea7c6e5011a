"""A game in progress, as the play page reads it."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Any, NamedTuple

from faceup.engines.hidden.memory import KnownMove
from faceup.engines.model.seats import MOST_SEATS, seats_of
from faceup.numbers.value import Number, Value, add_numbers, amount
from faceup.play.expert import NO_VALUES
from faceup.play.record import record
from faceup.play.seats import (
    PERSON,
    Best,
    Slips,
    callings,
    outcome_called,
    scene_called,
    seats_sentence,
    short_name,
    who_sits,
)
from faceup.play.session import INSTEAD_IN_WORDS, Session
from faceup.results.number_texts import short_text
from faceup.results.samples.estimate import Estimate
from faceup.results.scene.boards.words_of_moves import word_of_move
from faceup.results.scene.dice import rolls_dice
from faceup.results.scene.things import Scene
from faceup.results.seats import winning_seat
from faceup.results.sentences.outcomes import end_sentence_for, from_here, own_gain_sentence
from faceup.results.sentences.samples import estimated_how
from faceup.results.sentences.words import capital
from faceup.results.stakes import Kind
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.moves import Move
from faceup.web.answers.documents import BY_SEAT, Players, ShownValue, Turn, shown
from faceup.web.answers.move_values import (
    LegalMove,
    all_lose,
    gains_before,
    legal_moves,
    person_reading,
    reader_of,
    to_reader,
)
from faceup.web.limits import VisitorLimits

AT_ONCE = 0.3  # seconds
LINE = 40  # moves of a line of best play
FRAMES = 50  # of the last added moves: nobody watches more
PAIR = 2  # players
YOURS: dict[Kind | None, str] = {"win": "You win", "loss": "You lose"}  # at a table of several


class Step(NamedTuple):
    """A move so far; ``move`` is null if only its word is known. ``seen`` is its player's view then."""

    turn: Turn
    move: Move | None
    word: str
    who: str
    seen: str
    says: Annotated[str, "what chance did, in words; empty for a player's move"]


class Result(NamedTuple):
    """The result; ``you`` is the outcome for the one person who played."""

    payoff: Number
    text: str
    says: Annotated[str, "the outcome for the one person who played; empty without one"]
    you: Kind | None
    proved: Annotated[bool, "whether every end of the game is known, or some that games showed"]


class Seat(NamedTuple):
    """A seat with its own payoff: its player, the gain so far, and the value of the whole game, that gain included."""

    name: str
    who: Annotated[str, "you, a person, or the computer and how it plays; empty if nobody decides anything"]
    gained: Number
    gained_text: str
    value: ShownValue | None


class LineMove(NamedTuple):
    """A move of a line of best play, and who makes it.

    ``who`` is empty at chance, and if one player alone decides.
    """

    move: Move
    word: str
    who: str


class BestPlay(NamedTuple):
    """The values of the position if asked for, or the reason why they are unknown.

    If seats have their own payoffs, ``value`` is the ``reader``'s. If the value is ``unknown``, the moves of a person
    to move have estimates, and ``estimate`` says how they were made; else it is empty.
    """

    value: ShownValue | None = None
    says: str = ""
    line: Sequence[LineMove] = ()
    unknown: str | None = None
    estimate: str = ""


@dataclass(frozen=True, kw_only=True)
class Position:
    """A game in progress; with hidden information, what the person who plays knows of it.

    ``moves`` are all moves so far, or, with hidden information, the person's own, which with the ``seed`` are enough
    for a page to come back.
    """

    document_keys = (
        *("game", "hidden", "moves", "seats", "seed", "history", "players", "deciding", "chance", "rolls", "decides"),
        *("by_seat", "reader", "added", "frames", "scene", "turn", "who", "person", "over", "sitting", "status"),
        *("score", "result", "legal", "lost_start", "*best_play", "note", "late", "record"),
    )

    game: Game
    hidden: bool
    moves: Sequence[Move]
    seats: Sequence[str]
    seed: int
    history: Sequence[Step]
    players: Players
    deciding: Annotated[Sequence[int], "the players who were seen to decide anything"]
    chance: Annotated[bool, "whether chance was seen to decide anything"]
    rolls: Annotated[bool, "whether it rolls dice"]
    decides: Annotated[bool, "whether anybody was seen to have two moves to choose from"]
    by_seat: Annotated[Sequence[Seat], BY_SEAT]
    reader: Annotated[int, "from whose side values are: the person to move, else the one person, who moves, player 0"]
    added: int
    frames: Sequence[Scene]
    scene: Scene
    turn: Annotated[int, {"ge": OVER, "lt": MOST_SEATS, "description": "a player, -1 is chance, -2 the end"}]
    who: str
    person: bool
    over: bool
    sitting: Annotated[str, "who plays whom; empty at a table of several, which says it itself"]
    status: Annotated[str, "what the position waits for, or how the game ended"]
    score: Annotated[str, "what was gained so far, if that is not said seat by seat"]
    result: Result | None
    legal: Sequence[LegalMove]
    lost_start: Annotated[bool, "whether the one person to begin would lose to a perfect player, if that is known soon"]
    best_play: BestPlay
    note: Annotated[str | None, "who plays instead of a computer that has no values, and why"]
    late: Annotated[bool, "whether the game is not solved for want of time, and more time may be asked for"]
    record: Annotated[dict[str, Any] | None, "the game as a file; null with hidden information"]


def position_shown(session: Session, values: bool, most: int, limits: VisitorLimits) -> Position:
    """The position after the moves of chance and computers that are due, or after so many of them."""
    before = len(session.history)
    with session.expert.within(limits.reply_seconds):
        frames, note = _go_on(session, most)
    return _position(session, values, limits, len(session.history) - before, frames, note)


def sealed_position(
    session: Session, seats: list[str], seed: int, values: bool, limits: VisitorLimits, note: str | None
) -> Position:
    """The position as the person knows it who plays where something is hidden; page's are ``seats`` and ``seed``."""
    moves = session.known_moves
    own_moves = [k for k, one in enumerate(moves) if one.turn == session.one_person]
    added = len(moves) - (own_moves[-1] + 1 if own_moves else 0)
    return replace(_position(session, values, limits, added, [], note), seats=seats, seed=seed)


def _position(
    session: Session, values: bool, limits: VisitorLimits, added: int, frames: list[Scene], note: str | None
) -> Position:
    hidden, stakes = session.sight.hidden, session.expert.stakes
    turn, reader = session.turn, reader_of(session)
    legal: Sequence[LegalMove] = []
    seats = [seat.name for seat in session.seats]
    valued, lost_start = (False, False) if note else _strength(session)
    sits = who_sits(seats, valued)
    called = callings(stakes.names, seats)

    def who(seat: int) -> str:
        return called.get(session.who(seat), session.who(seat))

    def outcome(one: KnownMove) -> str:
        return outcome_called(one, called) if one.turn == CHANCE else ""

    worth, best_play = _best_play(session, who) if values else (None, BestPlay())
    by_seat = _by_seat(session, sits, best_play.value is not None)
    scene = scene_called(session.game, session.scene, stakes.names, seats)
    result = _result(session) if session.over else None
    if not session.over:
        legal = legal_moves(session, scene, worth, limits.legal)
    if by_seat and best_play.value and not session.over:
        best_play = best_play._replace(value=by_seat[reader].value)
    return Position(
        game=session.game,
        hidden=hidden,
        moves=session.own_moves if hidden else session.moves,
        seats=seats,
        seed=session.seed,
        history=[
            Step(one.turn, one.move, one.word, who(one.turn), one.seen, outcome(one)) for one in session.known_moves
        ],
        players=list(stakes.names),
        deciding=sorted(stakes.players),
        chance=stakes.chance,
        rolls=rolls_dice(session.game),
        decides=session.expert.decides,
        by_seat=by_seat,
        reader=reader,
        added=added,
        frames=[scene_called(session.game, frame, stakes.names, seats) for frame in frames],
        scene=scene,
        turn=turn,
        who="" if session.over else who(turn),
        sitting=_sitting(session, sits, scene),
        status=_status(session, scene, result, who),
        score=_score(session, called),
        person=session.person,
        over=session.over,
        result=result,
        legal=legal,
        lost_start=lost_start,
        best_play=best_play,
        note=note,
        late=session.expert.has_use_for(limits.solving_seconds),
        record=None if hidden else record(session),
    )


def _sitting(session: Session, sits: Sequence[str], scene: Scene) -> str:
    stakes = session.expert.stakes
    if stakes.seats or not stakes.players or len(stakes.names) < PAIR:
        return ""
    return seats_sentence(stakes.names, sits, scene)


def _status(session: Session, scene: Scene, result: Result | None, who: Callable[[int], str]) -> str:
    """What the position waits for, or how the game ended."""
    if result is not None:
        told = result.text if result.you != "win" else ""  # who wins is known
        return result.says.removesuffix(".") or ": ".join(filter(None, (YOURS.get(result.you, "The end"), told)))
    if session.turn == CHANCE and not session.expert.stakes.players:
        return "Your roll" if rolls_dice(session.game) else "Chance alone decides"
    if session.turn == CHANCE:
        kinds = {zone.kind for zone in scene.zones}
        return "Rolling ..." if "dice" in kinds else "Dealing ..." if kinds & {"cards", "pile"} else "Playing ..."
    if not session.person:
        return f"{who(session.turn)} is to move"
    return "Your move" if _persons(session) == 1 else f"{who(session.turn)}, your move"


def _persons(session: Session) -> int:
    return sum(seat.name == PERSON for seat in session.seats)


def _score(session: Session, called: Mapping[str, str]) -> str:
    """What was gained on the way, to the one person who plays or with the players' names."""
    stakes, gained = session.expert.stakes, session.sight.reward_so_far
    names = [called.get(name, name) for name in stakes.names]
    if session.over and (points := _points(session)):
        return f"Points: {', '.join(f'{short_name(name)} {some}' for name, some in zip(names, points, strict=True))}."
    if not stakes.rewards or gained is None or not session.known_moves or session.over or stakes.seats:
        return ""
    if len(stakes.names) == 1:
        return f"So far {amount(gained)}."
    if not stakes.opposed:
        return f"{capital(names[0])}: {amount(gained)} so far."
    if not gained:
        return "Level so far."
    ahead, much = names[0 if gained > 0 else 1], amount(gained).removeprefix("-")
    if _persons(session) != 1:
        return f"{capital(ahead)} is {much} ahead."
    person = [seat.name for seat in session.seats].index(PERSON)
    return f"You are {much} {'ahead' if ahead == names[person] else 'behind'}."


def _points(session: Session) -> list[str]:
    """The gains of two opponents, where one move after another brings them and the end brings no more; else empty."""
    stakes, game = session.expert.stakes, session.game
    if stakes.seats or not (stakes.two and stakes.rewards and stakes.opposed) or session.goes_round:
        return []
    if game.payoff(session.state) != 0:
        return []
    gains = [game.reward(state, move) for state, _, move in session.history]
    return [amount(add_numbers(*(max(sign * gain, 0) for gain in gains))) for sign in (1, -1)]


def _strength(session: Session) -> tuple[bool | None, bool]:
    """Whether the values that computers play by are there, as a small game's are at once, None if nobody knows; and
    whether one person loses from the start against a perfect player.
    """
    expert, person, stakes = session.expert, session.one_person, session.expert.stakes
    by_values = [seat for seat, player in enumerate(session.seats) if isinstance(player, Best | Slips)]
    if session.sight.hidden and seats_of(expert.game):  # no engine solves such a game
        return False, False
    if session.sight.hidden:  # others' moves are made anew in every answer; to solve such a game may take long
        return any(move.turn in by_values for move in session.known_moves) or None, False
    if not by_values:
        return None, False
    with suppress(*NO_VALUES), expert.within(AT_ONCE):
        value = expert.solution(expert.game.start()).value
        if person is None or session.history or not stakes.two:
            return True, False
        return True, isinstance(session.seats[1 - person], Best) and stakes.kind_for(person, value) == "loss"
    return None, False


def _by_seat(session: Session, sits: Sequence[str], valued: bool) -> list[Seat]:
    """The gain of every seat, and its expected result if known."""
    stakes = session.expert.stakes
    names = stakes.names if stakes.seats else ()
    valued = valued and bool(names) and not session.over
    values = session.expert.row(session.state) if valued else [None] * len(names)
    one_wins = valued and session.expert.one_wins(session.state)
    totals = [value and value.plus(gain) for value, gain in zip(values, gains_before(session), strict=bool(names))]
    return [
        Seat(name, who if stakes.players else "", gained, short_text(gained), shown(total, one_wins))
        for name, who, gained, total in zip(
            names, sits[: len(names)], session.payoffs if names else (), totals, strict=True
        )
    ]


def _go_on(session: Session, most: int) -> tuple[list[Scene], str | None]:
    """Let chance and computers move; return the scenes on the way, and the replacement of a computer without values."""
    frames: deque[Scene] = deque(maxlen=FRAMES)
    note = None
    try:
        frames.extend(session.scene for _ in islice(session.go_on(), most))
    except NO_VALUES as error:
        session.without_values()
        note = f"{error}; so {INSTEAD_IN_WORDS}"
        frames.extend(session.scene for _ in islice(session.go_on(), most))
    return list(frames), note


def _best_play(session: Session, who: Callable[[int], str]) -> tuple[Mapping[Move, Value] | Estimate | None, BestPlay]:
    """The values of the position and of the moves as far as they are known, or estimates of the moves."""
    try:
        worth, value = session.values(), session.value()
        line = [] if session.over else _line(session, who)
    except NO_VALUES as error:
        if session.over or not session.person or not session.expert.decides:
            return None, BestPlay(unknown=str(error))
        estimate = session.estimate()
        return estimate, BestPlay(unknown=str(error), estimate=estimated_how(estimate))
    return worth, BestPlay(ShownValue(to_reader(session, value)), _says(session, value), line)


def _line(session: Session, who: Callable[[int], str]) -> list[LineMove]:
    """A line of best play; only where two or more decide, its moves say whose they are."""
    game, state, line = session.game, session.state, list[LineMove]()
    for move in session.line(LINE):
        turn = game.turn(state)
        whose = short_name(who(turn)) if turn != CHANCE and len(session.expert.stakes.players) > 1 else ""
        line.append(LineMove(move, word_of_move(game, state, move), whose))
        state = game.play(state, move)
    return line


def _says(session: Session, value: Value) -> str:
    """The result of best play in a sentence to the person; empty at the end."""
    stakes = session.expert.stakes
    if stakes.seats or session.over:
        return ""
    person = person_reading(session)
    gained = session.sight.reward_so_far
    scale = session.sight.winning_scale(points=stakes.chance)
    sentence = from_here(stakes, value, scale, session.won_within(), person, gained)
    lost = session.person and all_lose(session, session.values())
    return f"Every move loses. {sentence}" if lost else sentence


def _result(session: Session) -> Result:
    outcome, person, stakes = session.outcome, session.one_person, session.expert.stakes
    yours = None if person is None or outcome.of(person).player != person else outcome.of(person).kind
    if stakes.seats:
        winner = winning_seat(session.payoffs)
        yours = None if None in (person, winner) else "win" if person == winner else "loss"
        says = own_gain_sentence(session.payoffs, person) if winner is None and person is not None else ""
    else:
        says = "" if person is None else end_sentence_for(stakes, outcome, person)
    return Result(session.payoff, session.result, says, yours, outcome.proved)
