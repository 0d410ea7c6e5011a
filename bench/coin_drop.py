"""Coin drop: a coin decides who drops the next disc into a column; a row of so many discs of one's own wins."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple


class CoinDrop(Game):
    columns: int = 5
    rows: int = 4
    row: int = 3

    class State(NamedTuple):
        discs: tuple[int, int] = (
            0,
            0,
        )  # of each player, a bit a square; the top row of each column stays empty
        mover: int = CHANCE

    def start(self):
        return self.State()

    def square(self, column, height):
        return 1 << (column * (self.rows + 1) + height)

    def has_row(self, discs):
        for step in (1, self.rows, self.rows + 1, self.rows + 2):
            lined = discs
            for k in range(1, self.row):
                lined &= discs >> k * step
            if lined:
                return True
        return False

    def open_columns(self, s):
        taken = s.discs[0] | s.discs[1]
        return [column for column in range(self.columns) if not taken & self.square(column, self.rows - 1)]

    def turn(self, s):
        if self.has_row(s.discs[0]) or self.has_row(s.discs[1]) or not self.open_columns(s):
            return OVER
        return s.mover

    def moves(self, s):
        return range(2) if s.mover == CHANCE else self.open_columns(s)

    def play(self, s, m):
        if s.mover == CHANCE:
            return self.State(s.discs, m)
        height, (mine, theirs) = 0, s.discs
        while (mine | theirs) & self.square(m, height):
            height += 1
        disc = self.square(m, height)
        return self.State((mine | disc, theirs) if s.mover == 0 else (mine, theirs | disc))

    def payoff(self, s):
        return self.has_row(s.discs[0]) - self.has_row(s.discs[1])
