"""Our meetings."""
