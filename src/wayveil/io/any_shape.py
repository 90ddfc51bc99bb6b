"""Files of whatever shape a release has."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from wayveil.cells import Cells
from wayveil.counts import Counts
from wayveil.io.boxes import cells_format, read_cells, write_cells
from wayveil.io.formats import format_of
from wayveil.io.reading import read
from wayveil.io.tallies import counts_format, read_counts, write_counts
from wayveil.io.writing import write
from wayveil.shapes import Shape, Trajectories


def check_target(shape: str, target: str | Path, format: str | None) -> None:
    """Refuse, before any work, a file that this shape cannot be written to."""
    if shape == Counts.shape:
        counts_format(target)
    elif shape == Cells.shape:
        cells_format(target)
    elif format is None and str(target) != "-":
        format_of(target)


def read_shape(shape: str, path: str | Path) -> Shape:
    """Read a file of a shape that its certificate names."""
    if shape == Counts.shape:
        return read_counts(path)
    return read_cells(path) if shape == Cells.shape else read(path)


def write_shape(
    data: Shape, target: str | Path, *, format: str | None = None, force: bool = False
) -> None:
    """Write what is released, whatever shape it has."""
    if isinstance(data, Counts):
        write_counts(data, target, force=force)
    elif isinstance(data, Cells):
        write_cells(data, target, force=force)
    else:
        write(cast("Trajectories", data), target, format=format, force=force)
