"""The sentences on outcomes and on the value of best play: who wins, to the person who plays and to any reader."""

from collections.abc import Sequence
from dataclasses import replace

from faceup.numbers.exact import Exact
from faceup.numbers.value import SHORT_FRACTION, Number, Value, amount, fraction_text
from faceup.results.answers.solution import Seat
from faceup.results.answers.winning_scale import WinningScale
from faceup.results.number_texts import amount_text, chance_text, how_sure
from faceup.results.reviews.replay import ReplayEnd
from faceup.results.seats import SeatFigures, SeatOutcome, most_wins, winning_seat
from faceup.results.sentences.games import ending_fact
from faceup.results.sentences.words import capital, count_phrase, listing
from faceup.results.stakes import Outcome, Stakes
from faceup.rules.contract import Game
from faceup.rules.facts import facts_of
from faceup.rules.names import seat_name

#: The verbs of the kinds of outcomes, of one thing and of several.
VERBS: dict[str, tuple[str, str]] = {"win": ("wins", "win"), "draw": ("draws", "draw"), "loss": ("loses", "lose")}

#: How draws count on a scale with draws.
HALF = ", a game without a winner counted half"


def best_play_sentence(stakes: Stakes, value: Value) -> str:
    """The outcome of best play: ``the first player wins``, ``a sure win``, ``a draw``; empty for a number."""
    outcome = stakes.worth(value)
    if not outcome.decisive:
        return ""
    if stakes.two or outcome.kind == "draw":
        return end_sentence(stakes, outcome)
    return f"a sure {outcome.of(stakes.alone).kind}"


def best_play_sentence_for(stakes: Stakes, value: Value, person: int | None) -> str:
    """The outcome of best play to the one person who plays, ``you win``; None if there is not one person."""
    outcome = stakes.worth(value)
    if person is None or not stakes.two or outcome.winner is None:
        return best_play_sentence(stakes, value)
    return f"you {VERBS[outcome.of(person).kind][1]}"


def within(sentence: str, moves: int | None) -> str:
    """The sentence, with the number of moves within which it comes true, if known."""
    return f"{sentence} within {count_phrase(moves, 'move')}" if moves else sentence


def shortly(kind: str, moves: int | None) -> str:
    """A short outcome with its number of moves: ``win in 5``."""
    return f"{kind} in {moves:,}" if moves else kind


def best_play_noun(stakes: Stakes, value: Value) -> str:
    """The outcome of best play as a noun: ``a win for the first player``, ``a draw``; empty for a number."""
    winner = stakes.worth(value).winner
    return best_play_sentence(stakes, value) if winner is None or not stakes.two else f"a win for {stakes.name(winner)}"


def end_sentence(stakes: Stakes, outcome: Outcome) -> str:
    """The end of a game: ``the first player wins``, ``the player loses``, ``a draw``, ``3 for the first player``."""
    if outcome.kind == "draw" or (outcome.kind == "number" and stakes.opposed and outcome.amount == 0):
        return "a draw"
    if outcome.kind == "no win":
        return f"{stakes.name(outcome.player)} does not win"
    if outcome.kind == "number":
        gain: Number = outcome.of(0).amount or 0
        player = whose(stakes)
        if player:
            return f"{amount(gain)}{player}"
        if stakes.players or len(stakes.own) != 2 or not stakes.both_signs:
            return f"the score is {amount(gain)}"
        by = "" if gain in (-1, 1) else f" by {amount(gain if gain > 0 else -gain)}"  # nobody decided anything
        return f"{stakes.own[gain < 0]} wins{by}" if gain else "a draw"
    if outcome.winner is not None and stakes.two:
        return f"{stakes.name(outcome.winner)} wins"
    return f"the player {'wins' if outcome.of(stakes.alone).kind == 'win' else 'loses'}"


def whose(stakes: Stakes, person: int | None = None) -> str:
    """The owner of a number, to follow it: `` for the first player``; empty if a single player owns it.

    For a person's own number it is `` for you``.
    """
    if person is not None and stakes.two and stakes.side(person) == person:
        return " for you"
    if stakes.two:
        return f" for {stakes.name(0)}"
    return "" if stakes.alone == 0 else f" for {seat_name(0, stakes.own)}"


