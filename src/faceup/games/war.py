"""War: the higher card takes both."""

from faceup.rules import OVER, NamedTuple, Patience, Pile, Published, UsageError, ignore_suits, rank, require

SPIVEY = "M. Z. Spivey, Cycles in War, Integers 10 (2010) G2; the deal as he gives it at mathoverflow.net/a/40777"
ZAPORTER = "github.com/zaporter/war_simulator, 10000 games"
SPIVEYS_DECK = {"suits": 1, "ranks": 52, "lowest": 1}
SPIVEYS_DEAL = (  # his highest card is 1, ours is 52
    "27 7 52 46 45 26 44 25 24 6 51 43 42 23 41 22 21 5 50 40 39 20 38 19 18 4 / "
    "37 17 36 16 15 3 49 35 34 14 33 13 12 2 48 32 31 11 30 10 9 1 47 29 28 8"
)

BATTLE, WAR = 0, 1
WINNERS, LOSERS, FIRST_PLAYERS = 0, 1, 2
LETTERS = {10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"}


class War(Patience):
    """Each player has half the deck. In a battle both turn the top card of their hand; the higher one takes both. If
    they are alike it is war: both put cards face down, usually three, and turn one more, the higher of which takes all;
    if these are alike, it is war again. A player with too few cards for that puts down all but the last and turns that
    one (or loses, with short_loses); a player with none loses. The cards won go under the hand, either all that the
    winner played first or all that the loser played first, each in the order played. A step is a battle, with its wars.
    The score is 1 if the first player wins, -1 if the second does, 0 if both run out in the same war.
    """

    suits: int = 4
    ranks: int = 13
    lowest: int = 2  # the lowest rank; the ace is 14
    down: int = 3  # cards that each puts face down in a war
    order: int = WINNERS  # the cards that go under first: 0 the winner's, 1 the loser's, 2 always the first player's
    short_loses: bool = False

    steps = {BATTLE: "battle", WAR: "war"}
    quiet = (BATTLE,)
    published = (
        Published(
            "length",
            178.0,
            ZAPORTER,
            within=5,
            parameters={"short_loses": True},
            note="its standard error is 1.4, and it counts one round more where a hand is empty after a battle",
        ),
        Published(
            "win_rate",
            0.4955,
            ZAPORTER,
            within=0.015,
            parameters={"short_loses": True},
            note="standard error 0.005",
        ),
        Published(
            "endless",
            True,
            SPIVEY,
            parameters=SPIVEYS_DECK,
            deal=SPIVEYS_DEAL,
            note="back after 31920 battles; he says over 30000",
        ),
    )

    class Table(NamedTuple):
        first: Pile  # the players' hands
        second: Pile
        first_played: Pile  # empty between battles
        second_played: Pile

    def check(self) -> None:
        require(self.suits >= 1 and self.ranks >= 1, "there is at least one suit and one rank")
        require(2 <= self.suits * self.ranks <= 120, "the deck has 2 to 120 cards")
        require(self.lowest >= 1, "ranks are numbered from 1")
        require(0 <= self.down <= 120, "in a war each puts 0 to 120 cards face down")
        require(0 <= self.order <= 2, "order is 0 (the winner's cards first), 1 (the loser's), 2 (the first player's)")

    def deck(self):
        for card in range(self.suits * self.ranks):
            yield card

    def alike(self):
        return ignore_suits(self.suits, self.ranks)

    def lay(self, t, deck):
        half = deck.size() // 2  # dealt from below, so that each hand keeps the order of the deck
        while t.second.size() < half:
            t.second.push(deck.pull())
        while deck.size() > 0:
            t.first.push(deck.pull())

    def step(self, t):
        if t.first.size() == 0 or t.second.size() == 0:
            return OVER
        play(t.first, t.first_played, 1)
        play(t.second, t.second_played, 1)
        kind = BATTLE
        while self.lead(t) == 0:
            kind = WAR
            need = self.down + 1 if self.short_loses else 1  # cards, to go on with the war
            if t.first.size() < need or t.second.size() < need:
                self.surrender(t, t.first.size() >= need, t.second.size() >= need)
                return WAR
            play(t.first, t.first_played, self.down + 1)
            play(t.second, t.second_played, self.down + 1)
        first_wins = self.lead(t) > 0
        winner = t.first if first_wins else t.second
        winners_first = self.order == WINNERS
        if self.order == FIRST_PLAYERS or first_wins == winners_first:  # he wins and winners' go first, or neither
            winner.tuck_pile(t.first_played)
            winner.tuck_pile(t.second_played)
        else:
            winner.tuck_pile(t.second_played)
            winner.tuck_pile(t.first_played)
        return kind

    def lead(self, t):
        """Return the rank of the first player's card minus that of the second's."""
        return rank(t.first_played.top(1), self.suits) - rank(t.second_played.top(1), self.suits)

    def surrender(self, t, first_can, second_can):
        """End a war that a player cannot continue: the other takes everything, and nobody if neither can continue."""
        if first_can:
            t.first.tuck_pile(t.first_played)
            t.first.tuck_pile(t.second_played)
            t.first.tuck_pile(t.second)
        elif second_can:
            t.second.tuck_pile(t.second_played)
            t.second.tuck_pile(t.first_played)
            t.second.tuck_pile(t.first)
        else:
            t.first.clear()
            t.second.clear()

    def score(self, t):
        if t.second.size() > 0:
            return -1
        return 1 if t.first.size() > 0 else 0

    def won(self, t):
        return t.first.size() > 0

    def say(self, card):
        suit = card % self.suits
        return self.rank_name(card) + ("SHDC"[suit] if self.suits <= 4 else f"/{suit}")

    def rank_name(self, card):
        number = rank(card, self.suits) + self.lowest
        return LETTERS.get(number, str(number))

    def read(self, text):
        """Yield the deck for two hands such as ``2 9 K / 7 A 4``: first cards at the left; suits do not count."""
        if "/" not in text.split():
            yield from super().read(text)  # every single card by its name
            return
        hands = [hand.split() for hand in text.split(" / ")]
        half = self.suits * self.ranks // 2
        sizes = [self.suits * self.ranks - half, half]
        if [len(hand) for hand in hands] != sizes:
            lengths = " and ".join(str(len(hand)) for hand in hands)
            raise UsageError(f"the hands in {text!r} have {lengths} cards; they must have {sizes[0]} and {sizes[1]}")
        unused = {}
        for card in self.deck():
            unused.setdefault(self.rank_name(card), []).append(card)
        for word in reversed(hands[0] + hands[1]):
            name = LETTERS.get(int(word), word) if word.isdecimal() else word
            if name not in unused:
                raise UsageError(f"{word!r} in {text!r} is not a rank; possible: {' '.join(unused)}")
            if not unused[name]:
                raise UsageError(f"{text!r} has too many {word}")
            yield unused[name].pop()


def play(hand, played, count):
    """Play ``count`` cards from the hand, or all that it has."""
    for _ in range(min(count, hand.size())):
        played.push(hand.pop())
