"""The review of a game: who made which mistake, what each mistake cost, and what luck brought.

Each move is judged by its exact value where the game, or its end, is small enough to be solved; ``Estimator`` judges
the moves before, and ``hidden_review`` the games in which something is hidden.
"""

from contextlib import suppress
from math import inf

from faceup.engines.graph.stakes import payoff_range
from faceup.engines.model.broken_rules import at
from faceup.engines.model.limits import Deadline, default_memory
from faceup.engines.model.seats import seats_of, with_gain
from faceup.numbers.exact import Exact
from faceup.numbers.value import Number, Value, add_numbers, nearest, overlap, simplest
from faceup.play.estimator import Estimator
from faceup.play.expert import NO_VALUES, Expert
from faceup.play.hidden_review import hidden_review
from faceup.play.in_progress import PlayedMove
from faceup.play.session import Session
from faceup.play.sight import told_move
from faceup.results.answers.winning_scale import winning_scale
from faceup.results.reviews.review import OWN, JudgedMove, Review, Scale, scale_of
from faceup.results.scene.boards.words_of_moves import word_of_move, words_of_line
from faceup.results.sentences.outcomes import mistake_sentence, within
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import LimitReached, RulesError, UsageError, quoted

REPLIES = 4  # moves of best play that refute a move, and one more if it is the last
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
    scale = judge.scale(rows[0].place) if rows else OWN
    start = judge.hopes_before(rows[0].place) if rows else ()
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
        made=session.decided,
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
        self.several, self.numbers = seats_of(self.game), session.sight.numbers
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
        for place in reversed(range(len(self.session.history) - len(rows))):
            if self.until.is_set():
                raise LimitReached(self.until.reason)
            if self.expert is not self.session.expert:  # others share it, with time limits of their own
                self.expert.seconds = min(self.expert.seconds, self.until.seconds_left)
            rows.insert(0, self.judge(place))

    def scale(self, place: int) -> Scale:
        """The scale from a move on, for all plays that are possible then."""
        expert, solution = self.expert, self.expert.solution(self.session.history[place].state)
        if self.several:
            return scale_of(expert.stakes, None, None, expert.one_wins(solution.start))
        ends = solution.plain_ends
        if ends is None and (payoffs := payoff_range(self.game)):  # a search does not meet all ends
            ends = frozenset(payoffs)
        if ends is not None and solution.endless is not None:  # an endless play is one more result
            ends = ends | {int(solution.endless)} if solution.endless in (-1, 0, 1) else None
        return scale_of(expert.stakes, ends, winning_scale(solution, expert.stakes), False)

    def hopes_before(self, place: int) -> tuple[Number, ...]:
        """The expected results of all players before a move."""
        state = self.session.history[place].state
        return self._hopes(place, self.expert.row(state))

    def _hopes(self, place: int, row: tuple[Value, ...]) -> tuple[Number, ...]:
        """Expected results: values from a move on, plus rewards before it; of two opponents player 0's alone."""
        values_shown = row if self.several else row[:1]
        return tuple(map(add_numbers, map(_number, values_shown), self.gained[place]))

    def judge(self, place: int) -> JudgedMove:
        """The judged move at this place, counted from 0."""
        session, expert, played = self.session, self.expert, self.session.history[place]
        state = played.state
        row, rows, viewer = expert.row(state), expert.rows(state), expert.viewer(state)
        if played.move not in rows:
            raise RulesError(f"{at(self.game, state)}: moves no longer has {played.move}, which was played here")
        row_after = rows[played.move]
        before, after = row[viewer], row_after[viewer]
        who, told = session.who(played.turn), told_move(self.game, *played)
        word = told.word
        changes = tuple(map(_difference, row_after, row)) if self.several else ()
        hopes, number = self._hopes(place, row_after), self.numbers[place]
        if played.turn == CHANCE:
            luck = 0 if overlap(before, after) else _difference(after, before)
            judged = JudgedMove(number, CHANCE, who, told.says, before, after, 0, luck, (), "", changes, hopes)
            return judged._replace(place=place)
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
            *(number, played.turn, who, word, before, after, loss, None, better, text, changes, hopes, free, reason),
            place=place,
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
    moves = words_of_line(game, state, expert.line(state, REPLIES + 2))
    line = ", ".join(moves) if len(moves) < REPLIES + 2 else ", ".join(moves[:REPLIES]) + " ..."
    if stakes.kind_for(turn, expert.row(state)[expert.viewer(state)]) == "loss" and line:
        return f"{within(f'{word} loses', expert.won_after(played.state, played.move))}: {line}"
    return f"after {word} best play goes on with {line}" if ", " in line else ""


def _number(value: Value) -> Number:
    """A value as one number, exact if the value is."""
    return nearest(value.middle or 0) if value.exact is None else simplest(value.exact)


def _difference(one: Value, other: Value) -> Number:
    """The first less the second, exact if both are."""
    return add_numbers(_number(one), -_number(other))
