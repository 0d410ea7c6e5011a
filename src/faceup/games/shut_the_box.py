"""Shut the box: shut tiles that add up to what the dice show."""

from itertools import combinations

from faceup.rules import CHANCE, OVER, Cards, Game, NamedTuple, Published, bits, highest, require, size

BUTLER = "B. Butler, Shut the Box, durangobill.com/ShutTheBox.html"


class ShutTheBox(Game):
    """Tiles with the numbers from 1 up are open. Roll two dice, and shut open tiles that add up to what they show. Once
    7, 8 and 9 are shut, you may roll one die instead of two. When all tiles are shut you have won, and when none can
    be, you have lost. The value is the chance of winning.
    """

    tiles: int = 9
    one_die: bool = True  # whether one die may be thrown, once no tile above 6 is open

    published = (
        Published("value", "0.097614", BUTLER, within=5e-7, note="he throws one die just when 6 or less are left"),
        Published("value", "0.071432", BUTLER, within=5e-7, parameters={"one_die": False}, note="always two dice"),
        Published("value", "1/6", "by hand: one die must show the 1", parameters={"tiles": 1}),
        Published("value", "2/9", "by hand: a 3, or a 1 and a 2 in any order", parameters={"tiles": 2}),
    )

    class State(NamedTuple):
        tiles: Cards  # the open tiles
        dice: int  # the number of dice to throw, 0 before it is chosen
        thrown: int  # the sum of the dice, 0 before the throw

    quantities = ("tiles", "thrown")  # the number of dice behind a sum does not matter

    def check(self):
        require(1 <= self.tiles <= 12, "there are 1 to 12 tiles")

    def start(self):
        return self.before_a_throw(sum(1 << tile for tile in range(1, self.tiles + 1)))

    def before_a_throw(self, tiles):
        may_choose = self.one_die and highest(tiles) <= 6  # (of no tiles, the highest is -1)
        return self.State(tiles, 0 if may_choose else 2, 0)

    def turn(self, s):
        if s.thrown:
            return 0 if any(True for _ in self.ways(s)) else OVER
        if not s.tiles:
            return OVER
        return CHANCE if s.dice else 0

    def moves(self, s):
        """A set of tiles to shut; or the dice, as one number; or the number of dice to roll."""
        if s.thrown:
            yield from self.ways(s)
        elif s.dice:
            for low in range(1, 7):
                if s.dice == 1:
                    yield low
                else:
                    for high in range(low, 7):
                        yield 10 * low + high
        else:
            yield from (1, 2)

    def ways(self, s):
        """Yield the sets of open tiles that add up to the throw."""
        for count in range(1, size(s.tiles) + 1):
            for tiles in combinations(bits(s.tiles), count):
                if sum(tiles) == s.thrown:
                    yield sum(1 << tile for tile in tiles)

    def odds(self, s, shown):
        return 1 if shown < 10 or shown % 11 == 0 else 2  # two dice alike come in one way

    def play(self, s, m):
        if s.thrown:
            return self.before_a_throw(s.tiles & ~m)
        return s._replace(thrown=m // 10 + m % 10) if s.dice else s._replace(dice=m)

    def payoff(self, s):
        return 0 if s.tiles else 1

    def show(self, s):
        tiles = "open " + " ".join(map(str, bits(s.tiles))) if s.tiles else "all shut"
        return f"{tiles}, rolled {s.thrown}" if s.thrown else tiles

    def say(self, s, m):
        if s.thrown:
            return "shut " + " ".join(map(str, bits(m)))
        if s.dice:
            return "rolled " + " ".join(map(str, self.faces(s, m)))
        return f"roll {m}"

    def faces(self, s, m):
        return (m,) if s.dice == 1 else divmod(m, 10)
