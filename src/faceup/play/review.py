"""Looking back at a game: where value was thrown away, by whom and how much, and what chance gave or took."""

from fractions import Fraction

from faceup.engines.broken_rules import at
from faceup.engines.memory import default_memory
from faceup.engines.seats import add, checked_gain, seats_of
from faceup.play.expert import NO_VALUES, Expert
from faceup.play.session import Played, Session
from faceup.results.outcome_sentences import mistake_sentence, within
from faceup.results.review import Judged, Review
from faceup.results.review_scale import OWN, Scale, scale_of
from faceup.results.value import Number, Value, overlap
from faceup.results.winning_chances import winning_scale
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import RulesError
from faceup.rules.texts import line_texts, move_text

REPLIES = 4  # moves of best play that show what was wrong with a move
END_MEMORY = 1 << 26  # bytes for the end of a game that is too large from its start: seconds, not minutes


def review(session: Session) -> Review:
    """Every move made so far, with the value before and after.

    Where the game is too large, or its values cannot be had, the last moves are judged as far back as that is little
    work, and ``unknown`` says why the others are not.
    """
    judge, unknown = _Judge(session, session.expert), ""
    rows: list[Judged] = []
    try:
        rows = [judge.judged(number) for number in range(1, len(session.history) + 1)]
    except NO_VALUES as error:
        judge, unknown = _Judge(session, _expert_on_ends(session)), str(error)
        try:
            for number in range(len(session.history), 0, -1):
                rows.insert(0, judge.judged(number))
        except NO_VALUES:
            pass  # nor can those before
    lost: list[Number] = [0] * len(session.seats)
    for row in rows:
        if row.turn != CHANCE:
            lost[row.turn] += row.lost
    if not rows:
        return Review((), tuple(lost), (), OWN, len(session.history), unknown)
    scale = judge.scale(rows[0].number)
    start = judge.hopes_before(rows[0].number)
    if not judge.several:  # what the one hopes for, the other fears
        start = (*start, *map(scale.other, start))
        rows = [row._replace(hopes=(*row.hopes, *map(scale.other, row.hopes))) for row in rows]
    return Review(tuple(rows), tuple(lost), start, scale, len(session.history), unknown)


def _expert_on_ends(session: Session) -> Expert:
    """An expert who gives up soon."""
    memory = min(END_MEMORY, default_memory() if session.expert.memory is None else session.expert.memory)
    return Expert(session.game, memory, whole=False, seconds=session.expert.seconds, stakes=session.expert.stakes)


class _Judge:
    """What an expert says of the moves of a session."""

    def __init__(self, session: Session, expert: Expert) -> None:
        self.session, self.expert, self.game = session, expert, session.game
        self.several = seats_of(self.game)
        self.gained = [self._nothing()]  # before each move, by each player as values count
        for played in session.history:
            totals = list(self.gained[-1])
            gain = self.game.reward(played.state, played.move)
            add(totals, checked_gain(self.game, played.state, f"reward of move {played.move}", gain, self.several))
            self.gained.append(totals)

    def _nothing(self) -> list[Number]:
        return [0] * (self.several or 1)

    def scale(self, number: int) -> Scale:
        """In what to count from that move on, whatever might be played."""
        expert, solution = self.expert, self.expert.solution(self.session.history[number - 1].state)
        if self.several:
            return scale_of(expert.stakes, None, None, solution.endless is None and solution.table.one_wins)
        ends = solution.plain_ends if solution.endless is None else None
        return scale_of(expert.stakes, ends, winning_scale(solution, expert.stakes), False)

    def hopes_before(self, number: int) -> tuple[Number, ...]:
        """What every player could hope for before that move."""
        state = self.session.history[number - 1].state
        values = self.expert.by_seat(state) if self.several else (self.expert.value(state),)
        return self._hopes(number, values)

    def _hopes(self, number: int, values: tuple[Value, ...]) -> tuple[Number, ...]:
        """These values of play from that move on, with what was gained before it; of one player 0 alone."""
        totals = tuple(map(_plus, map(_number, values), self.gained[number - 1]))
        return totals

    def judged(self, number: int) -> Judged:
        """The move of that number, from 1."""
        session, expert, played = self.session, self.expert, self.session.history[number - 1]
        state = played.state
        before, values = expert.value(state), expert.values(state)
        if played.move not in values:
            raise RulesError(f"{at(self.game, state)}: moves no longer has {played.move}, which was played here")
        after = values[played.move]
        who, word = session.who(played.turn), move_text(self.game, state, played.move)
        changes: tuple[Number, ...] = ()
        hopes = self._hopes(number, (after,)) if not self.several else ()
        if self.several:
            after_by_seat = expert.values_by_seat(state)[played.move]
            changes = tuple(map(_difference, after_by_seat, expert.by_seat(state)))
            hopes = self._hopes(number, after_by_seat)
        if played.turn == CHANCE:
            luck = 0 if overlap(before, after) else _difference(after, before)
            return Judged(number, CHANCE, who, word, before, after, 0, luck, (), "", changes, hopes)
        best = expert.best(state)
        lost: Number = 0
        if played.move not in best and not overlap(before, after):
            own = played.turn == 0 or expert.stakes.seats  # whose values these are
            lost = _difference(before, after) if own else _difference(after, before)
        free = all(move in best or overlap(before, value) for move, value in values.items())
        better = tuple(move_text(self.game, state, move) for move in best)
        outcomes = [expert.stakes.worth(value).of(played.turn) for value in (before, after)]
        text = mistake_sentence(*outcomes) if lost else ""
        reason = self._reason(played, word, before, after, better[0]) if lost else ""
        return Judged(
            number, played.turn, who, word, before, after, lost, None, better, text, changes, hopes, free, reason
        )

    def _reason(self, played: Played, word: str, before: Value, after: Value, better: str) -> str:
        """What the best move keeps, and how best play answers the one that was made."""
        expert, turn, state = self.expert, played.turn, self.game.play(played.state, played.move)
        kinds = [expert.stakes.kind_for(turn, value) for value in (before, after)]
        told = []
        if kinds[0] == "win":
            told.append(within(f"{better} wins", expert.won_after(played.state, expert.best(played.state)[0])))
        elif kinds[0] == "draw":
            told.append(f"{better} holds a draw")
        if self.game.turn(state) == OVER:
            return "; ".join((*told, f"{word} ends the game"))
        line = ", ".join(line_texts(self.game, state, expert.line(state, REPLIES)))
        answer = f"best play goes on with {line}" if ", " in line else ""
        if kinds[1] == "loss" and line:
            won = f"{self.session.who(1 - turn)} wins" if expert.stakes.two else f"{self.session.who(turn)} loses"
            answer = f"{within(won, expert.won_within(state))}, with {line}"
        return "; ".join((*told, *([f"after {word} {answer}"] if answer else [])))


def _number(value: Value) -> Number:
    """A value as one number, exact where it is."""
    if value.exact is None:
        return float(value.value or 0)
    return int(value.exact) if value.exact.denominator == 1 else value.exact


def _plus(number: Number, gain: Number) -> Number:
    return number + gain if gain else number


def _difference(one: Value, other: Value) -> Number:
    """How much more the first is: exactly where both are known exactly."""
    if one.exact is not None and other.exact is not None:
        difference = Fraction(one.exact - other.exact)
        return int(difference) if difference.denominator == 1 else difference
    return float(one.value or 0) - float(other.value or 0)
