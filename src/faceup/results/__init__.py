"""Answers: frozen values that say how sure they are."""
