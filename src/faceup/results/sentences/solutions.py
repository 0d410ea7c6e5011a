"""A solved game in words: the answer in one sentence, then the value, the best moves, a line of best play, the work.

A decision under hidden information, and the best response to a policy, are said in the same way.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from faceup.numbers.value import Value, amount, limit_name, nearest_float, overlap
from faceup.results.answers.decision import Decision, decision_labels
from faceup.results.answers.hidden_solution import BestAnswer, HiddenSolution
from faceup.results.answers.solution import Opening, Solution, Standings
from faceup.results.answers.winning_scale import WinningScale, winning_scale
from faceup.results.number_texts import amount_text, chance_text, how_sure
from faceup.results.scene.dice import HAPPENED, outcome_words
from faceup.results.sentences.games import line_text, moves_text
from faceup.results.sentences.outcomes import (
    HALF,
    VERBS,
    best_play_sentence,
    gain_sentence,
    over_sentence,
    seats_over_sentence,
    whose,
    within,
)
from faceup.results.sentences.words import Fact, capital, count_phrase, listing, words_of
from faceup.results.stakes import Stakes
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.fields import fields_of
from faceup.rules.moves import Move
from faceup.rules.names import seat_name
from faceup.rules.texts import names_dice

ONE_OF_SEVERAL = "an equilibrium: nobody gains by changing alone; where positions can repeat there may be others"
HIDDEN = " (rounded: best moves that cannot be told apart)"
HIDDEN_IN_LINE = " (rounded: in places the best moves cannot be told apart)"
FEW_BEST = 3  # best moves that are named
YOU = "you"  # a single player
LEAST_COMPILING = 1.0  # seconds that are told


def answer(solution: Solution) -> str:
    """Return ``The first player wins within 9 moves with best play (exact).``"""
    if solution.value.how == "stopped":
        if not solution.value.known:
            return f"Not solved: nothing was proven before {limit_name(solution.value.limit)}."
        return "Not solved: the value lies between the bounds below."
    sure = how_sure(solution.value)
    over = solution.game.turn(solution.start) == OVER
    if solution.seats and over:
        return f"{capital(seats_over_sentence(solution.game, solution.seats))}."
    if solution.seats:
        return f"{_of_seats(solution)} ({sure})."
    stakes = solution.stakes
    if stakes is None:
        return (
            f"Best play is worth {amount_text(solution.value)} to {seat_name(0, solution.game.player_names)} ({sure})."
        )
    if over:
        return f"{capital(over_sentence(stakes, solution.value))}."
    if stakes.decided and solution.plain_ends is not None:  # then these are all ends
        stakes = replace(stakes, complete=True)
    winner = within(best_play_sentence(stakes, solution.value), solution.won_within(solution.start, stakes))
    if winner:
        return f"{capital(winner)}{_with_best_play(stakes)} ({sure})."
    scale = winning_scale(solution, stakes, points=stakes.chance)
    return f"{capital(best_play_brings(solution.value, scale, stakes))} ({sure})."


def _with_best_play(stakes: Stakes) -> str:
    return " with best play" if stakes.players else ""


def best_play_brings(value: Value, scale: WinningScale | None, stakes: Stakes) -> str:
    """Return the rate of wins if values are rates on a ``scale``, else the value of best play."""
    on_average = " on average" if stakes.chance else ""
    player = stakes.alone if not stakes.two else scale.reader(0) if scale else 0
    rate = "" if scale is None else f"{chance_text(scale.chance(value, player))} of games"
    half = HALF if scale and scale.draws else ""
    if stakes.two:
        name = stakes.name(player)
        if rate:
            return f"{name} wins {rate} with best play by both{half}"
        gain = gain_sentence(stakes, value, name) or f"{name} gets {amount_text(value)}{on_average}"
        return f"with best play {gain}"
    if rate:
        return f"{'with best play you' if stakes.players else 'you'} win {rate}{half}"
    if player:  # the values are those of a player who never decides
        value = value.to_the_other()
    return f"{'best play brings' if stakes.players else 'it brings'} you {amount_text(value)}{on_average}"


class MoveUnits(NamedTuple):
    """The units of results of moves: to which player, as chances of winning on a ``scale``, or by ``names`` of values.

    ``turned`` says that the values of the solution are those of the reader's opponent.
    """

    reader: int
    scale: WinningScale | None = None
    names: Mapping[float, str] = {}
    turned: bool = False

    def of_reader(self, value: Value) -> Value:
        """Return the reader's chance of winning, or the reader's value."""
        if self.scale is not None:
            return self.scale.chance(value, self.reader)
        return value.to_the_other() if self.turned else value


def units_of_moves(solution: Solution, who: int, values: Sequence[Value]) -> MoveUnits:
    """Return the units of the player to move, if these values tell what that player gets, else of player 0.

    Results are named in a game of wins, draws and losses; where chance or mixing decides about them, they are chances
    of winning, with a draw as half a win, as in the answer about the game.
    """
    stakes, mover = solution.stakes, max(who, 0)
    if stakes is None:
        return MoveUnits(mover if solution.seats else 0)
    reader = mover if stakes.two else 0
    names = {} if stakes.chance else _result_names(stakes, values, reader)
    scale = None if names else winning_scale(solution, stakes, points=stakes.chance)
    if scale is not None:
        return MoveUnits(scale.reader(mover), scale)
    names = names or _result_names(stakes, values, reader)
    reader = reader if names else stakes.side(mover)
    return MoveUnits(reader, None, names, turned=reader == 1)


def first_moves_finding(solution: Solution, state: Any, moves: Sequence[tuple[str, Value]], best: Sequence[str]) -> str:
    """Return what the moves from a state come to for whoever makes them: ``6 and 8 win; the rest draw``.

    ``moves`` are all with their words and values, ``best`` the words of the best ones; of chance none is.
    """
    who = solution.game.turn(state)
    units = units_of_moves(solution, who, [value for _, value in moves])
    finding = _finding(solution, state, moves, best, units)
    sure = solution.stakes and solution.stakes.kind_for(who, solution.value_of(state))
    return f"{finding}{HALF * bool(units.scale and units.scale.draws and not sure)}"


def _finding(
    solution: Solution, state: Any, moves: Sequence[tuple[str, Value]], best: Sequence[str], units: MoveUnits
) -> str:
    """Return what the moves from a state come to in these units, without what draws count."""
    who, scale = solution.game.turn(state), units.scale
    stakes, values = solution.stakes, [value for _, value in moves]
    of_best = [value for word, value in moves if word in best] if solution.seats else []  # the mover's own
    value = of_best[0] if of_best else solution.value_of(state)

    def worth(value: Value) -> str:
        own = units.of_reader(value)
        return amount_text(own) if scale is None else chance_text(own)

    def does(value: Value, several: bool) -> str:
        kind = None if stakes is None else stakes.kind_for(who, value)
        if kind is not None:
            return VERBS[kind][several]
        if scale is not None and who not in scale.winners:
            return f"{'leave' if several else 'leaves'} the other {worth(value)}"
        if scale is not None:
            return f"{'win' if several else 'wins'} {worth(value)} of games"
        return f"{'are' if several else 'is'} worth {worth(value)}"

    if who == CHANCE:
        wins = scale and stakes and (f"{stakes.name(units.reader)} wins" if stakes.two else "you win")
        brings = f"{wins or 'worth'} {worth(value)}"
        low, high = (choose(values, key=lambda value: nearest_float(value.middle or 0)) for choose in (min, max))
        if worth(low) == worth(high):
            return f"{brings}, whatever chance decides"
        outcomes = [*solution.values(state)]
        head, deed = outcome_head(solution, state, outcomes), DEEDS.get(_verb(solution, state, outcomes), "")
        deed = deed or head * names_dice(head)
        after = f"the {deed}" if deed else "chance decides"
        return f"{brings}, {worth(low)} to {worth(high)} after {after}"
    if len(moves) == 1:
        return f"{best[0]} is the only move, and {does(value, False)}"
    sure = all(value.how == "exact" for word, value in moves if word in best)
    if len(best) == len(moves):
        return f"every move {does(value, False)}" if sure else "every move may be best"
    if len(best) == 1:
        return f"{best[0]} is the best of {len(moves)} moves, and {does(value, False)}"
    if not sure:
        return f"{len(best)} of {len(moves)} moves may be best; best play {does(value, False)}"
    named = listing(best) if len(best) <= FEW_BEST else f"{len(best)} of {len(moves)} moves"
    others = {does(value, True) for word, value in moves if word not in best}
    rest = f"; the rest {others.pop()}" if len(others) == 1 else ""
    return f"{named} {does(value, True)}" + (
        rest or ("" if len(best) > FEW_BEST else f", the best of {len(moves)} moves")
    )


def first_move_texts(solution: Solution, values: Sequence[Value]) -> tuple[str, list[str]]:
    """Return the head over the values of first moves, and the text of each value."""
    stakes, units = solution.stakes, units_of_moves(solution, solution.game.turn(solution.start), values)
    own = [units.of_reader(value) for value in values]
    if stakes is not None and units.names:
        name = f" for {stakes.name(units.reader)}" * stakes.two
        return f"result{name}", [units.names[value.value or 0.0] for value in own]
    if stakes is None or units.scale is None:
        player_names = solution.game.player_names
        owner = f" for {stakes.name(1)}" if stakes and units.reader else whose(stakes) if stakes else ""
        owner = f" for {seat_name(units.reader, player_names)}" if solution.seats else owner
        return f"value{owner}", [str(value) for value in own]
    half = ", draws half" if units.scale.draws else ""
    return f"won{f' by {stakes.name(units.reader)}' * stakes.two}{half}", [chance_text(value) for value in own]


def outcome_head(solution: Solution, state: Any, outcomes: Collection[Move]) -> str:
    """Return what chance decides, as the rules call it: the number of the state that every outcome becomes; else by the
    words of the outcomes.
    """
    after = {move: fields_of(solution.game.play(state, move)) for move in outcomes}
    for place, field in enumerate(next(iter(after.values()), ())):
        if len(after) > 1 and all(fields[place].value == move for move, fields in after.items()):
            return words_of(field.name)
    return outcome_axis(solution, state, outcomes) or "outcome of chance"


# What chance does, by the verb of its outcomes.
DEEDS = {happened: deed for deed, happened in HAPPENED.items()}
CARDS = {"drew": "card drawn", "dealt": "card dealt"}
AXES = {"rolled": "number rolled", "threw": "number thrown", "spun": "number spun", **CARDS}


def _verb(solution: Solution, state: Any, outcomes: Collection[Move]) -> str:
    """Return the verb of every one of these outcomes of chance; empty if they have none, or several."""
    verbs = {outcome_words(solution.game, state, outcome).partition(" ")[0] for outcome in outcomes}
    return verbs.pop() if len(verbs) == 1 else ""


def outcome_axis(solution: Solution, state: Any, outcomes: Collection[Move]) -> str:
    """Return what chance does with these outcomes: ``number rolled``, or ``roll`` if several numbers are; empty if the
    words of the outcomes do not say.
    """
    verb = _verb(solution, state, outcomes)
    single = all(isinstance(outcome, int) for outcome in outcomes)
    return (AXES if single else DEEDS).get(verb, "")


def _result_names(stakes: Stakes, values: Collection[Value], reader: int) -> dict[float, str]:
    """Return the results of a game of wins, draws and losses, by the reader's values; empty if a value is between."""
    if stakes.numeric or stakes.seats:
        return {}
    ends = {payoff: stakes.outcome_of_end(payoff).of(reader).kind for payoff in stakes.payoffs}
    if not all(value.exact in ends for value in values) or not {*ends.values()} <= {*VERBS}:
        return {}
    return dict(sorted((float(-payoff if reader else payoff), kind) for payoff, kind in ends.items()))