def end_sentence_for(stakes: Stakes, outcome: Outcome, person: int | None) -> str:
    """The end of a game as a sentence to the one person who played; None if there is not one person."""
    sentence = end_sentence(stakes, outcome)
    whole = capital(sentence)
    if person is None or (outcome.kind == "no win" and outcome.player != person):
        return f"{whole}."
    if outcome.kind == "number" and stakes.two and not stakes.opposed:
        return f"You get {amount(outcome.of(0).amount or 0)}." if person == outcome.player else f"{whole}."
    if outcome.kind == "number":
        won = outcome.of(person).amount or 0
        if stakes.opposed and stakes.two:
            return (
                "A draw." if won == 0 else f"You {'win' if won > 0 else 'lose'} by {amount(won if won > 0 else -won)}."
            )
        if won < 0 or (won and stakes.both_signs):
            return f"You {'win' if won > 0 else 'lose'} {amount(won if won > 0 else -won)}."
        return f"You get {amount(won)}."
    return {"win": "You win.", "loss": "You lose.", "draw": "A draw.", "no win": "You lose."}[outcome.of(person).kind]


def mistake_sentence(before: Outcome, after: Outcome) -> str:
    """The loss by a move, for its player, as ``from a draw to a loss``; empty for a number."""
    if not (before.decisive and after.decisive):
        return ""
    return f"threw a {before.kind} away: now a {after.kind}"


def from_here(
    stakes: Stakes,
    value: Value,
    scale: WinningScale | None,
    moves: int | None,
    person: int | None,
    gained: Exact | None = 0,
) -> str:
    """``You win within 3 moves with best play (exact).``

    ``scale`` is that from values to probabilities of winning, if there is one, ``moves`` the number within which the
    winner has won, ``person`` the reader, None for a sentence with the players' names. Numbers of two who are not
    opposed are player 0's for every reader: the other's gain may be no loss. With rewards, what was ``gained`` so far
    counts too, unless it is unknown.
    """
    return f"{capital(_from_here(stakes, value, scale, moves, person, gained))} ({how_sure(value)})."


def wins_often(stakes: Stakes, value: Value, scale: WinningScale, person: int | None) -> str:
    """The rate of wins of the person (of player 0 without one), or of the other if values give only that."""
    winner = scale.reader(stakes.alone if not stakes.two else person or 0)
    chance, you = chance_text(scale.chance(value, winner)), person is not None and winner == person
    return f"{'you win' if you else f'{stakes.name(winner)} wins'} {chance} of games"


def gain_sentence(stakes: Stakes, value: Value, who: str) -> str:
    """``you lose by 14``, of one of two opponents with this value; empty if that is no victory of either."""
    if not stakes.opposed or stakes.rewards or value.low <= 0 <= value.high:
        return ""
    wins = value.low > 0
    verb = VERBS["win" if wins else "loss"][who == "you"]
    size = value if wins else value.to_the_other()
    fraction = "" if size.exact is None else fraction_text(size.exact)
    much = fraction if 0 < len(fraction) <= SHORT_FRACTION else amount_text(size)
    return f"{who} {verb} by {much}{' on average' if stakes.chance else ''}"


def _from_here(
    stakes: Stakes,
    value: Value,
    scale: WinningScale | None,
    moves: int | None,
    person: int | None,
    gained: Exact | None,
) -> str:
    play = " with best play" if stakes.players else ""
    outcome = stakes.worth(value)
    if outcome.decisive:
        kind = "draw" if person is None else outcome.of(person).kind
        sentence = {"win": "you win", "loss": "you lose"}.get(kind) or best_play_sentence(stakes, value)
        return within(sentence, moves) + play
    side = stakes.alone if not stakes.two else person or 0
    you = person is not None
    by_both = f"{play} by both" if stakes.two else play
    if scale is not None:
        return f"{wins_often(stakes, value, scale, side if you else None)}{by_both}{HALF * scale.draws}"
    if stakes.two:
        side = stakes.side(person)
        you = person == side
    value = value.plus(gained or 0)
    number = value.to_the_other() if side else value
    average = " on average" if stakes.chance else ""
    if you and (gain := gain_sentence(stakes, number, "you")):
        return f"{play.strip()} {gain}"
    unit = f" point{'s' * (number.exact not in (1, -1))}" * bool(stakes.players)
    amount = amount_text(number) + unit + (" from here" if gained is None else " in all") * stakes.rewards
    gets = "you get" if you else f"{stakes.name(side)} gets"
    return f"{gets if stakes.players else 'it brings'} {amount}{average}{by_both}"


