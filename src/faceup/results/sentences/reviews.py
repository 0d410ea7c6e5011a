"""The sentences of a review: mistakes, luck, and accuracy, and the words on the scale of its graph."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from faceup.numbers.value import Number, add_numbers, few_digits, nearest_float, plain, size
from faceup.results.number_texts import DIGITS, give_or_take, to_place_of
from faceup.results.reviews.review import LEAST_POINTS, JudgedMove, Review, Scale, is_nothing
from faceup.results.sentences.games import title
from faceup.results.sentences.words import capital, count_phrase
from faceup.rules.contract import CHANCE
from faceup.rules.names import possessive

Mark = Literal["lost", "seems", "luck", ""]
RESULTS = {0: "a loss", 50: "a draw", 100: "a win"}
COSTS = {0: "nothing", 50: "half a win", 100: "a win"}
SEEMS = "looks like a mistake"
MARKS: dict[Mark, str] = {"lost": "a mistake", "seems": SEEMS, "luck": "luck"}  # on the graph
MOST_DROPS = 3  # estimated losses that are named, where none is clear
NOTHING_MADE = "no move was made, so there is nothing to look back at"
MOST_BEST = 6  # best moves named in a review
UNIT, CELL_UNIT = "% of winning chance", "%"  # of losses and gains, in a sentence and in a table
ACCURACY = "Accuracy: best moves out of those where a mistake was possible"
NO_ACCURACY = "{whose} could have been a mistake, so there is no accuracy to tell."


class SkillWords(NamedTuple):
    """One player's skill in words: accuracy, the cost of mistakes, and luck, which is empty without chance."""

    who: str
    accuracy: str
    lost: str
    luck: str


SKILL = SkillWords("", "accuracy", "mistakes cost", "luck")  # the heads of the columns


def level_text(scale: Scale, number: Number) -> str:
    """``a draw``, ``62.2%`` or the game's own number."""
    if not scale.points:
        return few_digits(number, DIGITS)
    level = scale.level(number)
    if scale.kind == "result" and level in RESULTS:
        return RESULTS[int(level)]
    return f"{_tenths(level)}%"


def hope_text(scale: Scale, row: JudgedMove, number: Number) -> str:
    """An expected result around a move; ``about 62%`` if it is estimated."""
    if not row.estimated:
        return level_text(scale, number)
    if not scale.points:
        return f"about {to_place_of(row.error, nearest_float(number))}"
    return f"about {to_place_of(_in_points(scale, row.error), scale.level(number))}%"


def _in_points(scale: Scale, difference: float) -> float:
    """A difference in points of 100."""
    return difference * 100 / (scale.high - scale.low)


def size_text(scale: Scale, difference: Number) -> str:
    """The size of a loss or gain: ``12`` of 100, or in the game's own numbers."""
    if not scale.points:
        return few_digits(difference, DIGITS)
    return _tenths(nearest_float(difference * 100 / (scale.high - scale.low)))


def cost_text(scale: Scale, loss: Number) -> str:
    """A loss or gain in a sentence: ``half a win``, ``12.5% of winning chance``, ``12.5 points``."""
    if wins := _wins(scale, loss):
        return f"as much as {wins}"
    if scale.kind != "result":
        much = size_text(scale, loss)
        return f"{much} point{'s' * (much != '1')}" if scale.kind == "own" else f"{much}{unit_text(scale)}"
    level = nearest_float(loss * 100 / (scale.high - scale.low))
    return COSTS.get(round(level), f"{plain(level / 100, DIGITS)} wins")


def _wins(scale: Scale, difference: Number) -> str:
    """A sum of chances that is more than one game can be worth, ``1.3 wins``; empty for any other number."""
    wins = abs(nearest_float(difference)) / (scale.high - scale.low)
    return f"{wins:.1f} wins" if scale.kind == "chance" and wins > 1 else ""


def _tenths(points: float) -> str:
    """Points to one decimal, which is left out of whole ones; what is less than a tenth, or nearly all, says so."""
    if 0 < abs(points) < LEAST_POINTS:
        return "<0.1" if points > 0 else "0"
    return ">99.9" if 100 - LEAST_POINTS < points < 100 else f"{points:.1f}".removesuffix(".0")


