"""Dice alike: throw until all show the same, keeping what you like."""

from faceup.rules import CHANCE, OVER, Die, Game, NamedTuple, Published, require


class DiceAlike(Game):
    """Throw all dice. Then choose a number, keep the dice that show it and throw the others again, as often as it
    takes, until all show the same. Each throw costs one.
    """

    dice: int = 3
    sides: int = 6

    published = (
        Published("value", -6, "by hand: the second die shows what the first does with 1/6", parameters={"dice": 2}),
        Published("value", "-63/8", "by hand: x = 1 + 15/36 * 6 + 20/36 * x, keeping a pair as soon as there is one"),
    )

    class State(NamedTuple):
        kept: tuple[Die, ...]  # dice on the table, in order
        thrown: int  # dice still to be thrown, one by one

    def check(self) -> None:
        require(self.dice >= 1 and self.sides >= 1, "one die or more, of one side or more")

    def start(self):
        return self.State((), self.dice)

    def turn(self, s):
        if s.thrown:
            return CHANCE
        return OVER if s.kept[0] == s.kept[-1] else 0

    def moves(self, s):
        """Return the number on the next die, or the number to keep."""
        if s.thrown:
            return list(range(1, self.sides + 1))
        return [number for number in range(1, self.sides + 1) if number in s.kept]

    def play(self, s, number):
        if s.thrown:
            return self.State(tuple(sorted((*s.kept, number))), s.thrown - 1)
        count = s.kept.count(number)
        return self.State((number,) * count, self.dice - count)

    def reward(self, s, number):
        return -1 if s.thrown == 1 else 0  # a throw ends with its last die

    def show(self, s):
        dice = " ".join(map(str, s.kept)) or "no dice"
        return f"{dice}, {s.thrown} to throw" if s.thrown else dice

    def say(self, s, number):
        return str(number) if s.thrown else f"keep {number}"
