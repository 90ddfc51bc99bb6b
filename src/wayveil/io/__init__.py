"""Files, streams and data frames to `Trajectories`, and back."""

from wayveil.io.any_shape import check_target, read_shape, write_shape
from wayveil.io.chains import read_model, write_model
from wayveil.io.exports import to_frame
from wayveil.io.files import (
    existing,
    prepared_json,
    read_json,
    refuse_existing,
    whole,
    write_json,
    write_text,
)
from wayveil.io.folders import files_of, names_many
from wayveil.io.formats import ENDINGS, FORMATS, format_of
from wayveil.io.points import table
from wayveil.io.reading import Loaded, Understanding, load, read
from wayveil.io.tallies import counts_format, read_counts, write_counts
from wayveil.io.writing import write

__all__ = [
    "ENDINGS",
    "FORMATS",
    "Loaded",
    "Understanding",
    "check_target",
    "counts_format",
    "existing",
    "files_of",
    "format_of",
    "load",
    "names_many",
    "prepared_json",
    "read",
    "read_counts",
    "read_json",
    "read_model",
    "read_shape",
    "refuse_existing",
    "table",
    "to_frame",
    "whole",
    "write",
    "write_counts",
    "write_json",
    "write_model",
    "write_shape",
    "write_text",
]
