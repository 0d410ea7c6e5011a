"""Results as JSON documents: the type of each, and the function that makes it."""
