"""Files, streams and data frames to `Trajectories`, and back."""

from wayveil.io.files import read_json, refuse_existing, whole, write_json
from wayveil.io.load import Loaded, Understanding, load, read
from wayveil.io.write import table, write

__all__ = [
    "Loaded",
    "Understanding",
    "load",
    "read",
    "read_json",
    "refuse_existing",
    "table",
    "whole",
    "write",
    "write_json",
]
