"""Small games to begin from, one for each kind: ``faceup new`` writes them."""
