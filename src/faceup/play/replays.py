"""Replays of numbered games, step by step: of a solitaire game by its deal, of another game by its policies."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Any

from faceup.engines.graph.stakes import stakes_seen
from faceup.engines.mcts.thinking import Thinking
from faceup.engines.model.contract_check import complete
from faceup.engines.model.dealing import deck_of, lay_out, order_in, order_of
from faceup.engines.model.legal_moves import possible_moves
from faceup.engines.model.policies import (
    Policies,
    check_policies,
    in_a_row,
    lasting_thoughts,
    play_through,
    policy_name,
)
from faceup.engines.model.seats import checked_score, seats_of, with_gain
from faceup.engines.simulate.counting import Playthrough
from faceup.engines.simulate.sampler import MOST_STEPS
from faceup.engines.solve.dispatch import solve
from faceup.numbers.exact import Exact
from faceup.numbers.value import amount, size
from faceup.results.reviews.replay import Replay, ReplayEnd, ReplayStep
from faceup.results.scene.boards.words_of_moves import word_of_move
from faceup.results.scene.dice import dealt_words, outcome_words, rolls_dice
from faceup.results.scene.scene_in_play import scene_in_play, table_scene
from faceup.results.scene.things import Made, Scene, last_decider
from faceup.results.sentences.outcomes import end_sentence
from faceup.results.sentences.words import count_phrase
from faceup.results.stakes import Stakes
from faceup.rules.contract import CHANCE, ENDLESS, UNFINISHED, WON, Game, Patience
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.facts import facts_of, plays_itself


def replay(game: Game | Patience, seed: int, number: int, policies: Policies = "random") -> Replay:
    """The replay of a numbered game: its start, every step, and its end."""
    complete(game, value_alone=True)
    if not 0 <= number < 2**62:
        raise UsageError(f"game {number}; possible: 0 to 2**62 - 1")
    if plays_itself(game):
        steps = partial(patience_steps, game, order_of(deck_of(game), seed, number))
        return Replay(game, steps, seed, number)
    used = in_a_row(policies)
    names = tuple(map(policy_name, used)) if stakes_seen(game).players else ()
    return Replay(game, partial(game_steps, game, seed, number, used), seed, number, policies=names)


def replay_deal(game: Game | Patience, deal: str) -> Replay:
    """The replay of a solitaire game with the deck of a text, as its rules read it."""
    if not plays_itself(game):
        raise UsageError(f"{type(game).name} has no deals; possible: the number of a game")
    return Replay(game, partial(patience_steps, game, order_in(game, deal)), deal=deal)


def patience_steps(game: Patience, order: list[int]) -> Iterator[ReplayStep | ReplayEnd]:
    """The steps of a solitaire game with a deck, bottom card first, to its end."""
    table = lay_out(game, order)

    def scene() -> Scene:
        return table_scene(game, table)

    yield ReplayStep(0, "deal", False, scene)
    play = Playthrough(game, table, MOST_STEPS)
    for step in play:
        yield ReplayStep(play.steps, game.steps.get(step, f"step {step}"), step in game.quiet, scene)
    if play.end == UNFINISHED:
        raise LimitReached(f"the game is unfinished after {play.steps:,} steps")
    if play.end == ENDLESS:
        yield ReplayEnd({"endless": True, "steps_taken": play.steps}, scene)
    else:
        yield ReplayEnd({**_score_of(game, table, play.end), "steps_taken": play.steps}, scene)


def _score_of(game: Patience, table: Any, end: int) -> dict[str, Any]:
    """The score and whether it is won; with a score for each seat, that of the first seat and all scores."""
    score: Any = game.score(table)
    if seats := seats_of(game):
        row = list(map(float, checked_score(game, table, score, seats)))
        return {"score": row[0], "scores": row}
    return {"score": score, "won": end == WON}


def game_steps(game: Game, seed: int, number: int, policies: tuple[Any, ...]) -> Iterator[ReplayStep | ReplayEnd]:
    """The steps of a game played by policies of ``simulate``."""
    seats = seats_of(game)
    check_policies(policies, seats=seats)
    solution = solve(game) if "best" in policies else None
    if solution and solution.value.how == "stopped":
        raise LimitReached(f"{type(game).name} is too large to be solved here: the memory limit was reached")
    totals: tuple[Exact, ...] = (0,) * (seats or 1)
    word, player = "start", None
    history: list[Made] = []
    stakes = cache(lambda: stakes_seen(game))
    happened = dealt_words if facts_of(game).hidden else outcome_words
    thoughts = lasting_thoughts(policies)
    thinker = Thinking(game, thoughts=thoughts).begin_game() if thoughts else None
    moves = play_through(game, seed, number, policies, solution, MOST_STEPS, thinker=thinker)
    for count, (state, move) in enumerate(moves):

        def scene(state: Any = state) -> Scene:
            legal = possible_moves(game, state) if game.turn(state) >= 0 else ()  # cards on the table are moves
            return scene_in_play(game, state, legal, history, stakes).only_looked_at

        yield ReplayStep(count, word, False, scene, player)
        if move is None:
            totals = with_gain(game, totals, state, "payoff", game.payoff(state), seats)
            gained = {"payoff": totals[0], "payoffs": list(totals)} if seats else {"payoff": totals[0]}
            who_won = _who_won(stakes(), totals, history)
            yield ReplayEnd({**gained, "moves": count}, scene, who_won, _length(game, history))
            return
        totals = with_gain(game, totals, state, f"reward of move {move}", game.reward(state, move), seats)
        turn = game.turn(state)
        word = happened(game, state, move) if turn == CHANCE else word_of_move(game, state, move)
        player = turn if turn >= 0 else None
        history.append((state, turn, move))
    raise LimitReached(f"game {number} of seed {seed} is unfinished after {MOST_STEPS:,} moves")


def _length(game: Game, history: Sequence[Made]) -> str:
    """How many moves players decided, and how many rolls or other moves of chance there were between them."""
    by_chance = sum(turn == CHANCE for _, turn, _ in history)
    parts = [count_phrase(len(history) - by_chance, "move")] * (by_chance < len(history) or not history)
    if by_chance:
        words = ("roll", "rolls") if rolls_dice(game) else ("move of chance", "moves of chance")
        parts.append(count_phrase(by_chance, *words))
    return " and ".join(parts)


def _who_won(stakes: Stakes, totals: Sequence[Exact], history: Sequence[Made]) -> str:
    """The end of a game that is won, lost or drawn as a sentence; empty for other numbers."""
    if stakes.seats:
        return ""
    outcome = stakes.outcome_of_end(totals[0], last_decider(history))
    if outcome.kind != "number":
        return end_sentence(stakes, outcome)
    won = totals[0]
    if not stakes.opposed:
        return ""
    return f"{stakes.name(0 if won > 0 else 1)} wins by {amount(size(won))}" if won else "a draw"
