"""The engines for games in which players do not see everything."""
