"""The explanation of a position in plain sentences; at the end, that for seats with their own payoffs."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from faceup.numbers.value import Number, Value, few_digits, nearest_float
from faceup.results.answers.reasons import Branch, Contest, Explanation, MoveGroup, Weighed, half_width_of
from faceup.results.answers.strategy import ShortStrategy
from faceup.results.number_texts import amount_text, chance_text, give_or_take, percent, short_number
from faceup.results.scene.boards.words_of_moves import word_of_move, words_of_line
from faceup.results.sentences.games import best_line, moves_text
from faceup.results.sentences.outcomes import (
    VERBS,
    best_play_noun,
    best_play_sentence,
    gain_sentence,
    over_sentence,
    seats_over_sentence,
    wins_often,
    within,
)
from faceup.results.sentences.sameness import renaming_facts
from faceup.results.sentences.solutions import ONE_OF_SEVERAL, best_play_brings
from faceup.results.sentences.strategies import rule_text, short_sentence, strategy_blocks
from faceup.results.sentences.strategy_cells import telling_rows
from faceup.results.sentences.words import (
    Fact,
    Part,
    Rest,
    Rows,
    capital,
    count_phrase,
    either,
    in_terminal,
    listing,
    nowhere,
    uncapital,
)
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.moves import Move
from faceup.rules.names import possessive, seat_name
from faceup.rules.texts import in_order

MOST_ROWS = 20  # of moves with their worth to each seat
MOST_LINES = 24  # of a plan, before its later replies are left out
LONGEST_PLACE = 80  # characters of a position that is named in a sentence
POLICIES = {"random": "playing at random", "careful": "looking one move ahead"}
FLOAT_DIGITS = 17  # with which every float is told apart from the next
MORE = " ..."
ELSEWHERE = "No short rule is known that says what to do; strategy lists it, position by position."
NEARLY = "No rule that looks at one number is best everywhere; strategy lists what is, position by position."
LATER = "; with its move added, why explains the decision that follows"
ONLY_CHANCE = "; solve --distribution shows how games end, and how long they are"


def explanation_parts(why: Explanation, everything: bool = False, rest: Rest = in_terminal) -> Iterator[Part]:
    """The sentences, the most important first."""
    yield _value(why)
    if why.who == OVER:
        return
    if why.seats:
        yield from _seat_moves(why)
        yield from _alike(why)
        yield from _seat_line(why, everything, rest)
        yield from _twins(why)
        yield from _seat_contests(why)
        return
    yield from _moves(why, rest)
    yield from _plan(why, everything, rest)
    yield from _table(why, rest)
    yield from _decisions(why)
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
    return f"After {', '.join(words_of_line(why.game, why.game.start(), why.moves))}: {sentence}"


def _value_sentence(why: Explanation) -> str:
    """The value of the position in a sentence."""
    if why.seats:
        return _seats_worth(why)
    outcome, best_play = why.stakes.worth(why.value), best_play_sentence(why.stakes, why.value)
    if why.who == OVER:
        return f"{over_sentence(why.stakes, why.value)}."
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


def _moves(why: Explanation, rest: Rest) -> Iterator[str]:
    """The best moves, the others with their values, and how many replies are safe."""
    if why.who == CHANCE:
        yield _chance_moves(why, rest)
        yield from _alike(why)
        return
    yield _best_moves(why)
    yield from _worse(why, [group for group in why.groups if not group.best])
    yield from _alike(why)
    if why.win is None or why.win.plan is None:
        for group in why.groups:
            yield from _replies(why, group)


def _best_moves(why: Explanation) -> str:
    """The number of best moves, and the moves."""
    total = sum(len(group.moves) for group in why.groups)
    best = in_order(why.game, (move for group in why.groups if group.best for move in group.moves))
    kind = "move" if why.moves else "first move"
    outcome = why.stakes.worth(why.value).of(why.who)
    is_best, are_best = VERBS.get(outcome.kind, ("is best", "are best"))
    the = possessive(why.stakes.name(why.who)) if why.moves and why.stakes.two else "the"
    if total == 1:
        return f"{capital(the)} only {kind} is {_names(why, best)}."
    if len(best) == total:
        return f"Every one of {the} {total} {kind}s {is_best if outcome.decisive else 'is as good as any other'}."
    if len(best) == 1:
        return f"Only one of {the} {total} {kind}s {is_best}: {_names(why, best)}."
    return f"{len(best)} of {the} {total} {kind}s {are_best}: {_names(why, best)}."


def _alike(why: Explanation) -> Iterator[str]:
    """The moves that are alike by symmetry; empty if there are none."""
    if why.symmetries is None and why.positions is not None:
        yield "Moves that are alike by symmetry were not searched for to the end."
    if why.symmetries is None or len(why.groups) == sum(len(group.moves) for group in why.groups):
        return
    apart = "; ".join(_names(why, group.moves) for group in why.groups)
    count = len(why.groups)
    difference = f"only {count} are really different" if count > 1 else "all are the same up to renaming"
    whose = "position" if why.moves else "game"
    yield f"By the {whose}'s {count_phrase(why.symmetries.order, 'symmetry', 'symmetries')}, {difference}: {apart}."


def _worse(why: Explanation, groups: Sequence[MoveGroup]) -> Iterator[str]:
    """What the other moves lead to: of moves of one value those first after which the game is longest."""
    ranks = {value: k for k, value in enumerate(dict.fromkeys(group.value for group in groups))}
    moves_by_sentence: dict[str, list[Move]] = {}
    for group in sorted(groups, key=lambda group: (ranks[group.value], -(group.length or 0))):
        moves_by_sentence.setdefault(_consequence(why, group), []).extend(group.moves)
    by_sentence = list(moves_by_sentence.items())
    for sentence, moves in by_sentence[:5]:
        leads = "leads" if len(moves) == 1 else "lead"
        ordered = in_order(why.game, moves)
        one_of = either([_names(why, [move]) for move in ordered])
        yield f"  {sentence.format(_names(why, ordered), one_of=one_of, leads=leads)}."
    if len(by_sentence) > 5:
        yield f"  The other {sum(len(moves) for _, moves in by_sentence[5:])} are worse still."


def _consequence(why: Explanation, group: MoveGroup) -> str:
    """The sentence on what moves lead to, with places for their names, also as alternatives, and for the verb."""
    if why.stakes.worth(group.value).decisive:
        return f"{{}} {{leads}} to {within(_worth(why, group.value), group.length)}"
    if why.scale is None:
        average = " on average" if why.stakes.chance else ""
        own = group.value if why.stakes.two or why.stakes.alone == 0 else group.value.to_the_other()
        gets = f"{why.stakes.name(0)} gets" if why.stakes.two else "you get"
        gain = gain_sentence(why.stakes, group.value, why.stakes.name(0)) if why.stakes.two else ""
        return f"With {{one_of}}, {gain or f'{gets} {amount_text(own)}{average}'}"
    person = None if why.stakes.two else why.stakes.alone
    return f"With {{one_of}}, {wins_often(why.stakes, group.value, why.scale, person)}"


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
    deepest = 2 * why.win.length
    lines = list(_plan_lines(why, why.win.plan, why.state, 1, deepest))
    while len(lines) > MOST_LINES and not everything and deepest > 1:
        deepest -= 1
        lines = list(_plan_lines(why, why.win.plan, why.state, 1, deepest))
    cut = any(line.endswith(MORE) for line in lines)
    yield f"How {why.stakes.name(why.win.winner)} {'begins to force' if cut else 'forces'} it, with every reply:"
    yield from lines
    if cut:
        yield f"  Lines that end in{MORE} go on{rest('win.plan')}."


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
            lost = f" {why.stakes.name(branch.who)} loses at once" if over else ""
            line = f"{before or '  ' * depth}{moves}:{lost}"
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


def _table(why: Explanation, rest: Rest) -> Iterator[str]:
    """What to do by the table of best play, where a rule says it or nothing is worse; else where the table is."""
    if why.strategy is None:
        return
    blocks = [(one, rule_text(one)) for _, one in strategy_blocks(why.strategy)]
    for one, rule in blocks:
        who = "" if one.player is None or not why.stakes.two else why.stakes.name(one.player)
        if rule:
            yield f"What {f'{who} should' if who else 'to'} do: {rule}."
        elif one.rows and not telling_rows(one):
            yield f"Every choice{f' of {who}' * bool(who)} is as good as another."
    if rest is in_terminal and any(len(one.rows) > 1 and telling_rows(one) and not rule for one, rule in blocks):
        yield NEARLY if why.short else ELSEWHERE
    for short in why.short:
        if short.cost.low > 0 or not all(rule for _, rule in blocks):
            yield _short(why, short)


def _short(why: Explanation, short: ShortStrategy) -> str:
    """The best rule of a player that looks at one number, with its price."""
    sentence = short_sentence(short, why.scale)
    return f"For {why.stakes.name(short.player)}, {uncapital(sentence)}" if why.stakes.two else sentence


def _decisions(why: Explanation) -> Iterator[str]:
    """What each move brings in a first decision, and in the one where it matters least which of the best two is made,
    if that is another to read.
    """
    told = ""
    for first, one in zip((True, False), why.weighed, strict=False):
        if len(one.place) > LONGEST_PLACE or one.state == why.state:  # the moves here were named before
            continue
        whose = possessive(why.stakes.name(one.who)) if why.stakes.two else ""
        place = f" at {one.place}" if one.place else ""
        if first:
            decision = "The first decision that matters"
            if one.among > 1:  # the likeliest of several
                decision += f" is, for example, {whose}{place}" if whose else f", for example{place}"
            else:
                decision += f" is {whose}" * bool(whose) + f",{place}" * bool(place)
        else:
            where = f"{whose} decision" if whose else ""
            if one.as_close > 1:
                where = f"{one.as_close:,} decisions, one of them {whose}".rstrip()
            lead = f"{'In' if one.among_all else 'Early in'} best play, the best"
            decision = f"{lead} two moves differ least{' in ' if where else ''}{where}{place}"
        texts = _bring(why, one)
        if texts[0] == texts[1]:
            continue
        brings = [
            f"{word_of_move(why.game, one.state, move)} {text}"
            for (move, _), text in zip(one.values, texts, strict=True)
        ]
        average = " on average" if why.scale is None else ""
        if (brought := listing(brings)) != told:
            yield f"{decision}: {brought}{average}."
        told = brought


def _bring(why: Explanation, one: Weighed) -> list[str]:
    """What each move of a decision brings to the player who makes it, with digits that tell the first two apart: their
    gap is what the decision is about. If floats do not tell them apart, the two texts are the same.
    """
    own = [value.to_the_other() if one.who == 1 else value for _, value in one.values]
    if why.scale is not None and one.who in why.scale.winners:
        own = [why.scale.chance(value, one.who) for _, value in one.values]
    for digits in (0, *range(6, FLOAT_DIGITS + 1)):
        texts = [_brings(why, one.who, value, digits) for value in own]
        if texts[0] != texts[1]:
            break
    return texts


def _brings(why: Explanation, who: int, value: Value, digits: int) -> str:
    """A player's own chance or value after a verb: ``wins 62.2%``; with so many digits, or as usual if 0."""
    if why.scale is not None and who in why.scale.winners:
        return f"wins {f'{100 * (value.value or 0):.{digits}g}%' if digits else chance_text(value)}"
    verb = "brings"
    if why.stakes.two and why.stakes.opposed and not why.stakes.rewards:
        verb = "wins" if value.low > 0 else "loses" if value.high < 0 else verb
    size = value.to_the_other() if verb == "loses" else value
    return f"{verb} {few_digits(size.middle or 0, digits) if digits else amount_text(size)}"


