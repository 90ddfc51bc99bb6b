"""Well-known binary, the form in which most files keep a geometry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from wayveil.kernels.arrays import Floats, Ints

if TYPE_CHECKING:
    import polars as pl

_LITTLE_ENDIAN: Final = 1
_POINT, _LINE = 1, 2
_POINT_TYPE: Final = np.dtype([("order", "u1"), ("kind", "<u4"), ("x", "<f8"), ("y", "<f8")])
_LINE_HEAD: Final = np.dtype([("order", "u1"), ("kind", "<u4"), ("corners", "<u4")])
_CORNER: Final = 16


def points_as_wkb(x: Floats, y: Floats) -> pl.Series:
    """Write points."""
    import polars as pl

    raw = np.empty(len(x), _POINT_TYPE)
    raw["order"], raw["kind"], raw["x"], raw["y"] = _LITTLE_ENDIAN, _POINT, x, y
    cells = raw.view(np.uint8).reshape(-1, _POINT_TYPE.itemsize)
    return (
        pl.Series(cells, dtype=pl.Array(pl.UInt8, _POINT_TYPE.itemsize))
        .cast(pl.List(pl.UInt8))
        .cast(pl.Binary)
    )


def lines_as_wkb(x: Floats, y: Floats, offsets: Ints) -> pl.Series:
    """Write one line for each group of points."""
    import polars as pl

    head = np.empty(len(offsets) - 1, _LINE_HEAD)
    head["order"], head["kind"], head["corners"] = _LITTLE_ENDIAN, _LINE, np.diff(offsets)
    heads, width = head.tobytes(), _LINE_HEAD.itemsize
    corners = np.column_stack([x, y]).astype("<f8").tobytes()
    cuts = (offsets * _CORNER).tolist()
    lines = [
        heads[width * n : width * (n + 1)] + corners[cuts[n] : cuts[n + 1]]
        for n in range(len(head))
    ]
    return pl.Series(lines, dtype=pl.Binary)


def plain_points(cells: list[bytes]) -> npt.NDArray[Any] | None:
    """Give x and y where all are points without height or blemish, else None."""
    if not all(len(cell) == _POINT_TYPE.itemsize for cell in cells):
        return None
    raw = np.frombuffer(b"".join(cells), _POINT_TYPE)
    plain = (raw["order"] == _LITTLE_ENDIAN) & (raw["kind"] == _POINT)
    return raw if plain.all() else None
