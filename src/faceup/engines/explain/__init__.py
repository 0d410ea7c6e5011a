"""What a solved game has to say: strategies, forced wins, reasons."""
