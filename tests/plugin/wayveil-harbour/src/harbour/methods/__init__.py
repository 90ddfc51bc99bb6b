"""Our methods."""
