"""Errors and oddities of rules, found before anybody waits for an answer."""
