"""Our Analyses."""
