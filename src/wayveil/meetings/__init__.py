"""Meetings: when trajectories cross, so that they can be exchanged."""