def _line(why: Explanation, everything: bool, rest: Rest) -> Iterator[str]:
    """A line of best play, with how many moves are as good where some are not; where players do not take turns, with
    the name of each player who begins to move.
    """
    turns = [None, *(step.who for step in why.line)]
    named = any(one == other for one, other in pairwise(turns)) and len(set(turns)) > 2
    steps = [
        (f"{why.stakes.name(who)}: " if named and who != last else "")
        + (f"{word} ({safe} of {legal} safe)" if safe < legal else word)
        for last, (who, word, safe, legal) in zip(turns, why.line, strict=False)
    ]
    return best_line(steps, everything, rest)


def _twins(why: Explanation) -> Iterator[str | Fact]:
    for twin in why.twins:
        yield f"It is {type(twin.games[1]).name} under other names:"
        for fact in renaming_facts(twin):
            yield f"  {fact}" if isinstance(fact, str) else (f"  {fact[0]}", fact[1])


def _contests(why: Explanation) -> Iterator[str]:
    """The results of simple policies."""
    contests = list(why.contests)
    if contests and len(contests[0].players) > 1:
        games = contests[0].games
        yield f"Against best play{f' ({games:,} games, 95% intervals)' * bool(games)}:"
    alike: dict[tuple[Any, ...], list[str]] = {}  # the policies of a player that come to exactly the same
    for contest in contests:
        who, policy, result = _contest(why, contest)
        alike.setdefault((who, result, *contest.shares.items()), []).append(policy)
    yield from (f"{who} {listing(policies, 'or')}{result}." for (who, result, *_), policies in alike.items())
    if any("careful" in contest.players for contest in why.contests):
        yield "  (Looking one move ahead: win at once if possible, else keep the other from winning at once.)"


