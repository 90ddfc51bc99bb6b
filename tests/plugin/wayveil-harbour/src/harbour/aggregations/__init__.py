"""Our aggregations."""
