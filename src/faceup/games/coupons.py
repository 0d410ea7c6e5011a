"""The coupon collector: how many packets until there is one picture of each kind."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Place, Published, Track, require


class Coupons(Game):
    """Every packet holds a picture of a random kind; all kinds are equally likely. The value is the mean number of
    packets bought until there is one picture of each kind.
    """

    kinds: int = 6

    published = (
        Published("value", "147/10", "by hand: 6 * (1 + 1/2 + ... + 1/6), with 6/k packets for the last new one but k"),
    )

    class State(NamedTuple):
        found: Place

    @property
    def track(self):
        return Track(range(self.kinds + 1))

    def check(self) -> None:
        require(self.kinds >= 1, "one kind or more")

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.found == self.kinds else CHANCE

    def moves(self, s):
        return (0, 1)  # a known picture, a new one

    def odds(self, s, new):
        return self.kinds - s.found if new else s.found

    def play(self, s, new):
        return self.State(s.found + new)

    def reward(self, s, new):
        return 1

    def show(self, s):
        return f"{s.found} of {self.kinds} kinds"

    def say(self, s, new):
        return "a new one" if new else "one more of a known kind"
