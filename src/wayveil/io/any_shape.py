"""Files of whatever shape a release has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from wayveil.cells import Cells
from wayveil.counts import Counts
from wayveil.io.boxes import cells_format, read_cells, write_cells
from wayveil.io.chains import model_format, read_model, write_model
from wayveil.io.formats import format_of
from wayveil.io.reading import read
from wayveil.io.tallies import counts_format, read_counts, write_counts
from wayveil.io.writing import write
from wayveil.model import Model
from wayveil.shapes import Shape, Trajectories


@dataclass(frozen=True)
class _Files:
    """How a shape is written whose format is told by the ending of a name alone."""

    format_of: Callable[[str | Path], str]
    read: Callable[[str | Path], Shape]
    write: Callable[..., None]


_FILES: Final[Mapping[str, _Files]] = {
    Counts.shape: _Files(counts_format, read_counts, write_counts),
    Cells.shape: _Files(cells_format, read_cells, write_cells),
    Model.shape: _Files(model_format, read_model, write_model),
}


def check_target(shape: str, target: str | Path, format: str | None) -> None:
    """Refuse, before any work, a file that this shape cannot be written to."""
    if shape in _FILES:
        _FILES[shape].format_of(target)
    elif format is None and str(target) != "-":
        format_of(target)


def read_shape(shape: str, path: str | Path) -> Shape:
    """Read a file of a shape that its certificate names."""
    return _FILES[shape].read(path) if shape in _FILES else read(path)


def write_shape(
    data: Shape, target: str | Path, *, format: str | None = None, force: bool = False
) -> None:
    """Write what is released, whatever shape it has."""
    if data.shape in _FILES:
        _FILES[data.shape].write(data, target, force=force)
    else:
        write(cast("Trajectories", data), target, format=format, force=force)
