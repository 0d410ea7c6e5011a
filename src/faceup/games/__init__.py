"""The library: one game a file, rules alone."""
