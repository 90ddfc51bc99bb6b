"""Attacks: what somebody who knows a little can find out from a release."""
