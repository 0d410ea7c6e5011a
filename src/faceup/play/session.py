"""One game in progress: who sits where, what was played, what may be played next. No input, no output."""

from collections.abc import Iterable, Iterator, Mapping
from operator import index
from typing import Any

from faceup.engines.hidden.memory import Told
from faceup.engines.model.broken_rules import bad_turn, legal_moves_of, no_moves
from faceup.engines.model.contract_check import with_decisions
from faceup.engines.model.legal_moves import legal_form, moves_in_text, named_by, over_before
from faceup.engines.model.opposed import as_played, opposed_in
from faceup.engines.model.policies import MCTS, Policies, Policy, Thought, check_thought, in_a_row, sample_outcome
from faceup.engines.model.random_stream import STREAM_SIZE, begin
from faceup.engines.model.seats import seats_of, with_gain
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value
from faceup.play.expert import Expert
from faceup.play.hidden_sight import HiddenSight
from faceup.play.in_progress import Played
from faceup.play.seats import Best, First, LooksAhead, Person, Slips, seat
from faceup.play.sight import Sight
from faceup.results.answers.winning_chances import WinningScale
from faceup.results.outcome import Outcome
from faceup.results.samples.estimate import Estimate
from faceup.results.scene.position_shown import PositionShown
from faceup.results.scene.scene import Scene
from faceup.results.scene.things import last_decider
from faceup.results.sentences.capital_letters import capital
from faceup.results.sentences.outcome_sentences import end_sentence
from faceup.results.sentences.seat_names import gains_sentence, seats_sentence
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import UsageError, quoted
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move, numbers_text
from faceup.rules.texts import move_text

PLAYERS = 2
LAST_MOVES = 20  # that are told when a position is shown
LONGEST_POSSIBLE = 40  # moves named in an error
HINT_PLAYOUTS = 1000
INSTEAD = MCTS  # who plays where the perfect player cannot
INSTEAD_IN_WORDS = "the computer looks ahead by playing out games, and may err"
GOES_ROUND = "play has come round and would never end: "


