"""Games in which players do not see everything: the engines, and the plans that they find."""
