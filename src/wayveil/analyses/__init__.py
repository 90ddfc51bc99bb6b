"""Analyses: numbers about a whole table, one a file."""
