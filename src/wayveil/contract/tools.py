"""What the checks share: how a part is made, and how inputs are watched."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from typing import Literal, TypeVar, get_args, get_origin

import numpy as np

from wayveil import geo
from wayveil.certificate import digest
from wayveil.errors import WayveilError
from wayveil.kernels.arrays import Floats
from wayveil.part import Part
from wayveil.shapes import Outlines, Shape, Trajectories

P = TypeVar("P", bound=Part)


class ContractBroken(WayveilError):
    """A part does not do what every part of its kind must do."""


def must(condition: object, otherwise: str) -> None:
    """Raise unless the condition holds."""
    if not condition:
        raise ContractBroken(otherwise)


def variants(part: type[P]) -> list[P]:
    """Make the part's example, and once more for each other choice of each closed field."""
    example = part.example()
    others = [
        part(**{**dict(example), name: choice})
        for name, about in part.model_fields.items()
        for choice in _choices(about.annotation)
        if choice != getattr(example, name)
    ]
    return [example, *others]


def _choices(annotation: object) -> tuple[object, ...]:
    if annotation is bool:
        return (False, True)
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def fingerprint(data: Shape) -> str:
    """Hash every column, to notice any change at all."""
    if not isinstance(data, Trajectories):
        return digest(data)
    seal = hashlib.sha256()
    for column in (data.lat, data.lon, data.t, data.offsets, data.id, data.owner):
        seal.update(str(column.dtype).encode() + column.tobytes())
    if data.extra is not None:
        seal.update(data.extra.write_csv().encode())
    return seal.hexdigest()


@contextmanager
def untouched(*tables: Shape) -> Iterator[None]:
    """Watch tables: whoever changes one inside the block breaks the contract."""
    before = [fingerprint(table) for table in tables]
    yield
    must(before == [fingerprint(table) for table in tables], "it changed what it was given")


@contextmanager
def silence() -> Iterator[None]:
    """Watch both output streams: a library does not print."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as errors:
        yield
    must(not out.getvalue() + errors.getvalue(), "it printed something")


def same(one: Trajectories, other: Trajectories) -> bool:
    """Whether two tables are equal in every column, names included."""
    names = (one.names.ids, other.names.ids)
    equal_names = names[0] is names[1] or (
        names[0] is not None and names[1] is not None and names[0].equals(names[1])
    )
    return equal_names and fingerprint(one) == fingerprint(other)


def drawn_areas(drawn: Outlines) -> Floats:
    """Shoelace formula in metres around each ring's own middle; holes count against their cell."""
    starts, widths = drawn.rings[:-1], np.diff(drawn.rings)
    middle_lat, middle_lon = (
        np.repeat(np.add.reduceat(c, starts) / widths, widths) for c in (drawn.lat, drawn.lon)
    )
    x = (drawn.lon - middle_lon) * geo.METRES_PER_DEGREE * np.cos(np.radians(middle_lat))
    y = (drawn.lat - middle_lat) * geo.METRES_PER_DEGREE
    following = np.arange(1, len(x) + 1)
    following[drawn.rings[1:] - 1] = starts
    rings = np.add.reduceat(x * y[following] - y * x[following], starts) / 2
    areas: Floats = np.add.reduceat(rings, drawn.cells[:-1])
    return areas
