"""Reasons: the facts behind the value of a position, from the solved game alone, and the positions of best play."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import islice
from math import inf, isclose
from operator import itemgetter
from typing import Any

from faceup.engines.explain.contests import Chooser, careful, contest, seat_contests, seat_groups
from faceup.engines.explain.short_strategies import one_line_strategies
from faceup.engines.explain.strategies import strategy
from faceup.engines.graph.game_graph import GameGraph, walk
from faceup.engines.graph.stakes import stakes_after, stakes_seen
from faceup.engines.model.contract_check import open_game
from faceup.engines.model.legal_moves import lowest_odds, named_moves, possible_moves, state_after
from faceup.engines.model.limits import Deadline, GivenUp, Limits
from faceup.engines.same.isomorphism import same
from faceup.engines.same.symmetries import symmetries
from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve.dispatch import solve
from faceup.library.finding import find_game, library_names
from faceup.numbers.value import Value, nearest_float
from faceup.results.answers.decision import GivenMoves
from faceup.results.answers.reasons import (
    BestMove,
    BestPlay,
    Branch,
    Contest,
    Explanation,
    ForcedWin,
    MoveGroup,
    Position,
    Step,
    Weighed,
)
from faceup.results.answers.sameness import Sameness, Symmetries
from faceup.results.answers.solution import Solution
from faceup.results.answers.strategy import ShortStrategy, Strategy
from faceup.results.answers.winning_scale import winning_scale
from faceup.results.scene.boards.words_of_moves import word_of_move
from faceup.results.stakes import Stakes
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import FaceupError, LimitReached, UnsupportedError, UsageError, limit_reached
from faceup.rules.facts import facts_of, hides, plays_itself
from faceup.rules.fields import MOVER, Field, fields_of
from faceup.rules.moves import Move
from faceup.rules.names import as_player
from faceup.rules.texts import state_text

LONGEST_PLAN = 20  # moves of a win that is given with every reply
MOST_BRANCHES = 2_000  # of such a win

Plan = tuple[Branch, ...]
Place = tuple[int, str]  # the player to move, and the position in words


def forced_win(solution: Solution) -> ForcedWin | None:
    """Return how the start of the solution is won, in a game of two players without chance whose value is 1 or -1; else
    None.
    """
    value = solution.value.exact
    if value not in (1, -1):
        return None
    winner = 0 if value == 1 else 1
    length = solution.distance(solution.start)
    if length is None:
        return None
    if length > LONGEST_PLAN:
        return ForcedWin(winner, length, None, 0)
    plan = _Plans(solution, winner).plan(solution.start)
    branches = _branches(plan, MOST_BRANCHES)
    return ForcedWin(winner, length, plan if branches <= MOST_BRANCHES else None, branches)


class _Plans:
    """The winner's plans; equal ones are one object, so that they can be compared by identity."""

    def __init__(self, solution: Solution, winner: int) -> None:
        self.solution, self.game, self.winner = solution, solution.game, winner
        self.known: dict[Any, Plan] = {}  # for each state
        self.plans: dict[Any, Plan] = {}  # for each who is to move, and groups of moves

    def plan(self, state: Any) -> Plan:
        """Return the branches of a state: the winner's move, or every move of the loser, those with one answer
        together.
        """
        who = self.game.turn(state)
        if who == OVER:
            return ()
        if state not in self.known:
            moves = [self.solution.move(state)] if who == self.winner else self.game.moves(state)
            groups: dict[int, tuple[list[Move], Plan]] = {}
            for move in moves:
                then = self.plan(self.game.play(state, move))
                groups.setdefault(id(then), ([], then))[0].append(move)
            key = who, tuple((tuple(moves), id(then)) for moves, then in groups.values())
            plan = tuple(Branch(who, tuple(moves), then) for moves, then in groups.values())
            self.known[state] = self.plans.setdefault(key, plan)
        return self.known[state]


def _branches(plan: Plan, most: int) -> int:
    """Return how many branches a plan has, counted up to a little more than ``most``."""
    count, todo = 0, list(plan)
    while todo and count <= most:
        branch = todo.pop()
        count += 1
        todo.extend(branch.then)
    return count


