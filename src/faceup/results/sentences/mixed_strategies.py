"""A mixed strategy in words: decisions, probabilities of moves, and why best play mixes moves."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import isclose
from operator import itemgetter

from faceup.numbers.value import Number, Value, amount, every_digit, exactly, nearest_float, no_less, whole_or_float
from faceup.results.answers.decision import Decision, MixedStrategy
from faceup.results.answers.hidden_solution import BestAnswer
from faceup.results.answers.reasons import Balance, Change, MixedExplanation, MixedReason, ResponseGain
from faceup.results.answers.solution import Solution
from faceup.results.answers.winning_scale import WinningScale, winning_scale
from faceup.results.number_texts import alike, chance_text, lot, rates_alike, share
from faceup.results.scene.view_words import fields_named, fields_seen
from faceup.results.sentences.rules_in_short import Case, rule_of
from faceup.results.sentences.solutions import answer, response_fact
from faceup.results.sentences.strategy_cells import range_text
from faceup.results.sentences.words import (
    Cells,
    Fact,
    Part,
    Rest,
    by_reach,
    capital,
    count_phrase,
    in_terminal,
    listing,
    unbroken,
)
from faceup.rules.contract import Game
from faceup.rules.names import seat_name

NEVER = "never met"  # the worth of a decision to which best play of the other never leads
NOT_COMPUTED = "?"
FEW_ROWS = 30  # that a table has in any case
MOST_TIMES = 100  # beyond which a share is a per cent: 1 time in 3
MOST_COLUMNS = 5  # of moves with their probabilities; more moves share one cell


def decision_cells(strategy: MixedStrategy, player: int, most: int, fractions: bool = False) -> tuple[Cells, int]:
    """At most ``most`` rows, or all if they are few, those between the same moves together; how many are left out.

    Those to which best play of the other never leads are the last, and those never reached are left out first. Numbers
    are decimals, or exact ``fractions``.
    """
    choices = dict.fromkeys(decision.words for decision in strategy.of(player))
    place = {words: k for k, words in enumerate(choices)}
    decisions = sorted(strategy.of(player), key=lambda decision: (_is_never_met(decision), place[decision.words]))
    words = _move_columns(strategy, player)
    make = _by_moves if words else _in_one_cell
    first = decisions
    if len(decisions) > max(most, FEW_ROWS):
        first = sorted(decisions, key=lambda decision: decision.reach == 0)[:most]
    return make(strategy, first, words, fractions), len(decisions) - len(first)


def _move_columns(strategy: MixedStrategy, player: int) -> list[str]:
    """The moves that have a column each in the table of a player; none if they are too many, or most cells empty."""
    decisions = strategy.of(player)
    words = list(dict.fromkeys(word for decision in decisions for word in decision.words))
    filled = sum(len(decision.words) for decision in decisions)
    return words if len(words) <= MOST_COLUMNS and 2 * filled >= len(words) * len(decisions) else []


def _has_stars(strategy: MixedStrategy) -> bool:
    """Whether a table marks equally good moves by stars."""
    by_moves = {player for player in strategy.players if _move_columns(strategy, player)}
    return any(decision.player in by_moves and as_good(decision) for decision in strategy.decisions)


def is_computed(decision: Decision) -> bool:
    """Whether best play has probabilities here; it has none where its own moves never lead."""
    return decision.kept or len(decision.played) == 1


def as_good(decision: Decision) -> list[str]:
    """The moves with probability 0 whose value against best play is that of the moves in use."""
    rows = zip(decision.moves, decision.words, decision.chances, strict=True)
    return [word for move, word, chance in rows if not chance and move in decision.best]


def _by_moves(strategy: MixedStrategy, decisions: Sequence[Decision], words: list[str], fractions: bool) -> Cells:
    rows: list[tuple[str, ...]] = []
    for decision, worth in zip(decisions, _worths(strategy, decisions, fractions), strict=True):
        also = as_good(decision)
        cells = dict.fromkeys(words, "")
        for word, chance in zip(decision.words, decision.chances, strict=True):
            how_often = share(chance, fractions) if is_computed(decision) else NOT_COMPUTED
            cells[word] = how_often if chance else "*" if word in also else "-"
        rows.append((strategy.sees[decision], *cells.values(), worth))
    heads = _heads_of_moves(words)
    return Cells(("sees", *heads, "worth"), rows, frozenset((*heads, "worth")))


def _heads_of_moves(words: Sequence[str]) -> list[str]:
    """The heads of columns of moves: ``hide in bay 1``, ``... 2``, ``... 3`` where all begin with the same words."""
    parts = [word.split(" ") for word in words]
    alike = [len({*some}) == 1 for some in zip(*parts, strict=False)]
    same = min(alike.index(False) if False in alike else len(alike), min(map(len, parts)) - 1)
    if not same or len(words) == 1:
        return [*words]
    return [words[0], *(f"... {' '.join(some[same:])}" for some in parts[1:])]


def _in_one_cell(strategy: MixedStrategy, decisions: Sequence[Decision], words: list[str], fractions: bool) -> Cells:
    rows: list[tuple[str, ...]] = [
        (
            strategy.sees[decision],
            ", ".join(_shares(decision, fractions)) if is_computed(decision) else NOT_COMPUTED,
            ", ".join(as_good(decision)),
            worth,
        )
        for decision, worth in zip(decisions, _worths(strategy, decisions, fractions), strict=True)
    ]
    return Cells(("sees", "move", "equally good", "worth"), rows, frozenset(["worth"]))


def _shares(decision: Decision, fractions: bool) -> list[str]:
    rows = zip(decision.words, decision.chances, strict=True)
    return [lot(word, chance, fractions) for word, chance in rows if chance]


def mixture_text(decision: Decision) -> str:
    """The moves of a decision and how often each is made: ``check 2 times in 3, else bet``."""
    played = [pair for pair in zip(decision.words, decision.chances, strict=True) if pair[1]]
    words, chances = [word for word, _ in played], [chance for _, chance in played]
    if len({*chances}) == 1:
        return listing(words, "or") + ", each as often" * (len(words) > 1)
    *first, last = played
    often = (f"{word}{':' * word[-1:].isdigit()} {_times_in(chance)}" for word, chance in first)
    return f"{', '.join(often)}, else {last[0]}"


def _times_in(chance: Number) -> str:
    exact = Fraction(chance)
    if exact.denominator > MOST_TIMES:
        return f"{share(chance, False)} of the time"
    return f"{exact.numerator} time{'s' * (exact.numerator > 1)} in {exact.denominator}"


def in_games(solution: Solution | None, player: int | None = None) -> WinningScale | None:
    """The scale of shares of games, if the answer about the game is one, and if it counts the player's wins."""
    stakes = None if solution is None else solution.stakes
    if solution is None or stakes is None:
        return None
    scale = winning_scale(solution, stakes, points=stakes.chance)
    return scale if scale is None or player is None or player in scale.winners else None


