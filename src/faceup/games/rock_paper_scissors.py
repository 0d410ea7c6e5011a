"""Rock, paper, scissors: both choose at once, with nothing to go on."""

from faceup.rules import OVER, Game, NamedTuple, Published


class RockPaperScissors(Game):
    """Both players show rock, paper or scissors at the same time. Paper beats rock, scissors beat paper, and rock beats
    scissors; the same thing twice is a draw.
    """

    published = (Published("value", 0, "by symmetry: the game is the same for both"),)

    class State(NamedTuple):
        first: int  # 1 to 3, 0 before it is chosen
        second: int

    WORDS = ("", "rock", "paper", "scissors")

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return 0 if s.first == 0 else 1 if s.second == 0 else OVER

    def moves(self, s):
        return (1, 2, 3)

    def play(self, s, move):
        return s._replace(first=move) if s.first == 0 else s._replace(second=move)

    def payoff(self, s):
        return (0, 1, -1)[(s.first - s.second) % 3]

    def view(self, s, player):
        # The second player shows at the same time, and does not see the first player's choice before.
        return s if s.second or player == 0 else self.State(0, 0)

    def show(self, s):
        if s.first == 0:
            return "nothing shown yet"
        return f"{self.WORDS[s.first]} against {self.WORDS[s.second] or '?'}"

    def say(self, s, move):
        return self.WORDS[move]