MOST_DRAWN = 60  # positions that a person can still follow in one picture
MOST_COUNTED = 20_000  # positions that are counted for a message


def best_play(solution: Solution, most: int = MOST_DRAWN) -> BestPlay:
    """Return every position of best play and every best move. Raises UsageError if there are more than ``most``
    positions.
    """
    if solution.value.how == "stopped":
        raise LimitReached("a limit was reached before best play was known").of(solution.game)
    game = solution.game
    possible = f"possible: up to {most}"
    try:
        graph = walk(game, start=solution.start, options=solution.best, most=MOST_COUNTED)
    except LimitReached:
        raise UsageError(
            f"best play of {type(game).name} meets more than {MOST_COUNTED:,} positions; {possible}"
        ) from None
    if len(graph.states) > most:
        raise UsageError(f"best play of {type(game).name} meets {len(graph.states):,} positions; {possible}")
    positions = tuple(
        Position(state, turn, solution.value_of(state))
        for state, turn in zip(graph.states, graph.turns.tolist(), strict=True)
    )
    moves = []
    for i, position in enumerate(positions):
        edges = graph.edges(i)
        total = int(graph.weights[edges.start : edges.stop].sum())
        sure = len(edges) <= 1 or position.turn in (CHANCE, OVER) or _exact(solution, position)
        for edge in edges:
            share = Fraction(int(graph.weights[edge]), total) if position.turn == CHANCE else None
            reward = graph.numbers[graph.rewards[edge]]
            moves.append(BestMove(i, int(graph.targets[edge]), graph.move(edge), reward, share, sure))
    return BestPlay(game, positions, tuple(moves))


def _exact(solution: Solution, position: Position) -> bool:
    """Return whether the values of all moves here are exact."""
    return all(value.how == "exact" for value in solution.values(position.state).values())


MOST_POSITIONS = 30_000  # with more positions, facts that need all of them are left out
LONGEST_LINE = 1000  # moves of a line of best play
CONTEST_GAMES = 400  # games that are simulated if there are too many positions
MOST_WEIGHED = 4_000  # the first positions of best play, among which the closest decision is looked for
SHOWN_MOVES = 3  # best moves of a decision that are weighed
ROUNDED = 12  # decimals of chances that are compared
LEAST_CONTEST_GAMES = 100  # games that are enough for a figure


def explain(
    game: Game,
    moves: GivenMoves = (),
    *,
    memory: float | None = None,
    seconds: float = inf,
    solution: Solution | None = None,
) -> Explanation:
    """Return why the position after these moves has its value. Raises UsageError for a move that is not legal.

    Moves are given one by one, as the rules have them or in the words of the game, or as one text. ``solution`` is that
    of the position, if it is known. After so many ``seconds``, facts that need all positions are left out. Raises
    LimitReached if the value is not known by then.
    """
    limits = Limits(seconds=seconds)
    if facts_of(game).hidden:
        raise UnsupportedError(f"{hides(game)}; faceup.mixed_reasons says why its moves are made by lot")
    open_game(game, "explained")
    made = named_moves(game, moves)
    state = state_after(game, made)
    solution = solution or solve(game, start=state, memory=memory, seconds=seconds)
    if solution.value.how == "stopped":
        raise LimitReached(f"{limit_reached(solution.value.limit)} before the value was known").of(game)
    return _Position(solution, tuple(made), limits).explanation()


