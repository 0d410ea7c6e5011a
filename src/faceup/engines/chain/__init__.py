"""Policies evaluated, and the Markov chain that a game becomes when every seat keeps to one."""
