"""Explanations of solved games: strategies, forced wins, reasons."""
