"""Hide or run: get home past the one snowball."""

from faceup.rules import OVER, Game, NamedTuple, Published

BY_HAND = "by hand: who runs with chance p every time is hit with chance p at most, whenever the snowball comes"


class HideOrRun(Game):
    """The first player is behind a hill and wants to get home; the second has one snowball. Again and again the first
    hides or runs while the second waits or throws, both at once. A runner gets home unless the snowball is thrown just
    then; once it is thrown at the hill, the way home is safe. After hiding and waiting nothing changes. Getting home
    is worth 1; being hit, or hiding for ever, is worth 0.
    """

    published = (
        Published("value", 1, BY_HAND, within=1e-6, note="no plan brings it, but some as near to it as you like"),
    )

    class State(NamedTuple):
        first: int  # 1 to hide, 2 to run, 0 before it is chosen, and UNSEEN for the second player then
        second: int  # 1 to wait, 2 to throw

    UNSEEN = 3

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return 0 if s.first == 0 else 1 if s.second == 0 else OVER

    def moves(self, s):
        return (1, 2)

    def play(self, s, move):
        if s.first == 0:
            return s._replace(first=move)
        return self.start() if s.first == move == 1 else s._replace(second=move)

    def payoff(self, s):
        return 0 if s.first == s.second else 1

    def view(self, s, player):
        # The second player chooses at the same time, and does not see the first player's move before.
        return s if player == 0 or s.first == 0 or s.second else s._replace(first=self.UNSEEN)

    def show(self, s):
        if s.second == 0:
            return "behind the hill"
        return f"{self.say(self.start(), s.first)}, and {self.say(s, s.second)}"

    def say(self, s, move):
        return ("hide", "run")[move - 1] if s.first == 0 else ("wait", "throw")[move - 1]