def value_axis(solution: Solution, reader: int = 0) -> str:
    """Return the label of an axis of values: ``what best play brings the first player``, and for games of wins and
    losses ``value to the first player: 1 a win, 0 a draw, -1 a loss``.
    """
    stakes = solution.stakes
    if stakes is None:
        return f"what best play brings {seat_name(reader, solution.game.player_names)}"
    if stakes.numeric:
        owner = stakes.name(reader) if stakes.two else whose(stakes).removeprefix(" for ")
        return f"what best play brings {owner}".rstrip()
    owner = f" to {stakes.name(reader)}" if stakes.two else whose(stakes)
    ends = {payoff: stakes.outcome_of_end(payoff).of(0).kind for payoff in sorted(stakes.payoffs, reverse=True)}
    told = ", ".join(f"{payoff} a {kind}" for payoff, kind in ends.items() if kind in VERBS)
    return f"value{owner}" + (f": {told}" if told and len(ends) > 1 else "")


def _of_seats(solution: Solution) -> str:
    """Return the seat with the highest value and the others, or that all are equal."""
    values, names = [seat.value for seat in solution.seats], solution.game.player_names
    wins = solution.table.one_wins and solution.endless is None
    format_value = chance_text if wins else amount_text
    if len({value.exact for value in values}) == 1 and values[0].exact is not None:
        return f"All are as well off: each {'wins' if wins else 'gets'} {format_value(values[0])}{' of games' * wins}"
    order = sorted(range(len(values)), key=lambda k: values[k].value or 0.0, reverse=True)
    verb = "wins" if wins else "gets"
    if not any(overlap(values[k], values[order[0]]) for k in order[1:]):
        verb += " most often," if wins else " most,"
    first, *others = (f"{seat_name(k, names)} {{}}{format_value(values[k])}" for k in order)
    return capital("; ".join((first.format(f"{verb} "), *(other.format("") for other in others))))


