"""Our attacks."""