def signed_text(scale: Scale, difference: Number) -> str:
    """A loss or gain with its sign; 0 for mere rounding."""
    return "0" if is_nothing(difference) else f"{'+' * (difference > 0)}{size_text(scale, difference)}"


def unit_text(scale: Scale) -> str:
    """The unit behind the first number of a sentence."""
    return UNIT if scale.points else ""


def loss_text(scale: Scale, row: JudgedMove) -> str:
    """The loss by a move as the end of a sentence: ``threw a win away: now a draw``, ``cost 12% of winning chance``."""
    return row.text or f"cost {cost_text(scale, row.lost)}"


def player_label(review: Review, turn: int) -> str:
    """The name of a player: ``you`` for the one person, or chance."""
    if turn == CHANCE:
        return "chance"
    return "you" if turn == review.person else review.players[turn if turn < len(review.players) else 0]


def left_out(review: Review) -> str:
    """Which moves are not judged, or estimated, and why; empty if all values are known."""
    skipped, estimated = review.moves - len(review.rows), len(review.estimated)
    if not review.moves:
        return "No review: no move was made."
    if not (skipped or estimated):
        return ""
    if not review.rows:
        return f"No review: {review.unknown}."
    before = review.rows[0].number - review.rows[0].numbered
    parts = [f"{_moves_from(1, before)} not judged"] if skipped else []
    if estimated:
        last = review.estimated[-1].number
        parts.append(f"{_moves_from(max(before + 1, 1), last)} judged by estimates, which may be wrong")
    return f"{'; '.join(parts)}: {review.unknown}."


def _moves_from(first: int, last: int) -> str:
    if last < first:
        return "What chance did first is"
    return f"Move {first:,} is" if first == last else f"Moves {first:,} to {last:,} are"


def where(row: JudgedMove) -> str:
    """``move 5``; of chance, which has no number, ``after move 5`` or ``at the start``."""
    if row.numbered:
        return f"move {row.number}"
    return f"after move {row.number}" if row.number else "at the start"


def _on(row: JudgedMove) -> str:
    return f"{'on ' * row.numbered}{where(row)} ({row.word})"


def summary(review: Review) -> str:
    """``Luck cost you 3 points, most after move 5 (6); your mistakes cost 7 points.``; empty without moves."""
    lucky = _lucky(review)
    parts = [lucky] if lucky else []
    if review.movers and not review.mistakes:
        parts += [f"no mistakes{_throughout(review)}"] * _is_rated(review)
    elif review.exact_rows:  # to one person of that person alone, else of all who moved
        tellable = [seat for seat in sorted(review.movers) if review.person in (None, seat)]
        parts += filter(None, (_mistakes(review, seat) for seat in tellable))
    if parts and review.unknown:
        parts[-1] += f" in the moves judged{' exactly' * bool(review.estimated)}"
    parts += _seeming_mistakes(review)
    return f"{capital('; '.join(parts))}." if parts else ""


def _throughout(review: Review) -> str:
    """What a result without mistakes was from the start to the end, if it is certain and all moves are judged."""
    hopes = {*review.hopes(review.reader)}
    if review.scale.kind != "result" or review.unknown or len(hopes) > 1:
        return ""
    whose = possessive(player_label(review, review.reader))
    return f": {whose} result was {level_text(review.scale, hopes.pop())} throughout"


def _seeming_mistakes(review: Review) -> list[str]:
    """What estimates say of the moves of the one person, or of all."""
    tellable = [row for row in review.estimated if row.turn != CHANCE and review.person in (None, row.turn)]
    seeming = [row for row in tellable if row.lost]
    if not tellable:
        return []
    if not seeming:
        return ["by estimate no move looks like a mistake", *_largest_drops(review, tellable)]
    named = [f"{row.number} ({row.word})" for row in seeming]
    if len(named) == 1:
        return [f"by estimate move {named[0]} {SEEMS}"]
    return [f"by estimate {len(named)} moves look like mistakes: {', '.join(named)}"]


