"""Dots and boxes: draw lines, and close as many boxes as you can."""

from faceup.rules import OVER, DotGrid, Game, NamedTuple, Published, Row, replaced, require

COMPUTED = "computed here, by backward induction and by the exact oracle"


class DotsAndBoxes(Game):
    """On a grid of dots, two players take turns drawing a line between neighbouring dots. A player who draws the fourth
    side of a box owns it, and draws again. The score is the first player's lead in boxes.
    """

    rows: int = 2
    columns: int = 2

    published = (
        Published("value", 2, COMPUTED, note="the first player wins, three boxes to one"),
        Published("value", 0, COMPUTED, parameters={"rows": 1}, note="a box each"),
        Published("value", -1, "by hand: the fourth line closes the box", parameters={"rows": 1, "columns": 1}),
    )

    class State(NamedTuple):
        lines: Row  # 1 for a drawn line, else 0; row by row from the top, across and down in turn
        mover: int

    marks = ("", "+")

    @property
    def board(self):
        return DotGrid(self.rows, self.columns)

    def check(self):
        require(self.rows >= 1 and self.columns >= 1, "there is at least one box")
        require(self.rows * self.columns <= 25, "there are at most 25 boxes")

    def start(self):
        return self.State((0,) * (self.rows * self.row_length() + self.columns), mover=0)

    def row_length(self):
        """Return the number of lines of a row of boxes, without those below it: one across for each box, and one more
        down.
        """
        return self.columns + (self.columns + 1)

    def sides(self, row, column):
        """Return the four lines around a box."""
        top = row * self.row_length() + column
        left, bottom = top + self.columns, top + self.row_length()
        return top, left, left + 1, bottom

    def boxes(self, lines):
        """Return the number of closed boxes."""
        return sum(
            all(lines[side] for side in self.sides(row, column))
            for row in range(self.rows)
            for column in range(self.columns)
        )

    def turn(self, s):
        return OVER if all(s.lines) else s.mover

    def moves(self, s):
        for line, drawn in enumerate(s.lines):
            if not drawn:
                yield line

    def boxes_closed(self, s, line):
        """Return the number of boxes that a line closes."""
        return self.boxes(replaced(s.lines, line, 1)) - self.boxes(s.lines)

    def play(self, s, line):
        return self.State(replaced(s.lines, line, 1), s.mover if self.boxes_closed(s, line) else 1 - s.mover)

    def reward(self, s, line):
        return self.boxes_closed(s, line) if s.mover == 0 else -self.boxes_closed(s, line)

    def show(self, s):
        rows = []
        for k, row in enumerate(self.board):
            dot_or_box, drawn = ("+", "-") if k % 2 == 0 else (" ", "|")
            rows.append("".join(dot_or_box if line < 0 else drawn if s.lines[line] else " " for line in row))
        return "\n".join(rows)
