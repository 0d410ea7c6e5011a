"""Positions as the compiled rules have them, for a certificate: turn, payoffs, moves and successors."""

from typing import Any

import numpy as np

from faceup.engines.graph.certificates import Certifier, Positions
from faceup.engines.graph.game_graph import double_array
from faceup.engines.model.kernel_names import read_move, read_state, write_state
from faceup.native.kernels import compile_loop
from faceup.native.rules_pointer import (
    CHOICES,
    MOVE,
    MOVES,
    OUTCOME,
    CompiledRules,
    loop_in_words,
    make_move,
    payoff_of,
    turn_of,
    write_moves,
)
from faceup.rules.contract import CHANCE, OVER

ROOM = 1024  # moves of one position, and edges, that there is room for at first


class SurveyCertifier(Certifier):
    """A certifier that asks the compiled rules about positions, whatever an engine keeps of them."""

    def __init__(self, rules: CompiledRules) -> None:
        super().__init__(rules.game, rules.shape)
        self.rules = rules

    def survey(self, words: Any) -> Positions:
        count, width, done, room = len(words), words.shape[1], 0, ROOM
        turns, payoffs, ends = np.zeros(count, np.int64), np.zeros(count), np.zeros(count, np.int64)
        after, weights, gains = np.zeros((room, width), np.int64), np.zeros(room), np.zeros(room)
        moves, loop = self.rules.words.moves.room(room), survey_loop(self.rules)
        while True:
            edges = after, weights, gains
            done = int(loop(self.rules.pointer, words, done, turns, payoffs, ends, moves, edges))
            if done == count:
                break
            after, weights, gains, moves = map(double_array, (after, weights, gains, moves))
        last = int(ends[-1])
        first = np.concatenate([[0], ends])
        return Positions(turns.astype(np.int8), payoffs, first, after[:last], weights[:last], gains[:last])


def survey(rules: Any, states: Any, begin: int, turns: Any, payoffs: Any, ends: Any, moves: Any, edges: Any) -> int:
    """Write turns, payoffs and edges of states from ``begin`` on, until there is no room; return the next state.

    ``edges`` are the states that moves lead to, their weights and gains; those of state i end before ``ends[i]``.
    """
    after, weights, gains = edges
    end = ends[begin - 1] if begin > 0 else 0
    for i in range(begin, len(states)):
        state = read_state(states, i)
        who = turn_of(rules, state)
        turns[i], payoffs[i] = who, 0.0
        if who == OVER:
            payoffs[i] = payoff_of(rules, state)
        else:
            count = write_moves(rules, state, MOVES if who == CHANCE else CHOICES, moves, 0)
            if count > len(moves) or end + count > len(after):
                return i
            for k in range(count):
                kind = OUTCOME if who == CHANCE else MOVE
                weight, gain, state_after = make_move(rules, state, kind, read_move(moves, k))
                if weight > 0:
                    write_state(after, end, state_after)
                    weights[end], gains[end] = weight, gain
                    end += 1
        ends[i] = end
    return len(states)


def survey_loop(rules: CompiledRules) -> Any:
    """Return ``survey`` in machine code."""
    return loop_in_words(survey, rules.words)


def compile_survey(rules: CompiledRules) -> None:
    """Compile the rules and ``survey``, or load them from disk. Raises NotCompiled."""
    states, numbers, floats = np.zeros((1, rules.shape.count), np.int64), np.zeros(1, np.int64), np.zeros(1)
    moves = rules.words.moves.room(1)
    edges = states, floats, floats
    compile_loop(survey_loop(rules), rules.pointer, states, 0, numbers, floats, numbers, moves, edges)
