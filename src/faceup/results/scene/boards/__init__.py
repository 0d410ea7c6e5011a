"""Boards: found in plays or in texts, the squares that moves name, and how the pieces look and move."""
