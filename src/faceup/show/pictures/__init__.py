"""Results as pictures; importing these imports Matplotlib only when something is drawn."""
