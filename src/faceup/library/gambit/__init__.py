"""Games from files of Gambit (.efg): a tree with chances, payoffs, and who cannot tell what apart."""
