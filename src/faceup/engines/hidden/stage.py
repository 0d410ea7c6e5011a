"""One stage of a game (a public subgame): from a position that is common knowledge to the next such positions.

Positions are walked level by level, with the memories of both players since the start of the stage. A position is
common knowledge, and begins a new stage, if no chain of indistinguishable memories leads from it to another position,
nor to a memory that may still become indistinguishable. Earlier events no longer matter there.

A stage has no end if two positions look alike to a player, and a cycle of moves leads from each back to itself that
looks alike, too: the player learns nothing however often both are repeated.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import islice
from math import inf
from typing import Any, NamedTuple

from faceup.engines.hidden.memory import JointMemory, Memories, Pair, view_of
from faceup.engines.hidden.observer import moves_reveal_error
from faceup.engines.hidden.sequence_form import InformationSet, SequenceForm
from faceup.engines.model import broken_rules
from faceup.engines.model.broken_rules import at
from faceup.engines.model.dealing import is_remembered
from faceup.engines.model.legal_moves import exact_payoff, exact_reward, weighted_moves
from faceup.engines.model.limits import Limits
from faceup.numbers.exact import Exact, product
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached, RepeatingStateError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move
from faceup.rules.names import seat_name
from faceup.rules.texts import move_text

MOST_NAMED = 4  # moves of an example
LOOKED_AT = 2_000  # pairs, for a shorter example

Places = tuple[Any, Any]  # two positions that look alike to a player
Step = tuple[Places, Move]  # the next pair, and the move at the first of both positions


def find_endless_play(game: Game, start: Any, most: int) -> RepeatingStateError | None:
    """Return the error for play that can go on for ever while a player does not know the position.

    None if none is found among ``most`` pairs of positions.
    """
    for player in (0, 1):
        cycle = _PairsAlike(game, player, most).find_cycle(start)
        if cycle is not None:
            return _error(game, player, *cycle)
    return None


def _error(game: Game, player: int, state: Any, moves: list[Move]) -> RepeatingStateError:
    """Return the error for moves from ``state`` back to it that tell the player nothing."""
    words, after = list[str](), state
    for move in moves[:MOST_NAMED]:
        by_chance = "chance: " if game.turn(after) == CHANCE else ""
        words.append(f"{by_chance}{move_text(game, after, move)}")
        after = game.play(after, move)
    way = ", ".join(words) + (", ..." if len(moves) > MOST_NAMED else "")
    error = RepeatingStateError(
        f"{at(game, state)}: play can go on for ever while {seat_name(player)} does not know the position, which no "
        f"engine takes; moves that lead back to this state, and tell that player nothing: {way}; forbid to make them "
        "again, or count turns in the state and end the game after some"
    )
    error.state = state
    return error


class _PairsAlike:
    """Pairs of positions that look alike to a player, as all do on the way there from common knowledge."""

    def __init__(self, game: Game, player: int, most: int) -> None:
        self.game, self.player, self.left = game, player, most
        self._met: set[Places] = set()

    def find_cycle(self, start: Any) -> tuple[Any, list[Move]] | None:
        """Return a state, and moves from it back to it that leave the doubt as it was; None if none are found."""
        todo, met = [start], {start}
        for state in todo:
            for (one, other), _ in self._after((state, state)):
                if one == other:
                    if one not in met:
                        met.add(one)
                        todo.append(one)
                elif (found := self._cycle_from((one, other))) is not None:
                    (state, _), moves = found
                    return state, moves
        return None

    def _cycle_from(self, first: Places) -> tuple[Pair, list[Move]] | None:
        """Return the first pair on a cycle that is reachable from this pair, with the moves of the cycle."""
        if first in self._met:
            return None
        self._met.add(first)
        way, moves, ahead = {first: 0}, list[Move](), [self._after(first)]
        while ahead:
            for pair, move in ahead[-1]:
                if pair in way:
                    return pair, self._shortest_cycle(pair) or [*moves[way[pair] :], move]
                if pair[0] != pair[1] and pair not in self._met:
                    self._met.add(pair)
                    way[pair] = len(way)
                    moves.append(move)
                    ahead.append(self._after(pair))
                    break
            else:
                ahead.pop()
                way.popitem()
                del moves[-1:]
        return None

    def _shortest_cycle(self, cycle_start: Places) -> list[Move]:
        """Return the fewest moves from a pair to itself; none if too many pairs would have to be looked at."""
        self.left = LOOKED_AT
        todo, moves = [cycle_start], {cycle_start: list[Move]()}
        for here in todo:
            for pair, move in self._after(here):
                if pair == cycle_start:
                    return [*moves[here], move]
                if pair[0] != pair[1] and pair not in moves:
                    moves[pair] = [*moves[here], move]
                    todo.append(pair)
        return []

    def _after(self, pair: Places) -> Iterator[Step]:
        """Yield pairs that look alike after a move at each position; the player's own move is the same at both."""
        ours = [self.game.turn(state) == self.player for state in pair]
        if ours[0] != ours[1]:
            return
        others: dict[Any, list[Any]] = {}  # states after the other position, by the player's observation
        for move, after in self._moves(pair[1]):
            others.setdefault(self._observe_move(ours[0], move, after), []).append(after)
        for move, after in self._moves(pair[0]):
            for other in others.get(self._observe_move(ours[0], move, after), ()):
                self.left -= 1
                if self.left < 0:
                    return
                yield (after, other), move

    def _moves(self, state: Any) -> Iterator[tuple[Move, Any]]:
        """Yield the moves at a state with their successors."""
        if self.game.turn(state) != OVER:
            for move in weighted_moves(self.game, state)[0]:
                yield move, self.game.play(state, move)

    def _observe_move(self, own: bool, move: Move, after: Any) -> tuple[Any, ...]:
        """Return what the player knows of a move: the new view, and the move if it is the player's own."""
        seen = view_of(self.game, after, self.player)
        return (move, seen) if own else (seen,)


