"""Games with places on tracks that are missing, wrong, or hard to tell apart."""

from faceup.rules import OVER, Game, NamedTuple, Place, Track


class Standing(Game):
    """Nobody moves."""

    class State(NamedTuple):
        places: tuple[Place, ...]

    def start(self):
        return self.State((7, 9))

    def turn(self, s):
        return OVER

    def payoff(self, s):
        return 0


class WrongTrack(Standing):
    track = range(5)


class Squares(Standing):
    """The track is as long as is asked for."""

    squares: int = 10

    @property
    def track(self):
        return Track(range(self.squares))


class Lovers(Standing):
    """Two counters whose names begin with letters of their own."""

    track = Track(range(4))

    class State(NamedTuple):
        romeo: Place
        juliet: Place

    def start(self):
        return self.State(1, 1)


class Twins(Lovers):
    """Two counters whose names begin alike."""

    class State(NamedTuple):
        first: Place
        fourth: Place


class TwoRows(Lovers):
    """Several counters of each of two."""

    class State(NamedTuple):
        first: tuple[Place, Place]
        second: tuple[Place, ...]

    def start(self):
        return self.State((1, 3), (1, -1))
