"""A game in progress: its seats, its moves, its legal moves. No input, no output."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from operator import index
from typing import Any

from faceup.engines.hidden.memory import KnownMove
from faceup.engines.model.broken_rules import bad_turn, legal_moves_of, no_moves
from faceup.engines.model.contract_check import with_decisions
from faceup.engines.model.legal_moves import illegal_move, legal_form, moves_in_text, named_by, over_before
from faceup.engines.model.opposed import as_played, opposed_in
from faceup.engines.model.policies import MCTS, Policies, Policy, Thought, check_thought, in_a_row, sample_outcome
from faceup.engines.model.random_stream import STREAM_SIZE, begin
from faceup.engines.model.seats import seats_of, with_gain
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value
from faceup.play.expert import Expert
from faceup.play.in_progress import PlayedMove
from faceup.play.seats import Best, First, LooksAhead, Person, Slips, seat
from faceup.play.sight import HiddenSight, Sight
from faceup.results.samples.estimate import SEARCHES, Estimate, pool_searches
from faceup.results.scene.things import PositionCard, Scene, last_decider
from faceup.results.sentences.outcomes import end_sentence, gains_sentence, seats_sentence
from faceup.results.sentences.words import capital, either
from faceup.results.showable import FormerName
from faceup.results.stakes import Outcome
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import UsageError, quoted
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move, numbers_text
from faceup.rules.texts import in_order, move_text

PLAYERS = 2
LAST_MOVES = 20  # printed with a position
LONGEST_POSSIBLE = 40  # moves named in an error
HINT_PLAYOUTS = 500  # of each of several searches
INSTEAD = MCTS  # the player in place of the perfect player, for games too large to solve
INSTEAD_IN_WORDS = "the computer looks ahead by playing out games, and may err"
GOES_ROUND = "the position has repeated, and play would never end: "


class Session:
    """A game in progress. Values are player 0's, or the player's to move if seats have their own payoffs.

    ``seats`` are for players 0 and 1, or for all seats; the last one stands for all that follow: ``person``, ``best``,
    ``slips:0.1`` (best, but slips with that probability), ``random``, ``first``, ``mcts:1000``, ``mcts:0.5s``,
    ``ab:4``, or a function ``policy(game, state)``. ``moves`` were made before, those of chance included. Move number k
    of chance and of computers depends on ``seed``, k and the position alone (with a time limit, on the machine too), so
    a game that is taken back and played again takes the same course. Sessions of one game may share an ``expert``.

    With hidden information, ``known_moves`` and the methods after it show what the person who plays, or the player to
    move, knows; ``history``, ``moves``, ``words`` and ``payoff`` are of all that happened, and ``own_moves`` of
    persons.

    Raises UsageError for an illegal move.
    """

    def __init__(
        self,
        game: Game,
        seats: Policies = ("person", "best"),
        *,
        seed: int = 0,
        moves: str | Iterable[Move | str] = (),
        expert: Expert | None = None,
    ) -> None:
        with_decisions(game)
        self.expert = expert or Expert(game)
        opposed = opposed_in(self.expert.game)
        game = self.expert.game if opposed and opposed.game == game else as_played(game)
        count = seats_of(game) or PLAYERS
        players = in_a_row(seats)
        if not 1 <= len(players) <= max(count, PLAYERS):
            raise UsageError(f"{len(players)} seats; possible: one for each of {count} players, or one for all")
        players += players[-1:] * (count - len(players))
        if not 0 <= seed < 2**63:
            raise UsageError(f"seed {seed}; possible: 0 to 2**63 - 1")
        self.game, self.seed = game, seed
        self.sit(players)
        self.history: list[PlayedMove] = []
        self.state = game.start()
        self.sight: Sight = HiddenSight(self) if facts_of(game).hidden else Sight(self)
        self._undone: list[list[Move]] = []
        self._certain: set[Any] = set()  # positions since the last random decision
        for number, move in enumerate(moves_in_text(game, moves) if isinstance(moves, str) else moves, 1):
            self._make(self.move_of(move, number) if isinstance(move, str) else move, number)

    def sit(self, seats: Iterable[Policy | str]) -> None:
        """Replace the players of all seats from now on. Raises UsageError for a player that cannot play this game."""
        self.seats = tuple(map(seat, seats))
        for one in self.seats:
            if isinstance(one, LooksAhead):
                check_thought(self.game, one.thought)

    # The position

    @property
    def turn(self) -> int:
        """The player to move: a seat, CHANCE or OVER."""
        who = self.game.turn(self.state)
        if not OVER <= who < (seats_of(self.game) or 2):
            raise bad_turn(self.game, self.state, who, seats_of(self.game))
        return int(who)

    @property
    def over(self) -> bool:
        return self.goes_round or self.turn == OVER

    @property
    def goes_round(self) -> bool:
        """Whether deterministic computers have repeated a position, so that they would play for ever."""
        return self.state in self._certain

    @property
    def person(self) -> bool:
        """Whether a person is to move."""
        return self.turn >= 0 and isinstance(self.seats[self.turn], Person)

    @property
    def persons(self) -> list[int]:
        """The players that are persons."""
        stakes = self.expert.stakes
        deciding = stakes.players or (set() if stakes.seats else {0})
        return [player for player in sorted(deciding) if isinstance(self.seats[player], Person)]

    @property
    def one_person(self) -> int | None:
        """The only person who plays; None without persons or with several."""
        persons = self.persons
        return persons[0] if len(persons) == 1 else None

    @property
    def moves(self) -> list[Move]:
        """Every move so far, those of chance and hidden ones included."""
        return [played.move for played in self.history]

    @property
    def own_moves(self) -> list[Move]:
        """The moves of persons, which with the seed determine the game."""
        return [played.move for played in self.history if self._by_person(played.turn)]

    @property
    def words(self) -> list[str]:
        """Every move so far in words."""
        return [move_text(self.game, played.state, played.move) for played in self.history]

    told = FormerName("known_moves")

    @property
    def known_moves(self) -> list[KnownMove]:
        """The moves that the viewer knows, in their order."""
        return self.sight.known_moves

    @property
    def number(self) -> int:
        """The number of the next move, in the counting of ``back``."""
        return self.sight.number

    @property
    def decided(self) -> int:
        """How many moves were made, in the counting of ``number``."""
        return self.number - 1

    def legal(self) -> list[Move]:
        """Every legal move, or possible outcome of chance; empty when the game is over."""
        if self.turn == OVER:
            return []
        moves = self.sight.legal()
        if not moves:
            raise no_moves(self.game, self.state)
        return moves

    @property
    def scene(self) -> Scene:
        """The scene of the position, without the moves so far in words, which stand beside it."""
        scene = self.sight.scene
        return scene.without_moves([one.word for one in self.known_moves]) if scene.more else scene

    def legal_words(self) -> list[tuple[Move, str]]:
        """Every legal move with its name."""
        legal = list(dict.fromkeys(self.legal()))
        return list(zip(legal, self.sight.words(legal), strict=True))

    @property
    def payoff(self) -> Exact:
        """The gain of player 0 so far, with the payoff of the end or of endless play."""
        return self.payoffs[0]

    @property
    def payoffs(self) -> tuple[Exact, ...]:
        """The gain so far of every seat that has its own payoff; else of player 0 alone."""
        totals = self.paid_at_end
        for state, _, move in self.history:
            gain = self.game.reward(state, move)
            totals = with_gain(self.game, totals, state, f"reward of move {move}", gain, seats_of(self.game))
        return totals

    @property
    def paid_at_end(self) -> tuple[Exact, ...]:
        """What the end, or endless play, pays every seat that has its own payoff, else player 0; 0 before."""
        game, state, seats = self.game, self.state, seats_of(self.game)
        nothing: tuple[Exact, ...] = (0,) * (seats or 1)
        if self.goes_round:
            return with_gain(game, nothing, state, "endless", game.endless, seats)
        return with_gain(game, nothing, state, "payoff", game.payoff(state), seats) if self.over else nothing

    @property
    def outcome(self) -> Outcome:
        """The outcome of a game that is over."""
        return self.expert.stakes.outcome_of_end(self.payoff, last_decider(self.history))

    @property
    def result(self) -> str:
        """The result in words; empty while the game goes on."""
        if not self.over:
            return ""
        several = self.expert.stakes.seats
        sentence = (
            seats_sentence(self.payoffs, self.game.player_names)
            if several
            else end_sentence(self.expert.stakes, self.outcome)
        )
        payments = self.paid_in_own_units
        return f"{GOES_ROUND * self.goes_round}{sentence}" + (f" ({payments})" if payments else "")

    @property
    def paid_in_own_units(self) -> str:
        """The payments in a game of two opponents with payoff rows; empty for other games, and while it goes on."""
        opposed = opposed_in(self.game)
        if opposed is None or not self.over or self.goes_round:
            return ""
        game, seats = opposed.game, seats_of(opposed.game)
        row: tuple[Exact, ...] = (0,) * seats
        for state, _, move in self.history:
            row = with_gain(game, row, state, f"reward of move {move}", game.reward(state, move), seats)
        row = with_gain(game, row, self.state, "payoff", game.payoff(self.state), seats)
        return gains_sentence(row, game.player_names)

    @property
    def card(self) -> PositionCard:
        """The position for a notebook, with the moves since a person's last one, and the legal moves."""
        moves = self.known_moves
        persons_moves = [k for k, one in enumerate(moves) if self._by_person(one.turn)]
        since = (persons_moves[-1] if persons_moves else -1) + 1
        lines = [f"{self.who(one.turn)}: {one.word}" for one in moves[since:][-LAST_MOVES:]]
        if self.over:
            lines.append(f"{self.result}.")
        elif not self.person:
            lines.append(f"{self.who(self.turn)} is to play; session.play() goes on")
        else:
            words = [word for _, word in self.legal_words()]
            more = f" and {len(words) - LONGEST_POSSIBLE} more" if len(words) > LONGEST_POSSIBLE else ""
            lines.append(f"{self.who(self.turn)} may play {', '.join(words[:LONGEST_POSSIBLE])}{more}")
        return PositionCard(self.game, self.scene, tuple(map(capital, lines)))

    def __str__(self) -> str:
        return str(self.card)

    def __repr__(self) -> str:
        return f"<Session: game {self.game}, {len(self.history)} moves made>"

    def _repr_html_(self) -> str:
        return self.card._repr_html_()

    # Playing

    def play(self, move: Move | None = None) -> "Session":
        """Make a move of a person, as ``make`` does, and let chance and computers answer it.

        Returns the session. Without a move, chance and computers play until it is a person's turn.

        Raises an error of ``NO_VALUES`` if a computer needs values that cannot be computed; ``without_values`` goes on.
        """
        for _ in self.go_on():
            pass
        if move is not None:
            self.make(move)
            for _ in self.go_on():
                pass
        return self

    def make(self, move: Move) -> None:
        """Make a move of the player to move, as a number or in words; forgets the moves to redo."""
        if isinstance(move, str):
            self._make(self.move_of(move))
        else:
            self._make(tuple(move) if isinstance(move, tuple | list) else index(move))
        self._undone.clear()

    def move_of(self, word: str, number: int = 0) -> Move:
        """The move of a word: its name, a unique beginning of it, or its number. An error tells the ``number`` of the
        move in a list of all moves, or of the next decision.
        """
        names = self._moves_by_word() if not self.over else {}
        if word in names:
            return names[word]
        beginning_so = {move for text, move in names.items() if _begins(text.casefold(), word.casefold())}
        exact = {move for text, move in names.items() if text.casefold() == word.casefold()}
        matches = exact if len(exact) == 1 else beginning_so
        if len(matches) == 1:
            return matches.pop()
        if matches:
            texts = [text for text, move in names.items() if move in matches]
            possible = [text for text in texts if text != numbers_text(names[text])] or texts
            raise UsageError(f"{quoted(word)} may be {', '.join(possible[:LONGEST_POSSIBLE])}")
        raise UsageError(self._impossible(quoted(word), names, number))

    def step(self) -> PlayedMove | None:
        """Let chance or a computer make one move; None if a person is to move or the game is over."""
        who = self.turn
        if self.over or self.person:
            return None
        stream = [0] * STREAM_SIZE
        begin(stream, self.seed, len(self.history))
        if who == CHANCE:
            move = sample_outcome(self.game, self.state, legal_moves_of(self.game, self.state), stream)
        else:
            move = self.seats[who].choose(self.sight.situation(), stream)
        self._make(move)
        self._made_again()
        return self.history[-1]

    def go_on(self) -> Iterator[PlayedMove]:
        """Let chance and computers move, one by one, until a person is to move or the game is over."""
        while (played := self.step()) is not None:
            yield played

    def without_values(self, instead: str = INSTEAD) -> None:
        """Replace computers that need values which cannot be computed."""
        self.seats = tuple(seat(instead) if isinstance(one, Best | Slips) else one for one in self.seats)
        self._certain.clear()

    def undo(self) -> None:
        """Take back the last move of a person and everything since; raises UsageError if there is none."""
        persons_moves = [k for k, played in enumerate(self.history) if self._by_person(played.turn)]
        if not persons_moves:
            raise UsageError("there is no move of yours to take back")
        self._take_back(persons_moves[-1])

    def back(self, number: int) -> None:
        """Take back the decision with this number, from 1, and everything since; raises UsageError if there is none."""
        places = self.sight.places
        if number not in places:
            raise UsageError(f"move {number}; possible: {either([*map(str, places)] or ['none'])}")
        self._take_back(places[number])

    def begin_again(self) -> None:
        """Begin a new game with the same players, and the next seed."""
        if self.history:
            self._take_back(0)
        self._undone.clear()
        self.seed += 1

    def redo(self) -> None:
        """Repeat the moves taken back last, or the rest of them if chance and computers repeated some by themselves.

        Raises UsageError if there is nothing to redo.
        """
        if not self._undone:
            raise UsageError("there is nothing to make again")
        for move in self._undone.pop():
            self._make(move)

    # Values

    def value(self) -> Value:
        """The value of play from here on."""
        return self.sight.value()

    def values(self) -> Mapping[Move, Value]:
        """The value of every legal move, or outcome of chance, from here on, its reward included."""
        return {} if self.over else self.sight.values()

    def chances(self, points: bool = False) -> Callable[[Value], Value] | None:
        """From values to the mover's probability of winning, or ``points`` if there are draws, in games with chance or
        several seats; None if there is none.
        """
        if self.over or self.turn < 0:
            return None
        if self.expert.stakes.seats:
            return (lambda value: value) if self.expert.one_wins(self.state) else None
        scale = self.sight.winning_scale(points) if self.expert.stakes.chance else None
        return partial(scale.chance, player=self.turn) if scale and self.turn in scale.winners else None

    def won_within(self) -> int | None:
        """The number of moves within which the winner has won; None without a certain winner, or if unknown."""
        return self.sight.won_within()

    def won_after(self) -> dict[Move, int | None]:
        """The number of moves within which the winner has won, after every legal move, which counts too."""
        return {move: self.sight.won_after(move) for move in self.values()}

    def hint(self) -> list[Move]:
        """All best moves, of wins the quickest and of losses the slowest; with hidden information by what is known.

        Raises UsageError if no player has a choice.
        """
        self._check_choice()
        return self.sight.best()

    def estimate(self, playouts: int = HINT_PLAYOUTS) -> Estimate:
        """Estimates by playouts of the moves of the player to move, by what that player can know.

        They are the same whenever the position comes, in a game of any seed.

        Raises UsageError if no player has a choice.
        """
        self._check_choice()
        situation, searches = self.sight.situation(), list[Estimate]()
        for number in range(SEARCHES):
            stream = [0] * STREAM_SIZE
            begin(stream, 0, number)
            searches.append(situation.estimate(Thought(playouts), stream))
        return pool_searches(searches, self.sight.alike())

    def _check_choice(self) -> None:
        if self.turn < 0:
            raise UsageError(f"nobody has a choice here: {' '.join(self.sight.text.split())}")

    def line(self, most: int = 40) -> list[Move]:
        """A line of best play from here; empty with hidden information, because play is mixed."""
        return self.sight.line(most)

    def who(self, turn: int) -> str:
        """The name of a player: ``the first player``, ``chance``."""
        return self.expert.stakes.name(turn)

    # Inside

    def _by_person(self, turn: int) -> bool:
        return turn >= 0 and isinstance(self.seats[turn], Person)

    def _moves_by_word(self) -> dict[str, Move]:
        """The legal moves by word and by number, without words that several moves share."""
        return named_by(self.legal_words())

    def _make(self, move: Move, number: int = 0) -> None:
        who, state = self.turn, self.state
        legal_move = legal_form(self.legal(), move)
        if legal_move is None:
            text = numbers_text(move)
            raise UsageError(self._impossible(text, {} if who == OVER else self._moves_by_word(), number))
        certain = First if self.sight.hidden else Best | First  # best play is mixed
        if who >= 0 and isinstance(self.seats[who], certain):
            self._certain.add(state)
        elif who != CHANCE or len(self.legal()) > 1:
            self._certain.clear()
        self.state = self.game.play(state, legal_move)
        self.history.append(PlayedMove(state, who, legal_move))

    def _take_back(self, length: int) -> None:
        self._undone.append(self.moves[length:])
        self.sight.forget()
        self._certain.clear()
        self.state = self.history[length].state
        del self.history[length:]

    def _made_again(self) -> None:
        """Drop the last move from the moves to redo if it is the first of them; else forget all of them."""
        if self._undone and self._undone[-1][0] == self.history[-1].move:
            del self._undone[-1][0]
            if not self._undone[-1]:
                self._undone.pop()
        else:
            self._undone.clear()

    def _impossible(self, word: str, names: Mapping[str, Move], number: int) -> str:
        number = number or self.number
        if self.over:
            return over_before(self.game, number, word, self.sight.text)
        texts: dict[Move, str] = {}
        for text, move in names.items():
            texts.setdefault(move, text)
        possible = [texts[move] for move in in_order(self.game, texts)]  # not as a search tries them
        more = f" and {len(possible) - LONGEST_POSSIBLE} more" if len(possible) > LONGEST_POSSIBLE else ""
        return illegal_move(number, word, ", ".join(possible[:LONGEST_POSSIBLE]) + more)


def _begins(text: str, beginning: str) -> bool:
    """Whether the text begins so without splitting a number: 1 is not a beginning of 12."""
    splits_number = beginning[-1:].isdecimal() and text[len(beginning) : len(beginning) + 1].isdecimal()
    return bool(beginning) and text.startswith(beginning) and not splits_number