def _contest(why: Explanation, contest: Contest) -> tuple[str, str, str]:
    """Who plays by a policy, the policy, and what comes of it."""
    mean = give_or_take(contest.mean, contest.half_width) if contest.games else short_number(contest.mean)
    if len(contest.players) == 1:
        where = "" if contest.games == 0 else f" ({contest.games:,} games, 95% intervals)"
        random, best = _score(why, contest.mean, contest.half_width), _score(why, why.value.middle or 0)
        return "Playing", "at random", f" {'wins' if why.scale else 'brings'} {random}, best play {best}{where}"
    place = next(k for k, policy in enumerate(contest.players) if policy != "best")
    who, policy = why.stakes.name(place), POLICIES[contest.players[place]]
    ends = {why.stakes.outcome_of_end(payoff).of(place).kind: payoff for payoff in why.stakes.payoffs}
    if not ends or not set(ends) <= set(VERBS):
        return f"  With {who}", policy, f", {why.stakes.name(0)} gets {mean} on average"
    kinds = [kind for kind in VERBS if kind in ends and (len(contest.shares) > 1 or ends[kind] in contest.shares)]
    return (
        f"  {capital(who)}",
        policy,
        " " + ", ".join(_often(VERBS[kind][0], _share(contest, ends[kind])) for kind in kinds),
    )


