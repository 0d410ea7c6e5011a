"""The library of games: one file a game, with rules and published results alone."""