def solution_facts(
    solution: Solution,
    opening: Opening,
    format_value: Callable[[Value], str] = str,
) -> Iterator[str | Fact]:
    """Yield the answer, the value, the best first moves, a line of best play, and the work."""
    game, start, stakes = solution.game, solution.start, solution.stakes
    yield answer(solution)
    if solution.seats:
        yield from seat_facts(solution, format_value)
    elif isinstance(solution, HiddenSolution) and solution.own_values:
        names = (seat_name(k, type(game).player_names) for k in range(len(solution.own_values)))
        yield from value_facts(list(zip(names, solution.own_values, strict=True)), format_value)
    else:
        owner = whose(stakes) if stakes else f" for {seat_name(0, game.player_names)}"
        yield "value", f"{format_value(solution.value)}{owner}{_unit(solution, stakes)}"
    if game.turn(start) == OVER:
        return
    if opening.best:
        yield "best", best_moves_text(solution, opening)
    if opening.line and opening.line != opening.best:
        text = line_text(game, start, opening.line, opening.whole)
        yield "line", f"{text}{'' if opening.line_sure else HIDDEN_IN_LINE}"
    if solution.endless is not None:
        yield "endless", f"play may never end, which is worth {solution.endless}"
    if solution.checked:
        kind = "conjecture, which agrees with" if solution.value.how == "conjectured" else "theory, checked against"
        yield "by", f"{kind} search on {solution.checked}, in {solution.seconds:.3f} s"
    else:
        yield from _work(solution)
        standings = solution.standings(stakes) if stakes else None
        if stakes and standings:
            yield "of them", _standings_text(standings, stakes)


