"""What a game in progress shows: its rules, the position, what chance and computers do, how it ended."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import starmap
from typing import Any

from faceup.cli.playing.screen import Screen
from faceup.cli.waiting import waiting
from faceup.engines.hidden.memory import Told
from faceup.numbers.value import Value, amount
from faceup.play.expert import NO_VALUES
from faceup.play.in_progress import Played
from faceup.play.review import review
from faceup.play.seats import Person
from faceup.play.session import INSTEAD, Session
from faceup.play.sight import told_move
from faceup.results.scene.dice import seen_outcome_words
from faceup.results.sentences.best_play_sentences import wins_often
from faceup.results.sentences.outcome_sentences import best_play_sentence, end_sentence_for, whose, within
from faceup.results.sentences.seat_names import gains_sentence, seats_sentence_for
from faceup.rules.contract import CHANCE
from faceup.rules.errors import FaceupError, UsageError
from faceup.rules.facts import facts_of
from faceup.show.text import games as words
from faceup.show.text.phrases import count_phrase, title
from faceup.show.text.reviews import review_page
from faceup.show.text.scenes import scene_lines

SOLVING = "working the game out; Ctrl-C leaves"
AGAIN = 1.0  # seconds of solving once it was too much before
NOTE = "Type a move. ? lists the moves, help the commands."


class Narration:
    """A game on a screen, with ``hints`` or without.

    Where the game is too large for the perfect player, another one goes on, unless the player was ``chosen``.
    """

    def __init__(self, session: Session, screen: Screen, hints: bool, chosen: bool) -> None:
        self.session, self.screen = session, screen
        self.hints, self.chosen = hints, chosen
        self.persons = [k for k, one in enumerate(session.seats) if isinstance(one, Person)]
        self.person = self.persons[0] if len(self.persons) == 1 else None
        self.hidden = session.sight.hidden and bool(self.persons)
        self.gains = facts_of(session.game).rewarding
        self.unknown = ""  # why there are no values
        self.known: dict[int | None, list[Told]] = {}  # what each person was told, where something is hidden

    def say(self, text: str, style: str = "") -> None:
        if text:
            self.screen.say(text, style, hanging=2)

    def greet(self) -> None:
        """The game, its rules, who plays."""
        session, screen = self.session, self.screen
        self.say(f"{title(session.game)}, seed {session.seed}", "bold")
        for paragraph in words.rules_paragraphs(type(session.game)):
            screen.say(paragraph)
            screen.say()
        stakes = session.expert.stakes
        players = sorted(stakes.players, key=lambda player: player != stakes.first)
        self.say("; ".join(f"{session.who(player)}: {self.seat_label(player)}" for player in players))
        if self.hidden and len(self.persons) > 1 and session.history:
            self.say("goes on where it was left")  # before either of the two looks away
        elif told := session.told:
            self.say(f"goes on after {count_phrase(len(told), 'move')}: {words.runs(one.word for one in told)}")
        if self.persons:
            self.say(NOTE, "dim")

    def seat_label(self, player: int) -> str:
        """Who sits there."""
        if player == self.person:
            return "you"
        return "a person" if player in self.persons else self.session.seats[player].name

    def show(self) -> None:
        """The position, and with hints what it is worth."""
        session, screen = self.session, self.screen
        if self.hidden:
            self.tell_all(self.news())
        screen.say()
        screen.show(scene_lines(session.scene, screen.width, screen.encoding))
        if self.gains and session.history and not session.over and (gained := session.sight.reward_so_far) is not None:
            several = session.expert.stakes.seats
            gained = -gained if self.side else gained
            told = gains_sentence(session.payoffs, session.game.player_names) if several else amount(gained)
            self.say(f"so far: {told}{'' if several else self.whose()}")
        if self.hints and self.persons and not session.over and not self.unknown:
            self.attempt(lambda: self.say(f"with best play from here: {self.fortune()}", "dim"))

    def fortune(self) -> str:
        """What best play comes to."""
        value = self.session.value()
        more = " more" * self.gains
        sentence = best_play_sentence(self.session.expert.stakes, value)
        if sentence:
            return within(sentence, self.session.won_within())
        if self.session.expert.stakes.chance and (scale := self.session.sight.winning_scale()):
            return wins_often(self.session.expert.stakes, value, scale, self.person)
        return f"{words.worth(self.theirs(value))}{more}{self.whose()}"

    @property
    def side(self) -> int:
        """Whose numbers are told, between two opponents."""
        return self.session.expert.stakes.side(self.person)

    def theirs(self, value: Value) -> Value:
        """A value as it is told."""
        return value.to_the_other() if self.side else value

    def whose(self) -> str:
        """Whom a number is for."""
        stakes = self.session.expert.stakes
        return f" for {stakes.name(max(self.session.turn, 0))}" if stakes.seats else whose(stakes, self.person)

    def go_on(self) -> None:
        """Let chance and computers move, and tell what they do."""
        session = self.session
        while not (session.over or session.person):
            try:
                with waiting(SOLVING):
                    self.tell(session.go_on())
            except NO_VALUES as error:
                if self.chosen:
                    raise type(error)(f"{error}; possible: --strength {INSTEAD}") from None
                self.have_no_values(error)
                session.without_values()
                self.say(f"{error}; so play goes on without values, and the computer plays as --strength {INSTEAD}")

    def have_no_values(self, error: FaceupError) -> None:
        """Go on without values; whoever asks for them again, in positions that are nearer to the end, waits little."""
        self.unknown = str(error)
        self.session.expert.seconds = min(self.session.expert.seconds, AGAIN)

    def tell(self, moves: Iterable[Played]) -> None:
        """Each move of a computer; all that chance did in between, as one line."""
        if self.hidden:  # what becomes known of them is told with the position
            for _ in moves:
                pass
        else:
            self.tell_all(self.narrate_moves(moves))

    def narrate_moves(self, moves: Iterable[Played]) -> Iterator[Told]:
        """Each move with its word, as it is made."""
        return starmap(partial(told_move, self.session.game), moves)

    def news(self) -> Iterator[Told]:
        """What somebody who does not see everything knows by now of moves of others that was not told them."""
        who, left = self.session.turn if self.session.person else self.person, self.session.told
        known = self.known.get(who, [])
        self.known[who] = left
        for one in left:
            if one in known:
                known = known[known.index(one) + 1 :]
            elif one.turn != who:
                yield one

    def tell_all(self, moves: Iterable[Told]) -> None:
        """These moves, what chance did one after another as one line."""
        session, by_chance, begins = self.session, list[str](), ""

        def tell_chance() -> None:
            if by_chance:
                self.say(words.runs(by_chance))
                by_chance.clear()

        try:
            for turn, word, _, _, says in moves:
                if turn == CHANCE:
                    said = says or seen_outcome_words(word)
                    before, begins = begins, said.removesuffix(word)  # "rolled 4, 6" says once that it rolled
                    by_chance.append(word if by_chance and begins and begins == before else said)
                else:
                    tell_chance()
                    number = "" if self.persons else f"{session.number - 1}. "  # as the review counts them
                    self.say(f"{number}{session.who(turn)}: {word}")
        finally:
            tell_chance()

    def end(self) -> None:
        """How it ended, and what was thrown away."""
        session = self.session
        self.screen.say()
        if session.goes_round:
            self.say("Play has come round: these computers would go on for ever.")
        if session.expert.stakes.seats:
            ended = seats_sentence_for(session.payoffs, self.person, session.game.player_names)
            self.say(f"{ended}.", "bold")
        else:
            self.say(end_sentence_for(session.expert.stakes, session.outcome, self.person), "bold")
            if paid := session.paid_in_own_units:
                self.say(f"Paid to all: {paid}.")
        if session.history:
            with waiting(SOLVING):
                self.review()
        if self.persons and self.screen.talks:
            self.say("undo, save and review are still possible; Enter leaves", "dim")

    def review(self) -> None:
        """What a player could hope for, the moves by which it was thrown away, or why that is not known."""
        session = self.session
        if not session.history:
            raise UsageError("there is no move to look back at")
        self.screen.show(review_page(review(session), self.screen.width, self.screen.encoding))

    def attempt(self, action: Callable[[], Any]) -> Any:
        """The result of the action; None where it cannot be, which is told."""
        try:
            with waiting(SOLVING):
                return action()
        except FaceupError as error:
            if isinstance(error, NO_VALUES):
                self.have_no_values(error)
            self.say(str(error))
            return None
