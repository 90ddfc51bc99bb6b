"""Our synth."""
