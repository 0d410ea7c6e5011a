"""Reasons in plain sentences."""
