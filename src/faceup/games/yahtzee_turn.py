"""A turn of Yahtzee: five alike in three rolls, or another category."""

from enum import IntEnum
from itertools import product
from math import factorial, prod

from faceup.rules import CHANCE, OVER, Dice, Game, NamedTuple, Published, require

DICE, SIDES = 5, 6
FOLKLORE = "folklore: five of a kind within three throws has a chance of 4.6029 %"


class Category(IntEnum):
    """The categories, those of one face by its number."""

    ONES = 1
    TWOS = 2
    THREES = 3
    FOURS = 4
    FIVES = 5
    SIXES = 6
    THREE_OF_A_KIND = 7
    FOUR_OF_A_KIND = 8
    FULL_HOUSE = 9
    SMALL_STRAIGHT = 10
    LARGE_STRAIGHT = 11
    YAHTZEE = 12
    CHANCE = 13


SUM = "the sum of all dice"
AIMS = {
    **{Category(face): f"{Category(face).name.lower()} ({face} for each)" for face in range(1, SIDES + 1)},
    Category.THREE_OF_A_KIND: f"three of a kind ({SUM})",
    Category.FOUR_OF_A_KIND: f"four of a kind ({SUM})",
    Category.FULL_HOUSE: "a full house (three and two alike: 25)",
    Category.SMALL_STRAIGHT: "a small straight (four in a row: 30)",
    Category.LARGE_STRAIGHT: "a large straight (five in a row: 40)",
    Category.YAHTZEE: "Yahtzee (five alike: 50)",
    Category.CHANCE: f"chance ({SUM})",
}


class YahtzeeTurn(Game):
    """Roll five dice. Twice you may keep some of them and roll the others again. The last five dice are scored in
    one category, chosen beforehand: usually Yahtzee, five of a kind, worth 50 points. You win if they score anything;
    with points=yes you get the points. There is no joker rule: five of a kind counts in no other category, nor as a
    full house.
    """

    category: Category = Category.YAHTZEE
    points: bool = False
    throws: int = 3

    published = (
        Published("value", "347897/7558272", FOLKLORE),
        Published("value", "1/1296", "by hand: 6 of 6^5 throws show five of a kind", parameters={"throws": 1}),
        Published(
            "value",
            "455/36",
            "by hand: each of five dice becomes a six with chance 91/216",
            parameters={"category": "sixes", "points": True},
        ),
        Published(
            "value",
            "70/3",
            "by hand: each of five dice is worth 7/2 at the last throw, 17/4 at the second, 14/3 at the first",
            parameters={"category": "chance", "points": True},
        ),
    )

    class State(NamedTuple):
        dice: Dice  # the dice on the table: the number of ones, twos, ..., sixes
        throws: int  # the number of throws left

    def check(self):
        require(1 <= self.throws <= 10, "there are 1 to 10 throws")

    def start(self):
        return self.State((0,) * SIDES, self.throws)

    def turn(self, s):
        if sum(s.dice) < DICE:
            return CHANCE
        return 0 if s.throws else OVER

    # A move is dice too, counted in the same way: the dice to keep, or the dice thrown.
    def moves(self, s):
        missing = DICE - sum(s.dice)
        ones, twos, threes, fours, fives, sixes = (missing,) * SIDES if missing else s.dice
        for dice in product(
            range(ones + 1), range(twos + 1), range(threes + 1), range(fours + 1), range(fives + 1), range(sixes + 1)
        ):
            if not missing or sum(dice) == missing:
                yield dice

    def odds(self, s, thrown):
        """Return the number of ways in which the dice can show this."""
        return factorial(sum(thrown)) // prod(factorial(count) for count in thrown)

    def play(self, s, dice):
        if sum(s.dice) < DICE:
            return self.State(tuple(lying + thrown for lying, thrown in zip(s.dice, dice, strict=True)), s.throws - 1)
        return self.State(dice, 0 if sum(dice) == DICE else s.throws)  # keeping all dice ends the throws

    def payoff(self, s):
        score = self.score(s.dice)
        return score if self.points else int(score > 0)

    def score(self, dice):
        pips = sum(face * count for face, count in enumerate(dice, start=1))
        match self.category:
            case Category.THREE_OF_A_KIND:
                return pips if max(dice) >= 3 else 0
            case Category.FOUR_OF_A_KIND:
                return pips if max(dice) >= 4 else 0
            case Category.FULL_HOUSE:
                return 25 if 2 in dice and 3 in dice else 0
            case Category.SMALL_STRAIGHT:
                return 30 if any(all(dice[lowest : lowest + 4]) for lowest in range(3)) else 0
            case Category.LARGE_STRAIGHT:
                return 40 if any(all(dice[lowest : lowest + 5]) for lowest in range(2)) else 0
            case Category.YAHTZEE:
                return 50 if DICE in dice else 0
            case Category.CHANCE:
                return pips
            case face:
                return face * dice[face - 1]

    def show(self, s):
        rolls = f"{s.throws or 'no'} roll{'s' * (s.throws != 1)}"
        return f"dice {faces(s.dice) or 'none'}, {rolls} left; the aim is {AIMS[self.category]}"

    def say(self, s, dice):
        if sum(s.dice) < DICE:
            return f"roll {faces(dice)}"
        missing = DICE - sum(dice)
        if missing == DICE:
            return "roll all"
        return f"keep {faces(dice)} and roll {missing}" if missing else "keep all"


def faces(dice):
    return " ".join(str(face) for face, count in enumerate(dice, start=1) for _ in range(count))
