"""What the class of a game tells without a move being played: the one place to ask what kind of game it is."""

from typing import TYPE_CHECKING, Any, NamedTuple

from faceup.rules.contract import Game, Patience

if TYPE_CHECKING:
    from typing_extensions import TypeIs

OPTIONAL = ("canon", "choices", "payoff", "reward", "theory", "view")  # methods of a Game that rules may leave out


class Facts(NamedTuple):
    """The kind of a game. Who decides, and whether chance does, only its positions tell: see ``stakes``."""

    deals: bool  #: a shuffled deck is laid out: a Patience
    decisions: bool  #: somebody, or chance, chooses among moves: a Game
    own: frozenset[str]  #: those of the ``OPTIONAL`` methods about which the rules say something of their own

    @property
    def hidden(self) -> bool:
        """Whether the players do not see everything."""
        return "view" in self.own

    @property
    def rewarding(self) -> bool:
        """Whether something is gained on the way, not at the end alone."""
        return "reward" in self.own

    @property
    def canonical(self) -> bool:
        """Whether the rules name one representative for states that are the same to play."""
        return "canon" in self.own

    @property
    def staked(self) -> bool:
        """Whether anything is to be gained at all."""
        return bool(self.own & {"payoff", "reward"})

    @property
    def theory(self) -> bool:
        """Whether the rules may bring a theory."""
        return "theory" in self.own


def facts_of(game: Any) -> Facts:
    """The facts of a game, or of its class."""
    rules_class = game if isinstance(game, type) else type(game)
    if not issubclass(rules_class, Game):
        return Facts(issubclass(rules_class, Patience), False, frozenset())
    given = () if isinstance(game, type) else vars(game)  # as a game whose states were joined has a canon of its own
    own = (name for name in OPTIONAL if name in given or getattr(rules_class, name) is not getattr(Game, name))
    return Facts(False, True, frozenset(own))


def plays_itself(game: Game | Patience) -> "TypeIs[Patience]":
    """Whether nobody, and no chance after the shuffle, decides anything."""
    return not facts_of(game).decisions


def hides(game: Game | Patience) -> str:
    """Why a game is none for whoever must see all."""
    return f"{type(game).__name__} hides something from its players"