def worth_texts(solution: Solution | None, player: int, worths: Sequence[Number], fractions: bool = False) -> list[str]:
    """The worths of moves or decisions to their player, as shares of games if the answer about the game is one."""
    scale = in_games(solution, player)
    if scale is None:
        return list(map(amount, worths)) if fractions else alike([whole_or_float(nearest_float(one)) for one in worths])
    values = [scale.chance(exactly(-one if player else one), player) for one in worths]
    if fractions:
        return [amount(value.middle or 0) for value in values]
    return rates_alike([value.middle or 0 for value in values])


def _is_never_met(decision: Decision) -> bool:
    """Whether best play of the other never leads to a decision, so that its moves are worth nothing there."""
    return decision.worths is None and not decision.reach


def _worths(strategy: MixedStrategy, decisions: Sequence[Decision], fractions: bool) -> list[str]:
    """The value of each decision to its player, if it is computed; ``NEVER`` if best play never leads there."""
    values = [max(decision.worths) for decision in decisions if decision.worths is not None]
    player = decisions[0].player if decisions else 0
    texts = iter(worth_texts(strategy.solution, player, values, fractions))
    # Of bounded values none is computed.
    unknown = [NEVER if _is_never_met(decision) else NOT_COMPUTED for decision in decisions]
    return [words if one.worths is None else next(texts) for one, words in zip(decisions, unknown, strict=True)]


