"""Games of any number of seats, each with gains of its own."""
