"""A graph of positions solved in exact numbers, component by component."""
