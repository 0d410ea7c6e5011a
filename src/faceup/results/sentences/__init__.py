"""Results said in words, each sentence in one place."""
