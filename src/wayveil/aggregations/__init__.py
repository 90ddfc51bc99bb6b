"""Aggregations: one trajectory made of several."""
