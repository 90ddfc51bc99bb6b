"""Files, streams and data frames to `Trajectories`, and back."""

from wayveil.io.any_shape import read_shape, write_shape
from wayveil.io.files import existing, prepared_json, read_json, refuse_existing, whole, write_json
from wayveil.io.opening import ENDINGS, FORMATS, format_of
from wayveil.io.reading import Loaded, Understanding, load, read
from wayveil.io.tallies import read_counts, write_counts
from wayveil.io.writing import table, write

__all__ = [
    "ENDINGS",
    "FORMATS",
    "Loaded",
    "Understanding",
    "existing",
    "format_of",
    "load",
    "prepared_json",
    "read",
    "read_counts",
    "read_json",
    "read_shape",
    "refuse_existing",
    "table",
    "whole",
    "write",
    "write_counts",
    "write_json",
    "write_shape",
]
