"""Our tessellations."""