def best_moves_text(solution: Solution, opening: Opening) -> str:
    """Return the best first moves, ``every move of the second player loses``, or ``roll, the only move``."""
    game, start = solution.game, solution.start
    text, legal = moves_text(game, start, opening.best), [*game.moves(start)]
    if len(legal) == 1:
        return f"{text}, the only move"
    if not opening.best_sure:
        return f"{text}{HIDDEN}"
    if len(opening.best) < len(legal) or isinstance(solution, HiddenSolution):
        return text
    who, stakes = game.turn(start), solution.stakes
    kind = stakes.kind_for(who, solution.value) if stakes and not solution.seats else None
    alone = stakes is not None and not stakes.two and not solution.seats
    of_whom = "" if alone else f" of {seat_name(who, game.player_names)}"
    return f"every move{of_whom} {VERBS[kind][0] if kind else 'is equally good'}"


def _unit(solution: Solution, stakes: Stakes | None) -> str:
    """Return the unit of the value where it is a share of games, as a clause."""
    if stakes is None or solution.endless is not None or solution.value.how == "stopped":
        return ""
    ends = solution.plain_ends
    if ends is None:
        return ""
    unit = replace(stakes, payoffs=stakes.payoffs | ends).unit
    return f", {unit}" if unit else ""


def value_facts(values: Sequence[tuple[str, Value]], format_value: Callable[[Value], str] = str) -> Iterator[Fact]:
    """Yield the value of each of these names."""
    for k, (name, value) in enumerate(values):
        yield "value" * (k == 0), f"{format_value(value)} for {name}"


