"""Scenes of positions: boards, cards, dice and heaps, for terminals, notebooks and pages."""
