"""A cyclic race, in which a player's pieces and the other's are the same but for whose they are."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple


class Pieces(Game):
    """A piece each; throw a die, and move or stay; landing on the other's piece sends it home."""

    track: int = 3

    class State(NamedTuple):
        pieces: tuple[int, ...]
        mover: int
        thrown: int

    def start(self):
        return self.State((0, 0), 0, 0)

    def turn(self, s):
        return OVER if self.track in s.pieces else s.mover if s.thrown else CHANCE

    def moves(self, s):
        return range(2) if s.thrown else range(1, 3)

    def play(self, s, m):
        if not s.thrown:
            return s._replace(thrown=m)
        mine, other = min(self.track, s.pieces[s.mover] + m * s.thrown), s.pieces[1 - s.mover]
        other = 0 if m and mine == other else other
        return self.State((mine, other) if s.mover == 0 else (other, mine), 1 - s.mover, 0)

    def payoff(self, s):
        return 1 if s.pieces[0] == self.track else -1


class Exchanged(Pieces):
    """Which joins states that are not the same: the pieces change hands, and the mover stays."""

    def canon(self, s):
        return s._replace(pieces=max(s.pieces, s.pieces[::-1]))


class Together(Pieces):
    """Which joins states that are the same: that a piece is at home says all of it once both are there."""

    def canon(self, s):
        return s._replace(mover=0) if self.track in s.pieces else s
