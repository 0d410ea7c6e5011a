"""The legal moves of a position for pages, with their values, or estimates of these."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor, hypot, log10
from typing import Annotated, Any, Literal, NamedTuple

from faceup.numbers.exact import Exact
from faceup.numbers.value import Value, estimated_at, exactly
from faceup.play.session import Session
from faceup.results.answers.winning_scale import rough_scale
from faceup.results.number_texts import chance_text, percent, rounded_up
from faceup.results.samples.estimate import Estimate, MoveEstimate
from faceup.results.scene.things import Scene
from faceup.results.scene.zones import squares_namer
from faceup.results.sentences.games import names_of
from faceup.rules.contract import CHANCE
from faceup.rules.errors import RulesError
from faceup.rules.moves import Move, parts_of
from faceup.web.answers.documents import BY_SEAT, ShownValue

FEWEST_PLAYOUTS = 10  # of a move, before they say anything of it
OFTEN = 2 / 3  # as often as the best move: a search tries more often what seems better
LARGEST_MOVE = 2**53 - 1  # a page's numbers hold no more


class LegalMove(NamedTuple):
    """A legal move, or an outcome of chance, with its value if asked for: of the whole game, gains so far included.

    Of an ``estimated`` value, ``best`` is only likely to be. With hidden information, ``often`` is the probability of
    the move in best play, if several moves are best.

    ``value`` is the ``reader``'s. ``distance`` has the moves within which the winner has won, this one included.
    """

    move: Move
    word: str
    squares: Annotated[Sequence[int], "squares of a board that a move of several parts names"] = ()
    odds: str | None = None
    value: ShownValue | None = None
    by_seat: Annotated[Sequence[ShownValue], BY_SEAT] = ()
    outcome: Literal["win", "draw", "loss"] | None = None
    chance: Annotated[str | None, "the mover's probability of winning, if the value gives it"] = None
    within: Annotated[str | None, "how far an estimate may be off by chance, as text, in per cent or points"] = None
    draws: Annotated[bool, "whether the chance has a game without a winner as half a win"] = False
    best: bool | None = None
    distance: int | None = None
    share: float | None = None
    often: str | None = None


def person_reading(session: Session) -> int | None:
    """The person who reads the page: who is to move, or the only one; None if nobody knows."""
    return session.turn if session.person else session.one_person


def reader_of(session: Session) -> int:
    """The player for whom values are shown: who reads the page; else who moves, if each has a payoff; else player 0."""
    stakes = session.expert.stakes
    if stakes.seats:
        return session.turn if session.turn >= 0 else session.one_person or 0
    return int(person_reading(session) == 1 and stakes.two and stakes.opposed)


def to_reader(session: Session, value: Value) -> Value:
    """The value of the whole game to the reader, from that of play from here on to player 0.

    If seats have their own payoffs, both are the reader's.
    """
    reader, gained = reader_of(session), gains_before(session)
    if session.expert.stakes.seats:
        return value.plus(gained[reader])
    whole = value.plus(gained[0])
    return whole.to_the_other() if reader else whole


def gains_before(session: Session) -> Sequence[Exact]:
    """What every seat that has its own payoff, or player 0, gained before the moves from here; 0 if that is hidden."""
    hidden = session.sight.reward_so_far is None
    return [0] * len(session.payoffs) if session.over or hidden else session.payoffs


def legal_moves(
    session: Session, scene: Scene, worth: Mapping[Move, Value] | Estimate | None, most: int
) -> Sequence[LegalMove]:
    """The legal moves, or outcomes of chance, with their values to the player to move, and their probabilities."""
    game, state, turn = session.game, session.state, session.turn
    possible = session.legal()
    legal = _apart(session, list(dict.fromkeys(possible)))
    for move in legal:
        if any(not isinstance(part, str) and abs(part) > LARGEST_MOVE for part in parts_of(move)):
            raise RulesError(f"{type(game).name} has move {move}; on a page moves are from -(2**53 - 1) to 2**53 - 1")
    words = dict(session.legal_words())
    names = names_of([(move, words[move]) for move in legal[:most]])
    odds: dict[Move, int | Fraction] = {}
    for move in possible if turn == CHANCE else ():  # the rules may name an outcome twice
        odds[move] = odds.get(move, 0) + game.odds(state, move)
    named = squares_namer(game)
    drawn = scene.moves
    changed = {move: squares for move, squares in scene.squares.items() if move not in drawn}
    moves = [
        LegalMove(
            move=move,
            word=names[move],
            squares=[] if turn == CHANCE else list(changed.get(move) or named(move, names[move])),
            odds=str(Fraction(odds[move], sum(odds.values()))) if turn == CHANCE else None,
        )
        for move in legal[:most]
    ]
    if isinstance(worth, Estimate):
        return _with_estimates(session, worth, moves)
    return _with_values(session, worth, moves) if worth else moves


def _with_values(session: Session, worth: Mapping[Move, Value], moves: Sequence[LegalMove]) -> Sequence[LegalMove]:
    """The moves with their values, of the whole game, to its reader."""
    state, turn, stakes = session.state, session.turn, session.expert.stakes
    best = set(session.hint()) if turn != CHANCE else set()
    best = set() if len(best) == len(worth) and all_lose(session, worth) else best
    reader, gained = reader_of(session), gains_before(session)
    shares = {} if turn == CHANCE else _shares(worth, _sign(session))
    chances_of, scale = session.chances(points=True), session.sight.winning_scale(points=True)
    decision = session.sight.decision
    mixes = decision if decision and decision.kept and len(best) > 1 else None
    often = dict(zip(mixes.moves, map(percent, mixes.chances), strict=True)) if mixes else {}
    by_seat = {
        move: [value.plus(gain) for value, gain in zip(row, gained, strict=True)]
        for move, row in (session.expert.rows(state) if stakes.seats else {}).items()
    }
    one_wins = bool(by_seat) and session.expert.one_wins(state)

    def with_value(one: LegalMove) -> LegalMove:
        move, value = one.move, worth[one.move]
        return one._replace(
            value=ShownValue(by_seat[move][reader] if by_seat else to_reader(session, value), one_wins),
            by_seat=[ShownValue(each, one_wins) for each in by_seat.get(move, ())],
            outcome=stakes.kind_for(turn, value),
            chance=None if chances_of is None else chance_text(chances_of(value)),
            draws=bool(chances_of and scale and scale.draws),
            best=None if turn == CHANCE else move in best,
            distance=session.sight.won_after(move),
            share=shares.get(move),
            often=often.get(move) if move in best else None,
        )

    return [with_value(one) if one.move in worth else one for one in moves]


def _with_estimates(session: Session, estimate: Estimate, moves: Sequence[LegalMove]) -> Sequence[LegalMove]:
    """The moves with estimates by playouts, to their reader, or values where it settled them."""
    stakes, turn, sign = session.expert.stakes, session.turn, _sign(session)
    rows = {row.move: row for row in estimate.moves if row.settled or row.visits >= FEWEST_PLAYOUTS}
    worth = {
        move: exactly(sign * int(row.mean)) if row.settled and row.mean.is_integer() else estimated_at(sign * row.mean)
        for move, row in rows.items()
    }
    shares, scale = _shares(worth, sign), rough_scale(stakes)
    rated = scale if scale and turn in scale.winners else None
    chances = {move: rated.chance(value, turn) for move, value in worth.items()} if rated else {}
    unit = 100 / (rated.high - rated.low) if rated else 1.0
    errors = {move: unit * row.error for move, row in rows.items() if not row.settled}
    places = 0 if rated else max(-floor(log10(max(errors.values(), default=0.0) or 1.0)), 0)
    best = _likely_best(estimate, rows)

    def with_estimate(one: LegalMove) -> LegalMove:
        value = worth[one.move]
        return one._replace(
            value=ShownValue(to_reader(session, value), places=places),
            outcome=stakes.kind_for(turn, value),
            chance=chance_text(chances[one.move]).removeprefix("≈") if rated else None,
            within=rounded_up(errors[one.move], places) if one.move in errors else None,
            draws=bool(rated and rated.draws),
            best=one.move in best,
            share=shares.get(one.move),
        )

    return [with_estimate(one) if one.move in worth else one for one in moves]


def _likely_best(estimate: Estimate, rows: Mapping[Move, MoveEstimate]) -> set[Move]:
    """Return the best move of a search by playouts, and all that it tried about as often and cannot tell from it.

    Their means differ by no more than the errors of both allow.
    """
    first = rows.get(estimate.move)
    if first is None or first.settled:
        return {estimate.move}
    tried = (row for row in rows.values() if not row.settled and row.visits >= OFTEN * first.visits)
    return {row.move for row in tried if abs(row.mean - first.mean) <= hypot(row.error, first.error)}


def _apart(session: Session, legal: list[Move]) -> list[Move]:
    """The moves without those that have the words of another and lead to the same position, as keeping equal dice."""
    words, known = dict(session.legal_words()), set[tuple[str, Any]]()
    if session.turn < 0 or session.sight.hidden or len(set(words.values())) == len(words):
        return legal
    apart = []
    for move in legal:
        key = words[move], session.game.play(session.state, move)
        if key not in known:
            apart.append(move)
        known.add(key)
    return apart


def all_lose(session: Session, worth: Mapping[Move, Value]) -> bool:
    """Whether every move of the player to move loses."""
    kinds = {session.expert.stakes.kind_for(session.turn, value) for value in worth.values()}
    return kinds == {"loss"} and len(worth) > 1


def _sign(session: Session) -> int:
    """-1 if the player to move has the lower values."""
    return -1 if session.turn == 1 and not session.expert.stakes.seats else 1


def _shares(worth: Mapping[Move, Value], sign: int) -> dict[Move, float]:
    """Shares from 0 (the worst move for the player to move) to 1 (the best); ``sign`` is -1 if less is better."""
    numbers = {move: Fraction(value.middle) for move, value in worth.items() if value.middle is not None}
    if not numbers:
        return {}
    low, high = min(numbers.values()), max(numbers.values())
    if low == high:
        return dict.fromkeys(numbers, 1.0)
    worst = low if sign > 0 else high
    return {move: abs(float((number - worst) / (high - low))) for move, number in numbers.items()}
