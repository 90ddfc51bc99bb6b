"""Our claims."""
