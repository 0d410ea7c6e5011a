"""Why, in plain sentences; and the same facts as the words of a document."""

from collections.abc import Iterator, Sequence
from typing import Any

from faceup.results.reasons import Answer, Explanation, MoveGroup
from faceup.results.value import Value
from faceup.rules.contract import CHANCE, OVER
from faceup.show.sameness import renaming_lines
from faceup.show.strategies import short_text
from faceup.show.text import counted, short

MOST_LINES = 24  # of a plan, before its later replies are left out
SEATS = ("the first player", "the second player")
WIN, DRAW, LOSS = 1.0, 0.0, -1.0
ROUNDING = 1e-12
LONGEST_VALUE = 56  # of a fraction with its decimals


def explanation_lines(why: Explanation, everything: bool = False) -> Iterator[str]:
    """The sentences, the most telling first."""
    yield _value(why)
    if why.who == OVER:
        return
    yield from _moves(why)
    yield from _plan(why, everything)
    yield from _table(why)
    yield from _line(why)
    yield from _twins(why)
    yield from _contests(why)


def is_duel(why: Explanation) -> bool:
    """Whether the ends of the game are a win, a draw and a loss."""
    return {WIN, LOSS} <= why.outcomes <= {WIN, DRAW, LOSS}


def _worth(why: Explanation, value: Value) -> str:
    """A value in words where it has some: won, drawn or lost for the first player."""
    if is_duel(why) and value.exact in (1, 0, -1):
        return {1: "a win for the first player", 0: "a draw", -1: "a win for the second player"}[int(value.exact)]
    return short(value.exact) if value.exact is not None else str(value)


def _value(why: Explanation) -> str:
    after = f"After {', '.join(_said(why))}: " if why.moves else ""
    if why.who == OVER:
        told = f"the game is over, {_worth(why, why.value)}."
    elif _decided(why):
        told = "best play by both ends in a draw: neither can force a win."
        if why.value.exact != 0:
            winner = SEATS[0] if why.value.exact == 1 else SEATS[1]
            length = f", in at most {counted(why.win.length, 'move')} by both together" if why.win else ""
            told = f"{winner} wins, whatever the other does{length}."
    else:
        told = f"best play is worth {_number(why.value)} to player 0."
    return after + told if after else told[0].upper() + told[1:]


def _number(value: Value) -> str:
    """A value, its fraction too where that is short."""
    text = str(value)
    return text if value.exact is None or len(text) <= LONGEST_VALUE else short(value.exact)


def _decided(why: Explanation) -> bool:
    """Whether best play is a win, a draw or a loss."""
    return is_duel(why) and why.value.exact in (1, 0, -1)


def _said(why: Explanation) -> Iterator[str]:
    state = why.game.start()
    for move in why.moves:
        yield why.game.say(state, move)
        state = why.game.play(state, move)


def _words(why: Explanation, moves: Sequence[int]) -> str:
    return ", ".join(why.game.say(why.state, move) for move in moves)


def _moves(why: Explanation) -> Iterator[str]:
    """Which moves keep the value and which lose it, and how many replies are safe."""
    if why.who == CHANCE:
        yield "Chance moves first here."
        return
    total = sum(len(group.moves) for group in why.groups)
    best = [move for group in why.groups if group.best for move in group.moves]
    kind = "move" if why.moves else "first move"
    goal = "is best"
    if _decided(why):
        ahead = why.value.exact == (1 if why.who == 0 else -1)
        goal = "draws" if why.value.exact == 0 else "wins" if ahead else "loses"
    if total == 1:
        yield f"There is one {kind}: {_words(why, best)}."
    elif len(best) == total:
        yield f"Every one of the {total} {kind}s {goal if goal != 'is best' else 'is as good as any other'}."
    elif len(best) == 1:
        yield f"Only one of the {total} {kind}s {goal}: {_words(why, best)}."
    else:
        plural = {"draws": "draw", "wins": "win", "loses": "lose", "is best": "are best"}[goal]
        yield f"{len(best)} of the {total} {kind}s {plural}: {_words(why, best)}."
    yield from _worse(why, [group for group in why.groups if not group.best])
    if len(why.groups) < total:
        apart = "; ".join(_words(why, group.moves) for group in why.groups)
        count = len(why.groups)
        many = f"only {count} are really different" if count > 1 else "all are the same but for names"
        assert why.symmetries is not None
        yield f"By the game's {counted(why.symmetries.order, 'symmetry', 'symmetries')}, {many}: {apart}."
    if why.win is None or why.win.plan is None:
        for group in why.groups:
            yield from _replies(why, group)


def _worse(why: Explanation, groups: Sequence[MoveGroup]) -> Iterator[str]:
    by_value: dict[str, list[int]] = {}
    for group in groups:
        by_value.setdefault(_worth(why, group.value), []).extend(group.moves)
    shown = list(by_value.items())
    for worth, moves in shown[:5]:
        lead = "leads" if len(moves) == 1 else "lead"
        yield f"  {_words(why, sorted(moves))} {lead} to {worth}."
    if len(shown) > 5:
        yield f"  The other {sum(len(moves) for _, moves in shown[5:])} are worse still."


def _replies(why: Explanation, group: MoveGroup) -> Iterator[str]:
    """How many replies to a best move are safe; where all are, there is nothing to tell."""
    if not group.best or group.replies == 0 or len(group.safe) == group.replies:
        return
    after = why.game.play(why.state, group.moves[0])
    safe = ", ".join(why.game.say(after, move) for move in group.safe)
    are = "is" if len(group.safe) == 1 else "are"
    yield f"  After {_words(why, group.moves[:1])}: {len(group.safe)} of {group.replies} replies {are} safe, {safe}."