def _largest_drops(review: Review, rows: Sequence[JudgedMove]) -> list[str]:
    """The moves with the largest estimated losses: those beyond the error, or the largest one."""
    most = sorted((row for row in rows if row.drop > 0), key=lambda row: -row.drop)
    told = [row for row in most if row.drop > row.error][:MOST_DROPS] or most[:1]
    if not told:
        return []
    points = review.scale.points

    def much(row: JudgedMove) -> str:
        drop, error = ((_in_points(review.scale, each) if points else each) for each in (row.drop, row.error))
        return f"move {row.number} ({row.word}) by {give_or_take(drop, error)}{unit_text(review.scale)}"

    return [f"the largest estimated drop{'s' * (len(told) > 1)}: {', '.join(map(much, told))}"]


def _is_rated(review: Review) -> bool:
    """Whether moves judged exactly show how well somebody played; where others are estimated, some must count."""
    accuracies = [review.accuracy(seat) for seat in review.movers]
    return bool(accuracies) and (not review.estimated or any(one.counted for one in accuracies))


def _mistakes(review: Review, seat: int) -> str:
    """The cost of a player's mistakes."""
    loss, who = review.lost[seat], player_label(review, seat)
    if not loss and review.estimated and not review.accuracy(seat).counted:
        return ""
    if not loss:
        return f"{who} made no mistakes"
    return f"{possessive(who)} mistakes cost {cost_text(review.scale, loss)}"


def luck_word(review: Review) -> str:
    """What changes by chance are called: luck is somebody's, and a number that nobody plays for has none."""
    counted = review.scale.kind == "own" and len(review.players) == 1 and not review.movers
    return "chance" if counted else "luck"


def _lucky(review: Review) -> str:
    """The reader's luck, and the move with most of it; empty without chance."""
    rows, scale, who = review.chance, review.scale, player_label(review, review.reader)
    if not review.has_luck:
        return ""
    lucks = [row.luck_of(review.reader) for row in rows]
    total = review.luck(review.reader)
    if is_nothing(total):
        return f"luck gave {who} nothing"
    if luck_word(review) == "luck":
        verbs, much = ("cost", "gave"), partial(cost_text, scale)
        gave = f"luck {verbs[total > 0]} {who} {much(size(total))}"
    else:
        verbs, much = ("took", "added"), partial(size_text, scale)
        gave = f"chance {verbs[total > 0]} {much(size(total))} {'to' if total > 0 else 'off'} the expected result"
    if len(rows) < 2:
        return gave
    most = max(range(len(rows)), key=lambda k: size(lucks[k]))
    most_on = _on(rows[most])
    if (lucks[most] > 0) == (total > 0):
        return f"{gave}, most {most_on}"
    return f"{gave} in all, though it {verbs[total <= 0]} {much(size(lucks[most]))} {most_on}"


def skills(review: Review) -> list[SkillWords]:
    """A row for every player; empty if nobody had a decision, or none that was judged exactly and counts."""
    return [
        SkillWords(
            player_label(review, seat),
            review.accuracy(seat).text,
            _cost(review, seat),
            _signed_cell(review.scale, review.luck(seat)) if review.has_luck else "",
        )
        for seat in review.seats
        if _is_rated(review)
    ]


def _cost(review: Review, seat: int) -> str:
    """The cost of a player's mistakes; where some moves are judged by estimates, what is known of it."""
    cost = _cost_cell(review.scale, review.lost[seat])
    if any(row.turn == seat for row in review.estimated):
        return f"{cost} or more" if review.lost[seat] else "not known"
    return cost


def accuracy_note(review: Review) -> str:
    """The definition of accuracy and the moves that do not count, with the review's note; empty if nobody moved."""
    accuracies = [review.accuracy(seat) for seat in review.movers]
    note = f" {review.note}" if review.note else ""
    if not any(one.counted for one in accuracies):
        moves = (
            f"{possessive(player_label(review, review.movers[0]))} moves" if len(review.movers) == 1 else "the moves"
        )
        told = NO_ACCURACY.format(whose=f"None of {moves}{' judged' * bool(review.unknown)}")
        return told + note if _is_rated(review) else ""
    free = sum(one.free for one in accuracies)
    alone = "1 forced or equal move does not count"
    more = alone if free == 1 else f"{free:,} forced or equal moves do not count"
    return f"{ACCURACY}{f'; {more}' * bool(free)}.{note}"


