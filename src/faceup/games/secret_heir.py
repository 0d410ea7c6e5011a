"""Secret heir: keep the highest card, and find out what the others keep."""

from faceup.rules import (
    CHANCE,
    OVER,
    Card,
    Game,
    NamedTuple,
    Published,
    Row,
    bits,
    holds,
    replaced,
    require,
    size,
)

NAMES = "", "watchman", "spy", "champion", "abbess", "steward", "envoy", "duchess", "heir"
BY_HAND = (
    "by hand: of four cards two watchmen alone do not win for sure, one time in six, and then one guess in two is right"
)
SEATS = "first", "second", "third", "fourth"


class Pick(NamedTuple):
    """The card to play, the seat to play it on (the player's own for nobody), and the card that a watchman names."""

    card: int
    seat: int
    named: int


class SecretHeir(Game):
    """Each player is dealt a card that the others do not see, and one card is put aside. The player to move draws a
    card and plays one of the two openly on another player. The watchman (1) names a card other than himself, and a
    player who has it is out; the spy (2) sees the other's card; the champion (3) compares both cards, and the lower is
    out; the abbess (4) keeps her player safe until their next turn; the steward (5) makes any player lay their card
    open and draw another, and an heir who is laid open is out; the envoy (6) swaps cards; the duchess (7) does nothing,
    but must be played if the other card is the steward or the envoy; a player who plays the heir (8) is out. The last
    player left, or the one with the highest card when none is left to draw, takes the pot of 12; equal cards share it.
    """

    players: int = 3
    watchmen: int = 5
    copies: int = 2  # of each card from 2 to 5
    highest: int = 8

    published = (Published("value", 11, BY_HAND, parameters={"players": 2, "watchmen": 2, "copies": 1, "highest": 3}),)

    class State(NamedTuple):
        hands: tuple[Card, ...]  # the card of each seat: 0 for none, and in the view of a player who does not see it
        drawn: Card  # the card drawn by the player to move
        aside: Card
        deck: Row  # the number of each card left, from 1 on; in a player's view the number of all cards left
        played: Row  # the number of each card that lies open
        left: int  # the seats that are not out, as bits
        safe: int  # the seats that an abbess protects, as bits
        last: Row  # the last move: the player, the card, the seat it was played on, and the card named
        seen: int  # the seat whose card the last player has seen, or -1
        mover: int

    WATCHMAN, SPY, CHAMPION, ABBESS, STEWARD, ENVOY, DUCHESS, HEIR = range(1, 9)
    POT = 12

    def check(self) -> None:
        require(2 <= self.players <= 4, "2 to 4 players")
        require(1 <= self.watchmen <= 9, "1 to 9 watchmen")
        require(1 <= self.copies <= 4, "1 to 4 copies of others")
        require(2 <= self.highest <= 8, "cards from 1 up to 2, or to 8 at most")
        require(sum(self.counts()) >= self.players + 2, "more cards than are dealt")

    def counts(self):
        """Return the number of each card in the deck, from 1 on."""
        copies = (self.watchmen, *(self.copies,) * 4, 1, 1, 1)
        return copies[: self.highest]

    def start(self):
        hands, seats = (0,) * self.players, (1 << self.players) - 1
        return self.State(hands, 0, 0, self.counts(), (0,) * self.highest, seats, 0, (), -1, 0)

    def turn(self, s):
        if size(s.left) == 1:
            return OVER
        if s.drawn == 0:
            return CHANCE if sum(s.deck) > 0 else OVER
        return s.mover

    def moves(self, s):
        if s.drawn == 0:
            for card in range(1, self.highest + 1):
                yield card
        else:
            pair = s.hands[s.mover], s.drawn
            bound = self.DUCHESS in pair and (self.STEWARD in pair or self.ENVOY in pair)
            for card in range(1, self.highest + 1):
                if card in pair and (card == self.DUCHESS or not bound):
                    yield from self.picks(s, card)

    def picks(self, s, card):
        """Yield the ways to play a card: on each seat that is not safe, or on nobody if all are safe."""
        aimed = card in (self.WATCHMAN, self.SPY, self.CHAMPION, self.STEWARD, self.ENVOY)
        others = s.left & ~s.safe & ~(1 << s.mover) if aimed else 0
        for seat in bits(others):
            if card == self.WATCHMAN:
                for named in range(2, self.highest + 1):
                    yield Pick(card, seat, named)
            else:
                yield Pick(card, seat, 0)
        if card == self.STEWARD or others == 0:
            yield Pick(card, s.mover, 0)

    def odds(self, s, card):
        return s.deck[card - 1]

    def play(self, s, m):
        if s.drawn == 0:
            return self.deal_card(s, m)
        card, seat, named = m
        remaining = s.drawn if card == s.hands[s.mover] else s.hands[s.mover]
        s = s._replace(
            hands=replaced(s.hands, s.mover, remaining),
            drawn=0,
            played=replaced(s.played, card - 1, s.played[card - 1] + 1),
            last=(s.mover, card, seat, named),
            seen=-1,
        )
        return self.next_turn(self.effect(s, card, seat, named))

    def deal_card(self, s, card):
        """Deal a card: the first is put aside, then each seat without a card gets one, then the player to move."""
        s = s._replace(deck=replaced(s.deck, card - 1, s.deck[card - 1] - 1))
        if s.aside == 0:
            return s._replace(aside=card)
        for seat in bits(s.left):
            if s.hands[seat] == 0:
                return s._replace(hands=replaced(s.hands, seat, card))
        return s._replace(drawn=card)

    def effect(self, s, card, seat, named):
        """Return the state after the effect of the played card."""
        own, other = s.hands[s.mover], s.hands[seat]
        if card == self.HEIR:
            return self.knock_out(s, s.mover)
        if card == self.ABBESS:
            return s._replace(safe=s.safe | 1 << s.mover)
        if card == self.STEWARD:
            return self.replace_card(s, seat)
        if seat == s.mover:
            return s
        if card == self.WATCHMAN and other == named:
            return self.knock_out(s, seat)
        if card == self.SPY:
            return s._replace(seen=seat)
        if card == self.CHAMPION and own != other:
            return self.knock_out(s, seat if other < own else s.mover)
        if card == self.ENVOY:
            return s._replace(hands=replaced(replaced(s.hands, seat, own), s.mover, other))
        return s

    def knock_out(self, s, seat):
        """Return the state after a seat lays its card open and is out."""
        card = s.hands[seat]
        return s._replace(
            hands=replaced(s.hands, seat, 0),
            played=replaced(s.played, card - 1, s.played[card - 1] + 1),
            left=s.left & ~(1 << seat),
        )

    def replace_card(self, s, seat):
        """Return the state after a seat lays its card open and draws another, the one put aside if none is left to
        draw.
        """
        heir = s.hands[seat] == self.HEIR
        after = self.knock_out(s, seat)
        if heir:
            return after
        if sum(s.deck) > 0:
            return after._replace(left=s.left)
        return after._replace(left=s.left, hands=replaced(after.hands, seat, s.aside), aside=0)

    def next_turn(self, s):
        """Return the state with the next seat that is not out to move."""
        mover = (s.mover + 1) % self.players
        while not holds(s.left, mover):
            mover = (mover + 1) % self.players
        return s._replace(mover=mover, safe=s.safe & ~(1 << mover))

    def payoff(self, s):
        best = max(s.hands)
        share = self.POT // s.hands.count(best)
        return tuple(share if card == best else 0 for card in s.hands)

    def view(self, s, player):
        if size(s.left) == 1 or (s.drawn == 0 and sum(s.deck) == 0):
            return s
        sees = len(s.last) > 0 and s.seen >= 0 and s.last[0] == player
        hands = tuple(card if seat == player or (sees and seat == s.seen) else 0 for seat, card in enumerate(s.hands))
        return s._replace(hands=hands, drawn=s.drawn if s.mover == player else 0, aside=0, deck=(sum(s.deck),))

    def show(self, s):
        cards = [f"{SEATS[seat]} {card or '?'}" for seat, card in enumerate(s.hands) if holds(s.left, seat)]
        safe = [f"safe: {', '.join(SEATS[seat] for seat in bits(s.safe))}"] if s.safe else []
        drawn = [f"drawn {s.drawn}"] if s.drawn else []
        open_cards = " ".join(f"{card}" for card, count in enumerate(s.played, 1) for _ in range(count)) or "none"
        last = [f"last: {SEATS[s.last[0]]}, {self.action_text(*s.last)}"] if s.last else []
        return "; ".join([*cards, *safe, *drawn, f"{sum(s.deck)} to draw", f"open: {open_cards}", *last])

    def say(self, s, m):
        return NAMES[m] if s.drawn == 0 else self.action_text(s.mover, *m)

    def action_text(self, mover, card, seat, named):
        aim = f" on {SEATS[seat]}" if seat != mover or card == self.STEWARD else ""
        return f"{NAMES[card]}{aim}" + (f": {NAMES[named]}" if named else "")
