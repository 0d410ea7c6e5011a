"""Solved games and what follows from them: decisions, strategies, reasons, symmetries."""
