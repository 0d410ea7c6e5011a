"""The graph of all positions of a game: the walk that fills it, its components and driver, stakes and certificates."""
