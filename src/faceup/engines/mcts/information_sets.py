"""Monte Carlo tree search where something is hidden: by what each player knows, and never by what is so.

Each playout begins in a position that whoever thinks may be in, drawn by its likeliness (``Worlds``), and every player
decides in it by an own tree over what that player saw and did since. So nobody's decision rests on what is hidden from
them (multiple-observer information set search: Cowling, Powley and Whitehouse 2012). What the others knew before the
position is taken as what they see in it.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import inf, nan, sqrt
from typing import Any

from faceup.engines.hidden.memory import Memories, observe_move, view_of
from faceup.engines.mcts.tree_search import EXPLORATION, LONGEST
from faceup.engines.model.broken_rules import bad_turn, legal_moves_of, no_moves
from faceup.engines.model.legal_moves import odds_one_by_one
from faceup.engines.model.policies import thrown
from faceup.engines.model.random_stream import below, below_any
from faceup.engines.model.seats import add, checked_gain, gain_to, seats_of
from faceup.results.decision import Did, Event, Seen
from faceup.results.estimate import Estimate, MoveEstimate
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import UnsupportedError
from faceup.rules.moves import Move
from faceup.rules.player_names import seat_name

MOST_WORLDS = 200  # positions that are drawn for a decision
MOST_TRIES = 2000  # draws of which one at least must come to such a position
LONGEST_STORY = 10_000  # moves up to it
FINE = 1 << 53


class Worlds:
    """Positions in which a player may be to move who saw and did this, drawn from the start of play on.

    Chance follows its odds, and other players move at random, as far as what the player would notice agrees with the
    story. Each position has a weight: how likely it was at every step that something agrees.
    """

    def __init__(self, game: Game, player: int, story: Sequence[Event]) -> None:
        self.game, self.player, self.story = game, player, story
        self._agreeing: dict[Any, tuple[list[Any], list[int], float]] = {}

    def drawn(self, count: int, stream: list[int]) -> tuple[list[Any], list[float]]:
        """So many positions with their weights, or fewer where many draws come to none. Raises UnsupportedError."""
        states, weights = list[Any](), list[float]()
        for _ in range(max(MOST_TRIES, count)):
            state, weight = self._one(stream)
            if weight:
                states.append(state)
                weights.append(weight)
            if len(states) == count:
                break
        if not states:
            who = seat_name(self.player, self.game.player_names)
            raise UnsupportedError(
                f"{type(self.game).__name__}: no position was found that agrees with all that {who} has seen, in "
                f"{MOST_TRIES:,} games that keep to it as far as they can"
            )
        return states, weights

    def _one(self, stream: list[int]) -> tuple[Any, float]:
        """One draw: the position with its weight, which is 0 where the story did not go on."""
        state, known, weight = self.game.start(), 1, 1.0
        for _ in range(LONGEST_STORY):
            who = self.game.turn(state)
            if who == self.player and known == len(self.story):
                return state, weight
            if who == OVER:
                break
            ways, odds, share = self._agreeing_after(state, who, known)
            if not ways:
                break
            weight *= share
            place = bisect_right(until := list(accumulate(odds)), below_any(stream, until[-1]))
            state, known = ways[place]
        return None, 0.0

    def _agreeing_after(self, state: Any, who: int, known: int) -> tuple[list[Any], list[int], float]:
        """Where moves lead that agree with the story, with its events that are known then, their odds, and these
        as a share of all."""
        if (state, known) in self._agreeing:
            return self._agreeing[state, known]
        game, story = self.game, self.story
        moves = legal_moves_of(game, state)
        odds = odds_one_by_one(game, state, moves) if who == CHANCE else [1] * len(moves)
        if who == self.player:
            event = story[known]
            moves, odds = ([event.move], [1]) if isinstance(event, Did) and event.move in moves else ([], [])
        seen = next(event.view for event in reversed(story[:known]) if isinstance(event, Seen))
        ways, kept = list[Any](), list[int]()
        for move, weight in zip(moves, odds, strict=True):
            after = game.play(state, move)
            news = observe_move(game, self.player, seen, who, move, after)
            if weight and tuple(story[known : known + len(news)]) == news:
                ways.append((after, known + len(news)))
                kept.append(weight)
        found = self._agreeing[state, known] = ways, kept, sum(kept) / sum(odds) if kept else 0.0
        return found


class Node:
    """What a player knows, and how the moves did that were made by somebody who knew that."""

    def __init__(self) -> None:
        self.visits, self.confidence = 0, 0.0  # the second is the harmonic number of the first, as in ``tree_search``
        self.of: dict[Move, list[float]] = {}  # of each move: how often it was made, and what that brought together


class InformationSetSearch:
    """Thinks about the decisions of one game that is played; ``going`` is called now and then, and may raise."""

    engine = "cpython"

    def __init__(self, game: Game, going: Callable[[], None] = lambda: None) -> None:
        self.game, self.going = game, going
        self.seats = seats_of(game)
        start = game.start()
        self.stories: list[list[Event]] = [[Seen(view_of(game, start, seat))] for seat in range(self.seats or 2)]

    def follow(self, turn: int, move: Move, state: Any) -> None:
        """Take in what everybody notices of a move, which led to this state."""
        for seat, story in enumerate(self.stories):
            seen = next(event.view for event in reversed(story) if isinstance(event, Seen))
            story += observe_move(self.game, seat, seen, turn, move, state)

    def choose(self, state: Any, playouts: int, stream: list[int]) -> Move:
        """The move of whoever decides in this state, by what that one knows."""
        who, moves = self.game.turn(state), legal_moves_of(self.game, state)
        return moves[0] if len(moves) == 1 else self.estimate(who, self.stories[who], playouts, stream).move

    def estimate(self, player: int, story: Sequence[Event], playouts: int, stream: list[int]) -> Estimate:
        """What so many playouts say of the moves of a player who is to move and remembers this story."""
        worlds, weights = Worlds(self.game, player, story).drawn(min(playouts, MOST_WORLDS), stream)
        until = list(accumulate(weights))
        memories, nodes = Memories(self.game, self.seats or 2), dict[int, Node]()
        ranges = [(inf, -inf)] * (self.seats or 2)
        for _ in range(playouts):
            point = below_any(stream, FINE) / FINE * until[-1]
            world = worlds[min(bisect_right(until, point), len(worlds) - 1)]
            self._play_out(world, memories, nodes, ranges, stream)
            self.going()
        root, moves = nodes[memories.begin(worlds[0])[player]], legal_moves_of(self.game, worlds[0])
        rows = []
        for move in moves:
            visits, total = root.of.get(move, (0, nan))
            rows.append(MoveEstimate(move, int(visits), total / visits if visits else nan, False))
        best = max(rows, key=lambda row: (row.visits, row.mean))
        return Estimate(player, playouts, tuple(rows), best.move)

    def _play_out(
        self,
        state: Any,
        memories: Memories,
        nodes: dict[int, Node],
        ranges: list[tuple[float, float]],
        stream: list[int],
    ) -> None:
        """Play one game out from a position, and tell the nodes on its path how it ended."""
        game, row, path, grown = self.game, [0.0] * (self.seats or 1), list[tuple[int, Node, Move]](), False
        held = memories.begin(state)
        for _ in range(LONGEST):
            who = game.turn(state)
            if who == OVER:
                add(row, checked_gain(game, state, "payoff", game.payoff(state), self.seats))
                break
            if not CHANCE <= who < len(ranges):
                raise bad_turn(game, state, who, self.seats)
            moves = legal_moves_of(game, state)
            if not moves:
                raise no_moves(game, state)
            if who == CHANCE:
                move = thrown(game, state, moves, stream)
            elif grown:
                move = moves[below(stream, len(moves))]
            else:
                grown = held[who] not in nodes
                node = nodes.setdefault(held[who], Node())
                move = _next_move(node, moves, ranges[who], stream)
                path.append((who, node, move))
            add(row, checked_gain(game, state, f"reward of move {move}", game.reward(state, move), self.seats))
            state = game.play(state, move)
            if not grown:
                held = memories.after(held, who, move, state)
        for seat, (least, most) in enumerate(ranges):
            gain = float(gain_to(seat, tuple(row) if self.seats else row[0]))
            ranges[seat] = min(least, gain), max(most, gain)
        for who, node, move in path:
            made = node.of.setdefault(move, [0, 0.0])
            made[0] += 1
            made[1] += float(gain_to(who, tuple(row) if self.seats else row[0]))
            node.visits += 1
            node.confidence += 1.0 / node.visits


def _next_move(node: Node, moves: Sequence[Move], known: tuple[float, float], stream: list[int]) -> Move:
    """A move that was not made yet, or the one with the highest upper confidence bound."""
    untried = [move for move in moves if move not in node.of]
    if untried:
        return untried[below(stream, len(untried))]
    least, most = known

    def bound(move: Move) -> float:
        visits, total = node.of[move]
        share = (total / visits - least) / (most - least) if most > least else 0.5
        return share + EXPLORATION * sqrt(node.confidence / visits)

    return max(moves, key=bound)
