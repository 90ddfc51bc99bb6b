"""Methods: what turns trajectories into a release."""
