"""Models as files: JSON, and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from wayveil.errors import InputError, InternalError
from wayveil.io.endings import format_by_ending
from wayveil.io.files import existing, whole
from wayveil.kernels.arrays import Ints
from wayveil.model import Model, Moves, Places, Stays

ENDINGS: Final = {".json": "json"}
_SCHEMA: Final = 1
_ABOUT: Final = (
    "A Markov chain on cells: counts of moves and time spent. A path holds places in the list of "
    "cells, the last one arrived at; -1 stands before the beginning. bin is the time of day."
)


def model_format(path: str | Path) -> str:
    """Tell the format of a model from the ending of a name."""
    return format_by_ending(path, ENDINGS, "models")


def write_model(model: Model, path: str | Path, *, force: bool = False) -> None:
    """Write a model to a file, which appears whole or not at all."""
    model_format(path)
    with whole(path, force=force) as partial:
        partial.write_text(f"{json.dumps(_document(model))}\n", encoding="utf-8")


def read_model(path: str | Path) -> Model:
    """Read a model that `write_model` wrote."""
    blob = existing(path).read_bytes()
    try:
        return _model(json.loads(blob)).in_order()
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, InternalError):
        raise InputError(f"{path} holds no model of wayveil, or is damaged.") from None


def _document(model: Model) -> dict[str, Any]:
    places = model.places
    return {
        "schema": _SCHEMA,
        "about": _ABOUT,
        "step_ms": model.step_ms,
        "bin_ms": model.bin_ms,
        "cells": {
            "code": [f"{code:x}" for code in places.code.tolist()],
            "lat": places.lat.tolist(),
            "lon": places.lon.tolist(),
        },
        "moves": {name: column.tolist() for name, column in vars(model.moves).items()},
        "stays": {name: column.tolist() for name, column in vars(model.stays).items()},
    }


def _model(value: dict[str, Any]) -> Model:
    """Put a model together; a column that models do not have, or lack, is a fault."""
    cells = value["cells"]
    model = Model(
        Places.of(
            np.array([int(code, 16) for code in cells.pop("code")], dtype=np.int64),
            *(np.array(cells.pop(name), dtype=np.float64) for name in ("lat", "lon")),
        ),
        Moves(**{name: _ints(column) for name, column in value["moves"].items()}),
        Stays(**{name: _ints(column) for name, column in value["stays"].items()}),
        step_ms=int(value["step_ms"]),
        bin_ms=int(value["bin_ms"]),
    )
    known = {"schema", "about", "step_ms", "bin_ms", "cells", "moves", "stays"}
    if cells or set(value) != known or value["schema"] != _SCHEMA:
        raise ValueError("columns that models do not have")
    return model


def _ints(values: list[Any]) -> Ints:
    column = np.array(values)
    if len(column) and column.dtype.kind != "i":
        raise ValueError("numbers that are not whole")
    return column.astype(np.int64)