def _plan(why: Explanation, everything: bool) -> Iterator[str]:
    """The forced win, with the answer to every reply."""
    if why.win is None:
        return
    if why.win.plan is None:
        yield "The forced win is too long to tell with every reply."
        return
    yield f"How {SEATS[why.win.winner]} forces it, with every reply:"
    deepest = why.win.length
    lines = list(_plan_lines(why, why.win.plan, why.state, 1, deepest))
    while len(lines) > MOST_LINES and not everything and deepest > 1:
        deepest -= 1
        lines = list(_plan_lines(why, why.win.plan, why.state, 1, deepest))
    yield from lines
    if deepest < why.win.length:
        yield f"  and so on: {why.win.positions:,} answers in all; --all prints them"


def _plan_lines(
    why: Explanation, plan: tuple[tuple[tuple[int, ...], Answer | None], ...], state: Any, depth: int, deepest: int
) -> Iterator[str]:
    """The winner's answers down to the deepest reply, each reply a step further in."""
    game = why.game
    for replies, answer in plan:
        here = game.play(state, replies[0]) if replies else state
        told = "  " * depth + (f"{', '.join(game.say(state, reply) for reply in replies)}: " if replies else "")
        if answer is None:
            yield f"{told}loses at once"
            continue
        after = game.play(here, answer.move)
        yield f"{told}{game.say(here, answer.move)}{' wins' if game.turn(after) == OVER else ''}"
        if depth < deepest:
            yield from _plan_lines(why, answer.then, after, depth + 1, deepest)


def _table(why: Explanation) -> Iterator[str]:
    """What to do, where thresholds say it."""
    found = why.strategy
    if found is None or found.thresholds is None or found.move is None:
        return
    told = " ".join("-" if mark is None else str(mark) for mark in found.thresholds)
    word, column = found.word(found.move), found.quantities[-1]
    if len(found.quantities) == 2:
        yield f"What to do: {word} from {column} {told}, for {found.quantities[0]} {found.steps[0]}..{found.steps[-1]}."
    else:
        yield f"What to do: {word} from {column} {told}."
    if why.short is not None and why.short.cost.low > 0:
        yield f"Shorter: {short_text(why.short)}."


def _line(why: Explanation) -> Iterator[str]:
    if len(why.line) < 2:
        return
    told = ", ".join(f"{step.word} ({step.safe} of {step.legal} safe)" for step in why.line)
    yield f"A line of best play: {told}."


def _twins(why: Explanation) -> Iterator[str]:
    for twin in why.twins:
        yield f"It is {type(twin.games[1]).name} under other names:"
        yield from (f"  {line}" for line in renaming_lines(twin))


def _contests(why: Explanation) -> Iterator[str]:
    for contest in why.contests:
        where = "" if contest.games == 0 else f" ({contest.games:,} games played)"
        if len(contest.players) == 1:
            yield f"Playing at random gives {contest.mean:.4g}, best play {why.value.value or 0.0:.4g}{where}."
            continue
        place = next(k for k, word in enumerate(contest.players) if word != "best")
        word = {"random": "playing at random", "careful": "looking one move ahead"}[contest.players[place]]
        if is_duel(why) and contest.shares:
            won, lost = (contest.shares.get(sign, 0.0) for sign in ((WIN, LOSS) if place == 0 else (LOSS, WIN)))
            drawn = f"draws {_share(contest.shares.get(DRAW, 0.0))}, " if DRAW in why.outcomes else ""
            yield (f"Against best play, {SEATS[place]} {word} wins {_share(won)}, {drawn}loses {_share(lost)}{where}.")
        else:
            yield f"With {SEATS[place]} {word} against best play, player 0 gets {contest.mean:.4g} on average{where}."


def _share(share: float) -> str:
    """A share in words; the sums behind it are rounded in the sixteenth digit."""
    if share < ROUNDING or share > 1 - ROUNDING:
        return "never" if share < ROUNDING else "always"
    return "<0.01%" if share < 1e-4 else ">99.99%" if share > 1 - 1e-4 else f"{share:.2%}"


def explanation_words(why: Explanation) -> dict[str, Any]:
    """The keys of a document about why."""

    def plan(rows: Any) -> list[dict[str, Any]]:
        return [
            {
                "replies": list(replies),
                "answer": None if answer is None else answer.move,
                "then": [] if answer is None else plan(answer.then),
            }
            for replies, answer in rows
        ]

    return {
        "moves": list(why.moves),
        "turn": why.who,
        "positions": why.positions,
        "first_moves": [
            {
                "moves": list(group.moves),
                "value": group.value.value,
                "exact": None if group.value.exact is None else str(group.value.exact),
                "best": group.best,
                "replies": group.replies,
                "safe": list(group.safe),
            }
            for group in why.groups
        ],
        "forced_win": None
        if why.win is None
        else {
            "winner": why.win.winner,
            "length": why.win.length,
            "plan": None if why.win.plan is None else plan(why.win.plan),
        },
        "line": [step._asdict() for step in why.line],
        "symmetries": None if why.symmetries is None else why.symmetries.order,
        "same_as": [type(twin.games[1]).name for twin in why.twins],
        "contests": [
            {
                "players": list(contest.players),
                "mean": contest.mean,
                "shares": {f"{payoff:g}": share for payoff, share in contest.shares.items()},
                "games": contest.games or None,
            }
            for contest in why.contests
        ],
        "sentences": list(explanation_lines(why, everything=True)),
    }
