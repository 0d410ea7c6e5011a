"""Figures of one game over a grid of parameters."""
