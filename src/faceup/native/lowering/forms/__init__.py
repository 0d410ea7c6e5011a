"""Forms of a function that are lowered for a purpose: with a memo, its key, for one kind of moves, as a generator."""
