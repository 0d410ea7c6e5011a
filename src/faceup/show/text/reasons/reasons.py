"""The explanation of a position in plain sentences."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from faceup.numbers.value import Number, Value, few_digits
from faceup.results.answers.reasons import Branch, Contest, Explanation, MoveGroup
from faceup.results.chances import percent
from faceup.results.sentences.answers import best_play_brings
from faceup.results.sentences.capital_letters import capital
from faceup.results.sentences.outcome_sentences import best_play_noun, best_play_sentence, within
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.moves import Move
from faceup.rules.texts import line_texts
from faceup.show.text.phrases import best_line, count_phrase, moves_text, result_text, words_of
from faceup.show.text.reasons.seat_reasons import chance_moves, seat_contests, seat_line, seat_moves, seats_worth
from faceup.show.text.sameness import renaming_lines
from faceup.show.text.strategies.strategies import short_text
from faceup.show.text.the_rest import Rest, in_terminal

MOST_LINES = 24  # of a plan, before its later replies are left out
POLICIES = {"random": "playing at random", "careful": "looking one move ahead"}
VERBS: dict[str, tuple[str, str]] = {"win": ("wins", "win"), "draw": ("draws", "draw"), "loss": ("loses", "lose")}
MORE = " ..."


def explanation_lines(
    why: Explanation, everything: bool = False, width: int = sys.maxsize, rest: Rest = in_terminal
) -> Iterator[str]:
    """The sentences, the most important first; a table of the values of moves has at most ``width`` columns."""
    yield _value(why)
    if why.who == OVER:
        return
    if why.seats:
        yield from seat_moves(why, width)
        yield from alike_lines(why)
        yield from seat_line(why, everything, rest)
        yield from _twins(why)
        yield from seat_contests(why)
        return
    yield from _moves(why)
    yield from _plan(why, everything, rest)
    yield from _table(why)
    yield from _line(why, everything, rest)
    yield from _twins(why)
    yield from _contests(why)


def _worth(why: Explanation, value: Value) -> str:
    """A value as a win, a draw or a loss if it is one, else as a number."""
    return best_play_noun(why.stakes, value) or str(value)


def _value(why: Explanation) -> str:
    sentence = _value_sentence(why)
    if not why.moves:
        return capital(sentence)
    return f"After {', '.join(line_texts(why.game, why.game.start(), why.moves))}: {sentence}"


def _value_sentence(why: Explanation) -> str:
    """The value of the position in a sentence."""
    if why.seats:
        return seats_worth(why)
    outcome, best_play = why.stakes.worth(why.value), best_play_sentence(why.stakes, why.value)
    if why.who == OVER:
        return f"the game is over, {_worth(why, why.value)}."
    if not outcome.decisive:
        return f"{best_play_brings(why.value, why.scale, why.stakes)}."
    if outcome.kind == "draw":
        return "best play by both ends in a draw: neither can force a win."
    if not why.stakes.two:
        return f"best play is {within(best_play, why.length)}."
    both = " by both together" if why.length and why.length > 1 else ""
    length = f", in at most {count_phrase(why.length, 'move')}{both}" if why.length else ""
    return f"{best_play}, whatever the other does{length}."


def _names(why: Explanation, moves: Iterable[Move]) -> str:
    """Moves from this position in words."""
    return moves_text(why.game, why.state, moves)


def _moves(why: Explanation) -> Iterator[str]:
    """The best moves, the others with their values, and how many replies are safe."""
    if why.who == CHANCE:
        yield chance_moves(why)
        return
    yield _best_moves(why)
    yield from _worse(why, [group for group in why.groups if not group.best])
    yield from alike_lines(why)
    if why.win is None or why.win.plan is None:
        for group in why.groups:
            yield from _replies(why, group)


def _best_moves(why: Explanation) -> str:
    """The number of best moves, and the moves."""
    total = sum(len(group.moves) for group in why.groups)
    best = sorted(move for group in why.groups if group.best for move in group.moves)
    kind = "move" if why.moves else "first move"
    outcome = why.stakes.worth(why.value).of(why.who)
    is_best, are_best = VERBS.get(outcome.kind, ("is best", "are best"))
    if total == 1:
        return f"The only {kind} is {_names(why, best)}."
    if len(best) == total:
        return f"Every one of the {total} {kind}s {is_best if outcome.decisive else 'is as good as any other'}."
    if len(best) == 1:
        return f"Only one of the {total} {kind}s {is_best}: {_names(why, best)}."
    return f"{len(best)} of the {total} {kind}s {are_best}: {_names(why, best)}."


def alike_lines(why: Explanation) -> Iterator[str]:
    """The moves that are alike by symmetry; empty if there are none."""
    if why.symmetries is None or len(why.groups) == sum(len(group.moves) for group in why.groups):
        return
    apart = "; ".join(_names(why, group.moves) for group in why.groups)
    count = len(why.groups)
    difference = f"only {count} are really different" if count > 1 else "all are the same but for names"
    whose = "position" if why.moves else "game"
    yield f"By the {whose}'s {count_phrase(why.symmetries.order, 'symmetry', 'symmetries')}, {difference}: {apart}."


def _worse(why: Explanation, groups: Sequence[MoveGroup]) -> Iterator[str]:
    by_value: dict[str, list[Move]] = {}
    for group in groups:
        by_value.setdefault(within(_worth(why, group.value), group.length), []).extend(group.moves)
    groups_by_value = list(by_value.items())
    for worth, moves in groups_by_value[:5]:
        lead = "leads" if len(moves) == 1 else "lead"
        yield f"  {_names(why, sorted(moves))} {lead} to {worth}."
    if len(groups_by_value) > 5:
        yield f"  The other {sum(len(moves) for _, moves in groups_by_value[5:])} are worse still."


def _replies(why: Explanation, group: MoveGroup) -> Iterator[str]:
    """The safe replies to a best move; empty if all are safe."""
    if not group.best or group.replies == 0 or len(group.safe) == group.replies:
        return
    after = why.game.play(why.state, group.moves[0])
    safe = moves_text(why.game, after, group.safe)
    are = "is" if len(group.safe) == 1 else "are"
    yield f"  After {_names(why, group.moves[:1])}: {len(group.safe)} of {group.replies} replies {are} safe, {safe}."


def _plan(why: Explanation, everything: bool, rest: Rest) -> Iterator[str]:
    """The forced win, with the winner's answer to every reply."""
    if why.win is None:
        return
    if why.win.plan is None:
        yield "The forced win is too long to tell with every reply."
        return
    yield f"How {why.stakes.name(why.win.winner)} forces it, with every reply:"
    deepest = 2 * why.win.length
    lines = list(_plan_lines(why, why.win.plan, why.state, 1, deepest))
    while len(lines) > MOST_LINES and not everything and deepest > 1:
        deepest -= 1
        lines = list(_plan_lines(why, why.win.plan, why.state, 1, deepest))
    yield from lines
    if any(line.endswith(MORE) for line in lines):
        yield f"  and so on{MORE}{rest('win.plan')}"


