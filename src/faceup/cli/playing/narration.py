"""The text of a game in progress: its rules, the position, moves of chance and of computers, the end."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import starmap
from typing import Any

from faceup.cli.playing.screen import Screen
from faceup.cli.waiting import waiting
from faceup.engines.hidden.memory import KnownMove
from faceup.numbers.value import Value, amount
from faceup.play.expert import NO_VALUES
from faceup.play.in_progress import PlayedMove
from faceup.play.review import review
from faceup.play.seats import COMPUTER, PERSON, Person, callings, outcome_called, scene_called, seats_sentence
from faceup.play.session import INSTEAD, Session
from faceup.play.sight import told_move
from faceup.results.number_texts import chance_text
from faceup.results.reviews.review import Review
from faceup.results.sentences import games as words
from faceup.results.sentences.games import title
from faceup.results.sentences.outcomes import (
    HALF,
    best_play_sentence_for,
    end_sentence_for,
    gain_sentence,
    gains_sentence,
    seats_sentence_for,
    whose,
    wins_often,
    within,
)
from faceup.results.sentences.words import count_phrase, uncapital
from faceup.results.stakes import Stakes
from faceup.rules.contract import CHANCE
from faceup.rules.errors import FaceupError, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.texts import speaks_of_cards
from faceup.show.text.reviews import review_page
from faceup.show.text.scenes import mark_news, scene_lines
from faceup.show.text.styled_lines import Text

SOLVING = "working the game out; Ctrl-C leaves"
AGAIN = 1.0  # seconds of solving once it was too much before
NOTE = "Type a move. ? lists the moves, help the commands."
WORDS_FIRST = re.compile(r"(\D*)(.*)", re.DOTALL)  # "rolled 4, 6" says once that it rolled
COMPUTERS = {"best": "perfect", "first": "plays its first moves", "random": "plays at random"}
SOLVED = "the game is solved: {} perfectly"


def called_players(session: Session) -> tuple[str, ...]:
    """Return the names of players for one person who reads them: that of the computer is ``the computer``."""
    names = session.expert.stakes.names
    called = callings(names, [seat.name for seat in session.seats])
    return tuple(COMPUTER if called.get(name) == COMPUTER else name for name in names)


def _place_among(events: Sequence[KnownMove], one: KnownMove) -> int | None:
    """The place of an event among others: chance may be known to have done it, but not yet whose card it was."""

    def is_it(other: KnownMove) -> bool:
        return other[:3] == one[:3] and (other.says == one.says or not (other.says and one.says))

    return next((k for k, other in enumerate(events) if is_it(other)), None)


def called_review(session: Session, found: Review) -> Review:
    """Return the review with the players, and the result of two, as the one person who plays is told them."""
    stakes, person = session.expert.stakes, session.one_person
    if stakes.two and person is not None and found.result:
        stakes = replace(stakes, own=called_players(session))
        result = end_sentence_for(stakes, session.outcome, person).removesuffix(".")
        found = replace(found, result=uncapital(result))
    return replace(found, players=called_players(session))


class Narration:
    """A game on a screen, with ``hints`` or without.

    If the game is too large for the perfect player, a weaker one takes over, unless ``fixed``.
    """

    def __init__(self, session: Session, screen: Screen, hints: bool, fixed: bool) -> None:
        self.session, self.screen = session, screen
        self.hints, self.fixed = hints, fixed
        self.gains = facts_of(session.game).rewarding
        self.unknown = ""  # why there are no values
        self.unproven = not fixed  # whether the perfect player has still to show that it solves the game
        self.shown: list[Text] = []  # the position that was printed last
        self.events: dict[int | None, list[KnownMove]] = {}  # printed for each person, if cards are hidden

    @property
    def persons(self) -> list[int]:
        """The seats of persons."""
        return [k for k, one in enumerate(self.session.seats) if isinstance(one, Person)]

    @property
    def person(self) -> int | None:
        """The seat of the only person."""
        persons = self.persons
        return persons[0] if len(persons) == 1 else None

    @property
    def hidden(self) -> bool:
        """Whether cards are hidden from a person."""
        return self.session.sight.hidden and bool(self.persons)

    def say(self, text: str, style: str = "") -> None:
        if text:
            self.screen.say(text, style, hanging=2)

    def greet(self) -> None:
        """Print the title, the rules and the players."""
        session, screen = self.session, self.screen
        self.say(f"{title(session.game)}{self.seed_text()}", "bold")
        paragraphs, told = words.rules_paragraphs(type(session.game)), words.rules_told(type(session.game))
        for text in told:
            if text in paragraphs:
                screen.say()
                screen.say(text)
            else:
                self.say(text, "bold")
        if paragraphs and self.session.expert.stakes.players:
            screen.say()
        self.say(self.sitting())
        if self.hidden and len(self.persons) > 1 and session.history:
            self.say("goes on where it was left")  # before either of the two looks away
        elif moves := session.known_moves:
            made = f"{count_phrase(session.decided, 'move')}: " if session.decided else ""
            self.say(f"goes on after {made}{words.runs(one.word for one in moves)}")
        if self.persons:
            self.say(NOTE, "dim")

    def seed_text(self) -> str:
        """Return ``, seed 3`` if chance or a computer draws by the seed; else empty."""
        draws = self.session.expert.stakes.chance or self.session.sight.hidden
        computers = {name for name in self.seats if name not in (PERSON, "best", "first")}
        return f", seed {self.session.seed}" if draws or computers else ""

    def sitting(self) -> str:
        """Return who plays whom, and with which pieces; empty if one person plays alone, or nobody decides anything."""
        stakes = self.session.expert.stakes
        if stakes.two:
            return seats_sentence(stakes.names, [*map(self.seat_label, (0, 1))], self.session.scene)
        players = sorted(stakes.players, key=lambda player: player != stakes.first)
        labels = {player: self.seat_label(player).replace(": ", ", ") for player in players}
        alone = list(labels.values()) == ["you"]
        return "" if alone else "; ".join(f"{self.who(player)}: {label}" for player, label in labels.items())

    def seat_label(self, player: int) -> str:
        """Return who sits in this seat: ``you``, ``a person``, or a computer with its strength."""
        if player == self.person:
            return "you"
        if player in self.persons:
            return "a person"
        name = self.session.seats[player].name
        return "computer" if name == "best" and self.unproven else f"computer: {COMPUTERS.get(name, name)}"

    def who(self, turn: int) -> str:
        """Return the name of a player: ``you`` and ``the computer`` if one person plays and the rules have no names."""
        name = self.session.who(turn)
        return callings(self.session.expert.stakes.names, self.seats).get(name, name)

    @property
    def seats(self) -> list[str]:
        return [seat.name for seat in self.session.seats]

    @property
    def stakes(self) -> Stakes:
        """The stakes with the names of players who are no readers."""
        stakes = self.session.expert.stakes
        return replace(stakes, own=called_players(self.session)) if stakes.two else stakes

    def show(self) -> None:
        """Print the position, and its value if hints are on."""
        session, screen = self.session, self.screen
        if self.hidden:
            news, hidden_so_far = self.news()
            self.tell_all(news)
            if hidden_so_far:
                how = "dealt face down" if speaks_of_cards(session.game) else "hidden until now"
                self.say(f"{how}: {words.runs(map(self.outcome, hidden_so_far))}")
        screen.say()
        scene = scene_called(session.game, session.scene, session.expert.stakes.names, self.seats)
        lines = scene_lines(scene, screen.width, screen.encoding)
        shown = [line.copy() for line in lines]
        if any(zone.kind == "board" for zone in scene.zones):
            mark_news(lines, self.shown)
        self.shown = shown
        screen.show(lines)
        if self.gains and session.history and not session.over and (gained := session.sight.reward_so_far) is not None:
            several = session.expert.stakes.seats
            gained = -gained if self.side else gained
            amount_text = gains_sentence(session.payoffs, session.game.player_names) if several else amount(gained)
            self.say(f"so far: {amount_text}{'' if several else self.whose()}")
        if self.hints and self.persons and not session.over and not self.unknown:
            self.attempt(lambda: self.say(f"with best play from here: {self.fortune()}", "dim"))

    def fortune(self) -> str:
        """Return the value of the position in words."""
        value = self.session.value()
        more = " more" * self.gains
        sentence = best_play_sentence_for(self.stakes, value, self.person)
        if sentence:
            return within(sentence, self.session.won_within())
        if self.session.expert.stakes.seats and (chances := self.session.chances()):
            wins = "you win" if self.session.turn == self.person else f"{self.who(self.session.turn)} wins"
            return f"{wins} {chance_text(chances(value))} of games"
        if self.session.expert.stakes.chance and (scale := self.session.sight.winning_scale(points=True)):
            return f"{wins_often(self.stakes, value, scale, self.person)}{HALF * scale.draws}"
        gain = "" if self.person is None else gain_sentence(self.stakes, self.theirs(value), "you")
        return gain or f"{words.worth(self.theirs(value))}{more}{self.whose()}"

    @property
    def side(self) -> int:
        """The player, 0 or 1, for whom numbers between two opponents are printed."""
        return self.session.expert.stakes.side(self.person)

    def theirs(self, value: Value) -> Value:
        """Return a value for the player of ``side``."""
        return value.to_the_other() if self.side else value

    def whose(self) -> str:
        """Return words that say for whom a number is."""
        stakes = self.stakes
        return f" for {stakes.name(max(self.session.turn, 0))}" if stakes.seats else whose(stakes, self.person)

    def go_on(self) -> None:
        """Let chance and computers move, and print their moves."""
        session = self.session
        while not (session.over or session.person):
            try:
                with waiting(SOLVING):
                    self.tell(session.go_on())
            except NO_VALUES as error:
                if self.fixed:
                    raise type(error)(f"{error}; possible: --strength {INSTEAD}") from None
                self.have_no_values(error)
                session.without_values()
                self.say(f"{error}; so play goes on without values, and the computer plays as --strength {INSTEAD}")

    def have_no_values(self, error: FaceupError) -> None:
        """Go on without values; another question, nearer to the end, waits a short time, unless rules were compiled."""
        self.unknown, expert = str(error), self.session.expert
        if not expert.compiling:
            expert.seconds = min(expert.seconds, AGAIN)

    def tell(self, moves: Iterable[PlayedMove]) -> None:
        """Print each move of a computer, and the moves of chance in between as one line."""
        if self.hidden:  # the moves that players may know are printed with the position
            for _ in moves:
                pass
        else:
            self.tell_all(self.narrate_moves(moves))

    def narrate_moves(self, moves: Iterable[PlayedMove]) -> Iterator[KnownMove]:
        """Return each move with its words, as it is made."""
        return starmap(partial(told_move, self.session.game), moves)

    def news(self) -> tuple[list[KnownMove], list[KnownMove]]:
        """Return the moves of others that the person may know by now and that were not printed yet; and what chance did
        before the person's last move, and the person did not know then.
        """
        who, events = self.session.turn if self.session.person else self.person, self.session.known_moves
        earlier = self.events.get(who, [])
        self.events[who] = events
        own = max((k for k, one in enumerate(events) if one.turn == who), default=0)
        news, hidden_so_far = list[KnownMove](), list[KnownMove]()
        known = self.session.sight.known_before_end(who) if self.session.over and who is not None else ()
        worked_out = [*known]
        for k, one in enumerate(events):
            told, found = _place_among(earlier, one), _place_among(worked_out, one)
            if found is not None:
                del worked_out[found]
            if told is not None:
                earlier = earlier[told + 1 :]
            elif one.turn == CHANCE and k < own:
                hidden_so_far += [one] * (found is None)
            elif one.turn != who:
                news.append(one)
        return news, hidden_so_far

    def tell_all(self, moves: Iterable[KnownMove]) -> None:
        """Print these moves; consecutive moves of chance share a line."""
        session, by_chance, begins = self.session, list[str](), ""

        def tell_chance() -> None:
            if by_chance:
                self.say(words.runs(by_chance))
                by_chance.clear()

        try:
            for one in moves:
                turn, word = one.turn, one.word
                if turn == CHANCE:
                    outcome = self.outcome(one)
                    parts = WORDS_FIRST.fullmatch(outcome)
                    before, begins, number = begins, *(parts.groups() if parts else ("", ""))
                    by_chance.append(number if by_chance and number and begins == before else outcome)
                else:
                    tell_chance()
                    if self.unproven and self.seats[turn] == "best":
                        self.unproven = False
                        several = self.seats.count("best") > 1 and not self.persons
                        self.say(SOLVED.format("computers play" if several else "the computer plays"), "dim")
                    number = "" if self.persons else f"{session.decided}. "  # as the review counts them
                    self.say(f"{number}{self.who(turn)}: {word}")
        finally:
            tell_chance()

    def outcome(self, one: KnownMove) -> str:
        """Return an outcome of chance in words."""
        return outcome_called(one, callings(self.session.expert.stakes.names, self.seats))

    def end(self) -> None:
        """Print the result and the review."""
        session = self.session
        self.screen.say()
        if session.goes_round:
            self.say("The position has repeated: these computers would go on for ever.")
        if session.expert.stakes.seats:
            sentence = seats_sentence_for(session.payoffs, self.person, session.game.player_names)
            self.say(f"{sentence}.", "bold")
        else:
            self.say(end_sentence_for(self.stakes, session.outcome, self.person), "bold")
            if payments := session.paid_in_own_units:
                self.say(f"Paid to all: {payments}.")
        if session.history:
            with waiting(SOLVING):
                self.review()
        if self.persons and self.screen.talks:
            switch = " switch (sides)," * self.session.expert.stakes.two
            self.say(f"Next: again,{switch} undo, review, save FILE; Enter quits.", "dim")

    def review(self) -> None:
        """Print the expected result after each move, mistakes and luck, or why they are unknown."""
        session = self.session
        if not session.history:
            raise UsageError("there is no move to look back at")
        found = called_review(session, review(session))
        self.screen.show(review_page(found, self.screen.width, self.screen.encoding))

    def attempt(self, action: Callable[[], Any]) -> Any:
        """Return the result of the action; prints the error and returns None if the action is impossible."""
        try:
            with waiting(SOLVING):
                return action()
        except FaceupError as error:
            if isinstance(error, NO_VALUES):
                self.have_no_values(error)
            self.say(str(error))
            return None
