"""Measures: what a release lost, and what it is still good for."""