def mixed_facts(
    strategy: MixedStrategy, format_value: Callable[[Value], str] = str, python: bool = False
) -> Iterator[Part]:
    """The notes and the value under the tables."""
    yield from filter(None, (share_note(strategy), not_computed(strategy)))
    if left_out := never_reached(strategy):
        alone = len({decision.player for decision in strategy.decisions}) == 1 and strategy.player is None
        yield "left out", f"{left_out}{'' if alone or strategy.later else by_reach(python)}"
    if strategy.own_values:
        names = strategy.game.player_names
        yield from (
            ("value", f"{format_value(value)} for {seat_name(k, names)}") for k, value in enumerate(strategy.own_values)
        )
    else:
        alone = strategy.players == [0] and strategy.player is None
        owner = "" if alone else f" for {seat_name(0, strategy.game.player_names)}"
        yield "value", format_value(strategy.value) + owner


def share_note(strategy: MixedStrategy) -> str:
    """The meaning of shares and stars in the tables; empty if there are none."""
    meaning = worth_meaning(strategy)
    if strategy.value.how != "exact":
        unknown = any(decision.worths is None and decision.reach for decision in strategy.decisions)
        note = f"shares are probabilities of a plan that secures the lower bound of the value; {meaning}"
        return f"{note}, {NOT_COMPUTED} where it is known within bounds alone" if unknown else note
    unmet = any(decision.worths is None for decision in strategy.decisions)
    worth = f"{meaning}; {NEVER}: best play of the other does not lead there" if unmet else meaning
    shares = "shares are probabilities" if any(decision.mixed for decision in strategy.decisions) else ""
    stars = "* equally good against best play, not used" if _has_stars(strategy) else ""
    return "; ".join(filter(None, (shares, stars, worth if strategy.decisions else "")))


def not_computed(strategy: MixedStrategy) -> str:
    """The meaning of the mark for unknown probabilities; empty if all are known."""
    if all(map(is_computed, strategy.decisions)):
        return ""
    return f"{NOT_COMPUTED} not computed: in best play, the player never comes there"


def never_reached(strategy: MixedStrategy) -> str:
    """The number of decisions left out, as text; empty for none."""
    if strategy.later:
        more = count_phrase(strategy.later + strategy.left_out, "decision")
        return f"{more}, which are later or never come in best play"
    return f"{count_phrase(strategy.left_out, 'decision')} that best play never comes to" if strategy.left_out else ""


def mixed_parts(strategy: MixedStrategy, most: int, fractions: bool = False) -> Iterator[Part]:
    """A heading and a table of at most ``most`` rows for each player."""
    for player in strategy.players:
        if len(strategy.players) > 1 or player:
            yield capital(seat_name(player, strategy.game.player_names))
        yield from decision_parts(strategy, player, most, fractions)


def decision_parts(strategy: MixedStrategy, player: int, most: int, fractions: bool = False) -> Iterator[Part]:
    """The table of one player's decisions, and a line on the rows it leaves out."""
    decisions = strategy.of(player)
    pure = len(decisions) > FEW and not any(one.mixed for one in decisions)
    if rule := _moves_in_short(strategy.game, [one for one in decisions if one.kept]) if pure else "":
        yield "in short", rule
    cells, left_out = decision_cells(strategy, player, most, fractions)
    yield cells
    if left_out:
        yield f"... {left_out:,} more rows; --all prints them, --json too"


def response_parts(answer: BestAnswer, most: int, fractions: bool = False) -> Iterator[Part]:
    """The best response as a table of at most ``most`` rows, with a heading and notes."""
    strategy = answer.strategy
    yield f"{capital(seat_name(answer.player, answer.game.player_names))} against {answer.policy}"
    yield from decision_parts(strategy, answer.player, most, fractions)
    if _has_stars(strategy):
        yield "* is as good"
    yield response_fact(answer, every_digit if fractions else str)


def worth_meaning(strategy: MixedStrategy) -> str:
    """What the worth of a decision is."""
    scales = [in_games(strategy.solution, player) for player in strategy.players]
    if not all(scales):
        return "worth is to the player who chooses"
    half = ", draws half" if any(scale and scale.draws for scale in scales) else ""
    return f"worth is how often the player who chooses then wins{half}"