def over_sentence(stakes: Stakes, value: Value) -> str:
    """Return how a game that is over ended: ``the game is over: the first player wins``.

    ``value`` is that of its last position, which does not tell what rewards on the way paid.
    """
    end = value.middle or 0
    if stakes.rewards:
        return _over_with_rewards(f"{amount(end)}{whose(stakes)}" * bool(end))
    plain, outcome = replace(stakes, chance=False), stakes.outcome_of_end(end)
    gain = "" if outcome.decisive else gain_sentence(plain, value, stakes.name(0))
    return f"the game is over: {gain or end_sentence(stakes, outcome)}"


def seats_over_sentence(game: Game, seats: Sequence[Seat]) -> str:
    """Return how a game of seats that is over ended; ``seats`` have the values of its last position."""
    row = [seat.value.middle or 0 for seat in seats]
    if facts_of(game).rewarding:
        return _over_with_rewards(gains_sentence(row, game.player_names) * any(row))
    return f"the game is over: {seats_sentence(row, game.player_names)}"


def _over_with_rewards(end: str) -> str:
    """Return what the end of a game with rewards pays, which is not all of what players got."""
    return f"the game is over: {f'its end pays {end}, besides the rewards' if end else 'nothing more is gained'}"


def seats_sentence(row: Sequence[Number], names: Sequence[str] = ()) -> str:
    """The end of a game with these payoffs: ``the second player wins``, or the payoff of each."""
    winner = winning_seat(row)
    return gains_sentence(row, names) if winner is None else f"{seat_name(winner, names)} wins"


def seats_sentence_for(row: Sequence[Number], person: int | None, names: Sequence[str] = ()) -> str:
    """The end of a game as a sentence to the one person who played, capitalised; None if there is not one person."""
    sentence, winner = seats_sentence(row, names), winning_seat(row)
    if person is None:
        return capital(sentence)
    if winner is None:
        return f"{own_gain_sentence(row, person)}: {sentence}"
    return "You win" if winner == person else f"You lose: {sentence}"


def own_gain_sentence(row: Sequence[Number], person: int) -> str:
    """``You get 2``, with a word on it where nobody else gets as much."""
    most = all(row[person] > number for seat, number in enumerate(row) if seat != person)
    return f"You get {amount(row[person])}{', the most' * most}"


def gains_sentence(row: Sequence[Number], names: Sequence[str] = ()) -> str:
    """``2 for the first player, 0 for the second player``."""
    return ", ".join(f"{amount(number)} for {seat_name(k, names)}" for k, number in enumerate(row))


def _level(seats: Sequence[SeatFigures]) -> str:
    """``the first player and the second player win most``; exact rates are level where their bounds meet."""
    best = max(seat.win_rate.low for seat in seats)
    if best == 0:
        return "nobody wins alone"
    names = [seat.name for seat in seats if seat.win_rate.high >= best]
    if len(names) == len(seats):
        return "all win equally often"
    return f"{listing(names)} win most"


def most_wins_sentence(seats: Sequence[SeatFigures]) -> str:
    """``the second player won most``, or that several do, or that it is not certain; empty if nobody can win."""
    if all(seat.win_rate.value is None for seat in seats):
        return ""
    best, exact = most_wins(seats), all(seat.win_rate.how == "exact" for seat in seats)
    if best is None:
        return _level(seats) if exact else "who wins most is not sure"
    return f"{best.name} {'wins' if isinstance(best, SeatOutcome) else 'won'} most"


def only_move_sentence(word: str, two: bool, moves: int | None) -> str:
    """The reason why a move is the only best one; one of ``two`` players wins by it within so many moves."""
    if not two:
        return f"{word} is best, and no other move is as good"
    return f"{within(f'{word} wins', moves)}, and no other move does"


def ending_text(end: ReplayEnd, players: Sequence[str]) -> str:
    """The facts about the end of a game; the payoffs of seats, or the sentence on who won, are the payoff."""
    owner = f" to {players[0]}" if len(players) > 1 else ""
    facts = [
        seats_sentence(fact, players) if name == "payoffs" else ending_fact(name, fact, owner)
        for name, fact in end.result.items()
        if not (name == "moves" or (name == "payoff" and (end.sentence or "payoffs" in end.result)))
    ]
    return ", ".join(filter(None, (end.sentence, *facts, end.length)))
