"""Games in which positions come again: in fractions, and in flat arrays within proven bounds."""
