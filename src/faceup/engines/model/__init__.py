"""The model of a game that all engines share: contract checks, the graph of positions, policies, seats and limits."""
