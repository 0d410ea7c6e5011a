"""Facts about a game that follow from its class: the one place that decides what kind of game it is."""

from typing import TYPE_CHECKING, Any, NamedTuple

from faceup.rules.contract import Game, Patience

if TYPE_CHECKING:
    from typing_extensions import TypeIs

# Methods of a Game that rules may leave out.
OPTIONAL = ("canon", "choices", "information_set", "milestone", "payoff", "reward", "theory", "view")


class Facts(NamedTuple):
    """The kind of a game. Only its positions tell who decides, and whether chance does: see ``stakes``."""

    deals: bool  #: whether a shuffled deck is laid out (a Patience)
    decisions: bool  #: whether players or chance choose among moves (a Game)
    overridden: frozenset[str]  #: the ``OPTIONAL`` methods that the rules define

    @property
    def hidden(self) -> bool:
        """Whether the game has imperfect information."""
        return "view" in self.overridden

    @property
    def rewarding(self) -> bool:
        """Whether moves have rewards, so that gains do not come at the end alone."""
        return "reward" in self.overridden

    @property
    def canonical(self) -> bool:
        """Whether the rules name a representative for equivalent states."""
        return "canon" in self.overridden

    @property
    def has_payoffs(self) -> bool:
        """Whether the rules define payoffs or rewards."""
        return bool(self.overridden & {"payoff", "reward"})

    @property
    def theory(self) -> bool:
        """Whether the rules may bring a theory."""
        return "theory" in self.overridden


def facts_of(game: Any) -> Facts:
    """The facts of a game, or of its class."""
    rules_class = game if isinstance(game, type) else type(game)
    if not issubclass(rules_class, Game):
        return Facts(issubclass(rules_class, Patience), False, frozenset())
    attributes = (
        () if isinstance(game, type) else vars(game)
    )  # as a game whose states were joined has a canon of its own
    overridden = (
        name for name in OPTIONAL if name in attributes or getattr(rules_class, name) is not getattr(Game, name)
    )
    return Facts(False, True, frozenset(overridden))


def plays_itself(game: Game | Patience) -> "TypeIs[Patience]":
    """Whether a game has no decisions, neither of players nor of chance after the shuffle."""
    return not facts_of(game).decisions


def hides(game: Game | Patience) -> str:
    """The reason why a game does not suit an engine for perfect information."""
    return f"{type(game).name} hides something from its players"
