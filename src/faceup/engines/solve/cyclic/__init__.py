"""Cyclic games: exact values in fractions, and proven bounds by floats in flat arrays."""
