"""Solvers: the value of every position of a game, or the exact distribution over all deals of a solitaire game."""
