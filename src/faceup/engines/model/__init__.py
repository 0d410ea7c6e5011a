"""The model of a game that all engines share: legal moves, contract checks, seats, policies, limits, random streams."""
