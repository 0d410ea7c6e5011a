"""What a game becomes that hides something, when somebody keeps to a best plan: a chain of positions with what players
know there, in which only lots and chance have a say.
"""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from faceup.engines.broken_rules import listed
from faceup.engines.graph import MOST_ODDS, GameGraph
from faceup.engines.legal_moves import weighted_moves
from faceup.engines.limits import Limits
from faceup.engines.numbers_of_rules import exact_number
from faceup.engines.policies import Policy, own_move
from faceup.numbers.exact import Exact
from faceup.results.hidden_solution import HiddenSolution, Known
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move, in_order

KNOWN_BYTES = 1500  # with its moves, about
LOOK_EVERY = 64  # positions between two looks at the limits


def hidden_chain(solution: HiddenSolution, policies: tuple[Policy | str, ...], limits: Limits) -> GameGraph:
    """The positions that these policies lead to from the solution's start, each as often as players know other things
    there. Raises LimitReached, and RulesError for a move of a policy that is not legal.
    """
    game, rewarding = solution.game, facts_of(solution.game).rewarding
    met: list[Known] = [solution.known]
    places = {met[0]: 0}
    numbers: dict[Exact, int] = {0: 0}
    turns, plies, payoffs, first = list[int](), [0], list[int](), [0]
    moves, targets, weights, rewards = list[Move](), list[int](), list[int](), list[int]()
    for i, known in enumerate(met):
        if i % LOOK_EVERY == 0:
            limits.check(game, len(met), KNOWN_BYTES, met[-1].state)
        state, who = known.state, game.turn(known.state)
        turns.append(OVER if who == OVER else CHANCE)
        payoff = exact_number(game, state, "payoff", game.payoff(state)) if who == OVER else 0
        payoffs.append(numbers.setdefault(payoff, len(numbers)))
        for move, weight in ({} if who == OVER else _lots(solution, known, policies)).items():
            after = solution.after(known, move)
            targets.append(places.setdefault(after, len(met)))
            if targets[-1] == len(met):
                met.append(after)
                plies.append(plies[i] + 1)
            moves.append(move)
            weights.append(weight)
            gain = exact_number(game, state, f"reward of move {move}", game.reward(state, move)) if rewarding else 0
            rewards.append(numbers.setdefault(gain, len(numbers)))
        first.append(len(moves))
    tuples = tuple(in_order(set(moves))) if any(isinstance(move, tuple) for move in moves) else ()
    return GameGraph(
        game,
        [known.state for known in met],
        turns=np.array(turns, np.int8),
        plies=np.array(plies, np.int32),
        first=np.array(first, np.int64),
        moves=np.array([tuples.index(move) for move in moves] if tuples else moves, np.int64),
        targets=np.array(targets, np.int64),
        weights=np.array(weights, object if sum(weights) > MOST_ODDS else np.int64),
        payoffs=np.array(payoffs, np.int64),
        rewards=np.array(rewards, np.int64),
        numbers=list(numbers),
        tuples=tuples,
    )


def _lots(solution: HiddenSolution, known: Known, policies: tuple[Policy | str, ...]) -> Mapping[Move, int]:
    """How often each move is made there, in whole parts."""
    game, state = solution.game, known.state
    who = game.turn(state)
    if who == CHANCE:
        return dict(zip(*weighted_moves(game, state), strict=True))
    policy, moves = policies[who % len(policies)], listed(game, state)
    if policy == "best":
        return solution.lots(known)
    if callable(policy):
        return {own_move(game, state, policy, moves): 1}
    return {moves[0]: 1} if policy == "first" else Counter(moves)