POSITION_BYTES = 1500
MOST_EXAMPLES = 4  # positions of an information set from which words of moves are taken
LOOK_EVERY = 256  # positions between two looks at the limits
MOST_COMPARED = 20_000  # places that an error compares to name what is unknown
MOST_LEVELS = 2_000  # moves of a stage in a row; more count as play without end
PAIRS_EACH = 4  # if a state repeats, pairs to look at for each position so far, to find play without end


class Place(NamedTuple):
    """A position with the memories of both players since the start of the stage."""

    state: Any
    memories: JointMemory


class Arrival(NamedTuple):
    """Chance's part of the probability that play reaches a place, and the last sequence of each player."""

    chance: Exact
    done: Pair


class StageTooLarge(Exception):
    """A stage has more positions than the limit allows."""


class Stage:
    """A stage from a position that is common knowledge. Raises StageTooLarge if it has more than ``most`` positions.

    ``sets`` are the information sets of both players, each after those that lead to it. ``pays`` has the expected
    payoff of player 0 for each pair of sequences, and ``leads`` the probability with which a pair leads to the start of
    another stage; both include only the probabilities of chance. ``visits`` has, for each information set, chance's
    part of its reach probability by sequence of the other player. ``examples`` are some positions of each set.
    """

    def __init__(self, game: Game, start: Any, limits: Limits, before: int = 0, most: float = inf) -> None:
        self.game, self.start, self.limits, self.most = game, start, limits, most
        self.memories = Memories(game)
        self.sets: tuple[list[InformationSet], list[InformationSet]] = ([], [])
        self.examples: tuple[list[list[Any]], list[list[Any]]] = ([], [])
        self.visits: tuple[list[dict[int, Exact]], list[dict[int, Exact]]] = ([], [])
        self.numbers: tuple[dict[int, int], dict[int, int]] = ({}, {})  # of the sets, by memory
        self.pays: dict[Pair, Exact] = {}
        self.leads: dict[tuple[Any, Pair], Exact] = {}
        self.payoffs: set[Exact] = set()  # of play that ends in the stage
        self.ends: set[Place] = set()  # at which other stages begin
        self.positions = before
        self._sequences = [1, 1]
        self._decided: tuple[set[int], set[int]] = (set(), set())  # the memories at decisions, and those before them
        self._rewarding = facts_of(game).rewarding
        self._walk(before)
        self.positions -= before

    @property
    def counts(self) -> Pair:
        """The number of sequences of each player."""
        first, second = self._sequences
        return first, second

    def form(self, worth: Callable[[Any], Exact]) -> SequenceForm:
        """Return the stage in sequence form, given the values of the next stages to player 0."""
        pays = dict(self.pays)
        for (after, pair), chance in self.leads.items():
            pays[pair] = pays.get(pair, 0) + chance * worth(after)
        return SequenceForm(self.sets, pays)

    def _walk(self, before: int) -> None:
        """Walk the stage level by level, after ``before`` positions of other stages."""
        level, levels = {Place(self.start, self.memories.begin(self.start)): Arrival(1, (0, 0))}, 0
        met: set[Any] = set()  # states of an earlier level, as a table is remembered in `dealing`
        looked = 0
        while level:
            if any(place.state in met for place in level) and self.positions >= 2 * looked:
                looked = self.positions
                self._check_end(PAIRS_EACH * looked)
            levels += 1
            if is_remembered(levels):
                met = {place.state for place in level}
            if levels > MOST_LEVELS:
                state = next(iter(level)).state
                raise broken_rules.long_unknown(self.game, state, not_known(self.game, level, levels))
            after: dict[Place, Arrival] = {}
            begun = len(self.memories.events)
            try:
                for place, arrival in level.items():
                    if self.positions % LOOK_EVERY == 0:
                        self.limits.check(self.game, self.positions, POSITION_BYTES, place.state)
                        if self.positions - before + len(after) > self.most:
                            raise StageTooLarge
                    self.positions += 1
                    self._follow(place, arrival, after)
            except (LimitReached, StageTooLarge):
                self.limits.cause = not_known(self.game, level, levels)
                raise
            for player in (0, 1):
                after = self._merge_memories(player, after, begun)
            level = self._not_common_knowledge(after)

    def _check_end(self, pairs: int) -> None:
        """Raise RepeatingStateError if a search of so many pairs of positions shows that the stage has no end."""
        if endless := find_endless_play(self.game, self.start, pairs):
            raise endless

    def _follow(self, place: Place, arrival: Arrival, after: dict[Place, Arrival]) -> None:
        """Add the successors of a place to ``after``."""
        game, state = self.game, place.state
        who = game.turn(state)
        if who == OVER:
            payoff = exact_payoff(game, state)
            self.payoffs.add(payoff)
            self._pay(arrival.done, product(arrival.chance, payoff))
            return
        if not CHANCE <= who <= 1:
            raise broken_rules.bad_turn(game, state, who)
        moves, odds = weighted_moves(game, state)
        total = sum(odds)
        choice = None if who == CHANCE else self._choice(who, place, arrival, moves)
        for move, weight in zip(moves, odds, strict=True):
            chance, done = arrival
            if choice is None:
                chance = product(chance, weight, total)
            else:
                sequence = choice.first + choice.moves.index(move)
                done = (sequence, done[1]) if who == 0 else (done[0], sequence)
            if self._rewarding:
                gain = exact_reward(game, state, move)
                self._pay(done, product(chance, gain))
            then = game.play(state, move)
            spot = Place(then, self.memories.after(place.memories, who, move, then))
            met = after.get(spot)
            after[spot] = Arrival(chance if met is None else met.chance + chance, done)

    def _pay(self, pair: Pair, amount: Exact) -> None:
        """Add an amount to the payoff of a pair of sequences."""
        if amount:
            self.pays[pair] = self.pays.get(pair, 0) + amount

    def _choice(self, who: int, place: Place, arrival: Arrival, moves: list[Move]) -> InformationSet:
        """Return the information set of a place. Raises RulesError if its positions have different legal moves."""
        memory, numbers, sets = place.memories[who], self.numbers[who], self.sets[who]
        number = numbers.setdefault(memory, len(sets))
        if number == len(sets):
            own = tuple(dict.fromkeys(moves))
            sets.append(InformationSet(memory, arrival.done[who], self._sequences[who], own))
            self.examples[who].append([place.state])
            self.visits[who].append({})
            self._sequences[who] += len(own)
            self._decided[who].update((memory, *self.memories.earlier(memory)))
        choice, visits, theirs = sets[number], self.visits[who][number], arrival.done[1 - who]
        if set(choice.moves) != set(moves):
            raise moves_reveal_error(
                self.game, who, self.examples[who][number][0], place.state, self.memories.story(memory)
            )
        if len(examples := self.examples[who][number]) < MOST_EXAMPLES and place.state not in examples:
            examples.append(place.state)
        visits[theirs] = visits.get(theirs, 0) + arrival.chance
        return choice

    def _merge_memories(self, player: int, level: dict[Place, Arrival], begun: int) -> dict[Place, Arrival]:
        """Return the level with one memory of the player for several that differ in nothing that matters.

        Such memories have the same last view and own decisions, and the same probabilities of the state and of what the
        other remembers, as those of a hand that was dealt card by card in one order or another. A plan may then forget
        which of them it was, and the other cannot gain by it. Only memories of this level count, numbered from
        ``begun`` on, and only those that no place of the level can still come to.
        """
        held = {place.memories[player] for place in level}
        behind: dict[int, dict[Any, Exact]] = {}  # for each memory the chances of what its player does not know
        alike: dict[Any, set[int]] = {}  # the memories with one last view and own decisions
        for place, arrival in level.items():
            memory = place.memories[player]
            if memory in behind or (memory >= begun and held.isdisjoint(self.memories.earlier(memory))):
                unknown = place.state, place.memories[1 - player]
                behind.setdefault(memory, {})[unknown] = arrival.chance
                alike.setdefault((self.memories.last_view(memory), arrival.done[player]), set()).add(memory)
        merged: dict[int, int] = {}
        for memories in alike.values():
            first: dict[Any, int] = {}  # for each distribution
            for memory in sorted(memories) if len(memories) > 1 else ():
                total = sum(behind[memory].values())
                chances = frozenset((unknown, Fraction(chance) / total) for unknown, chance in behind[memory].items())
                into = first.setdefault(chances, memory)
                if into != memory:
                    self.memories.merge(player, memory, into)
                    merged[memory] = into
        if not merged:
            return level
        joined: dict[Place, Arrival] = {}
        for place, arrival in level.items():
            pair = [merged.get(memory, memory) if k == player else memory for k, memory in enumerate(place.memories)]
            spot = Place(place.state, tuple(pair))
            met = joined.get(spot)
            joined[spot] = arrival if met is None else arrival._replace(chance=met.chance + arrival.chance)
        return joined

    def _not_common_knowledge(self, level: dict[Place, Arrival]) -> dict[Place, Arrival]:
        """Return the places of a level that are not common knowledge; the others end the stage.

        Places belong to one group if a player has the same memory in both, or memories that may still become the same;
        groups are the classes of the transitive closure. In a group, a player cannot rule out (or cannot rule out that
        the other cannot rule out, and so on) to be at another place. A group with a single state is common knowledge
        (R. Aumann, Agreeing to Disagree, 1976), unless a decision after fewer moves has had one of its memories. Places
        where play is over belong to no group, since nobody decides there.
        """
        going_on = [place for place in level if self.game.turn(place.state) != OVER]
        groups = _groups(going_on, self.memories)
        states: dict[int, set[Any]] = {}
        open_yet: set[int] = set()  # groups
        held = {(player, memory) for place in going_on for player, memory in enumerate(place.memories)}
        for place, group in groups.items():
            states.setdefault(group, set()).add(place.state)
            for player, memory in enumerate(place.memories):
                grows = any((player, earlier) in held for earlier in self.memories.earlier(memory))
                if grows or memory in self._decided[player]:
                    open_yet.add(group)
        left: dict[Place, Arrival] = {}
        for place, arrival in level.items():
            if place in groups and len(states[groups[place]]) == 1 and groups[place] not in open_yet:
                self.ends.add(place)
                self.leads[place.state, arrival.done] = self.leads.get((place.state, arrival.done), 0) + arrival.chance
            else:
                left[place] = arrival
        return left


