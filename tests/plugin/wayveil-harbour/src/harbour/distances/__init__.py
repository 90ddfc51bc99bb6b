"""Our distances."""
