"""What rules ask of the rows in a state: each method here is one question, and takes a number besides."""

from itertools import combinations

from faceup.rules import OVER, Game, NamedTuple, Row, replaced

LINES = ((0, 1, 2), (1, 2, 3), (0, 3, 1))


def largest(row: Row) -> int:
    """A helper that is handed a row."""
    return max(row)


class Questions(Game):
    """A board, a row that may be empty, and a number; its first state says how long and how large rows may become."""

    longest: int = 24
    largest: int = 5

    class State(NamedTuple):
        board: Row
        hand: Row
        n: int

        @property
        def both(self):
            return self.board + self.hand

        def at(self, k):
            return self.board[k] + self.n

    def start(self):
        return self.State((1, self.largest, -2, min(5, self.largest)), (0,) * self.longest, 3)

    def turn(self, s):
        return OVER

    def asked_items(self, s, x):
        a, b, c, d = s.board
        first, *rest = s.board
        return a + 10 * b + 100 * c + 1000 * d + s.board[x % 4] + s.board[-1 - x % 4] + len(rest) + first

    def asked_outside(self, s, x):
        return s.board[x] * 2

    def asked_slices(self, s, x):
        total = 0
        for part in (s.board[x:], s.board[:x], s.board[1:-1], s.board[::-1], s.board[x::2], s.board[-3 :: x or 1]):
            for k, value in enumerate(part):
                total += (k + 1) * value
            total *= 7
        return total

    def asked_sizes(self, s, x):
        return len(s.board) + 10 * len(s.hand) + 100 * bool(s.hand) + (1000 if s.hand else 2000) + (not s.board)

    def asked_sums(self, s, x):
        return sum(s.board) + 10 * max(s.board) + 100 * min(s.board) + 1000 * sum(s.hand) + max(s.hand, default=x)

    def asked_membership(self, s, x):
        return (x in s.board) + 10 * (x not in s.hand) + 100 * s.board.count(x) + s.hand.count(x)

    def asked_index(self, s, x):
        return s.board.index(x)

    def asked_any(self, s, x):
        return any(v == x for v in s.board) + 2 * all(v > x for v in s.board) + 4 * any(s.hand) + 8 * all(s.hand)

    def asked_sorted(self, s, x):
        best = sorted(s.board, key=lambda v: -v)
        return sorted(s.board)[x % 4] + 10 * best[0] + 100 * sorted(s.board, reverse=True)[1]

    def asked_sorted_again(self, s, x):
        total = sorted(s.board, reverse=x > 2)[-1] + sum(sorted((*s.hand, x))) + sorted([*s.board, x])[2]
        for k, value in enumerate(sorted(s.board + s.hand)):
            total = 3 * total + k * value
        for value in sorted(replaced(s.board, x % 4, x), reverse=True):
            total = 5 * total + value
        return total

    def asked_sorted_lists(self, s, x):
        held, board = sorted(s.board, reverse=x % 2), list(s.board)
        board[x % 4] = x
        board.sort()
        order = sorted(board)
        order[0] += 1
        held[1], held[2] = held[2], x
        return [a * 100 + b * 10 + c for a, b, c in zip(held, board, order, strict=False)][x % 4] + (x in order)

    def asked_sorted_outside(self, s, x):
        return sorted(s.hand)[x]

    def asked_sorted_alike(self, s, x):
        same = tuple(sorted(s.board)) == tuple(sorted(s.board, reverse=True))
        return same + 2 * (tuple(sorted(s.board)) == s.board) + 4 * (tuple(sorted((*s.hand, 3))) < s.hand)

    def asked_sorted_wide(self, s, x):
        wide = tuple(sorted(v * 2**40 for v in s.board))
        return wide[0] + wide[-1] + sorted(v - 2**50 for v in s.board)[x % 4]

    def asked_times(self, s, x):
        return (200 in s.board) + 2 * (-56 in s.board) + 4 * (s.board.count(2**40) > 0) + 8 * (2**40 + 5 in s.board)

    def asked_lines(self, s, x):
        return sum(all(s.board[k] != x for k in line) for line in LINES)

    def asked_pairs(self, s, x):
        total = sum(a * b for a, b in combinations(s.board, 2)) + sum(a * b for a, b in zip(s.board, s.board[1:]))
        return total + sum(k * v for k, v in enumerate(reversed(s.board)))

    def asked_equal(self, s, x):
        other = replaced(s.board, x % 4, 5)
        return (s.board == other) + 2 * (s.board != other) + 4 * (s.board[:2] == (1, 5)) + 8 * (s.hand == ())

    def asked_order(self, s, x):
        other = replaced(s.board, x % 4, x)
        return (s.board < other) + 2 * (s.board <= other) + 4 * (s.board > other[:3]) + 8 * (s.hand >= s.board)

    def asked_states(self, s, x):
        t = s._replace(board=replaced(s.board, 0, x))
        return (s == t) + 2 * (s < t) + 4 * (max(s, t).board[0]) + 100 * t.board[0]

    def asked_helper(self, s, x):
        return largest(s.board) + largest(s.board[:1] + (x,)) + s.both[-1] + s.at(1) + len(s.both)

    def asked_copies(self, s, x):
        board = list(s.board)
        board[x % 4] += 1
        board.append(x)
        board.sort()
        seen = set(s.board)
        counts = {v: s.board.count(v) for v in s.board}
        return board[0] + 10 * board[-1] + 100 * len(board) + 1000 * len(seen) + counts[5]

    def asked_loops(self, s, x):
        total = 0
        for value in s.board:
            if value == x:
                break
            total = total * 3 + value
        else:
            total += 1000
        for k in range(len(s.board)):
            total += k * s.board[k]
        return total

    def asked_text(self, s, x):
        return len(" ".join(str(int(v)) for v in s.board))

    def asked_names(self, s, x):
        row = s.board
        if x > 2:
            row = row[1:] + (x,)
        elif x > 1:
            row = tuple(v for v in row if v != 5)
        elif x:
            row = tuple(sorted(row))
        while len(row) > 2:
            row = row[1:]
        return row[0] + 10 * row[-1]

    def asked_match(self, s, x):
        match s.board[:x]:
            case ():
                return -1
            case (a,):
                return a
            case (a, b):
                return a + 10 * b
            case _:
                return 99

    def text_of_row(self, s, x):
        return len(str(s.board))

    def made_parts(self, s, x):
        return self.State(s.board[:x] + (x,) + s.board[x + 1 :], s.hand + (x, x), x)

    def made_replaced(self, s, x):
        return s._replace(board=replaced(s.board, -1 - x % 4, 9), hand=(1, 2, 3), n=x)

    def made_lists(self, s, x):
        board = list(s.board)
        board[0], board[1] = board[1], x
        return self.State(tuple(board), tuple(v for v in s.board if v != x), 0)

    def made_sorted(self, s, x):
        return self.State(tuple(sorted(s.board)), tuple(sorted((x, 2, 1))), 0)

    def made_sorted_rows(self, s, x):
        return self.State(tuple(sorted((*s.board[1:], x))), tuple(sorted(s.hand[x:] + (x,), reverse=x > 2)), 0)

    def made_sorted_items(self, s, x):
        board = tuple(sorted(v if x >> k & 1 else 0 for k, v in enumerate(s.board)))
        hand = tuple(sorted([-v // 2 for v in s.board if v != x], reverse=True))
        return self.State(board, hand, board[x % 4])

    def made_sorted_by_key(self, s, x):
        hand = tuple(sorted((v for v in s.board if v > x), key=lambda v: v % 3, reverse=x > 3))
        return s._replace(board=tuple(sorted(s.board, key=lambda v: (v % 2, -v))), hand=hand)

    def made_sorted_ends(self, s, x):
        rest = tuple(v for v in s.board if v != x)
        return self.State(rest + tuple(sorted(s.hand)), (*sorted(s.board), *tuple(v + 1 for v in s.hand)), len(rest))

    def made_sorted_in_place(self, s, x):
        board, hand = list(s.board), sorted(s.hand)
        board[x % 4] -= 1
        board.sort()
        if hand:
            hand[0] = x
            hand.sort()
        return self.State(tuple(board), tuple(hand), 0)

    def made_sorted_elsewhere(self, s, x):
        return max(self.with_one(row, x) for row in (s.board, s.board[::-1], s.board[:2]))

    def with_one(self, row, x):
        return self.State(tuple(sorted(v for v in (*row, x))), (), 1)

    def made_mapped_away(self, s, x):
        return self.State(tuple(map(abs, s.board)), tuple(filter(None, s.board)), 0)

    def made_repeated(self, s, x):
        return self.State((0,) * x + (1,), s.board * 2, 0)

    def made_ranges(self, s, x):
        return self.State(tuple(range(x)), (*s.board, x), 0)

    def made_reversed(self, s, x):
        return self.State(tuple(reversed(s.board)), s.board[::-1], 0)

    def made_mapped(self, s, x):
        return self.State(tuple(v + x for v in s.board), tuple(max(v, x) for v, _ in zip(s.board, s.board[1:])), 0)

    def made_starred(self, s, x):
        return self.State(*(s.hand, s.board), n=x)

    def made_grown(self, s, x):
        hand = s.hand
        for k in range(x):
            hand += (k,)
        return s._replace(hand=hand)

    def made_best(self, s, x):
        turned = [s.board[k:] + s.board[:k] for k in range(4)]
        return s._replace(board=min(turned), hand=max(s.board[k:] + s.board[:k] for k in range(x + 1)))

    def made_chosen(self, s, x):
        return s._replace(board=s.board if x else (0, 0, 0, 0), hand=() if x else s.board)


class Growing(Game):
    """Put 1 or 2 steps more than the last number behind it, or end; long rows are rare in random games."""

    length: int = 12
    step: int = 1
    first: int = 0  # how long the row is at first

    class State(NamedTuple):
        row: Row
        mover: int

    def start(self):
        return self.State((1,) * self.first, 0)

    def turn(self, s):
        return OVER if len(s.row) >= self.length or 0 in s.row else s.mover

    def moves(self, s):
        yield from range(8)

    def play(self, s, m):
        added = 0 if m > 1 else (s.row[-1] if s.row else 1) + self.step * (m + 1)
        return self.State((*s.row, added), 1 - s.mover)

    def payoff(self, s):
        return sum((-1) ** k * value for k, value in enumerate(s.row))


class Sorting(Game):
    """Put a number among those of a row, or change the row in another way, always in order; five times."""

    step: int = 1
    times: int = 5

    class State(NamedTuple):
        row: Row
        left: int

    def start(self):
        return self.State((), self.times)

    def turn(self, s):
        return s.left % 2 if s.left else OVER

    def moves(self, s):
        yield from range(6)

    def play(self, s, m):
        if m == 0:
            row = tuple(sorted((*s.row, self.step * s.left)))
        elif m == 1:
            row = tuple(sorted(-v for v in s.row))
        elif m == 2:
            row = tuple(sorted(s.row, key=abs, reverse=True))[1:]
        elif m == 3:
            row = tuple(sorted((v * self.step for v in s.row if v > 0), reverse=True)) + s.row
        else:
            changed = [*s.row]
            changed.sort()
            row = tuple(changed) + (m,)
        return self.State(row, s.left - 1)

    def payoff(self, s):
        return sum(k * value % 1000 for k, value in enumerate(s.row))
