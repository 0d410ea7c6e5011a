"""Games in which players do not see everything: what they remember and believe, and how they mix their moves."""
