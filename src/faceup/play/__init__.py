"""Playing: sessions and protocols without input or output of their own."""
