"""The review of a game: who made which mistake, what each mistake cost, and what luck brought.

Each move is judged by its exact value where the game, or its end, is small enough to be solved. With hidden
information, each decision is judged by what its player knew then.

Where no exact value is within reach, ``Estimator`` judges moves by a search that looks ahead. It searches every
position of the game with the same number of playouts, and also the position after the move that the search prefers. A
move looks like a mistake if the other move leads to clearly more, and if the position has become clearly worse. The
number of legal moves that are listed limits the work, not time, so the same moves have the same estimates.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from math import inf, sqrt
from typing import Any

from faceup.engines.graph.stakes import payoff_range
from faceup.engines.hidden.observer import Observer
from faceup.engines.model.broken_rules import at
from faceup.engines.model.legal_moves import exact_number
from faceup.engines.model.limits import Deadline, default_memory
from faceup.engines.model.policies import Thought, play_through
from faceup.engines.model.random_stream import STREAM_SIZE, begin
from faceup.engines.model.seats import seats_of, with_gain
from faceup.numbers.exact import Exact
from faceup.numbers.value import (
    Number,
    Value,
    add_numbers,
    estimated_at,
    exactly,
    nearest,
    nearest_float,
    overlap,
    simplest,
)
from faceup.play.expert import NO_VALUES, Expert
from faceup.play.in_progress import PlayedMove, steps
from faceup.play.session import Session
from faceup.play.sight import told_move
from faceup.results.answers.decision import Decision
from faceup.results.answers.reasons import TWO_SIDED
from faceup.results.answers.solution import winning_scale
from faceup.results.reviews.review import OWN, JudgedMove, Review, Scale, scale_of
from faceup.results.samples.estimate import Estimate
from faceup.results.scene.shown_boards import word_of_move
from faceup.results.seats import OwnUnits, units_in
from faceup.results.sentences.outcomes import mistake_sentence, within
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import LimitReached, RulesError, UsageError, quoted
from faceup.rules.moves import Move
from faceup.rules.texts import line_texts

NOT_COUNTED = "What was gained on the way is left out of what could be hoped for, as it was not always known."
LUCK = "Luck is what deals, draws and the other player's moves brought."
OTHERS = "The other player's moves are not judged."
UNKNOWN = "what was best there is known within bounds only, or best play of the other never comes to that"


@dataclass(frozen=True)
class JudgedDecision:
    """A decision by what was known then, and the rewards ``gained`` before it; None if nobody knew them.

    ``made`` is the place of the move among those of the decision, ``number`` that of the decision in the game, from 1.
    """

    number: int
    decision: Decision
    made: int
    gained: Exact | None
    units: OwnUnits

    @property
    def worths(self) -> list[Fraction]:
        """The value of each move to its player against best play; empty if unknown."""
        return [Fraction(worth) for worth in self.decision.worths or ()]

    def value(self, worth: Fraction) -> Value:
        """A value of the player, to player 0."""
        return exactly(self.units.to_first(self.decision.player, worth))

    def hopes(self, worth: Fraction, scale: Scale) -> tuple[Number, ...]:
        """The expected results of both players, from rewards so far and a value to player 0."""
        return _of_both(simplest(Fraction(self.gained or 0) + Fraction(self.value(worth).low)), scale, self.units)


def _of_both(first: Exact, scale: Scale, units: OwnUnits) -> tuple[Number, ...]:
    """The expected results of both players, from that of player 0."""
    if scale.points or units.plain:
        return first, scale.other(first)
    return first, Fraction(units.to_second(exactly(first)).low)


def _start(session: Session, scale: Scale) -> tuple[Number, ...]:
    """The expected results of both players before the first deal; empty if they are not known exactly."""
    value = session.expert.solution(session.game.start()).value.exact
    return () if value is None else _of_both(simplest(value), scale, units_in(session.game))


def hidden_review(session: Session, seconds: float) -> Review:
    """The review of the decisions of persons, or of all players without persons; ``unknown`` says why the first are
    left out.

    In a running game of two persons, only the decisions of the player to move are reviewed.
    """
    decisions, unknown, limited, scale = list[JudgedDecision](), "", False, OWN
    stakes, person = session.expert.stakes, session.one_person
    try:
        decisions = list(_decisions(session, Deadline(seconds)))
        if decisions:
            scale = scale_of(stakes, None, session.sight.winning_scale(), False)
    except NO_VALUES as error:
        unknown, limited = str(error), isinstance(error, LimitReached)
    judged = list(takewhile(lambda one: one.worths, reversed(decisions)))[::-1]
    with_rewards = all(one.gained is not None for one in judged)
    if not with_rewards:  # else rewards would count for some rows only
        judged = [replace(one, gained=None) for one in judged]
    rows = tuple(_judge(session, one, scale) for one in judged)
    lost = tuple(add_numbers(*(row.lost for row in rows if row.turn == player)) for player in range(len(session.seats)))
    of = tuple(session.sight.reviewed_players if session.persons else ())
    whole = bool(rows) and len(judged) == len(_decision_places(session))
    lucks = _lucks(session, lost) if whole else ()
    end = _of_both(session.payoff, scale, units_in(session.game)) if rows and session.over and with_rewards else ()
    return Review(
        game=session.game,
        rows=rows,
        lost=lost,
        players=stakes.names,
        person=person,
        reader=scale.whose if scale.whose is not None else min(stakes.players, default=0) if person is None else person,
        start=(whole and _start(session, scale)) or (rows[0].hoped if rows else ()),
        scale=scale,
        moves=len(_decision_places(session)),
        unknown=unknown or UNKNOWN * (len(judged) < len(decisions)),
        limited=limited,
        of=of,
        note=" ".join(
            (
                *([] if with_rewards else [NOT_COUNTED]),
                *([LUCK] if lucks else []),
                *([OTHERS] if of and not stakes.players <= {*of} else []),
            )
        ),
        result=session.result,
        made=len(session.history),
        lucks=lucks,
        end=() if rows and rows[-1].hopes == end else end,
    )


def _lucks(session: Session, lost: tuple[Number, ...]) -> tuple[Number, ...]:
    """The luck of two opponents in a game that is over; empty if its value is not known exactly."""
    value = session.expert.solution(session.game.start()).value.exact
    if not session.over or value is None or not units_in(session.game).plain:
        return ()
    more = simplest(Fraction(session.payoff) - value)
    return add_numbers(more, lost[0]), add_numbers(-more, lost[1])


def _decision_places(session: Session) -> list[int]:
    """The number of moves before each decision to review, whether or not its values are known."""
    history, reviewed = session.history, session.sight.reviewed_players
    return [k for k in session.sight.places if history[k].turn in reviewed]


def _decisions(session: Session, until: Deadline) -> Iterator[JudgedDecision]:
    """The decisions that are looked back at; raises what ``NO_VALUES`` names."""
    game, places, reviewed = session.game, session.sight.places, _decision_places(session)
    observers = {player: Observer(game, player) for player in session.persons}
    gained: Exact = 0  # known to a spectator
    for k, (turn, move, after) in enumerate(steps(session)):
        if k in reviewed:
            if until.is_set():
                raise LimitReached(until.reason)
            decision = session.expert.decision(session.moves[:k])
            reward = observers[turn].reward_so_far(turn) if observers else gained
            yield JudgedDecision(places.index(k) + 1, decision, decision.moves.index(move), reward, units_in(game))
        gained += exact_number(game, session.history[k].state, "reward", game.reward(session.history[k].state, move))
        for observer in observers.values():
            observer.follow(turn, move, after)


def _judge(session: Session, one: JudgedDecision, scale: Scale) -> JudgedMove:
    """The judged move of a decision, with its known loss."""
    decision, worths, stakes = one.decision, one.worths, session.expert.stakes
    best, value_made = max(worths), worths[one.made]
    before, after = one.value(best), one.value(value_made)
    outcomes = [stakes.worth(value).of(decision.player) for value in (before, after)]
    moves = zip(decision.words, decision.chances, worths, strict=True)
    as_good = [word for word, chance, worth in moves if not chance and worth == best]
    return JudgedMove(
        one.number,
        decision.player,
        session.who(decision.player),
        decision.words[one.made],
        before,
        after,
        lost=simplest(best - value_made),
        luck=None,
        best=(*decision.shares, *as_good),
        text=mistake_sentence(*outcomes) if value_made < best else "",
        hopes=one.hopes(value_made, scale),
        free=len(set(worths)) == 1,
        hoped=one.hopes(best, scale),
    ).on(scale)


WORK = 4_000_000  # legal moves that all playouts of a review list, roughly
FEWEST, MOST = 200, 10_000  # playouts of a position
SAMPLES = 4  # random games that show how many legal moves a game has
CLEAR = 0.15  # the part of the range of results by which estimates must differ


def _equal(row: JudgedMove) -> JudgedMove:
    """The same, if the estimates do not differ clearly: the move counts as one of the best."""
    best = row.best if row.turn == CHANCE or row.word in row.best else (*row.best, row.word)
    return row._replace(lost=0, best=best)


class Estimator:
    """Estimates the moves of a session, in games of one payoff; ``gained`` are the rewards before each move.

    ``scale`` is that of the moves whose values are known; without one, it comes from the rules and random games.
    """

    def __init__(self, session: Session, gained: list[Exact], scale: Scale | None) -> None:
        self.session, self.game, self.gained = session, session.game, gained
        self.states = [*(played.state for played in session.history), session.state]
        self.scale = scale or self._scale()
        self.playouts = min(max(WORK // (self._size_of_a_game() * len(session.history)), FEWEST), MOST)
        self.searched = dict[tuple[int, Move | None], tuple[float, Estimate | None]]()

    def go_back(self, last: int, until: Deadline) -> list[JudgedMove]:
        """The estimated moves up to this one, counted from 1; fewer, the last ones, if time is over."""
        rows = list[JudgedMove]()
        for number in range(last, 0, -1):
            if until.is_set():
                break
            rows.insert(0, self._judge(number))
        least = CLEAR * self._range()
        return [row if row.lost >= least else _equal(row) for row in rows]

    def _judge(self, number: int) -> JudgedMove:
        """The move with its estimated loss, however small."""
        state, turn, move = played = self.session.history[number - 1]
        who, told, gain = self.session.who(turn), told_move(self.game, *played), self.gained[number - 1]
        reward = nearest_float(self.game.reward(state, move))
        before, after = self._level(number - 1), reward + self._level(number)
        row = JudgedMove(
            *(number, turn, who, told.says, estimated_at(before), estimated_at(after), 0, 0, (), ""),
            hopes=(nearest_float(gain) + after,),
            hoped=(nearest_float(gain) + before,),
            estimated=True,
            error=TWO_SIDED * self._range() / sqrt(2 * self.playouts),  # of the difference of two means
        )
        _, estimate = self._worth(number - 1)
        if turn == CHANCE or estimate is None:
            return row
        gap, sign = self._after(number - 1, estimate.move) - self._after(number - 1, move), -1 if turn == 1 else 1
        best = word_of_move(self.game, state, estimate.move)
        lost = max(min(sign * gap, sign * (before - after)), 0.0)
        return row._replace(word=told.word, lost=lost, drop=lost, luck=None, best=(best,))

    def _level(self, count: int) -> float:
        """The estimated result of the position after so many moves.

        Playouts favour the player to move, who chooses where all others move nearly at random. So this is the mean of
        the position and of the one after the best move.
        """
        worth, estimate = self._worth(count)
        if estimate is None or estimate.player == CHANCE:
            return worth
        return (worth + self._after(count, estimate.move)) / 2

    def _after(self, count: int, move: Move) -> float:
        """The estimated result, to player 0, of a move after so many moves, its reward included."""
        state = self.states[count]
        reward = nearest_float(self.game.reward(state, move))
        if count < len(self.session.history) and move == self.session.history[count].move:
            return reward + self._worth(count + 1)[0]
        return reward + self._worth(count, move)[0]

    def _worth(self, count: int, move: Move | None = None) -> tuple[float, Estimate | None]:
        """The estimated result, to player 0, after so many moves, or after one more; with the search, if there is
        one.
        """
        if (count, move) not in self.searched:
            state = self.states[count] if move is None else self.game.play(self.states[count], move)
            self.searched[count, move] = self._search(state, count + (move is not None))
        return self.searched[count, move]

    def _search(self, state: Any, count: int) -> tuple[float, Estimate | None]:
        turn = self.game.turn(state)
        if turn == OVER:
            return nearest_float(self.game.payoff(state)), None
        stream = [0] * STREAM_SIZE
        begin(stream, self.session.seed, count)
        estimate = self.session.expert.thinking.estimate(state, (), Thought(self.playouts), stream)
        if turn == CHANCE:
            return sum(row.mean * row.visits for row in estimate.moves if row.visits) / estimate.playouts, estimate
        (mean,) = (row.mean for row in estimate.moves if row.move == estimate.move)
        return (-mean if turn == 1 else mean), estimate

    def _size_of_a_game(self) -> int:
        """The legal moves in a random game, on average."""
        listed = [0]
        for number in range(SAMPLES):
            for _ in play_through(self.game, 0, number, ("random",), None, MOST, listed):
                pass
        return max(listed[0] // SAMPLES, 1)

    def _scale(self) -> Scale:
        payoffs = payoff_range(self.game)
        scale = scale_of(self.session.expert.stakes, frozenset(payoffs) if payoffs else None, None, False)
        return scale._replace(kind="chance") if scale.kind == "result" else scale

    def _range(self) -> float:
        """The distance of the best and the worst result, as far as it is known."""
        if self.scale.points:
            return self.scale.high - self.scale.low
        met: list[Number] = list(self.session.expert.stakes.payoffs) or [worth for worth, _ in self.searched.values()]
        return nearest_float(max(met) - min(met)) if met else 0.0


REPLIES = 4  # moves of best play that refute a move
END_MEMORY = 1 << 26  # bytes for the end of a game that is too large to solve from its start: seconds, not minutes
# Positions within which the whole game, or the end of one, is solved where nobody sets a limit: some seconds each. They
# are counted, so that the same moves are judged exactly on every machine.
MOST_STATES, END_STATES = 1_000_000, 300_000
SOLVING = 0.25  # the share of a limit of time to solve the game from its start
ENDING = 0.1  # that to judge its end exactly; the rest is for estimates


def review(session: Session, seconds: float = inf) -> Review:
    """The review of every move so far; in a game with hidden information, of every decision of persons.

    If the game is too large to solve, the last moves are judged exactly, as many as take little work, and those before
    by estimates of a search that looks ahead. If that is impossible too, or the ``seconds`` are over, ``unknown`` says
    why the first moves are not judged.
    """
    if not isinstance(session, Session):
        raise UsageError(f"{quoted(repr(session))} is not a session; possible: faceup.Session(game, moves=[...])")
    if session.sight.hidden:
        return hidden_review(session, seconds)
    until, unknown, limited = Deadline(seconds), "", False
    judge, rows = _Judge(session, session.expert, until), list[JudgedMove]()
    try:
        with session.expert.within(SOLVING * seconds):
            judge.prepare()
        judge.go_back(rows)
    except NO_VALUES as error:
        limited = isinstance(error, LimitReached)
        unknown = _without_counts(error, session) if limited else str(error)
        judged = len(rows)
        ends = _Judge(session, _expert_on_ends(session), Deadline(min(ENDING * seconds, until.seconds_left)))
        with suppress(*NO_VALUES):  # nor can those before
            ends.go_back(rows)
        judge = ends if len(rows) > judged else judge
    stakes, person = judge.expert.stakes, session.one_person  # the solution may know more about the stakes
    scale = judge.scale(rows[0].number) if rows else OWN
    start = judge.hopes_before(rows[0].number) if rows else ()
    rows = [row.on(scale) for row in rows]
    sure = len(rows)
    losses = tuple(add_numbers(*(row.lost for row in rows if row.turn == seat)) for seat in range(len(session.seats)))
    if limited and len(rows) < len(session.history) and not judge.several:
        estimates = Estimator(session, [gain for gain, *_ in judge.gained], scale if rows else None)
        estimated_rows = estimates.go_back(len(session.history) - len(rows), until)
        if estimated_rows:
            rows = [*estimated_rows, *(row._replace(hoped=start) if row is rows[0] else row for row in rows)]
            scale, start = estimates.scale, rows[0].hoped
    if not judge.several:  # zero-sum
        start = scale.of_both(start)
        rows = [row._replace(hopes=scale.of_both(row.hopes), hoped=scale.of_both(row.hoped)) for row in rows]
    return Review(
        game=session.game,
        rows=tuple(rows),
        lost=losses,
        players=stakes.names,
        person=person,
        reader=scale.whose if scale.whose is not None else min(stakes.players, default=0) if person is None else person,
        start=start,
        scale=scale,
        moves=len(session.history),
        unknown=unknown if sure < len(session.history) else "",
        limited=limited and sure < len(session.history),
        result=session.result,
        made=len(session.history),
    )


def _without_counts(error: Exception, session: Session) -> str:
    """Why the game was not solved, without what an engine counted."""
    name, text = type(session.game).name, str(error).partition(":")[0]
    return f"the game {text.removeprefix(f'{name} ')}" if text.startswith(f"{name} ") else text


def _expert_on_ends(session: Session) -> Expert:
    """An expert with small limits, for the end of a game."""
    memory = min(END_MEMORY, default_memory() if session.expert.memory is None else session.expert.memory)
    seconds, stakes = session.expert.seconds, session.expert.stakes
    return Expert(session.game, memory, whole=False, seconds=seconds, states=END_STATES, stakes=stakes)


class _Judge:
    """Judges the moves of a session by an expert, until a deadline."""

    def __init__(self, session: Session, expert: Expert, until: Deadline) -> None:
        self.session, self.expert, self.game, self.until = session, expert, session.game, until
        self.several = seats_of(self.game)
        self.gained: list[tuple[Exact, ...]] = [(0,) * (self.several or 1)]  # before each move, in the units of values
        for state, _, move in session.history:
            what, gain = f"reward of move {move}", self.game.reward(state, move)
            self.gained.append(with_gain(self.game, self.gained[-1], state, what, gain, self.several))

    def prepare(self) -> None:
        """Solve the game once, so that no position is solved anew."""
        if self.session.history:
            self.expert.value(self.session.history[0].state)

    def go_back(self, rows: list[JudgedMove]) -> None:
        """Judge the moves before these rows, the last one first, and prepend them."""
        for number in range(len(self.session.history) - len(rows), 0, -1):
            if self.until.is_set():
                raise LimitReached(self.until.reason)
            if self.expert is not self.session.expert:  # others share it, with time limits of their own
                self.expert.seconds = min(self.expert.seconds, self.until.seconds_left)
            rows.insert(0, self.judge(number))

    def scale(self, number: int) -> Scale:
        """The scale from a move on, for all plays that are possible then."""
        expert, solution = self.expert, self.expert.solution(self.session.history[number - 1].state)
        if self.several:
            return scale_of(expert.stakes, None, None, expert.one_wins(solution.start))
        ends = solution.plain_ends
        if ends is None and (payoffs := payoff_range(self.game)):  # a search does not meet all ends
            ends = frozenset(payoffs)
        if ends is not None and solution.endless is not None:  # an endless play is one more result
            ends = ends | {int(solution.endless)} if solution.endless in (-1, 0, 1) else None
        return scale_of(expert.stakes, ends, winning_scale(solution, expert.stakes), False)

    def hopes_before(self, number: int) -> tuple[Number, ...]:
        """The expected results of all players before a move."""
        state = self.session.history[number - 1].state
        return self._hopes(number, self.expert.row(state))

    def _hopes(self, number: int, row: tuple[Value, ...]) -> tuple[Number, ...]:
        """Expected results: values from a move on, plus rewards before it; of two opponents player 0's alone."""
        values_shown = row if self.several else row[:1]
        return tuple(map(add_numbers, map(_number, values_shown), self.gained[number - 1]))

    def judge(self, number: int) -> JudgedMove:
        """The judged move with this number, counted from 1."""
        session, expert, played = self.session, self.expert, self.session.history[number - 1]
        state = played.state
        row, rows, viewer = expert.row(state), expert.rows(state), expert.viewer(state)
        if played.move not in rows:
            raise RulesError(f"{at(self.game, state)}: moves no longer has {played.move}, which was played here")
        row_after = rows[played.move]
        before, after = row[viewer], row_after[viewer]
        who, told = session.who(played.turn), told_move(self.game, *played)
        word = told.word
        changes = tuple(map(_difference, row_after, row)) if self.several else ()
        hopes = self._hopes(number, row_after)
        if played.turn == CHANCE:
            luck = 0 if overlap(before, after) else _difference(after, before)
            return JudgedMove(number, CHANCE, who, told.says, before, after, 0, luck, (), "", changes, hopes)
        best = expert.best(state)
        loss: Number = 0
        if played.move not in best and not overlap(before, after):
            loss = _difference(row[played.turn], row_after[played.turn])
        free = all(move in best or overlap(before, other[viewer]) for move, other in rows.items())
        better = tuple(word_of_move(self.game, state, move) for move in best)
        outcomes = [expert.stakes.worth(value).of(played.turn) for value in (before, after)]
        text = mistake_sentence(*outcomes) if loss else ""
        reason = self._reason(played, word, before, better[0]) if loss else ""
        return JudgedMove(
            number, played.turn, who, word, before, after, loss, None, better, text, changes, hopes, free, reason
        )

    def _reason(self, played: PlayedMove, word: str, before: Value, better: str) -> str:
        """The value that the best move keeps, and the refutation of the move that was made."""
        expert, sentences = self.expert, []
        kind = expert.stakes.kind_for(played.turn, before)
        if kind == "win":
            sentences.append(within(f"{better} wins", expert.won_after(played.state, expert.best(played.state)[0])))
        elif kind == "draw":
            sentences.append(f"{better} holds a draw")
        answer = refutation(expert, played, word)
        return "; ".join((*sentences, *([answer] if answer else [])))


def refutation(expert: Expert, played: PlayedMove, word: str) -> str:
    """The refutation of a move called ``word``, by best play; empty if there is little to say."""
    game, stakes, turn = expert.game, expert.stakes, played.turn
    state = game.play(played.state, played.move)
    if game.turn(state) == OVER:
        return f"{word} ends the game"
    line = ", ".join(line_texts(game, state, expert.line(state, REPLIES)))
    if stakes.kind_for(turn, expert.row(state)[expert.viewer(state)]) == "loss" and line:
        return f"{within(f'{word} loses', expert.won_after(played.state, played.move))}: {line}"
    return f"after {word} best play goes on with {line}" if ", " in line else ""


def _number(value: Value) -> Number:
    """A value as one number, exact if the value is."""
    return nearest(value.middle or 0) if value.exact is None else simplest(value.exact)


def _difference(one: Value, other: Value) -> Number:
    """The first less the second, exact if both are."""
    return add_numbers(_number(one), -_number(other))