def not_known(game: Game, places: Iterable[Place], moves: int) -> str:
    """Return in words what players do not know after so many moves, and what ends a stage."""
    hidden: Counter[tuple[int, str]] = Counter()  # fields that differ between places of one memory
    first: dict[tuple[int, int], Any] = {}
    for place in islice(places, MOST_COMPARED):
        for player, memory in enumerate(place.memories):
            other = first.setdefault((player, memory), place.state)
            for name, one, two in zip(place.state._fields, other, place.state, strict=True):
                hidden[player, name] += one != two
    told = "after 1 move " if moves == 1 else f"{moves:,} moves one after another, and "
    unknown = [
        f"{seat_name(player, game.player_names)} does not know {' and '.join(names)}"
        for player in (0, 1)
        if (names := [name for (who, name), times in hidden.items() if who == player and times])
    ]
    if not unknown:
        return (
            f"{told}somebody does not know the position yet; play is solved by itself from where view shows it to both"
        )
    return f"{told}{', '.join(unknown)} yet; play is solved by itself from where view shows all of that to both"


def _groups(places: list[Place], memories: Memories) -> dict[Place, int]:
    """Return the number of the group of each place, by union-find over memories."""
    leaders: dict[Any, Any] = {}

    def leader(thing: Any) -> Any:
        while (above := leaders.setdefault(thing, thing)) != thing:
            leaders[thing] = leaders[above]
            thing = above
        return thing

    held = {(player, memory) for place in places for player, memory in enumerate(place.memories)}
    for place in places:
        first, second = enumerate(place.memories)
        leaders[leader(first)] = leader(second)
        for player, memory in (first, second):
            for earlier in memories.earlier(memory):
                if (player, earlier) in held:
                    leaders[leader((player, earlier))] = leader((player, memory))
    numbers: dict[Any, int] = {}
    return {place: numbers.setdefault(leader((0, place.memories[0])), len(numbers)) for place in places}