class Session:
    """A game in progress. Values are player 0's; where each seat has a payoff of its own, of whoever is to move.

    ``seats`` are for players 0 and 1, or for all seats, the last for all that follow, so that one does: ``person``,
    ``best``, ``slips:0.1`` (best, but slips with that probability), ``random``, ``first``, ``mcts:1000``,
    ``mcts:0.5s``, ``ab:4``, or a function ``policy(game, state)``. ``moves`` were made before, those of chance too.
    Move number k of chance and of computers depends on ``seed``, k and the position alone (by the clock on the machine
    too), so a game that is taken back and played again goes the same way. Sessions of one game may share an ``expert``.

    Where something is hidden all that is told, ``told`` and what follows, is what the person knows who plays, or who
    is to move; ``history``, ``moves``, ``words`` and ``payoff`` are of all that happened, and ``own_moves`` of what
    persons did.

    Raises UsageError for a move that is not possible.
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
        known = opposed_in(self.expert.game)
        game = self.expert.game if known and known.game == game else as_played(game)
        count = seats_of(game) or PLAYERS
        given = in_a_row(seats)
        if not 1 <= len(given) <= max(count, PLAYERS):
            raise UsageError(f"{len(given)} seats; possible: one for each of {count} players, or one for all")
        given += given[-1:] * (count - len(given))
        if not 0 <= seed < 2**63:
            raise UsageError(f"seed {seed}; possible: 0 to 2**63 - 1")
        self.game, self.seed = game, seed
        self.sit(given)
        self.history: list[Played] = []
        self.state = game.start()
        self.sight: Sight = HiddenSight(self) if facts_of(game).hidden else Sight(self)
        self._undone: list[list[Move]] = []
        self._certain: set[Any] = set()  # positions since the last decision that may be another one next time
        for move in moves_in_text(game, moves) if isinstance(moves, str) else moves:
            self._make(self.named(move) if isinstance(move, str) else move)

    def sit(self, seats: Iterable[Policy | str]) -> None:
        """Have others sit there from now on, one for each seat. Raises UsageError for who cannot play this game."""
        self.seats = tuple(map(seat, seats))
        for one in self.seats:
            if isinstance(one, LooksAhead):
                check_thought(self.game, one.thought)

    # The position

    @property
    def turn(self) -> int:
        """Whose decision it is: a seat, CHANCE or OVER."""
        who = self.game.turn(self.state)
        if not OVER <= who < (seats_of(self.game) or 2):
            raise bad_turn(self.game, self.state, who, seats_of(self.game))
        return int(who)

    @property
    def over(self) -> bool:
        return self.goes_round or self.turn == OVER

    @property
    def goes_round(self) -> bool:
        """Whether computers that always move alike have brought a position back, and so would go on for ever."""
        return self.state in self._certain

    @property
    def person(self) -> bool:
        """Whether a person is to move."""
        return self.turn >= 0 and isinstance(self.seats[self.turn], Person)

    @property
    def persons(self) -> list[int]:
        """The players who decide and are persons."""
        stakes = self.expert.stakes
        deciding = stakes.players or (set() if stakes.seats else {0})
        return [player for player in sorted(deciding) if isinstance(self.seats[player], Person)]

    @property
    def one_person(self) -> int | None:
        """The person who plays, where there is just one."""
        persons = self.persons
        return persons[0] if len(persons) == 1 else None

    @property
    def moves(self) -> list[Move]:
        """Every move made so far, those of chance too, and those that are hidden."""
        return [played.move for played in self.history]

    @property
    def own_moves(self) -> list[Move]:
        """The moves of persons alone, which with the seed say all."""
        return [played.move for played in self.history if self._by_person(played.turn)]

    @property
    def words(self) -> list[str]:
        """The same as the game says them."""
        return [move_text(self.game, played.state, played.move) for played in self.history]

    @property
    def told(self) -> list[Told]:
        """The moves that are known, in their order."""
        return self.sight.known_moves

    @property
    def number(self) -> int:
        """The number of the next move, as ``back`` counts them."""
        return len(self.sight.places) + 1

    def legal(self) -> list[Move]:
        """Every legal move, or outcome of chance that can happen; none when the game is over."""
        if self.turn == OVER:
            return []
        moves = self.sight.legal()
        if not moves:
            raise no_moves(self.game, self.state)
        return moves

    @property
    def scene(self) -> Scene:
        """The position as things to look at."""
        return self.sight.scene

    def legal_words(self) -> list[tuple[Move, str]]:
        """Every legal move, with what it is called."""
        legal = list(dict.fromkeys(self.legal()))
        return list(zip(legal, self.sight.words(legal), strict=True))

    @property
    def payoff(self) -> Exact:
        """What player 0 has gained so far, with the payoff when the game is over, or what going round is worth."""
        return self.payoffs[0]

    @property
    def payoffs(self) -> tuple[Exact, ...]:
        """The same for every seat that has a payoff of its own; else of player 0 alone."""
        game, seats = self.game, seats_of(self.game)
        given = [(state, f"reward of move {move}", game.reward(state, move)) for state, _, move in self.history]
        if self.goes_round:
            given.append((self.state, "endless", game.endless))
        elif self.over:
            given.append((self.state, "payoff", game.payoff(self.state)))
        totals: tuple[Exact, ...] = (0,) * (seats or 1)
        for state, what, gain in given:
            totals = with_gain(game, totals, state, what, gain, seats)
        return totals

    @property
    def outcome(self) -> Outcome:
        """How the game ended; asked when it is over."""
        return self.expert.stakes.outcome_of_end(self.payoff, last_decider(self.history))

    @property
    def result(self) -> str:
        """How the game ended, in words; empty while it goes on."""
        if not self.over:
            return ""
        several = self.expert.stakes.seats
        said = (
            seats_sentence(self.payoffs, self.game.player_names)
            if several
            else end_sentence(self.expert.stakes, self.outcome)
        )
        paid = self.paid_in_own_units
        return f"{GOES_ROUND * self.goes_round}{said}" + (f" ({paid})" if paid else "")

    @property
    def paid_in_own_units(self) -> str:
        """What all got in a game of two opponents whom the rules pay by rows; empty elsewhere, or while it goes on."""
        found = opposed_in(self.game)
        if found is None or not self.over or self.goes_round:
            return ""
        game, seats = found.game, seats_of(found.game)
        row: tuple[Exact, ...] = (0,) * seats
        for state, _, move in self.history:
            row = with_gain(game, row, state, f"reward of move {move}", game.reward(state, move), seats)
        row = with_gain(game, row, self.state, "payoff", game.payoff(self.state), seats)
        return gains_sentence(row, game.player_names)

    @property
    def shown(self) -> PositionShown:
        """The position with the moves since a person moved last, and what may be played now."""
        moves = self.told
        own = [k for k, one in enumerate(moves) if self._by_person(one.turn)]
        since = (own[-1] if own else -1) + 1
        told = [f"{self.who(one.turn)}: {one.word}" for one in moves[since:][-LAST_MOVES:]]
        if self.over:
            told.append(f"{self.result}.")
        elif not self.person:
            told.append(f"{self.who(self.turn)} is to play; session.play() goes on")
        else:
            words = [word for _, word in self.legal_words()]
            more = f" and {len(words) - LONGEST_POSSIBLE} more" if len(words) > LONGEST_POSSIBLE else ""
            told.append(f"{self.who(self.turn)} may play {', '.join(words[:LONGEST_POSSIBLE])}{more}")
        return PositionShown(self.game, self.scene, tuple(map(capital, told)))

    def __str__(self) -> str:
        return str(self.shown)

    def __repr__(self) -> str:
        return f"<Session: game {self.game}, {len(self.history)} moves made>"

    def _repr_html_(self) -> str:
        return self.shown._repr_html_()

    # Playing

    def play(self, move: Move | None = None) -> "Session":
        """Make a move as ``make`` does, when it is a person's turn, and let chance and computers answer it.

        Gives the session, to be looked at. Without a move chance and computers play until it is a person's turn.

        Raises what NO_VALUES names where a computer needs values that cannot be had; ``without_values`` goes on then.
        """
        for _ in self.go_on():
            pass
        if move is not None:
            self.make(move)
            for _ in self.go_on():
                pass
        return self

    def make(self, move: Move) -> None:
        """Make a move, as a number or as the game says it, for whoever is to decide; forgets what was taken back."""
        if isinstance(move, str):
            self._make(self.named(move))
        else:
            self._make(tuple(move) if isinstance(move, tuple | list) else index(move))
        self._undone.clear()

    def named(self, word: str) -> Move:
        """The move that a word names: as the game says it, its beginning where that is enough, or its number."""
        names = self._moves_by_word() if not self.over else {}
        if word in names:
            return names[word]
        near = {move for text, move in names.items() if _begins(text.casefold(), word.casefold())}
        exact = {move for text, move in names.items() if text.casefold() == word.casefold()}
        found = exact if len(exact) == 1 else near
        if len(found) == 1:
            return found.pop()
        if found:
            texts = [text for text, move in names.items() if move in found]
            possible = [text for text in texts if text != numbers_text(names[text])] or texts
            raise UsageError(f"{quoted(word)} may be {', '.join(possible[:LONGEST_POSSIBLE])}")
        raise UsageError(self._impossible(quoted(word), names))

    def step(self) -> Played | None:
        """Let chance or a computer make one move; None where a person is to move or the game is over."""
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

    def go_on(self) -> Iterator[Played]:
        """Let chance and computers move, one by one, until a person is to move or the game is over."""
        while (played := self.step()) is not None:
            yield played

    def without_values(self, instead: str = INSTEAD) -> None:
        """Seat another player wherever a computer needs values that cannot be had."""
        self.seats = tuple(seat(instead) if isinstance(one, Best | Slips) else one for one in self.seats)
        self._certain.clear()

    def undo(self) -> None:
        """Take back everything since before the last move of a person; raises UsageError where there is none."""
        own = [k for k, played in enumerate(self.history) if self._by_person(played.turn)]
        if not own:
            raise UsageError("there is no move of yours to take back")
        self._take_back(own[-1])

    def back(self, number: int) -> None:
        """Take back the move of that number, from 1, and everything since; raises UsageError where there is none.

        Where something is hidden the moves of persons alone are counted.
        """
        places = self.sight.places
        if not 1 <= number <= len(places):
            raise UsageError(f"move {number}; possible: 1 to {len(places)}")
        self._take_back(places[number - 1])

    def redo(self) -> None:
        """Make again what was taken back last, or what is left of it where chance and computers moved as before.

        Raises UsageError where there is nothing.
        """
        if not self._undone:
            raise UsageError("there is nothing to make again")
        for move in self._undone.pop():
            self._make(move)

    # What it is worth

    def value(self) -> Value:
        """The value of play from here on."""
        return self.sight.value()

    def values(self) -> Mapping[Move, Value]:
        """The value of every legal move or outcome from here on, its reward included."""
        return {} if self.over else self.sight.values()

    def chances(self) -> WinningScale | None:
        """How values of moves tell how often whoever is to move wins, where chance has a say and they tell that."""
        if self.over or self.turn < 0 or not self.expert.stakes.chance:
            return None
        scale = self.sight.winning_scale()
        return scale if scale and self.turn in scale.winners else None

    def won_within(self) -> int | None:
        """Moves within which whoever wins has won, where somebody surely does and that is known."""
        return self.sight.won_within()

    def won_after(self) -> dict[Move, int | None]:
        """The same for every legal move or outcome, which counts too."""
        return {move: self.sight.won_after(move) for move in self.values()}

    def hint(self) -> list[Move]:
        """All best moves, or those of which one is made by lot; raises UsageError where nobody has a choice."""
        return self.sight.best()

    def estimate(self, playouts: int = HINT_PLAYOUTS) -> Estimate:
        """What so many playouts say of the moves of whoever is to decide, by what that one can know."""
        stream = [0] * STREAM_SIZE
        begin(stream, self.seed, len(self.history))
        return self.sight.situation().estimate(Thought(playouts), stream)

    def line(self, most: int = 40) -> list[Move]:
        """A line of best play from here; none where something is hidden, for play goes on by lot."""
        return self.sight.line(most)

    def who(self, turn: int) -> str:
        """What to call whoever decides: ``the first player``, ``chance``."""
        return self.expert.stakes.name(turn)

    # Inside

    def _by_person(self, turn: int) -> bool:
        return turn >= 0 and isinstance(self.seats[turn], Person)

    def _moves_by_word(self) -> dict[str, Move]:
        """The legal moves by their words and by their numbers; a word that several have names none of them."""
        return named_by(self.legal_words())

    def _make(self, move: Move) -> None:
        who, state = self.turn, self.state
        own = legal_form(self.legal(), move)
        if own is None:
            told = numbers_text(move)
            raise UsageError(self._impossible(told, {} if who == OVER else self._moves_by_word()))
        certain = First if self.sight.hidden else Best | First  # what is hidden is played by lot
        if who >= 0 and isinstance(self.seats[who], certain):
            self._certain.add(state)
        elif who != CHANCE or len(self.legal()) > 1:
            self._certain.clear()
        self.state = self.game.play(state, own)
        self.history.append(Played(state, who, own))

    def _take_back(self, length: int) -> None:
        self._undone.append(self.moves[length:])
        self.sight.forget()
        self._certain.clear()
        self.state = self.history[length].state
        del self.history[length:]

    def _made_again(self) -> None:
        """The last move was made by itself: it is the first of what was taken back, or all of that is forgotten."""
        if self._undone and self._undone[-1][0] == self.history[-1].move:
            del self._undone[-1][0]
            if not self._undone[-1]:
                self._undone.pop()
        else:
            self._undone.clear()

    def _impossible(self, word: str, names: Mapping[str, Move]) -> str:
        number = self.number
        if self.over:
            return over_before(self.game, number, word, self.sight.text)
        texts: dict[Move, str] = {}
        for text, move in names.items():
            texts.setdefault(move, text)
        possible = list(texts.values())
        more = f" and {len(possible) - LONGEST_POSSIBLE} more" if len(possible) > LONGEST_POSSIBLE else ""
        return f"move {number} ({word}) is not possible; possible: {', '.join(possible[:LONGEST_POSSIBLE])}{more}"


def _begins(text: str, beginning: str) -> bool:
    """Whether the text begins so, no number being cut: 1 is not the beginning of 12."""
    cut = beginning[-1:].isdecimal() and text[len(beginning) : len(beginning) + 1].isdecimal()
    return bool(beginning) and text.startswith(beginning) and not cut