def _score(why: Explanation, number: Number, half_width: float = 0.0) -> str:
    """The rate of wins, or the mean payoff, of the single player who decides, of games played with its interval."""
    other = bool(why.stakes.alone)  # the number is that of a player who never decides
    if why.scale is None:
        own = -number if other else number
        return give_or_take(own, half_width) if half_width else short_number(own)
    range_ = why.scale.high - why.scale.low
    chance = (Fraction(number) - why.scale.low) / range_
    chance = 1 - chance if other else chance
    if half_width:
        return give_or_take(100 * nearest_float(chance), 100 * half_width / range_, "%")
    return percent(chance)


def _often(verb: str, share: str) -> str:
    """``never wins``, ``wins 22.25%``."""
    return f"{share} {verb}" if share in ("never", "always") else f"{verb} {share}"


def _share(contest: Contest, payoff: Number) -> str:
    """The share of a payoff; "never" and "always" are exact."""
    share = contest.shares.get(payoff)
    if share is None:
        return "never" if not contest.games else "in none"
    if len(contest.shares) == 1:
        return "always" if not contest.games else "in all"
    if contest.games:
        return give_or_take(100 * share, 100 * half_width_of(share * (1 - share), contest.games), "%")
    return "<0.01%" if share < 1e-4 else ">99.99%" if share > 1 - 1e-4 else f"{share:.2%}"