class _Position:
    """The position to explain, with the facts about it; each fact is computed only if that takes little work."""

    def __init__(self, solution: Solution, moves: tuple[Move, ...], limits: Limits) -> None:
        self.limits = limits
        self.solution, self.game, self.moves = solution, solution.game, moves
        self.state = solution.start
        self.who = self.game.turn(self.state)
        self.best_moves: dict[Any, list[Move]] = {}

    def explanation(self) -> Explanation:
        return Explanation(
            self.game,
            self.moves,
            self.state,
            self.who,
            self.solution.value,
            stakes=self.stakes,
            positions=None if self.graph is None else len(self.graph.states),
            groups=tuple(self.groups()),
            win=self.win(),
            line=tuple(self.line()),
            symmetries=self.symmetries,
            twins=tuple(self.twins()),
            contests=tuple(self.contests()),
            strategy=self.strategy,
            weighed=tuple(self.decisions_to_weigh()),
            short=self.short(),
            length=self.solution.won_within(self.state, self.stakes) or None,
            seats=self.solution.seats,
            teams=self.solution.teams,
            others_may_be=self.solution.others_may_be,
            scale=winning_scale(self.solution, self.stakes, points=self.stakes.chance),
            certified=self.solution.certified,
        )

    def best(self, state: Any) -> list[Move]:
        """Return the best moves, and remember them."""
        if state not in self.best_moves:
            self.best_moves[state] = self.solution.best(state)
        return self.best_moves[state]

    @cached_property
    def graph(self) -> GameGraph | None:
        """All positions from here on; None if they are too many."""
        try:
            seats = len(self.solution.seats)
            return walk(self.game, start=self.state, most=MOST_POSITIONS, limits=self.limits, seats=seats)
        except LimitReached:
            return None

    @cached_property
    def stakes(self) -> Stakes:
        """The stakes: all payoffs from here on, besides those that some games from the start show."""
        if self.graph is None or self.solution.seats:
            return stakes_seen(self.game)
        return stakes_after(self.game, self.moves, self.graph)

    @cached_property
    def symmetries(self) -> Symmetries | None:
        if self.graph is None:
            return None
        try:
            return symmetries(self.game, start=self.state, most=MOST_POSITIONS, limits=self.limits, patient=False)
        except FaceupError:  # the search takes too long
            return None

    @cached_property
    def strategy(self) -> Strategy | None:
        """The strategy of a game against chance of one or two players, at its start; else None."""
        stakes = self.stakes
        if self.moves or self.solution.seats or not stakes.players or (stakes.two and not stakes.chance):
            return None
        try:
            return strategy(self.solution, most=MOST_POSITIONS, stop=Deadline(self.limits.seconds_left))
        except (LimitReached, GivenUp):
            return None

    def decisions_to_weigh(self) -> Iterable[Weighed]:
        """Yield the likeliest first decision of a game of chance in which moves differ, and the closest one that best
        play can come to.
        """
        if self.strategy is None or not self.stakes.chance:
            return
        positions = list(islice(self._positions(), MOST_WEIGHED + 1))
        deciding = [state for state in positions[:MOST_WEIGHED] if self.game.turn(state) >= 0]
        found: dict[Place, Weighed] = {}
        places: dict[Any, Place] = {}  # of each state in which moves differ
        for state, words in zip(deciding, _places(self.strategy, deciding), strict=True):
            place = self.game.turn(state), words
            if one := found.get(place) or self.weigh(state, words):
                places[state] = place
                found[place] = one
        decisions = list(found.values())
        chances = self.first_decisions(places)
        likeliest = max(chances, key=lambda place: round(chances[place], ROUNDED), default=None)
        first = decisions[:1] if likeliest is None else [found[likeliest]._replace(among=len(chances))]
        yield from first
        closest = min(decisions, key=lambda one: _gap(one.values), default=None)
        if closest is not None and closest.state != first[0].state:
            as_close = sum(isclose(_gap(one.values), _gap(closest.values)) for one in decisions)
            yield closest._replace(as_close=as_close, among_all=len(positions) <= MOST_WEIGHED)

    def weigh(self, state: Any, words: str) -> Weighed | None:
        """Return a decision with its best moves; None unless the best one is better than the next."""
        who = self.game.turn(state)
        sign = -1 if who == 1 else 1
        values = [(sign * (value.middle or 0), move, value) for move, value in self.solution.values(state).items()]
        values.sort(key=itemgetter(0), reverse=True)
        ordered = [(move, value) for _, move, value in values]
        if len(ordered) < 2 or not _gap(ordered):
            return None
        return Weighed(state, who, words, tuple(ordered[:SHOWN_MOVES]))

    def first_decisions(self, places: Mapping[Any, Place]) -> Mapping[Place, float]:
        """Return the chance of each place to be the first, where best moves before it are made evenly."""
        level, chances, met = {self.state: 1.0}, defaultdict[Place, float](float), 0
        while level and met < MOST_WEIGHED:
            met += len(level)
            after = defaultdict[Any, float](float)
            for state, chance in level.items():
                turn = self.game.turn(state)
                if state in places:
                    chances[places[state]] += chance
                    continue
                odds = dict.fromkeys(self.best(state), 1) if turn >= 0 else {}
                if turn == CHANCE:
                    odds = lowest_odds(self.game, state, self.game.moves(state))
                for move, weight in odds.items():
                    after[self.game.play(state, move)] += chance * weight / sum(odds.values())
            level = after
        return chances

    def _positions(self) -> Iterator[Any]:
        """Yield the positions that best play of all players can come to from here, breadth first."""
        found = {self.state: None}
        queue = [self.state]
        for state in queue:
            yield state
            turn = self.game.turn(state)
            moves = self.best(state) if turn >= 0 else [] if turn == OVER else possible_moves(self.game, state)
            after = dict.fromkeys(self.game.play(state, move) for move in moves)
            queue += [one for one in after if one not in found]
            found |= after

    def short(self) -> tuple[ShortStrategy, ...]:
        """Return the best strategies that look at one number, one for each player whose strategy has more lines."""
        if self.strategy is None or (self.strategy.thresholds is None and self.solution.states > MOST_POSITIONS):
            return ()
        return tuple(one_line_strategies(self.solution, self.strategy))

    def groups(self) -> Iterable[MoveGroup]:
        """Return the moves here, those that are the same up to renaming together, best ones first."""
        if self.who < 0:
            return ()
        values = self.solution.values(self.state)
        best = set(self.solution.best(self.state))
        groups = self.symmetries.openings if self.symmetries else tuple((move,) for move in values)
        if self.solution.seats:
            return seat_groups(self.solution, self.state, groups)
        sign = 1 if self.who == 0 else -1

        def order(group: tuple[Move, ...]) -> tuple[bool, float]:
            value = values[group[0]]
            return group[0] not in best, -sign * (value.value or 0.0)

        return [self.group(group, values[group[0]], group[0] in best) for group in sorted(groups, key=order)]

    def group(self, moves: tuple[Move, ...], value: Value, best: bool) -> MoveGroup:
        after = self.game.play(self.state, moves[0])
        length = self.solution.won_after(self.state, moves[0], self.stakes)
        if self.game.turn(after) != 1 - self.who:
            return MoveGroup(moves, value, best, 0, (), length)
        replies, safe = len(list(self.game.moves(after))), tuple(self.solution.best(after))
        return MoveGroup(moves, value, best, replies, safe, length)

    def line(self) -> Iterable[Step]:
        """Yield the steps of one line of best play, up to the end or to chance."""
        game, state, seen = self.game, self.state, set()
        for _ in range(LONGEST_LINE):
            who = game.turn(state)
            if who < 0 or state in seen:
                return
            seen.add(state)
            legal, safe = list(game.moves(state)), self.solution.best(state)
            move = self.solution.move(state)
            yield Step(who, word_of_move(game, state, move), len(safe), len(legal))
            state = game.play(state, move)

    def win(self) -> ForcedWin | None:
        """Return the quickest win of the player who can force one, in a game that is won, lost or drawn; else None."""
        if self.who not in (0, 1) or self.graph is None or not self.stakes.duel:
            return None
        return forced_win(self.solution)

    def twins(self) -> Iterable[Sameness]:
        """Yield the games of the library that are this one under other names."""
        if self.moves or self.graph is None or self.graph.is_cyclic:
            return
        options = len(self.graph.edges(0))
        for other in map(find_game, library_names()):
            if plays_itself(other):
                continue
            if other == self.game:
                continue
            start = other.start()
            if other.turn(start) != self.who or len(list(other.moves(start))) != options:
                continue
            try:
                comparison = same(self.game, other, most=MOST_POSITIONS, limits=self.limits)
            except FaceupError:  # too large, or nothing that can be compared
                continue
            if comparison.same:
                yield comparison

    def contests(self) -> Iterable[Contest]:
        """Return the contests of random and careful play against best play."""
        if self.who == OVER or not self.stakes.players:
            return ()
        if self.solution.seats:
            return seat_contests(self.solution, sorted(self.stakes.players), self.limits)
        pairs: list[tuple[str, ...]] = [("random",)]
        if len(self.stakes.players) == 2:
            pairs = [("random", "best"), ("best", "random"), ("careful", "best"), ("best", "careful")]
        if self.graph is None or self.graph.is_cyclic:
            return self.contests_played(pairs)
        return self.contests_computed(self.graph, pairs)

    def contests_played(self, pairs: Iterable[tuple[str, ...]]) -> Iterable[Contest]:
        """Yield the contests that some simulated games show, from the start alone; careful play is not tried. None if
        best play goes round: these games might never end.
        """
        for pair in pairs if not self.moves and not self.best_goes_round() else ():
            if "careful" not in pair:
                sample = simulate(self.game, CONTEST_GAMES, policies=pair, solution=self.solution, engine="cpython")
                if sample.games < LEAST_CONTEST_GAMES:  # the time was over
                    return
                shares = {k: v / sample.games for k, v in sample.histogram.items()}
                yield Contest(pair, sample.mean.value or 0.0, shares, sample.games)

    def best_goes_round(self) -> bool:
        """Whether a line of best play comes back to a position before chance decides."""
        state, seen = self.state, set[Any]()
        while self.game.turn(state) >= 0 and state not in seen:
            seen.add(state)
            state = self.game.play(state, self.solution.move(state))
        return state in seen

    def contests_computed(self, graph: GameGraph, pairs: Iterable[tuple[str, ...]]) -> Iterable[Contest]:
        """Return the contests that all positions together show."""
        choosers: dict[str, Chooser] = {
            "random": lambda s: list(self.game.moves(s)),
            "best": self.best,
            "careful": partial(careful, self.game, self.stakes),
        }
        contests = {pair: contest(graph, pair, choosers) for pair in pairs}
        cares = [pair for pair in contests if "careful" in pair]
        # If nothing can be seen one move ahead, careful play is random play.
        if all(contests[pair].mean == contests[_rough(pair)].mean for pair in cares):
            return [contests[pair] for pair in contests if pair not in cares]
        return contests.values()


