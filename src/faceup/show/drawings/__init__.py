"""Pictures as plain data, painted by Matplotlib and by the pages."""
