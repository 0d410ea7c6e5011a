"""What lowered code calls: operations that mean in machine code what Python's own mean."""