def seat_facts(solution: Solution, format_value: Callable[[Value], str] = str) -> Iterator[Fact]:
    """Yield the value to each seat, and the effect of other ways to break ties."""
    player_names = solution.game.player_names
    yield from value_facts(
        [(seat_name(k, player_names), seat.value) for k, seat in enumerate(solution.seats)], format_value
    )
    for team in solution.teams:
        names = listing([seat_name(k, player_names) for k in team])
        yield "team", f"{names} play as one: what one of them gets, the others get"
    tied = [(k, seat) for k, seat in enumerate(solution.seats) if seat.least != seat.most]
    for n, (k, seat) in enumerate(tied):
        name = seat_name(k, player_names)
        yield "ties" * (n == 0), f"broken in other ways they give {name} {seat.least} to {seat.most}"
    if solution.ties_as_found:
        yield "ties" * (not tied), "in positions that can repeat are broken by the first answer found"
    if solution.others_may_be:
        yield "found", ONE_OF_SEVERAL


def decision_facts(solution: HiddenSolution, decision: Decision) -> Iterator[str | Fact]:
    """Yield the decision after moves that not all players have seen, the values of its moves, and the work."""
    yield decision_sentence(solution, decision)
    yield "worth", worths_text(solution, decision)
    yield from _work(solution)


def decision_sentence(solution: HiddenSolution, decision: Decision) -> str:
    """Return ``The second player who sees "1: check": check 2/3, bet 1/3.``"""
    name = _player(solution, decision)
    sees = "see" if name == YOU else "sees"
    (label,) = decision_labels(solution.game, [decision]).values()
    return f'{capital(name)} who {sees} "{label}": {", ".join(decision.shares)}.'


def worths_text(solution: HiddenSolution, decision: Decision) -> str:
    """Return the value of each move to its player, or why it is unknown."""
    name = _player(solution, decision)
    if decision.worths is None:
        if solution.value.how != "exact":
            return "known within bounds only, as the game is not solved exactly"
        return (
            f"unknown, as best play of {seat_name(1 - decision.player, solution.game.player_names)} never comes to this"
        )
    pairs = zip(decision.words, decision.worths, strict=True)
    worths = ", ".join(f"{word}{':' if word[-1:].isdigit() else ''} {amount(worth)}" for word, worth in pairs)
    return f"{worths} to {name}, as far as can be known"


def _player(solution: HiddenSolution, decision: Decision) -> str:
    stakes = solution.stakes
    alone = stakes is not None and not stakes.two
    return YOU if alone else seat_name(decision.player, solution.game.player_names)


def _work(solution: Solution) -> Iterator[Fact]:
    if isinstance(solution, HiddenSolution) and solution.information_sets:
        how = f", by {solution.method}" if solution.method else ""
        yield "sets", f"{count_phrase(solution.information_sets, 'information set')}{how}"
    by = f" ({solution.engine})" if solution.engine else ""
    if solution.watched:
        yield "check", str(solution.watched)
    compiling = solution.compile_seconds if solution.compile_seconds >= LEAST_COMPILING else 0.0
    after = f", after {compiling:.1f} s of compiling" * (compiling > 0)
    yield "states", f"{solution.states:,} in {solution.seconds - compiling:.3f} s{by}{after}{_savings_text(solution)}"


def _standings_text(standings: Standings, stakes: Stakes) -> str:
    """Return the numbers of positions won by each player, and drawn."""
    won, lost = (f"won by {stakes.name(0)}", f"won by {stakes.name(1)}") if stakes.two else ("won", "lost")
    if not stakes.two and stakes.alone == 1:
        won, lost = lost, won
    counts = {won: standings.won, lost: standings.lost, "drawn": standings.drawn}
    return ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)


def _savings_text(solution: Solution) -> str:
    """Return the savings by symmetries; empty if none were used."""
    symmetries = solution.symmetries
    if symmetries is None:
        return ""
    if symmetries.order == 1:
        return ", no symmetries"
    return f", for {symmetries.positions:,} positions and {symmetries.order:,} symmetries"


def response_sentence(answer: BestAnswer) -> str:
    """Return the value of the best response to its player, and its gain over best play, in a sentence."""
    name = seat_name(answer.player, answer.game.player_names)
    brings = f"{amount_text(answer.value)} on average ({how_sure(answer.value)})"
    return f"The best answer of {name} brings {brings}, {amount_text(answer.gain)} more than best play of both."


def response_fact(answer: BestAnswer, format_value: Callable[[Value], str] = str) -> Fact:
    """Return the value and the gain of the best response."""
    name = seat_name(answer.player, answer.game.player_names)
    return "value", f"{format_value(answer.value)} for {name}, {format_value(answer.gain)} more than best play of both"