FEW = 4  # decisions, unless everything is printed
FEW_ANSWERS = 2  # of the other, to each change
FEW_EQUAL = 2  # decisions of the other with equal values, for each reason


def mixed_reason_parts(
    why: MixedExplanation, everything: bool = False, rest: Rest = in_terminal
) -> Iterator[str | Fact]:
    """The sentences, the decisions whose mixing protects most first."""
    yield answer(why.solution)
    for one in why.dominated:
        worse = f"{one.word} is never better than {one.by}, whatever the other does, and sometimes worse"
        yield f"{capital(_name(why, one.player))}: {worse}."
    if not why.reasons and not why.left_out:
        elsewhere = any(decision.mixed for decision in why.strategy.decisions)
        mixed = "Best play of both reaches no mixed decision" if elsewhere else "No decision is mixed"
        yield f"{mixed}; faceup strategy lists the moves."
        for player in why.strategy.players:
            yield from _pure_moves(why, player)
    first_reasons = why.reasons if everything else why.reasons[:FEW]
    for reason in first_reasons:
        decision = reason.decision
        information = _seen_text(why, decision, "who sees")
        yield f"{capital(_name(why, decision.player))}{information}: {', '.join(decision.shares)}."
        yield from reason_lines(why, reason, everything)
    more = len(why.reasons) - len(first_reasons)
    if more:
        less = f"which {'protects' if more == 1 else 'protect'} less"
        yield f"... {count_phrase(more, 'more mixed decision')}, {less}{rest('reasons')}"
    if why.left_out and why.solution.engine == "regret":
        mixed = count_phrase(why.left_out, "mixed decision")
        yield f"faceup strategy lists {mixed}; reasons for them need an exact solution."
    elif why.left_out:
        rarer = " that best play reaches less often" if why.reasons else ""
        yield "left out", f"{count_phrase(why.left_out, 'mixed decision')}{rarer}"
    if any(reason.decision.known != why.solution.start for reason in first_reasons):
        yield "Gains count from the last position that everybody knows."


def _pure_moves(why: MixedExplanation, player: int) -> Iterator[str]:
    """A player's moves in short, and the decision in which the next best move costs least."""
    decisions = [one for one in why.strategy.of(player) if one.kept and not one.mixed]
    if moves := _moves_in_short(why.strategy.game, decisions):
        alone = why.strategy.players == [0]
        yield f"{'What to do' if alone else capital(_name(why, player))}: {moves}."
    costs: list[tuple[float, Decision]] = []
    for one in decisions:
        best, *others = sorted(map(nearest_float, one.worths or (0,)), reverse=True)
        costs += [(best - worth, one) for worth in others[:1] if worth < best]
    if not costs:
        return
    least, closest = min(costs, key=lambda cost: cost[0])
    worths = zip(closest.words, map(nearest_float, closest.worths or ()), strict=True)
    (word, best), (other, worth) = sorted(worths, key=lambda pair: -pair[1])[:2]
    texts = [text for each in (best, worth) for text in worth_texts(why.solution, player, [each])]
    where = _seen_text(why, closest, "on seeing")
    if (as_close := sum(isclose(cost, least) for cost, _ in costs)) > 1:
        where = f" in {as_close:,} decisions, one of them{where}"
    yield f"  The best two moves differ least{where}: {word} is worth {texts[0]}, and {other} {texts[1]}."


