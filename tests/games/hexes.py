"""Hex, whose ends count in several ways; wherever one counts nothing, somebody still wins."""

from faceup.rules import OVER, Game, NamedTuple, Row, replaced


class Hex(Game):
    """A rhombus of hexagons. Two players take turns marking a free one; the first wins with a chain of marks from top
    to bottom, the second with one from left to right. ``won`` and ``lost`` are what that is worth to the first.
    """

    size: int = 4
    won: int = 1
    lost: int = -1

    class State(NamedTuple):
        cells: Row  # 0 free, 1 the first player's, 2 the second's
        mover: int

    def start(self):
        return self.State((0,) * self.size**2, 0)

    def connected(self, s, mark):
        """Whether the marks reach from one side to the other."""
        size, reached = self.size, 0
        for k in range(size):
            cell = k if mark == 1 else k * size
            if s.cells[cell] == mark:
                reached |= 1 << cell
        before = 0
        while reached != before:
            before = reached
            for cell in range(size * size):
                if reached >> cell & 1:
                    row, column = cell // size, cell % size
                    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)):
                        if 0 <= row + down < size and 0 <= column + right < size:
                            there = (row + down) * size + column + right
                            if s.cells[there] == mark:
                                reached |= 1 << there
        for k in range(size):
            cell = size * (size - 1) + k if mark == 1 else k * size + size - 1
            if reached >> cell & 1:
                return True
        return False

    def turn(self, s):
        return OVER if any(s.cells) and self.connected(s, 2 - s.mover) else s.mover

    def moves(self, s):
        for cell, mark in enumerate(s.cells):
            if mark == 0:
                yield cell

    def play(self, s, cell):
        return self.State(replaced(s.cells, cell, 1 + s.mover), 1 - s.mover)

    def payoff(self, s):
        return self.won if s.mover == 1 else self.lost
