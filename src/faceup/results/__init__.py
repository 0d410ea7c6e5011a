"""Results: frozen values with their certainty."""
