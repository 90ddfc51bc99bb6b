"""Distances: how far apart two trajectories are."""