def move_sentence(review: Review, row: JudgedMove) -> str:
    """``move 5, you: 9 cost 12 points; you had 62%, now 50%``."""
    scale, reader = review.scale, review.reader
    move = f"{where(row)}, {player_label(review, row.turn)}: {row.word}"
    if row.text:
        return f"{move} {row.text}"
    if row.estimated and row.lost:
        move += f" {SEEMS}"
    elif row.lost:
        move += f" cost {cost_text(scale, row.lost)}"
    elif row.favours:
        move += f" cost nothing, and changed what others get: {_by_player(review, row.changes)}"
    elif not is_nothing(luck := row.luck_of(reader)):
        move += f", {luck_word(review)} {signed_text(scale, luck)}{unit_text(scale)}"
    before, after = (hope_text(scale, row, hope) for hope in (review.hope_before(row, reader), row.hopes[reader]))
    who = f"{'by estimate ' * row.estimated}{player_label(review, reader)}"
    if before != after:
        return f"{move}; {who} had {before}, now {after}"
    return f"{move}; {who} {'have' if who.endswith('you') else 'has'} {after}"


def advice(row: JudgedMove) -> str:
    """``best: 6, 8 (6 wins within 9 moves)``, or a remark on a move that lost nothing; empty for chance."""
    if row.turn == CHANCE:
        return ""
    if row.estimated:
        if row.lost:
            return f"the estimate prefers {row.best[0]}"
        return "the estimate sees nothing clearly better"
    if row.lost:
        more = len(row.best) - MOST_BEST
        best = ", ".join(row.best[:MOST_BEST]) + f" and {more} more" * (more > 0)
        return f"best: {best}{f' ({row.reason})' * bool(row.reason)}"
    if row.free:
        return "no move could lose anything here, so it does not count"
    is_best = any(word in (row.word, f"{row.word} {word.split()[-1]}") for word in row.best)  # with a share, or alone
    return "a best move" if is_best else "less than a tenth of a point behind the best"


def change_text(review: Review, row: JudgedMove) -> str:
    """``cost 12`` for the player who moved, ``luck +6`` for the reader; empty if nothing changed clearly."""
    if row.estimated:
        return SEEMS if row.lost else ""
    if row.lost:
        return f"cost {_cost_cell(review.scale, row.lost)}"
    if row.favours:
        return "nothing, but others' chances changed"
    luck = row.luck_of(review.reader)
    word = "luck " * (luck_word(review) == "luck")
    return "" if is_nothing(luck) else f"{word}{_signed_cell(review.scale, luck)}"


def luck_before(review: Review, row: JudgedMove) -> str:
    """The reader's luck by what chance and others did since the row before, which has no row of its own."""
    places = [one.place for one in review.rows]
    before = review.hopes(review.reader)[places.index(row.place)]
    return _luck_cell(review, add_numbers(row.hoped[review.reader], -before)) if row.hoped else ""


def luck_after(review: Review) -> str:
    """The reader's luck after the last row, up to the end; empty if there is none."""
    if not review.end:
        return ""
    before, after = review.hopes(review.reader)[-2:]
    return _luck_cell(review, add_numbers(after, -before))


def _luck_cell(review: Review, luck: Number) -> str:
    return "" if is_nothing(luck) else f"luck {_signed_cell(review.scale, luck)}"


def _cost_cell(scale: Scale, loss: Number) -> str:
    """A loss in a table, whose unit is short."""
    wins = _wins(scale, loss)
    return wins or cost_text(scale, loss).removesuffix(unit_text(scale)) + CELL_UNIT * (scale.kind == "chance")


def _signed_cell(scale: Scale, difference: Number) -> str:
    """A loss or gain with its sign in a table."""
    if wins := _wins(scale, difference):
        return f"{'+' if difference > 0 else '-'}{wins}"
    return signed_text(scale, difference) + CELL_UNIT * (scale.kind == "chance")


