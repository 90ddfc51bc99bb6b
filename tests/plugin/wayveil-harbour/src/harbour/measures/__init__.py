"""Our measures."""
