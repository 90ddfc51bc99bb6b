"""Our filters."""
