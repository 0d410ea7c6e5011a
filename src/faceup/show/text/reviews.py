"""A game looked back at, in words: what was thrown away, what chance gave, and how well everybody played."""

from collections.abc import Callable, Sequence

from faceup.results.review import NOTHING, Judged, Review
from faceup.results.review_scale import Scale
from faceup.results.value import Number, rounded

MOST_BEST = 6  # best moves named in a review
ARROW = " to "
COUNTED = "best moves among those where some other move would have lost"

Called = Callable[[int], str]


def calling(name: Called, person: int | None) -> Called:
    """What to call players, where the one person is ``you``."""
    return lambda turn: "you" if turn == person else name(turn)


def possessive(who: str) -> str:
    """``your``, ``the first player's``."""
    return "your" if who == "you" else f"{who}'" if who.endswith("s") else f"{who}'s"


def review_lines(review: Review, name: Called, person: int | None) -> list[str]:
    """Every move by which value was thrown away, the sums by player, what chance gave, and how well each played."""
    called, scale = calling(name, person), review.scale
    lines = [*unknown_lines(review), *(_mistake(review, row, called(row.turn)) for row in review.mistakes)]
    if review.mistakes:
        sums = ", ".join(f"{called(turn)} {scale.size_text(review.lost[turn])}" for turn in review.movers)
        lines.append(f"skill: moves lost, in all{_of_100(scale)}: {sums}")
    elif review.movers:
        lines.append("nothing was thrown away")
    lines += [_favour(row, called, scale) for row in review.rows if row.favours]
    if review.chance and review.chance[0].changes and person is None:
        lucks = [review.luck(seat) for seat in range(len(review.lost))]
        lines.append(f"luck: chance gave {_by_player(lucks, called, scale)}")
    elif review.chance:
        lines.append(_luck(review, called(person or 0), person or 0))
    return [*lines, *_accuracies(review, called)]


def unknown_lines(review: Review) -> list[str]:
    """Which moves could not be judged, and why."""
    if not review.unknown:
        return []
    left = review.moves - len(review.rows)
    if not review.rows:
        return [f"no review: {review.unknown}"]
    return [f"{'move 1 is' if left == 1 else f'moves 1 to {left} are'} not judged: {review.unknown}"]


def move_rows(review: Review, player: int, called: Called) -> list[tuple[str, str, str]]:
    """Every move that was judged: who made which, what the player could hope for then, and what it changed."""
    rows = []
    for row in review.rows:
        hope = review.scale.level_text(row.hopes[player])
        rows.append((f"{row.number}. {called(row.turn)}: {row.word}", hope, change_text(review, row, player)))
    return rows


def change_text(review: Review, row: Judged, player: int) -> str:
    """``lost 12`` for whoever moved, ``luck +6`` for the player; empty where nothing changed."""
    if row.lost:
        return f"lost {review.scale.size_text(row.lost)}"
    luck = row.luck_of(player)
    return f"luck {signed(luck, review.scale)}" if abs(rounded(luck)) > NOTHING else ""


def _of_100(scale: Scale) -> str:
    return f" ({scale.unit.strip()})" if scale.unit else ""


def _mistake(review: Review, row: Judged, who: str) -> str:
    scale, more = review.scale, len(row.best) - MOST_BEST
    best = ", ".join(row.best[:MOST_BEST]) + (f" and {more} more" if more > 0 else "")
    hopes = (scale.level_text(hope) for hope in (review.hope_before(row, row.turn), row.hopes[row.turn]))
    lost = row.text or f"lost {scale.size_text(row.lost)}{scale.unit}{f' ({ARROW.join(hopes)})' * scale.points}"
    return f"move {row.number}, {who}: {row.word} {lost}; best: {best}{f' ({row.reason})' * bool(row.reason)}"


def _favour(row: Judged, called: Called, scale: Scale) -> str:
    """A move that was the same to whoever made it, and not to others."""
    gave = _by_player(row.changes, called, scale)
    return f"move {row.number}, {called(row.turn)}: {row.word} cost nothing, and changed what others get: {gave}"


def _by_player(changes: Sequence[Number], called: Called, scale: Scale) -> str:
    """Whom it changed something for; the unit behind the first number."""
    shown = [(seat, change) for seat, change in enumerate(changes) if abs(rounded(change)) > NOTHING]
    texts = [f"{called(seat)} {signed(change, scale)}" for seat, change in shown]
    return ", ".join((texts[0] + scale.unit, *texts[1:])) if texts else "nobody anything"


def signed(number: Number, scale: Scale) -> str:
    """A difference, with its sign."""
    return f"{'+' * (number > 0)}{scale.size_text(number)}"


def _luck(review: Review, who: str, player: int) -> str:
    """What chance gave one player beyond what was to be expected, and where most of it."""
    rows, scale = review.chance, review.scale
    lucks = [row.luck_of(player) for row in rows]
    total = review.luck(player)
    if abs(rounded(total)) < NOTHING:
        return f"luck: chance gave {who} what was to be expected"
    gave = f"{scale.size_text(total)}{scale.unit} more" if total > 0 else f"{scale.size_text(-total)}{scale.unit} less"
    text = f"luck: chance gave {who} {gave} than was to be expected"
    most = max(range(len(rows)), key=lambda k: abs(rounded(lucks[k])))
    where = f"{signed(lucks[most], scale)} at move {rows[most].number} ({rows[most].word})"
    return f"{text}, {where}" if len(rows) > 1 else text


def _accuracies(review: Review, called: Called) -> list[str]:
    """How many of everybody's moves were best, and which count."""
    if not review.movers:
        return []
    found = {turn: review.accuracy(turn) for turn in review.movers}
    if not any(one.counted for one in found.values()):
        return ["accuracy: none, for no move could have lost anything"]
    told = [f"{called(turn)} {one.text}" for turn, one in found.items()]
    return [f"accuracy: {', '.join(told)}: {COUNTED}{_not_counted([one.free for one in found.values()])}"]


def _not_counted(free: Sequence[int]) -> str:
    count = sum(free)
    if not count:
        return ""
    return f"; {count} move{'s' * (count != 1)} with nothing to lose {'do' if count != 1 else 'does'} not count"
