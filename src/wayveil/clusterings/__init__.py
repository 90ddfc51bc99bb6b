"""Clusterings: trajectories that are alike, together."""
