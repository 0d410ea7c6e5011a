"""Kalah with its pits packed by hand: what a row costs is measured against this."""

from faceup.rules import OVER, Game, NamedTuple


class Kalah(Game):
    """Kalah, as the library has it, with the pits packed into bytes."""

    pits: int = 4
    seeds: int = 3

    class State(NamedTuple):
        low: int  # my pits, my store, in bytes
        high: int  # their pits, their store
        mover: int

    def start(self):
        side = 0
        for k in range(self.pits):
            side |= self.seeds << 8 * k
        return self.State(side, side, 0)

    def at(self, row, k):
        return row >> 8 * k & 255

    def pits_of(self, row):
        return row & (1 << 8 * self.pits) - 1

    def turn(self, s):
        return OVER if self.pits_of(s.low) == 0 or self.pits_of(s.high) == 0 else s.mover

    def moves(self, s):
        for pit in range(self.pits):
            if self.at(s.low, pit):
                yield pit

    def play(self, s, m):
        low, high = s.low, s.high
        store = self.pits
        seeds = self.at(low, m)
        low &= ~(255 << 8 * m)
        pit = m
        while seeds:
            pit += 1
            if pit == 2 * store + 1:
                pit = 0
            if pit <= store:
                low += 1 << 8 * pit
            else:
                high += 1 << 8 * (pit - store - 1)
            seeds -= 1
        if pit < store and self.at(low, pit) == 1:
            across = store - 1 - pit
            taken = self.at(high, across)
            if taken:
                low += taken + 1 << 8 * store
                low &= ~(255 << 8 * pit)
                high &= ~(255 << 8 * across)
        if pit == store:
            return self.State(low, high, s.mover)
        return self.State(high, low, 1 - s.mover)

    def total(self, row):
        found = 0
        for k in range(self.pits + 1):
            found += self.at(row, k)
        return found

    def payoff(self, s):
        mine, theirs = self.total(s.low), self.total(s.high)
        return mine - theirs if s.mover == 0 else theirs - mine
