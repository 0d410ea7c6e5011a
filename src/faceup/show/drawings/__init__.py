"""Pictures as plain data, which painters bring to paper and to pages."""
