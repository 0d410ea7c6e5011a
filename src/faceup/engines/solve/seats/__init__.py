"""Games of any number of seats, each with a payoff of its own: subgame-perfect equilibria."""
