"""Synthesizers: what makes trajectories of people who do not exist."""
