"""A game at a keyboard, turn by turn, for one or two persons or for computers alone, and its commands."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from faceup.cli.playing.narration import Narration
from faceup.cli.playing.saved_game import SavedGame
from faceup.cli.playing.screen import Screen
from faceup.engines.model.legal_moves import named_by
from faceup.numbers.value import Value
from faceup.play.expert import NO_VALUES
from faceup.play.session import Session
from faceup.results.number_texts import chance_text
from faceup.results.sentences import games as words
from faceup.results.sentences.games import line_text, moves_text
from faceup.results.sentences.mixed_strategies import mixture_text
from faceup.results.sentences.outcomes import HALF, shortly, within
from faceup.results.sentences.samples import estimate_sentence
from faceup.results.sentences.words import either
from faceup.results.stakes import Stakes
from faceup.rules.errors import UsageError, quoted
from faceup.rules.moves import Move
from faceup.rules.texts import in_order
from faceup.show.text.styled_lines import Text, clean, columns, flow, prose

GAME_OVER = "the game is over; undo goes back, again begins a new game, quit leaves"
MOST_LINE_MOVES = 40  # moves of a line of best play
MOST_VALUES = 60  # moves with their values
MOST_WORDS = 300  # moves without
INDENT = " " * 6  # the indent of a value that does not fit beside its move
HELP = {
    "MOVE": "as the game says it, or as much of it as is needed",
    "?": "the legal moves, with their values while hints are on; ? and a beginning: those that begin so",
    "hint": "the best moves, or estimates by playouts if they are unknown",
    "hints": "hints on or off: values of positions and moves",
    "line": "best play from here",
    "undo": "back to before your last move",
    "redo": "repeat the moves taken back",
    "back": "back to before a move, to try again from there: back 5",
    "save": "keep the game in a file that --load takes; save FILE says in which",
    "again": "a new game with the same players, and the next seed",
    "switch": "a new game with the sides changed",
    "review": "a graph of your expected result, luck and mistakes",
    "help": "this list; a command that is a move too is written with a slash: /undo",
    "quit": "leave, as q and the end of the input do",
}


class Quit(Exception):
    """Raised when the person leaves the game."""


class Dialogue(Narration):
    """A game that obeys typed moves and commands."""

    def __init__(self, session: Session, screen: Screen, saved_game: SavedGame, hints: bool, fixed: bool) -> None:
        super().__init__(session, screen, hints, fixed)
        self.saved_game = saved_game
        self.looking: int | None = None  # which of two persons sees the screen, if cards are hidden

    def run(self) -> None:
        """Play to the end, or until the person leaves; save the game in any case if a file is known."""
        try:
            self.greet()
            self.play()
        except Quit:
            pass
        finally:  # after an interrupt too
            self.say(self.saved_game.leave() if self.saved_game.place or self.screen.talks else "")

    def play(self) -> None:
        """Play turn by turn; moves can be taken back even after the end."""
        if not self.persons:
            self.show()
        while True:
            self.go_on()
            self.hand_over()
            self.show()
            if self.session.over:
                self.end()
                if not self.persons:
                    return
            while not self.obey(self.ask()):
                pass

    def hand_over(self) -> None:
        """Between two persons with hidden cards, clear the screen and wait until the other one looks."""
        session = self.session
        two = self.hidden and len(self.persons) > 1 and self.screen.talks
        if two and session.person and session.turn != self.looking:
            if self.looking is not None:  # before the first move the screen shows the rules alone
                self.screen.clear()
            who = self.who(session.turn)
            if self.screen.ask(f"{who} alone may look now; Enter goes on> ", ()) is None:
                raise Quit
            self.looking = session.turn

    # Input

    def ask(self) -> str:
        """Return the line that the person types. Raises Quit at the end of the input."""
        session, number = self.session, self.session.number
        if session.over:
            prompt = "the game is over> "
        elif self.person is None:
            prompt = f"{self.who(session.turn)}, move {number}> "
        else:
            prompt = f"your move {number}> "
        possible = [*self.names().values(), *COMMANDS, *TAKE_MORE]
        answer = self.screen.ask(prompt, possible, expected=not session.over)
        if answer is None or (session.over and not answer and self.screen.talks):
            raise Quit
        return answer

    def obey(self, answer: str) -> bool:
        """Make the typed move or run the typed command; return whether to show the position."""
        return bool(answer.strip() and self.attempt(lambda: self.run_command(answer.strip())))

    def run_command(self, answer: str) -> bool:
        """Make the move or run the command: the whole word or number of a move comes first, its beginning last."""
        word = " ".join(answer.split())
        command, _, rest = answer.removeprefix("/").partition(" ")
        if command.startswith("?"):
            command, rest = "?", answer.removeprefix("/")[1:]
        command, rest = command.casefold(), rest.strip()
        move = self.move_called(word)
        if command == "q" and not any(_begins(name, word) for name in self.names().values()):
            command = "quit"
        if move is None and command in TAKE_MORE:
            return bool(TAKE_MORE[command](self, rest))
        if move is None and command in COMMANDS and not rest:
            return bool(COMMANDS[command](self))
        if self.session.over:
            raise UsageError(GAME_OVER)
        try:
            self.session.make(word if move is None else move)
        except UsageError as error:
            raise UsageError(f"{error}; help lists the commands") from None
        return True

    def move_called(self, word: str) -> Move | None:
        """Return the move with this name or whole word. Raises UsageError if several moves have the word."""
        names, named = self.names(), {} if self.session.over else named_by(self.session.legal_words())
        if word in named:
            return named[word]
        texts = [*names.items(), *(() if self.session.over else self.session.legal_words())]
        moves = {move for move, text in texts if text == word}
        moves = moves or {move for move, text in texts if text.casefold() == word.casefold()}
        if len(moves) > 1:
            possible = ", ".join(names[move] for move in in_order(self.session.game, moves))
            raise UsageError(f"{word!r} is several moves; possible: {possible}")
        return moves.pop() if moves else None

    # Commands

    def names(self) -> dict[Move, str]:
        """Return the name of each legal move; empty when the game is over."""
        return words.names_of(self.session.legal_words())

    def list_moves(self, beginning: str) -> None:
        session, screen = self.session, self.screen
        if session.over:
            raise UsageError(GAME_OVER)
        called = {move: name for move, name in self.names().items() if _begins(name, beginning)}
        names = {move: called[move] for move in in_order(session.game, called)}  # not as a search tries them
        if not names:
            raise UsageError(f"{beginning[:60]!r}: no move begins so; ? lists them")
        if not self.hints or self.unknown:
            screen.show(move_lines(names.values(), screen.width))
            self.say(self.unknown if self.hints else "", "dim")
            return
        values, best, ahead = session.values(), session.hint(), session.won_after()
        rows = [(name, values[move], move in best, ahead[move]) for move, name in names.items()]
        screen.show(value_lines(rows, session.expert.stakes, session.turn, *self.figures(), screen.width))

    def figures(self) -> tuple[Callable[[Value], str], str]:
        """Return a function that formats the value of a move, and the meaning of that number."""
        session, stakes, turn = self.session, self.session.expert.stakes, self.session.turn
        chances = session.chances(points=True)
        if chances is not None:
            wins = "you win" if turn == self.person else f"{self.who(turn)} wins"
            scale = None if stakes.seats else session.sight.winning_scale(points=True)
            return lambda value: chance_text(chances(value)), f"how often {wins}{HALF if scale and scale.draws else ''}"
        whose = turn if stakes.seats else self.side
        gets = "you get" if whose == self.person else f"{self.who(whose)} gets"
        return lambda value: words.worth(self.theirs(value)), f"what {gets} from here on"

    def hint(self) -> None:
        session = self.session
        if session.over:
            raise UsageError(GAME_OVER)
        try:
            best = self.best()
        except NO_VALUES as error:
            if not self.unknown:
                self.have_no_values(error)
                self.say(f"{error}; so moves are estimated")
            estimate = session.estimate()
            self.say(estimate_sentence(estimate, self.names(), session.expert.stakes.decided))
        else:
            self.unknown = ""
            self.say(best)

    def best(self) -> str:
        """Return the best moves as the text of a hint. Raises an error of ``NO_VALUES`` if they are unknown."""
        session = self.session
        if (decision := session.sight.decision) is not None:
            return f"best: {mixture_text(decision)}"
        best = session.hint()
        end = session.expert.stakes.kind_for(session.turn, session.values()[best[0]])
        text = f"; a {within(end, session.won_within())}" if end else ""
        return f"best: {moves_text(session.game, session.state, best)}{text}"

    def switch_hints(self) -> None:
        self.hints = not self.hints
        self.say(f"hints are {'on' if self.hints else 'off'}")

    def line(self) -> None:
        session = self.session
        if session.over:
            raise UsageError(GAME_OVER)
        if session.sight.hidden:
            raise UsageError("best play goes on at random, and by what each player sees; hint tells what is best now")
        line = session.line(MOST_LINE_MOVES + 1)
        moves = line_text(session.game, session.state, line[:MOST_LINE_MOVES], True)
        self.say(f"best play: {moves}{' ...' * (len(line) > MOST_LINE_MOVES)}")

    def undo(self) -> bool:
        self.session.undo()
        self.say(f"back before move {self.session.number}")
        return True

    def back(self, number: str) -> bool:
        numbers = [*map(str, self.session.sight.places)]
        if number not in numbers:
            made = "the number of a move that was made"
            which = f"back {either(numbers)}, {made}" if numbers else "a move, as none was made yet"
            raise UsageError(f"back {quoted(number) if number else 'needs a number'}; possible: {which}")
        self.session.back(int(number))
        self.say(f"back before move {number}")
        return True

    def again(self) -> bool:
        """Begin a new game."""
        self.session.begin_again()
        self.shown, self.events, self.looking = [], {}, None
        self.say(f"A new game{self.seed_text()}.", "bold")
        return True

    def switch(self) -> bool:
        """Begin a new game in which two players have changed their sides."""
        if not self.session.expert.stakes.two:
            raise UsageError("switch is for games of two sides; again begins a new game")
        self.session.seats = self.session.seats[::-1]
        self.again()
        self.say(self.sitting())
        return True

    def redo(self) -> bool:
        before = len(self.session.known_moves)
        self.session.redo()
        two = self.hidden and len(self.persons) > 1  # one of them may not know the other's move
        again = "" if two else f": {words.runs(one.word for one in self.session.known_moves[before:])}"
        self.say(f"made again{again}")
        return True

    def save(self, name: str) -> None:
        self.say(self.saved_game.save(name))

    def help(self) -> None:
        wide = max(map(len, HELP)) + 4
        for name, text in HELP.items():
            self.screen.show(flow(map(Text, text.split()), self.screen.width, f"  {name:<{wide - 2}}", " " * wide))

    def quit(self) -> None:
        raise Quit


COMMANDS: dict[str, Callable[[Dialogue], Any]] = {
    "hint": Dialogue.hint,
    "hints": Dialogue.switch_hints,
    "line": Dialogue.line,
    "undo": Dialogue.undo,
    "redo": Dialogue.redo,
    "again": Dialogue.again,
    "switch": Dialogue.switch,
    "review": Dialogue.review,
    "help": Dialogue.help,
    "quit": Dialogue.quit,
}
TAKE_MORE: dict[str, Callable[[Dialogue, str], Any]] = {
    "?": Dialogue.list_moves,
    "back": Dialogue.back,
    "save": Dialogue.save,
}


def _begins(name: str, beginning: str) -> bool:
    return name.casefold().startswith(beginning.casefold())


def move_lines(names: Iterable[str], width: int) -> list[Text]:
    """Return the names of moves without their values."""
    named = list(names)
    first = named[:MOST_WORDS]
    words = [Text(clean(name) + "," * (k < len(first))) for k, name in enumerate(first, 1)]
    return [*flow(words, width, "  ", "  "), *_left_out(len(named) - len(first), width)]


def value_lines(
    rows: Sequence[tuple[str, Value, bool, int | None]],
    stakes: Stakes,
    turn: int,
    format_value: Callable[[Value], str],
    meaning: str,
    width: int,
) -> list[Text]:
    """Return a line for each move: its name, its value, a mark if it is best, and the moves to a win or loss if known.

    ``format_value`` formats a value that is no win, draw or loss, and ``meaning`` says what that number means.
    """
    first = rows[:MOST_VALUES]
    widest = max(columns(clean(word)) for word, _, _, _ in first)
    outcomes = [stakes.kind_for(turn, value) for _, value, _, _ in first]
    lines: list[Text] = []
    for (word, value, best, moves), end in zip(first, outcomes, strict=True):
        move, figure, style = clean(word), shortly(end, moves) if end else format_value(value), "bold" if best else ""
        mark, blank = "  * " if best else "    ", " " * (widest - columns(move) + 2)
        if len(mark) + widest + 2 + columns(figure) <= width:
            lines.append(Text.assemble((mark, "bold green"), (move, style), blank + figure))
        else:
            lines += flow((Text(part, style) for part in move.split()), width, mark, INDENT)
            lines.append(Text(INDENT + figure))
    figures = [format_value(value) for _, value, _, _ in first]
    rounded_ones = ", to six digits," * any("." in figure and "%" not in figure for figure in figures)
    legend = "* best" + ("" if all(outcomes) else f"; the numbers{rounded_ones} are {meaning}")
    return [*lines, *_left_out(len(rows) - len(first), width), *prose(legend, width, "dim", 2, 2)]


def _left_out(number: int, width: int) -> list[Text]:
    text = f"and {number:,} more: ? and the beginning of a move lists those that begin so"
    return prose(text, width, "", 2, 2) if number else []