def _chance_moves(why: Explanation, rest: Rest) -> str:
    more = rest is in_terminal and why.strategy is None
    if not why.stakes.players and not why.seats:
        return f"Nobody decides anything{ONLY_CHANCE * more}."
    return f"Chance moves {'next' if why.moves else 'first'}{LATER * more}."


def _seats_worth(why: Explanation) -> str:
    """The value of the position to each seat."""
    if why.who == OVER:
        return f"{seats_over_sentence(why.game, why.seats)}."
    worth = ", ".join(f"{amount_text(seat.value)} to {_name(why, k)}" for k, seat in enumerate(why.seats))
    return f"best play is worth {worth}."


def _seat_moves(why: Explanation) -> Iterator[Part]:
    """The player to move, the value of each move to every seat, and the effect of ties."""
    for team in why.teams:
        names = listing([_name(why, k) for k in team])
        yield capital(f"{names} always get the same, and play as one.")
    if why.others_may_be:
        yield capital(f"this is {ONE_OF_SEVERAL}.")
    if why.who == CHANCE:
        yield _chance_moves(why, nowhere)
    else:
        yield from _worths(why)
    for k, seat in enumerate(why.seats):
        if seat.least != seat.most:
            reach = f"{seat.least!s} to {seat.most!s}"
            yield f"Ties broken in other ways, here and later, give {_name(why, k)} {reach}."


def _worths(why: Explanation) -> Iterator[Part]:
    """The moves, best ones first and marked, with their worth to each seat."""
    best = [move for group in why.groups if group.best for move in group.moves]
    total = sum(len(group.moves) for group in why.groups)
    who, names = _name(why, why.who), moves_text(why.game, why.state, best)
    if total == 1:
        yield capital(f"{who} has one move: {names}.")
    else:
        are = "is" if len(best) == 1 else "are"
        yield capital(f"{who} decides; {len(best)} of {total} moves {are} best: {names}.")
    rows = [("", "", *(f"to {_name(why, k)}" for k in range(len(why.seats))))]
    for group in why.groups[:MOST_ROWS]:
        mark, words = "*" if group.best else " ", moves_text(why.game, why.state, group.moves)
        rows.append((mark, words, *map(amount_text, group.worth)))
    yield Rows(rows, names=2, indent="  ")
    if len(why.groups) > MOST_ROWS:
        yield f"  and {len(why.groups) - MOST_ROWS:,} more, none better"
    tied = [group for group in why.groups if group.best]
    if any(group.worth != tied[0].worth for group in tied):
        yield f"The best moves are the same to {who}, and not to the others."


def _seat_line(why: Explanation, everything: bool, rest: Rest) -> Iterator[str]:
    """A line of best play with the player of each move."""
    return best_line([f"{_name(why, step.who)} {step.word}" for step in why.line], everything, rest)


def _seat_contests(why: Explanation) -> Iterator[str]:
    """What random play costs each seat."""
    for contest in why.contests:
        seat = contest.players.index("random")
        best = why.seats[seat].value.value or 0.0
        if contest.mean == best:
            yield capital(f"{_name(why, seat)} loses nothing by playing at random against best play.")
        else:
            gets = f"gets {short_number(contest.mean)} instead of {best:.4g}"
            yield capital(f"{_name(why, seat)} playing at random against best play {gets}.")


def _name(why: Explanation, seat: int) -> str:
    return seat_name(seat, why.game.player_names)
