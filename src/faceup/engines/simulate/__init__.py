"""Numbered games, played and counted, at home or elsewhere."""
