"""wayveil: location trajectories that can be shared, with guarantees that are checked."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"
