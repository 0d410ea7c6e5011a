"""A mixed strategy in words: decisions as cells, with the probability of each move, and what to know of them."""

from collections.abc import Callable, Iterator, Sequence

from faceup.numbers.value import Value, amount, every_digit, nearest_float, whole_or_float
from faceup.results.answers.best_answer import BestAnswer
from faceup.results.answers.decision import Decision
from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.number_texts import alike, lot, share
from faceup.results.sentences.solutions import response_fact
from faceup.results.sentences.words import Cells, Part, capital, count_phrase
from faceup.rules.names import seat_name

NEVER = "never reached"  # by best play of the other
NOT_COMPUTED = "?"
MOST_COLUMNS = 5  # of moves with their probabilities; more moves share one cell


def decision_cells(strategy: MixedStrategy, player: int, most: int, fractions: bool = False) -> tuple[Cells, int]:
    """At most ``most`` rows, those between the same moves together; how many are left out, those never reached first.

    Numbers are decimals, or exact ``fractions``.
    """
    choices = dict.fromkeys(decision.words for decision in strategy.of(player))
    place = {words: k for k, words in enumerate(choices)}
    decisions = sorted(strategy.of(player), key=lambda decision: place[decision.words])
    words = list(dict.fromkeys(word for decision in decisions for word in decision.words))
    make = _by_moves if len(words) <= MOST_COLUMNS else _in_one_cell
    first = decisions if len(decisions) <= most else sorted(decisions, key=lambda decision: decision.reach == 0)[:most]
    return make(strategy, first, words, fractions), len(decisions) - len(first)


def is_computed(decision: Decision) -> bool:
    """Whether best play has probabilities here; it has none where its own moves never lead."""
    return decision.kept or len(decision.played) == 1


def as_good(decision: Decision) -> list[str]:
    """The moves with probability 0 whose value against best play is that of the moves in use."""
    if decision.worths is None:
        return []
    best = max(decision.worths)
    rows = zip(decision.words, decision.chances, decision.worths, strict=True)
    return [word for word, chance, worth in rows if not chance and worth == best]


def _by_moves(strategy: MixedStrategy, decisions: Sequence[Decision], words: list[str], fractions: bool) -> Cells:
    rows: list[tuple[str, ...]] = []
    for decision, worth in zip(decisions, _worths(decisions, fractions), strict=True):
        also = as_good(decision)
        cells = dict.fromkeys(words, "")
        for word, chance in zip(decision.words, decision.chances, strict=True):
            how_often = share(chance, fractions) if is_computed(decision) else NOT_COMPUTED
            cells[word] = how_often if chance else "*" if word in also else "-"
        rows.append((strategy.sees[decision], *cells.values(), worth))
    return Cells(("sees", *words, "worth"), rows, frozenset((*words, "worth")))


def _in_one_cell(strategy: MixedStrategy, decisions: Sequence[Decision], words: list[str], fractions: bool) -> Cells:
    rows: list[tuple[str, ...]] = [
        (
            strategy.sees[decision],
            ", ".join(_shares(decision, fractions)) if is_computed(decision) else NOT_COMPUTED,
            ", ".join(as_good(decision)),
            worth,
        )
        for decision, worth in zip(decisions, _worths(decisions, fractions), strict=True)
    ]
    return Cells(("sees", "move", "equally good", "worth"), rows, frozenset(["worth"]))


def _shares(decision: Decision, fractions: bool) -> list[str]:
    rows = zip(decision.words, decision.chances, strict=True)
    return [lot(word, chance, fractions) for word, chance in rows if chance]


def _worths(decisions: Sequence[Decision], fractions: bool) -> list[str]:
    """The value of each decision to its player, if it is computed; ``NEVER`` if best play never leads there."""
    values = [max(decision.worths) for decision in decisions if decision.worths is not None]
    texts = iter(map(amount, values) if fractions else alike(list(map(whole_or_float, map(nearest_float, values)))))
    unknown = [NOT_COMPUTED if decision.reach else NEVER for decision in decisions]  # of bounded values none is
    return [words if one.worths is None else next(texts) for one, words in zip(decisions, unknown, strict=True)]


def mixed_sentence(strategy: MixedStrategy) -> str:
    """The value of the strategy in a sentence."""
    return f"moves are mixed, and the value is {strategy.value}"


def mixed_facts(strategy: MixedStrategy, format_value: Callable[[Value], str] = str) -> Iterator[Part]:
    """The notes and the value under the tables."""
    yield from filter(None, (share_note(strategy), not_computed(strategy)))
    if left_out := never_reached(strategy):
        alone = len({decision.player for decision in strategy.decisions}) == 1 and strategy.player is None
        yield "left out", f"{left_out}{'' if alone or strategy.later else '; --reach all has them'}"
    if strategy.own_values:
        names = strategy.game.player_names
        yield from (
            ("value", f"{format_value(value)} for {seat_name(k, names)}") for k, value in enumerate(strategy.own_values)
        )
    else:
        yield "value", format_value(strategy.value)


def share_note(strategy: MixedStrategy) -> str:
    """The meaning of shares and stars in the tables; empty if there are none."""
    if strategy.value.how != "exact":
        unknown = any(decision.worths is None and decision.reach for decision in strategy.decisions)
        note = "shares are probabilities of a plan that secures the lower bound of the value"
        return f"{note}; {NOT_COMPUTED} where a worth is known within bounds alone" if unknown else note
    if any(decision.mixed for decision in strategy.decisions):
        return "shares are probabilities; * equally good against best play, not used"
    return "* equally good against best play" if any(as_good(decision) for decision in strategy.decisions) else ""


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
    cells, left_out = decision_cells(strategy, player, most, fractions)
    yield cells
    if left_out:
        yield f"... {left_out:,} more rows; --all prints them, --json too"


def response_parts(answer: BestAnswer, most: int, fractions: bool = False) -> Iterator[Part]:
    """The best response as a table of at most ``most`` rows, with a heading and notes."""
    strategy = answer.strategy
    yield f"{capital(seat_name(answer.player, answer.game.player_names))} against {answer.policy}"
    yield from decision_parts(strategy, answer.player, most, fractions)
    if any(map(as_good, strategy.decisions)):
        yield "* is as good"
    yield response_fact(answer, every_digit if fractions else str)