def _plan_lines(
    why: Explanation, plan: tuple[Branch, ...], state: Any, depth: int, deepest: int, before: str = ""
) -> Iterator[str]:
    """The plan down to a depth: a line for each reply with the winner's answer; lines begin with ``before``."""
    game = why.game
    assert why.win is not None
    for branch in plan:
        moves = moves_text(game, state, branch.moves)
        after = game.play(state, branch.moves[0])
        over = game.turn(after) == OVER
        if branch.who == why.win.winner:
            line = f"{before or '  ' * depth}{moves}{' wins' if over else ''}"
        else:
            line = f"{before or '  ' * depth}{moves}:{' lost at once' if over else ''}"
        answered = branch.then and branch.then[0].who == why.win.winner
        if over:
            yield line
        elif answered:
            joint = ", then " if branch.who == why.win.winner else " "
            yield from _plan_lines(why, branch.then, after, depth, deepest, line + joint)
        elif depth >= deepest:
            yield line + MORE
        else:
            yield line
            yield from _plan_lines(why, branch.then, after, depth + 1, deepest)


def _table(why: Explanation) -> Iterator[str]:
    """The thresholds of best play; empty if there are none."""
    strategy = why.strategy
    if strategy is None or strategy.thresholds is None or strategy.move is None:
        return
    marks = result_text(strategy.thresholds)
    word, column = strategy.word(strategy.move), words_of(strategy.quantities[-1])
    if len(strategy.quantities) == 2:
        steps = " ".join(map(str, strategy.steps))
        if strategy.steps == tuple(range(strategy.steps[0], strategy.steps[-1] + 1)):
            steps = f"{strategy.steps[0]}..{strategy.steps[-1]}"
        yield f"What to do: {word} from {column} {marks}, for {words_of(strategy.quantities[0])} {steps}."
    else:
        yield f"What to do: {word} from {column} {marks}."
    if why.short is not None and why.short.cost.low > 0:
        yield f"Shorter: {short_text(why.short)}."


def _line(why: Explanation, everything: bool, rest: Rest) -> Iterator[str]:
    return best_line([f"{step.word} ({step.safe} of {step.legal} safe)" for step in why.line], everything, rest)


def _twins(why: Explanation) -> Iterator[str]:
    for twin in why.twins:
        yield f"It is {type(twin.games[1]).name} under other names:"
        yield from (f"  {line}" for line in renaming_lines(twin))


def _contests(why: Explanation) -> Iterator[str]:
    """The results of simple policies."""
    yield from (_contest(why, contest) for contest in why.contests)
    if any("careful" in contest.players for contest in why.contests):
        yield "(Looking one move ahead: win at once if possible, else keep the other from winning at once.)"


def _contest(why: Explanation, contest: Contest) -> str:
    where, mean = "" if contest.games == 0 else f" ({contest.games:,} games played)", few_digits(contest.mean, 4)
    if len(contest.players) == 1:
        random, best = (_score(why, number) for number in (contest.mean, why.value.middle or 0))
        return f"Playing at random {'wins' if why.scale else 'brings'} {random}, best play {best}{where}."
    place = next(k for k, policy in enumerate(contest.players) if policy != "best")
    who, policy = why.stakes.name(place), POLICIES[contest.players[place]]
    ends = {why.stakes.outcome_of_end(payoff).of(place).kind: payoff for payoff in why.stakes.payoffs}
    if not ends or not set(ends) <= set(VERBS):
        return f"With {who} {policy} against best play, {why.stakes.name(0)} gets {mean} on average{where}."
    shares = ", ".join(f"{VERBS[kind][0]} {_share(contest, ends[kind])}" for kind in VERBS if kind in ends)
    return f"Against best play, {who} {policy} {shares}{where}."


def _score(why: Explanation, number: Number) -> str:
    """The rate of wins, or the mean payoff, of a single player."""
    if why.scale is None:
        return few_digits(number, 4)
    return percent((Fraction(number) - why.scale.low) / (why.scale.high - why.scale.low))


def _share(contest: Contest, payoff: Number) -> str:
    """The share of a payoff; "never" and "always" are exact."""
    share = contest.shares.get(payoff)
    if share is None:
        return "never" if not contest.games else "in none"
    if len(contest.shares) == 1:
        return "always" if not contest.games else "in all"
    return "<0.01%" if share < 1e-4 else ">99.99%" if share > 1 - 1e-4 else f"{share:.2%}"