def _by_player(review: Review, changes: Sequence[Number]) -> str:
    """The changes for each player, with the unit behind the first number."""
    changed = [(seat, change) for seat, change in enumerate(changes) if not is_nothing(change)]
    first, *others = (f"{player_label(review, seat)} {signed_text(review.scale, change)}" for seat, change in changed)
    return ", ".join((first + unit_text(review.scale), *others))


def levels_text(review: Review) -> str:
    """The meaning of the graph's heights, and which of them are estimates."""
    whose, play = possessive(player_label(review, review.reader)), _with_best_play(review)
    estimated, draws = review.estimated, review.scale.draws
    until = f"; estimates up to move {estimated[-1].number:,}" if estimated else ""
    label = {
        "result": f"{whose} result{play}",
        "chance": f"{whose} chance of winning{play}{', a game without a winner counted half' * draws}",
        "own": f"{whose} expected result{play}",
    }[review.scale.kind]
    return f"{label}{until}"


def _with_best_play(review: Review) -> str:
    """`` with best play``; empty if chance alone moved."""
    return " with best play" if any(row.turn != CHANCE for row in review.rows) else ""


def graph_sentence(review: Review) -> str:
    """The number of moves, and the reader's expected results before the first and after the last."""
    hopes = review.hopes(review.reader)
    ends = (review.rows[0], hopes[0]), (review.rows[-1], hopes[-1])
    first, last = (hope_text(review.scale, row, hope) for row, hope in ends)
    whose, moves = possessive(player_label(review, review.reader)), _row_count(review)
    what = {
        "result": "result with best play",
        "chance": "chance of winning",
        "own": "expected result",
    }[review.scale.kind]
    return f"{moves}, in which {whose} {what} goes from {first} to {last}"


def _row_count(review: Review) -> str:
    """The number of judged decisions, or if there is none that of chance's moves."""
    return count_phrase(sum(row.numbered for row in review.rows) or len(review.rows), "move")


def review_heading(review: Review, about: Callable[[Any], str] = title) -> str:
    """The game, as ``about`` names it, and its result or the number of moves."""
    return f"{about(review.game)}: {review.result or count_phrase(review.made, 'move')}"


def review_sentences(review: Review) -> list[str]:
    """Luck and skill in a sentence, and a line for every move that lost value or gave it to others."""
    return list(filter(None, (left_out(review), summary(review), *mistake_sentences(review))))


def mistake_sentences(review: Review, listed: bool = False) -> Iterator[str]:
    """A line for every move that lost value or gave it to others; of its cost only if the moves are not ``listed``."""
    for row in review.rows:
        if row.lost and listed:
            yield f"move {row.number}: {advice(row)}"
        elif row.lost or row.favours:
            yield f"{move_sentence(review, row)}; {advice(row)}"


def luckiest_sentence(review: Review) -> str:
    """``Luck mattered most after move 20 (rolled 1): +58.2%``; empty if chance moved less than twice."""
    rows = review.chance if review.has_luck else []
    lucks = {k: row.luck_of(review.reader) for k, row in enumerate(rows)}
    most = max(lucks, key=lambda k: size(lucks[k]), default=0)
    if len(rows) < 2 or is_nothing(lucks[most]):
        return ""
    much = _signed_cell(review.scale, lucks[most])
    return f"{capital(luck_word(review))} mattered most {_on(rows[most])}: {much}."


def skill_rows(review: Review) -> list[tuple[str, ...]]:
    """A heading, and a row for each player: accuracy, the cost of mistakes, and luck if there is chance."""
    rows: list[tuple[str, ...]] = [SKILL, *everybody] if (everybody := skills(review)) else []
    return rows if review.has_luck else [row[:-1] for row in rows]


def move_rows(review: Review) -> list[tuple[str, ...]]:
    """A row for every judged move: the player and the move, the reader's expected result after it, the change."""
    return [
        (
            f"{f'{row.number}. ' * row.numbered}{player_label(review, row.turn)}: {row.word}",
            hope_text(review.scale, row, row.hopes[review.reader]),
            change_text(review, row),
        )
        for row in review.rows
    ]
