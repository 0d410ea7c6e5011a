"""The sentences of a review: mistakes, luck, and accuracy."""

from collections.abc import Sequence
from typing import NamedTuple

from faceup.numbers.value import Number, size
from faceup.results.reviews.review import JudgedMove, Review
from faceup.results.reviews.review_scale import is_nothing
from faceup.results.sentences.capital_letters import capital
from faceup.results.sentences.seat_names import possessive
from faceup.rules.contract import CHANCE

MOST_BEST = 6  # best moves named in a review
ACCURACY = "Accuracy: best moves out of those where a mistake was possible"
NO_ACCURACY = "No move could have been a mistake, so nobody has an accuracy."


class SkillWords(NamedTuple):
    """One player's skill in words: accuracy, the cost of mistakes, and luck, which is empty without chance."""

    who: str
    accuracy: str
    lost: str
    luck: str


SKILL = SkillWords("", "accuracy", "mistakes cost", "luck")  # the heads of the columns


def player_label(review: Review, turn: int) -> str:
    """The name of a player: ``you`` for the one person, or chance."""
    if turn == CHANCE:
        return "chance"
    return "you" if turn == review.person else review.players[turn if turn < len(review.players) else 0]


def left_out(review: Review) -> str:
    """Which moves are not judged, and why; empty if all are."""
    skipped = review.moves - len(review.rows)
    if not review.moves:
        return "No review: no move was made."
    if not skipped:
        return ""
    which = "Move 1 is not judged" if skipped == 1 else f"Moves 1 to {skipped:,} are not judged"
    return f"{which if review.rows else 'No review'}: {review.unknown}."


def summary(review: Review) -> str:
    """``Luck cost you 9.5 points, most on move 5 (6); your mistakes cost 52.7 points.``; empty without moves."""
    lucky = _lucky(review)
    parts = [lucky] if lucky else []
    if review.movers and not review.mistakes:
        parts.append("no mistakes")
    elif review.reader in review.movers:
        loss = review.lost[review.reader]
        who = player_label(review, review.reader)
        cost = review.scale.cost_text(loss)
        parts.append(f"{possessive(who)} mistakes cost {cost}" if loss else f"{who} made no mistakes")
    return f"{capital('; '.join(parts))}." if parts else ""


def _lucky(review: Review) -> str:
    """The reader's luck, and the move with most of it; empty without chance."""
    rows, scale, who = review.chance, review.scale, player_label(review, review.reader)
    if not rows:
        return ""
    lucks = [row.luck_of(review.reader) for row in rows]
    total = review.luck(review.reader)
    if is_nothing(total):
        return f"luck gave {who} nothing"
    much = scale.cost_text(size(total))
    gave = f"luck gave {who} {much}" if total > 0 else f"luck cost {who} {much}"
    if len(rows) == 1:
        return gave
    most = max(range(len(rows)), key=lambda k: size(lucks[k]))
    where = f"on move {rows[most].number} ({rows[most].word})"
    alike = (lucks[most] > 0) == (total > 0)
    return f"{gave}, most {where}" if alike else f"{gave}, though {scale.signed_text(lucks[most])} {where}"


def skills(review: Review) -> list[SkillWords]:
    """A row for every player; empty if nobody had a decision."""
    return [
        SkillWords(
            player_label(review, seat),
            review.accuracy(seat).text,
            review.scale.cost_text(review.lost[seat]).removesuffix(review.scale.unit),
            review.scale.signed_text(review.luck(seat)) if review.chance else "",
        )
        for seat in review.seats
        if review.movers
    ]


def accuracy_note(review: Review) -> str:
    """The definition of accuracy and the moves that do not count, with the review's note; empty if nobody moved."""
    accuracies = [review.accuracy(seat) for seat in review.movers]
    note = f" {review.note}" if review.note else ""
    if not any(one.counted for one in accuracies):
        return NO_ACCURACY + note if accuracies else ""
    free = sum(one.free for one in accuracies)
    alone = "1 forced or equal move does not count"
    more = alone if free == 1 else f"{free:,} forced or equal moves do not count"
    return f"{ACCURACY}{f'; {more}' * bool(free)}.{note}"


def move_sentence(review: Review, row: JudgedMove) -> str:
    """``move 5, you: 9 cost 12 points; you had 62%, now 50%``."""
    scale, reader = review.scale, review.reader
    move = f"move {row.number}, {player_label(review, row.turn)}: {row.word}"
    if row.text:
        return f"{move} {row.text}"
    if row.lost:
        move += f" cost {scale.cost_text(row.lost)}"
    elif row.favours:
        move += f" cost nothing, and changed what others get: {_by_player(review, row.changes)}"
    elif not is_nothing(luck := row.luck_of(reader)):
        move += f", luck {scale.signed_text(luck)}{scale.unit}"
    before, after = (scale.level_text(hope) for hope in (review.hope_before(row, reader), row.hopes[reader]))
    who = player_label(review, reader)
    if before != after:
        return f"{move}; {who} had {before}, now {after}"
    return f"{move}; {who} {'have' if who == 'you' else 'has'} {after}"


def advice(row: JudgedMove) -> str:
    """``best: 6, 8 (6 wins within 9 moves)``, or a remark on a move that lost nothing; empty for chance."""
    if row.turn == CHANCE:
        return ""
    if row.lost:
        more = len(row.best) - MOST_BEST
        best = ", ".join(row.best[:MOST_BEST]) + f" and {more} more" * (more > 0)
        return f"best: {best}{f' ({row.reason})' * bool(row.reason)}"
    return "no move could lose anything here, so it does not count" if row.free else "a best move"


def change_text(review: Review, row: JudgedMove) -> str:
    """``cost 12`` for the player who moved, ``luck +6`` for the reader; empty if nothing changed."""
    if row.lost:
        return f"cost {review.scale.cost_text(row.lost).removesuffix(review.scale.unit)}"
    if row.favours:
        return "nothing, but others' chances changed"
    luck = row.luck_of(review.reader)
    return "" if is_nothing(luck) else f"luck {review.scale.signed_text(luck)}"


def _by_player(review: Review, changes: Sequence[Number]) -> str:
    """The changes for each player, with the unit behind the first number."""
    changed = [(seat, change) for seat, change in enumerate(changes) if not is_nothing(change)]
    first, *others = (f"{player_label(review, seat)} {review.scale.signed_text(change)}" for seat, change in changed)
    return ", ".join((first + review.scale.unit, *others))
