"""Compiles a solitaire game for lanes, and plays batches of games.

A pile is a column of rows, one byte a lane: row k holds, for every game, the k-th card from the top. All lanes step
together, each its own game. ``tracing`` finds all ways through ``step`` by running it on ``symbols``; ``llvm`` turns
their conditions into masks and their effects into masked shifts of rows. This file compiles the result for the
processor at hand. A compilation serves one game with its parameters. It is quick, since it calls LLVM directly, and
Numba is not even imported.

Games that end early idle until the longest of their batch is over. Rules that gain nothing from lanes are refused.
"""

import ctypes
from functools import lru_cache
from typing import Any

import numpy as np
from llvmlite import binding

from faceup.native.lanes.llvm import emit
from faceup.native.lanes.symbols import LanesRefused
from faceup.native.lanes.tracing import read_rules
from faceup.rules.contract import Patience

__all__ = ["LanePlayer", "LanesRefused", "lanes_player"]

LANES = 64
MOST_INSTRUCTIONS = 6000  # for a step of all lanes; with more of them, one game after the other is as fast
TRIALS, LONGEST_TRIAL = 4, 10_000  # batches that measure the use of lanes, and the limit of their steps


@lru_cache(maxsize=64)
def lanes_player(game: Patience) -> "LanePlayer":
    """Return the player of a game. Raises LanesRefused if its rules are not for lanes, or lanes are no gain."""
    player = LanePlayer(game)
    use = player.use()
    if player.instructions > MOST_INSTRUCTIONS * use:
        raise LanesRefused(f"the games differ in length: only {use:.0%} of the lanes would be in use")
    return player


class LanePlayer:
    """Plays many deals of one solitaire game at once; threads may share it."""

    def __init__(self, game: Patience, lanes: int = LANES) -> None:
        program = emit(read_rules(game), lanes)
        if program.instructions > MOST_INSTRUCTIONS:
            raise LanesRefused(
                f"a step takes {program.instructions} instructions, for it can do so many different things"
            )
        self.instructions, self._scratch, self._lanes = program.instructions, program.scratch, lanes
        self._deck = np.array(list(game.deck()), np.int8)
        self._engine = _compile_text(program.text)
        pointers, numbers = [ctypes.c_void_p] * 4, [ctypes.c_int64, ctypes.c_int32, ctypes.c_void_p]
        kind = ctypes.CFUNCTYPE(None, *pointers, *numbers)  # releases the GIL
        self._play = kind(self._engine.get_function_address("play"))

    def play(self, orders: Any, scores: Any, marks: Any, lengths: Any, longest: int) -> None:
        """Play one game from each order of the deck, the bottom card first, and write down how it ended.

        Marks are those of ``rules.contract``: lost, won, unfinished after the longest number of steps, or broken;
        lengths count the steps that did something. Scores are those of games lost or won.
        """
        arrays = [(orders, np.int8), (scores, np.float64), (marks, np.int8), (lengths, np.int64)]
        count, deck = orders.shape
        if deck != len(self._deck) or not 0 <= longest < 2**31:
            raise ValueError(f"{deck} cards, longest {longest}; possible: {len(self._deck)} cards, 0 to 2**31 - 1")
        if any(len(x) != count or x.dtype != kind or not x.flags.c_contiguous for x, kind in arrays):
            raise ValueError("orders, scores, marks, lengths must be int8, float64, int8, int64, as long, contiguous")
        whole = count - count % self._lanes
        if whole:
            self._batches([array[:whole] for array, _ in arrays], longest)
        if whole < count:  # a last batch, filled up with one of its games
            last_batch = [np.repeat(array[-1:], self._lanes, axis=0) for array, _ in arrays]
            last_batch[0][: count - whole] = orders[whole:]
            self._batches(last_batch, longest)
            for (array, _), results in zip(arrays[1:], last_batch[1:], strict=True):
                array[whole:] = results[: count - whole]

    def _batches(self, arrays: list[Any], longest: int) -> None:
        scratch = np.empty(self._scratch + 64, np.int8)
        aligned = -(-scratch.ctypes.data // 64) * 64
        places = [array.ctypes.data for array in arrays]
        self._play(*places, len(arrays[0]) // self._lanes, longest, aligned)

    def use(self) -> float:
        """Return the average share of lanes in play until the longest game of a batch is over."""
        count = TRIALS * self._lanes
        keys = np.arange(1, 1 + count * len(self._deck), dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        keys = (keys ^ keys >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
        orders = self._deck[np.argsort(keys.reshape(count, -1), axis=1)]
        lengths = np.empty(count, np.int64)
        self.play(orders, np.empty(count), np.empty(count, np.int8), lengths, LONGEST_TRIAL)
        longest = lengths.reshape(TRIALS, self._lanes).max(axis=1).sum() * self._lanes
        return float(lengths.sum() / longest) if longest else 1.0


def host() -> tuple[str, str]:
    """Return LLVM's names of the processor at hand and of its features."""
    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


def _compile_text(text: str) -> Any:
    """Compile the text of a module for the processor at hand."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    cpu, features = host()
    machine = binding.Target.from_default_triple().create_target_machine(cpu=cpu, features=features, opt=2)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(text), machine)
    engine.finalize_object()
    return engine
