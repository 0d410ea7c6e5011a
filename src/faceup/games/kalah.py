"""Kalah: sow seeds around the board; most seeds at home win."""

from faceup.rules import OVER, Game, Heap, NamedTuple, Published, require

IRVING = "G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000)"


class Kalah(Game):
    """Each player has a row of pits with seeds, and a store at its end; the lower row and the store on the right are
    the first player's. In a turn you sow all seeds of one of your pits, one by one, into the places that follow: your
    other pits, your store, the other player's pits, but never their store. If the last seed falls into your store, you
    move again. If it falls into an empty pit of yours and the pit opposite has seeds, you take it and them into your
    store. When a player's pits are all empty, the game ends, and the other keeps the seeds in theirs. The score is the
    first player's lead in seeds. The usual board has six pits with four seeds each. Kalah is one of the mancala games.
    """

    pits: int = 4
    seeds: int = 2

    published = (
        Published("value", 6, IRVING, note="the first player wins by 6"),
        Published(
            "value",
            0,
            "by hand: the only move brings the seed home, and the other keeps his",
            parameters={"pits": 1, "seeds": 1},
        ),
        Published(
            "value",
            -2,
            "by hand: of two seeds one comes home, and the other keeps three",
            parameters={"pits": 1, "seeds": 2},
        ),
    )

    class State(NamedTuple):
        places: tuple[
            Heap, ...
        ]  # in the order of sowing: the first player's pits and store, the second's pits and store
        mover: int

    marks = {}  # the numbers themselves are drawn

    @property
    def square_names(self):
        return {pit: str(k + 1) for player in (0, 1) for k, pit in enumerate(self.side(player))}

    @property
    def board(self):
        first, second = self.side(0), self.side(1)
        return (self.store(1), *reversed(second), -1), (-1, *first, self.store(0))

    def check(self):
        require(1 <= self.pits <= 12, "a player has 1 to 12 pits")
        require(1 <= self.seeds <= 12, "a pit has 1 to 12 seeds")

    def start(self):
        return self.State(2 * ((self.seeds,) * self.pits + (0,)), mover=0)

    def store(self, player):
        return self.pits if player == 0 else 2 * self.pits + 1

    def side(self, player):
        """Return the places of a player's pits."""
        return range(self.store(player) - self.pits, self.store(player))

    def turn(self, s):
        both_can_sow = all(any(s.places[pit] for pit in self.side(player)) for player in (0, 1))
        return s.mover if both_can_sow else OVER

    def moves(self, s):
        for pit in self.side(s.mover):
            if s.places[pit]:
                yield pit

    def play(self, s, pit):
        mine, theirs = self.store(s.mover), self.store(1 - s.mover)
        places = list(s.places)
        place, seeds = pit, places[pit]
        places[pit] = 0
        while seeds:
            place = (place + 1) % len(places)
            if place != theirs:
                places[place] += 1
                seeds -= 1
        opposite = 2 * self.pits - place  # for a pit; a store has no opposite
        if place in self.side(s.mover) and places[place] == 1 and places[opposite]:
            places[mine] += 1 + places[opposite]
            places[place] = places[opposite] = 0
        for player in (0, 1):
            if not any(places[pit] for pit in self.side(player)):  # the other keeps what is left
                for pit in self.side(1 - player):
                    places[self.store(1 - player)] += places[pit]
                    places[pit] = 0
        return self.State(tuple(places), s.mover if place == mine else 1 - s.mover)

    def payoff(self, s):
        half = len(s.places) // 2
        return sum(s.places[:half]) - sum(s.places[half:])

    def say(self, s, pit):
        return f"sow pit {pit - self.side(s.mover)[0] + 1}"