def _moves_in_short(game: Game, decisions: Sequence[Decision]) -> str:
    """The moves by ranges of the one number that the player sees, ``swap with card 1 to 3, keep with card 4 to 5``, or
    by a rule that is at most half as long; empty if there is none.
    """
    plays = [(one, one.words[one.moves.index(one.played[0])]) for one in decisions]
    words = [word for _, word in plays]
    if len({*words}) < 2:
        return "".join(f"{'always ' * (len(plays) > 1)}{word}" for word in {*words})
    rows = [
        fields_named(game, one.view, fields_seen(game, one.view, one.player) or [], one.player) for one in decisions
    ]
    columns = list(zip(*rows, strict=True)) if len({len(row) for row in rows}) == 1 else []
    varying = [column for column in columns if len({field.value for field in column}) > 1]
    if len(varying) == 1 and all(type(field.value) is int and field.text == str(field.value) for field in varying[0]):
        numbered = sorted((field.value, field.label, word) for field, word in zip(varying[0], words, strict=True))
        stretches = [(word, list(group)) for word, group in groupby(numbered, key=itemgetter(2))]
        if len(stretches) <= FEW:
            ranges = ((word, group[0][1], range_text(group[0][0], group[-1][0])) for word, group in stretches)
            return ", ".join(f"{word} with {label} {numbers}" for word, label, numbers in ranges)
    if not varying:
        return ""
    seen = [{field.label: field.value for field in fields} for fields in zip(*varying, strict=True)]
    for free, note in ((False, ""), (True, "; that is as good against best play")):
        best = [[word, *(as_good(one) if free else ())] for one, word in plays]
        rule = rule_of([Case(*case) for case in zip(seen, best, strict=True)])
        if rule and 2 * rule.size <= len(plays):
            return rule.text + note
    return ""


def _name(why: MixedExplanation, player: int) -> str:
    return seat_name(player, why.solution.game.player_names)


def _seen_text(why: MixedExplanation, decision: Decision, on: str, before: Decision | None = None) -> str:
    """The information of a decision; empty for a player's only one, and if it is that of ``before``."""
    text, earlier = why.strategy.sees[decision], why.strategy.sees.get(before) if before else None
    alone = len(why.strategy.of(decision.player)) == 1
    return "" if text == earlier or alone else f" {on} " + unbroken(f'"{text}"')


def reason_lines(why: MixedExplanation, reason: MixedReason, everything: bool) -> Iterator[str]:
    """The cost of changing the probabilities, and the values that they make equal."""
    decision = reason.decision
    two = sum(chance > 0 for chance in decision.chances) == 2
    for change in reason.changes:
        if two or everything or not change.always:
            yield f"  {_change(why, decision, change, everything)}"
    balances = reason.balances if everything else reason.balances[:FEW_EQUAL]
    for balance in balances:
        yield f"  {_balance(why, decision, balance)}"


def _change(why: MixedExplanation, decision: Decision, change: Change, everything: bool) -> str:
    how = f"{'Always' if change.always else 'Never'} {change.word}"
    other = _name(why, 1 - decision.player)
    if change.off and change.cost <= change.off:
        return f"{how}, this once: {other} could win at most {_most(why, change.bounds.high)}."
    if not change.cost:
        return f"{how} would be as good."
    answers_shown = change.answers if everything else change.answers[:FEW_ANSWERS]
    single = len(change.answers) == 1
    answers = [
        _answer(why, decision, one) + ("" if single else f" ({_gain(why, one.bounds)})") for one in answers_shown
    ]
    more = " and so on" if len(answers_shown) < len(change.answers) else ""
    cost = _gain(why, change.bounds)
    wins = f"{other} could win {cost}{' of games' if in_games(why.solution) else ''} more"
    return f"{how} here, and {wins}{': ' if answers else ''}{', '.join(answers)}{more}."


def _gain(why: MixedExplanation, gain: Value) -> str:
    """A gain as a share of games, or an exact amount, or a value with its error."""
    if scale := in_games(why.solution):
        width = scale.high - scale.low
        return chance_text(Value(Fraction(gain.low) / width, Fraction(gain.high) / width, gain.how))
    return f"{gain}" if gain.exact is None else amount(gain.exact)


def _most(why: MixedExplanation, gain: Number) -> str:
    """The upper bound of a tiny gain."""
    scale = in_games(why.solution)
    if scale is None:
        return f"{no_less(gain)} more"
    return f"{no_less(100 * Fraction(gain) / (scale.high - scale.low))}% of games more"


def _answer(why: MixedExplanation, decision: Decision, answer: ResponseGain) -> str:
    """The other player's answer."""
    return f"{listing(answer.words, 'or')}{_seen_text(why, answer.decision, 'on seeing', decision)}"


def _balance(why: MixedExplanation, decision: Decision, balance: Balance) -> str:
    other = f"{_name(why, 1 - decision.player)}{_seen_text(why, balance.decision, 'who sees', decision)}"
    return f"With these shares, {listing(balance.words)} are worth the same to {other}."
