"""Our clusterings."""
