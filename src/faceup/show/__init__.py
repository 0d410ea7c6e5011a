"""Drawing results as text and tables; nothing here computes an answer."""
