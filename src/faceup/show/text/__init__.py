"""Results as lines and tables of text."""
