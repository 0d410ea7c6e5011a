"""Morra: show fingers, and call how many the other shows."""

from faceup.rules import OVER, Game, NamedTuple, Published, require


class Morra(Game):
    """Both players show some fingers and at the same time call how many the other will show. If one alone is right,
    the other pays as many coins as both have shown together.
    """

    fingers: int = 2

    published = (Published("value", 0, "by symmetry: the game is the same for both"),)

    class Call(NamedTuple):
        shown: int
        called: int

    class State(NamedTuple):
        shown: int  # the first player's fingers and call, 0 before they are shown
        called: int
        other_shown: int
        other_called: int

    def check(self) -> None:
        require(1 <= self.fingers <= 10, "1 to 10 fingers")

    def start(self):
        return self.State(0, 0, 0, 0)

    def turn(self, s):
        return 0 if s.shown == 0 else 1 if s.other_shown == 0 else OVER

    def moves(self, s):
        for shown in range(1, self.fingers + 1):
            for called in range(1, self.fingers + 1):
                yield self.Call(shown, called)

    def play(self, s, call):
        if s.shown == 0:
            return s._replace(shown=call.shown, called=call.called)
        return s._replace(other_shown=call.shown, other_called=call.called)

    def payoff(self, s):
        right, other_right = s.called == s.other_shown, s.other_called == s.shown
        return (s.shown + s.other_shown) * (right - other_right)

    def view(self, s, player):
        return s if s.other_shown or player == 0 else self.start()

    def show(self, s):
        if s.shown == 0:
            return "nothing shown yet"
        first = f"{s.shown} shown and {s.called} called"
        return f"{first}, against {s.other_shown} and {s.other_called}" if s.other_shown else first

    def say(self, s, call):
        return "show {} and call {}".format(*call)
