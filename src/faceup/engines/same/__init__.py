"""Isomorphism of games up to the names of moves, and symmetries of a game."""
