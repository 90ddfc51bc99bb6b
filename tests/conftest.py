"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

# The first example of a kernel's test compiles it, and machines are busy: no example is too slow.
settings.register_profile("wayveil", deadline=None)
settings.load_profile("wayveil")
