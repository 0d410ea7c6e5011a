"""What a solved game comes to, and what follows from it: decisions, strategies, reasons, symmetries."""
