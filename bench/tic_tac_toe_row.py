"""Tic-tac-toe with its squares in a row: what a row costs is measured with this."""

from faceup.rules import OVER, Game, NamedTuple, Row, replaced

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(Game):
    """Nine squares; three of one's own in a line win."""

    board = ((0, 1, 2), (3, 4, 5), (6, 7, 8))

    class State(NamedTuple):
        squares: Row  # 0 free, 1 and 2 the players' marks
        mover: int

    def start(self):
        return self.State((0,) * 9, 0)

    def won(self, s, mark):
        return any(all(s.squares[k] == mark for k in line) for line in LINES)

    def turn(self, s):
        return OVER if self.won(s, 1) or self.won(s, 2) or 0 not in s.squares else s.mover

    def moves(self, s):
        return [k for k, mark in enumerate(s.squares) if not mark]

    def play(self, s, m):
        return self.State(replaced(s.squares, m, s.mover + 1), 1 - s.mover)

    def payoff(self, s):
        return self.won(s, 1) - self.won(s, 2)
