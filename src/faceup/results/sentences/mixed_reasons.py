"""Why best play mixes moves at random, in plain sentences."""

from collections.abc import Iterator

from faceup.numbers.value import Value, amount
from faceup.results.answers.decision import Decision
from faceup.results.answers.mixed_reasons import Balance, Change, MixedExplanation, MixedReason, ResponseGain
from faceup.results.sentences.solutions import answer
from faceup.results.sentences.words import Fact, Rest, capital, count_phrase, in_terminal, listing
from faceup.rules.names import seat_name

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
        yield "No decision is mixed; faceup strategy lists the moves."
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
    if why.left_out:
        rarer = " that best play reaches less often" if why.reasons else ""
        yield "left out", f"{count_phrase(why.left_out, 'mixed decision')}{rarer}"
    if any(reason.decision.known != why.solution.start for reason in first_reasons):
        yield "What is won more is won from the last position on that everybody knows."


def _name(why: MixedExplanation, player: int) -> str:
    return seat_name(player, why.solution.game.player_names)


def _seen_text(why: MixedExplanation, decision: Decision, on: str, before: Decision | None = None) -> str:
    """The information of a decision; empty for a player's only one, and if it is that of ``before``."""
    text, earlier = why.strategy.sees[decision], why.strategy.sees.get(before) if before else None
    return "" if text == earlier or len(why.strategy.of(decision.player)) == 1 else f' {on} "{text}"'


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
        return f"{how}, this once: whether {other} could win more is open, {change.bounds}."
    if not change.cost:
        return f"{how} would be as good."
    answers_shown = change.answers if everything else change.answers[:FEW_ANSWERS]
    single = len(change.answers) == 1
    answers = [_answer(why, decision, one) + ("" if single else f" ({_within(one.bounds)})") for one in answers_shown]
    more = " and so on" if len(answers_shown) < len(change.answers) else ""
    wins = f"{other} could win {_within(change.bounds)} more"
    return f"{how}: {wins}{', with ' if answers else ''}{', '.join(answers)}{more}."


def _within(value: Value) -> str:
    """An exact amount, or a value with its error."""
    return f"{value}" if value.exact is None else amount(value.exact)


def _answer(why: MixedExplanation, decision: Decision, answer: ResponseGain) -> str:
    """The other player's answer."""
    return f"{listing(answer.words, 'or')}{_seen_text(why, answer.decision, 'on seeing', decision)}"


def _balance(why: MixedExplanation, decision: Decision, balance: Balance) -> str:
    other = f"{_name(why, 1 - decision.player)}{_seen_text(why, balance.decision, 'who sees', decision)}"
    return f"As it is, {listing(balance.words)} are worth the same to {other}."
