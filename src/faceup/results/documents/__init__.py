"""Results as JSON documents: the codec, and records of what a document gathers from several results."""
