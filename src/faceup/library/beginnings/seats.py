"""Three at a table: throw once more, or stand? A game to begin from."""

from faceup.rules import CHANCE, OVER, Die, Game, NamedTuple, Row, require

# What a player decides.
STAND, THROW = 0, 1


class Beginning(Game):
    """One after another throws a die, and may throw a second time to add to it; with too much there is nothing left.
    Whoever alone has the most at the end wins; with a tie nobody does.
    """

    # Parameters, which anybody may change: faceup solve FILE players=4
    players: int = 3
    sides: int = 6
    most: int = 7

    # What the players are called; without this line they are the first player, the second player, ...
    player_names = "Ann", "Bob", "Cleo"

    # A position: all that matters from here on, in whole numbers.
    class State(NamedTuple):
        totals: Row  # of each player, 0 before the first throw
        mover: int  # whose turn it is
        throws: int  # that this player has made
        thrown: Die  # what lies on the table
        throwing: int  # 1 while the die rolls

    def check(self):
        require(
            2 <= self.players <= 6 and 2 <= self.sides <= self.most, "two to six players, a die of two sides or more"
        )

    def start(self):
        return self.State(totals=(0,) * self.players, mover=0, throws=0, thrown=0, throwing=1)

    def turn(self, s):
        """Whose decision it is: a player's, from 0, or that of CHANCE; OVER at the end."""
        if s.mover == self.players:
            return OVER
        return CHANCE if s.throwing else s.mover

    def moves(self, s):
        """What the player may do, or what the die may show."""
        return range(1, self.sides + 1) if s.throwing else (STAND, THROW)

    def play(self, s, m):
        """The position after a decision, or after the die has fallen."""
        if not s.throwing:
            return s._replace(throwing=1) if m == THROW else self.next_player(s)
        total = s.totals[s.mover] + m
        if total > self.most:
            total = 0
        totals = tuple(total if k == s.mover else other for k, other in enumerate(s.totals))
        after = s._replace(totals=totals, throws=s.throws + 1, thrown=m, throwing=0)
        return self.next_player(after) if after.throws == 2 else after

    def next_player(self, s):
        return s._replace(mover=s.mover + 1, throws=0, throwing=1 if s.mover + 1 < self.players else 0)

    def payoff(self, s):
        """At the end: a number for each player."""
        best = max(s.totals)
        alone = sum(total == best for total in s.totals) == 1
        return tuple(1 if alone and total == best else 0 for total in s.totals)

    def show(self, s):
        """A position as text."""
        return " to ".join(str(total) for total in s.totals)

    def say(self, s, m):
        """A move as text."""
        if s.throwing:
            return str(m)
        return "throw" if m == THROW else "stand"
