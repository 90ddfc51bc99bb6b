"""Filters: what leaves out trajectories or points."""
