"""Monte Carlo tree search, and alpha-beta to a depth."""
