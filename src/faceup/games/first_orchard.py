"""First Orchard: a game for small children, all together against a raven."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Place, Published, Row, Track, replaced, require

BASKET = 0
RAVEN = -1


class FirstOrchard(Game):
    """Each tree bears fruit of its own colour. A die shows a colour, and one fruit of that colour is picked, if there
    is one; or a basket, which picks any fruit; or the raven, who takes a step. All players win when all fruit is
    picked; the raven's last step loses.
    """

    trees: int = 4
    fruit: int = 4
    steps: int = 5

    class State(NamedTuple):
        fruit: Row  # on each tree, the fullest first, for the colours are equivalent
        raven: Place  # steps still to go
        basket: int  # whether any fruit may be picked now

    published = (
        Published(
            "win_rate",
            0.631,
            "simulations of blogs: twaclaw.github.io, How likely are you to beat the Raven?",
            within=0.002,
        ),
    )

    @property
    def track(self):
        return Track(range(self.steps, -1, -1))

    def check(self) -> None:
        require(1 <= self.trees <= 20, "1 to 20 trees")
        require(self.fruit >= 0, "fruit is a whole number from 0 up")
        require(self.steps >= 1, "steps is a whole number from 1 up")

    def start(self):
        return self.State((self.fruit,) * self.trees, self.steps, 0)

    def turn(self, s):
        if s.raven == 0 or not any(s.fruit):
            return OVER
        return 0 if s.basket else CHANCE

    def moves(self, s):
        """Return the tree to pick from, numbered from 1, the fullest first; or the die: a tree, BASKET or RAVEN."""
        trees = range(1, self.trees + 1)
        return [tree for tree in trees if s.fruit[tree - 1]] if s.basket else [RAVEN, BASKET, *trees]

    def play(self, s, tree):
        if tree == RAVEN:
            return s._replace(raven=s.raven - 1)
        if tree == BASKET:
            return s._replace(basket=1)
        fruit_left = max(s.fruit[tree - 1] - 1, 0)  # the die may show a tree that is bare
        fruit = tuple(sorted(replaced(s.fruit, tree - 1, fruit_left), reverse=True))
        return self.State(fruit, s.raven, 0)

    def payoff(self, s):
        return -1 if any(s.fruit) else 1

    def show(self, s):
        trees = " ".join(map(str, s.fruit))
        return f"fruit {trees}, raven {s.raven} steps away{', any fruit' if s.basket else ''}"

    def say(self, s, tree):
        if tree == RAVEN:
            return "raven"
        return "basket" if tree == BASKET else f"tree {tree}"
