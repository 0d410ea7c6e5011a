"""The evaluation of policies, and the Markov chain that a game becomes if every seat keeps to one."""
