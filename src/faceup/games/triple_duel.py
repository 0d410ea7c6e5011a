"""Three-way duel: the best shot is everybody's target, so who survives?"""

from fractions import Fraction

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Published, require

GARDNER = "M. Gardner, The Triangular Duel, in Scientific American, after R. Kinnaird (1946)"
ENIGMA = "Enigma 1190, Triple duel, New Scientist 2346 (2002): George, Fred and Ernest"


class TripleDuel(Game):
    """Three duellists stand at the corners of a triangle and shoot in turn, at either of the others or into the air,
    until one is left. They know how well each of them shoots. Their order is drawn by lot.
    """

    first: Fraction = Fraction(1)
    second: Fraction = Fraction(4, 5)
    third: Fraction = Fraction(1, 2)
    drawn: bool = True  # else they shoot in this order

    published = (
        Published("values", ("3/10", "8/45", "47/90"), GARDNER),
        Published(
            "values",
            ("13/20", "1/4", "1/10"),
            ENIGMA,
            parameters={"first": "3/5", "second": "3/4", "third": "1", "drawn": False},
            note="by hand: the first shoots into the air, then gets the first shot at whoever is left",
        ),
    )

    class State(NamedTuple):
        alive: tuple[bool, ...]
        mover: int
        step: int  # the distance to the next seat, 1 or 2; 0 while lots are drawn
        target: int  # the seat that the mover shoots at, or NOBODY

    players = 3
    NOBODY = -1
    MISS, HIT = 0, 1

    def check(self) -> None:
        require(all(0 < hits <= 1 for hits in (self.first, self.second, self.third)), "chances above 0, up to 1")

    def start(self):
        return self.State((1, 1, 1), 0, 0 if self.drawn else 1, self.NOBODY)

    def turn(self, s):
        if sum(s.alive) == 1:
            return OVER
        return CHANCE if s.step == 0 or s.target != self.NOBODY else s.mover

    def moves(self, s):
        if s.step == 0:
            yield from range(6)
        elif s.target != self.NOBODY:
            yield from (self.MISS, self.HIT)
        else:  # the mover's own number means into the air
            yield from (seat for seat in range(3) if s.alive[seat])

    def odds(self, s, move):
        if s.step == 0:
            return 1
        hits = self.first if s.mover == 0 else self.second if s.mover == 1 else self.third
        return hits.numerator if move == self.HIT else hits.denominator - hits.numerator

    def play(self, s, move):
        if s.step == 0:
            return self.State(s.alive, move % 3, 1 + move // 3, self.NOBODY)
        if s.target == self.NOBODY and move != s.mover:
            return s._replace(target=move)
        alive = s.alive
        if s.target != self.NOBODY and move == self.HIT:
            alive = tuple(0 if seat == s.target else alive[seat] for seat in range(3))
        mover = (s.mover + s.step) % 3
        if not alive[mover]:
            mover = (mover + s.step) % 3
        return self.State(alive, mover, s.step, self.NOBODY)

    def payoff(self, s):
        return s.alive

    def show(self, s):
        left = ", ".join(name for name, alive in zip(("first", "second", "third"), s.alive, strict=True) if alive)
        return f"{left} alive"

    def say(self, s, move):
        names = ("first", "second", "third")
        if s.step == 0:
            mover, step = move % 3, 1 + move // 3
            return f"{names[mover]} before {names[(mover + step) % 3]}"
        if s.target != self.NOBODY:
            return "hit" if move == self.HIT else "miss"
        return "into the air" if move == s.mover else f"at {names[move]}"