def _places(strategy: Strategy, states: Sequence[Any]) -> list[str]:
    """Return the states in words: as the rules show them, else their fields, without the player to move and those that
    never differ, by the names that they have in the player's table.
    """
    game = strategy.game
    if type(game).show is not Game.show:
        return [" ".join(state_text(game, state).split()) for state in states]
    rows = [[field for field in fields_of(state) if field.name != MOVER] for state in states]
    telling = [k for k, column in enumerate(zip(*rows, strict=True)) if len({field.value for field in column}) > 1]
    tables = {one.player: one for one in strategy.by_player}
    sights = [(tables.get(game.turn(state), strategy), row) for state, row in zip(states, rows, strict=True)]
    return [", ".join(_field_text(table, row[k]) for k in telling) for table, row in sights]


def _field_text(table: Strategy, field: Field) -> str:
    """Return a field by its name in this table, the scores of a row one by one."""
    row = next((tuple(group.names) for group in table.groups if group.name == field.name), (field.name,))
    values = field.value if isinstance(field.value, tuple) else (field.value,)
    if len(row) != len(values) or not table.labels.keys() >= {*row}:
        return field._replace(name=as_player(field.label, table.game.player_names)).labelled_text()
    return ", ".join(f"{table.labels[name]} {value}" for name, value in zip(row, values, strict=True))


def _gap(ordered: Sequence[tuple[Move, Value]]) -> float:
    """Return the distance between the values of the best two moves, or 0 if they may be equal."""
    (_, best), (_, next_best) = ordered[:2]
    apart = best.low > next_best.high or best.high < next_best.low
    return abs(nearest_float((best.middle or 0) - (next_best.middle or 0))) if apart else 0.0


def _rough(pair: tuple[str, ...]) -> tuple[str, ...]:
    """Return the pair of policies with ``random`` in the place of each ``careful``."""
    return tuple("random" if way == "careful" else way for way in pair)
