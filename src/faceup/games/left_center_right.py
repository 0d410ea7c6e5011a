"""Left Center Right: chips go round the table; is the first seat the worst?"""

from faceup.rules import CHANCE, OVER, Game, Heap, NamedTuple, Published, require
from faceup.rules.names import seat_name

THREAD = "simulated in a thread on Mathematics Stack Exchange, 2012: {:,} games"


class LeftCenterRight(Game):
    """All begin with as many chips. The player to move throws a die for each of their chips, but three at most. Of its
    six sides one sends a chip to the left, one to the right, one to the centre, and with the others it stays. The last
    player with chips wins.
    """

    players: int = 3
    chips: int = 3

    published = (
        Published("values", (0.3057, 0.3279, 0.3664), THREAD.format(300_000), within=0.003),
        Published("values", (0.3812, 0.6188), THREAD.format(200_000), within=0.004, parameters={"players": 2}),
    )

    class State(NamedTuple):
        chips: tuple[Heap, ...]
        mover: int

    def check(self) -> None:
        require(2 <= self.players <= 12, "2 to 12 players")
        require(1 <= self.chips <= 20, "1 to 20 chips each")

    def start(self):
        return self.State((self.chips,) * self.players, 0)

    def turn(self, s):
        return OVER if sum(1 for chips in s.chips if chips) == 1 else CHANCE

    def dice(self, s):
        return min(3, s.chips[s.mover])

    def moves(self, s):
        """Yield the numbers of chips that go to the left, to the centre and to the right."""
        dice = self.dice(s)
        for left in range(dice + 1):
            for centre in range(dice + 1 - left):
                for right in range(dice + 1 - left - centre):
                    yield left, centre, right

    def odds(self, s, thrown):
        left, centre, right = thrown
        stay = self.dice(s) - left - centre - right
        orders = (1, 1, 2, 6)
        return orders[self.dice(s)] // (orders[left] * orders[centre] * orders[right] * orders[stay]) * 3**stay

    def play(self, s, thrown):
        left, centre, right = thrown
        after, before = (s.mover + 1) % self.players, (s.mover - 1) % self.players
        chips = list(s.chips)
        chips[s.mover] -= left + centre + right
        chips[after] += left
        chips[before] += right
        return self.State(tuple(chips), after)

    def payoff(self, s):
        return tuple(1 if chips else 0 for chips in s.chips)

    def show(self, s):
        return f"{' '.join(map(str, s.chips))} chips; {seat_name(s.mover)} throws"

    def say(self, s, thrown):
        left, centre, right = thrown
        parts = [f"{n} {word}" for n, word in ((left, "left"), (centre, "centre"), (right, "right")) if n]
        return " ".join(parts) or "all stay"
