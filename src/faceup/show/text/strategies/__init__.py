"""Strategies as tables and boards of text."""
