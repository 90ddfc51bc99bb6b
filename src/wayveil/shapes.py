"""The shapes that data takes: columns, not objects.

`Trajectories` is the one table of points. The other shapes are what some methods release instead;
each says which columns it has, so that reading, writing and checking treat them alike.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

import numpy as np

from wayveil import clock
from wayveil.errors import InputError, InternalError
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Floats, Ints, Mask
from wayveil.kernels.boxes import Points

if TYPE_CHECKING:
    import polars as pl

#: Degrees are published, hashed and compared as whole numbers of this.
DEGREE_STEP: Final = 1e-7
STEPS_PER_DEGREE: Final = 10_000_000


class Shape(ABC):
    """What can be released: named columns of numbers, and what a digest of them covers."""

    shape: ClassVar[str]
    covers: ClassVar[tuple[str, ...]]

    @abstractmethod
    def _repr_html_(self) -> str:
        """Show how much there is in a notebook, and nothing of it."""

    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Name the columns that a file of it has."""

    @abstractmethod
    def sealed(self) -> Iterable[Ints]:
        """Give what a digest is taken over, as whole numbers."""

    @abstractmethod
    def size(self) -> dict[str, int]:
        """Say how much there is of what, as a certificate may tell."""


@dataclass(frozen=True)
class Findings:
    """What an analysis found for the publisher's eyes only: plain values, never a release."""

    values: Mapping[str, Any]


@dataclass(frozen=True, eq=False, repr=False)
class Names:
    """What the codes of a table stand for; kernels never see it."""

    ids: pl.Series | None = None
    owners: pl.Series | None = None

    def id_texts(self) -> list[str]:
        """List the ids as text, by code; empty where there are none."""
        return [] if self.ids is None else self.ids.cast(str).to_list()

    def owner_texts(self) -> list[str]:
        """List the owners as text, by code; empty where there are none."""
        return [] if self.owners is None else self.owners.cast(str).to_list()


class Tracks(Shape):
    """What is about trajectories, row after row: points, or boxes in which somebody was.

    Trajectory i owns the rows `offsets[i]` to `offsets[i + 1]`, at least one. `id[i]` is its
    place in the table that was read, whatever has been filtered since, and `owner[i]` the person.
    """

    #: What a row is called.
    row: ClassVar[str]

    offsets: Ints
    id: Codes
    owner: Codes
    names: Names

    @abstractmethod
    def take(self, which: Ints | Mask) -> Self:
        """Keep these trajectories, in this order."""

    @abstractmethod
    def published(self, ids: pl.Series, extra: pl.DataFrame | None) -> Self:
        """Give what is published of it, under these ids: everybody is their own."""

    @abstractmethod
    def summary(self) -> dict[str, str]:
        """Give counts and days, which may be shown where the data may not."""

    @abstractmethod
    def told(self) -> list[Ints]:
        """Give what each row tells, besides whose it is, as columns of whole numbers."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return int(self.offsets[-1])

    @property
    def n_owners(self) -> int:
        """How many people there are: one a trajectory where nobody is named."""
        return len(np.unique(self.owner))

    @property
    def has_owners(self) -> bool:
        """Whether a column said whose each trajectory is."""
        return self.names.owners is not None

    @property
    def lengths(self) -> Ints:
        """How many rows each trajectory has."""
        return np.diff(self.offsets)

    @property
    def of_row(self) -> Ints:
        """The trajectory of each row."""
        return ragged.group_of_rows(self.offsets)

    def shapes(self) -> list[bytes]:
        """Fingerprint each trajectory's rows (all columns but the id, in order).

        Equal fingerprints mean equal rows, as surely as BLAKE2b does not collide.
        """
        return self._fingerprints(*self.told())

    def _fingerprints(self, *columns: Ints) -> list[bytes]:
        table = np.column_stack(columns)
        raw, width = table.astype("<i8", copy=False).tobytes(), 8 * table.shape[1]
        cuts = (self.offsets * width).tolist()
        return [
            hashlib.blake2b(raw[start:end], digest_size=16).digest()
            for start, end in pairwise(cuts)
        ]


@dataclass(frozen=True, eq=False, repr=False)
class Trajectories(Tracks):
    """Points of trajectories as read-only columns, sorted by (trajectory, time)."""

    shape: ClassVar[str] = "trajectories"
    row: ClassVar[str] = "point"
    covers: ClassVar[tuple[str, ...]] = ("order of trajectories", "timestamp", "lat", "lon")

    lat: Floats
    lon: Floats
    t: Ints
    offsets: Ints
    id: Codes
    owner: Codes
    names: Names = field(default_factory=Names)
    extra: pl.DataFrame | None = None

    def __post_init__(self) -> None:
        for name, kind in _COLUMNS.items():
            column = np.ascontiguousarray(getattr(self, name), dtype=kind)
            if column.flags.writeable:
                column = column.view()
                column.flags.writeable = False
            object.__setattr__(self, name, column)
        _check(self)

    @property
    def n_points(self) -> int:
        """How many points there are."""
        return len(self.t)

    @property
    def of_point(self) -> Ints:
        """The trajectory of each point."""
        return self.of_row

    def take(self, which: Ints | Mask) -> Trajectories:
        """Keep these trajectories, in this order."""
        chosen = np.flatnonzero(which) if which.dtype == np.bool_ else which.astype(np.int64)
        rows = ragged.rows_of(self.offsets, chosen)
        return self._rows(rows, chosen, ragged.offsets_of(self.lengths[chosen]))

    def where(self, keep: Mask) -> Trajectories:
        """Keep these points; trajectories without any go."""
        counts = np.bincount(self.of_point[keep], minlength=len(self))
        chosen = np.flatnonzero(counts)
        return self._rows(np.flatnonzero(keep), chosen, ragged.offsets_of(counts[chosen]))

    def cut(self, starts: Mask) -> Trajectories:
        """Cut before each marked point; the pieces keep the id of what they came from."""
        at = np.flatnonzero(starts | ragged.first_of_group(self.offsets))
        source = np.searchsorted(self.offsets, at, side="right") - 1
        offsets = np.append(at, self.n_points)
        return replace(self, offsets=offsets, id=self.id[source], owner=self.owner[source])

    def each_alone(self) -> Trajectories:
        """Give every trajectory an owner of its own: the unit is the trajectory."""
        return replace(self, owner=self.id, names=replace(self.names, owners=None))

    def renumbered(self) -> Trajectories:
        """Make this the table that ids speak of: each trajectory's id is its place here."""
        names = replace(self.names, ids=None if self.names.ids is None else self.names.ids[self.id])
        return replace(self, id=np.arange(len(self), dtype=np.int32), names=names)

    def published(self, ids: pl.Series, extra: pl.DataFrame | None) -> Trajectories:
        """Round the points, leave users behind, and all columns but those that are kept."""
        number = np.arange(len(self), dtype=np.int32)
        return Trajectories(
            lat=rounded(self.lat),
            lon=rounded(self.lon),
            t=self.t,
            offsets=self.offsets,
            id=number,
            owner=number,
            names=Names(ids=ids),
            extra=extra,
        )

    def columns(self) -> tuple[str, ...]:
        """Name the columns of a file, the users only where they are known."""
        users = ("user_id",) if self.has_owners else ()
        extra = () if self.extra is None else tuple(self.extra.columns)
        return ("trajectory_id", *users, "timestamp", "lat", "lon", *extra)

    def sealed(self) -> Iterable[Ints]:
        """Give places, times and ranks; rows are sorted by (id, time)."""
        return steps(self.lat), steps(self.lon), self.t, self.of_point

    def size(self) -> dict[str, int]:
        """Count trajectories and points."""
        return {"trajectories": len(self), "points": self.n_points}

    def told(self) -> list[Ints]:
        """Give times, places, and a code for each value of a kept column."""
        return [self.t, *self.codes()]

    def positions(self) -> Points:
        """Give the points as whole numbers."""
        return Points(self.t, steps(self.lat), steps(self.lon), self.offsets)

    def alike(self) -> Ints:
        """Number trajectories 0, 1, ... so that equal points, to the last bit, have one number."""
        exact = self._fingerprints(self.lat.view(np.int64), self.lon.view(np.int64), self.t)
        _, number = np.unique(np.array(exact, dtype="V16"), return_inverse=True)
        return number

    def codes(self) -> list[Ints]:
        """Give all columns of the points but the time as whole numbers; equal values are equal."""
        return [steps(self.lat), steps(self.lon), *self._kept_codes()]

    def _kept_codes(self) -> list[Ints]:
        if self.extra is None:
            return []
        ranks = (column.rank("dense").fill_null(0) for column in self.extra.iter_columns())
        return [rank.cast(int).to_numpy() for rank in ranks]

    def _rows(self, rows: Ints, chosen: Ints, offsets: Ints) -> Trajectories:
        return replace(
            self,
            lat=self.lat[rows],
            lon=self.lon[rows],
            t=self.t[rows],
            offsets=offsets,
            id=self.id[chosen],
            owner=self.owner[chosen],
            extra=None if self.extra is None else self.extra[rows],
        )

    def __repr__(self) -> str:
        return f"<Trajectories: {', '.join(f'{n} {v}' for n, v in self.summary().items())}>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{n}</th><td>{v}</td></tr>" for n, v in self.summary().items())
        return f"<table><caption>wayveil.Trajectories</caption>{rows}</table>"

    def summary(self) -> dict[str, str]:
        """Give counts and days, which may be shown where the data may not."""
        told = {"trajectories": f"{len(self):,}", "points": f"{self.n_points:,}"}
        if self.has_owners:
            told["users"] = f"{self.n_owners:,}"
        if self.n_points:
            told["days"] = f"{clock.day(int(self.t.min()))} to {clock.day(int(self.t.max()))}"
        return told


@dataclass(frozen=True, eq=False)
class Outlines:
    """Cells as rings of corners, as GeoArrow lays polygons out: no loop over cells is needed.

    Cell i has the rings `cells[i]` to `cells[i + 1]`, ring r the corners `rings[r]` to
    `rings[r + 1]`, not closed. A ring around land is counterclockwise and its holes follow it,
    clockwise: so areas with their signs add up. Longitudes may pass 180 to stay together.
    """

    lat: Floats
    lon: Floats
    rings: Ints
    cells: Ints

    @classmethod
    def plain(cls, lat: Floats, lon: Floats, rings: Ints) -> Outlines:
        """Outline cells that have one ring each."""
        return cls(lat, lon, rings, np.arange(len(rings)))

    def __len__(self) -> int:
        return len(self.cells) - 1

    def take(self, which: Ints) -> Outlines:
        """Keep the outlines of these cells, in this order."""
        rings = ragged.rows_of(self.cells, which)
        corners = ragged.rows_of(self.rings, rings)
        return Outlines(
            self.lat[corners],
            self.lon[corners],
            ragged.offsets_of(np.diff(self.rings)[rings]),
            ragged.offsets_of(np.diff(self.cells)[which]),
        )


_COLUMNS: Final = {
    "lat": np.float64,
    "lon": np.float64,
    "t": np.int64,
    "offsets": np.int64,
    "id": np.int32,
    "owner": np.int32,
}


def _check(data: Trajectories) -> None:
    rows, offsets = data.n_points, data.offsets
    if not len(data.lat) == len(data.lon) == rows or len(data.id) != len(data.owner):
        raise InternalError("the columns of a table differ in length.")
    if len(offsets) != len(data.id) + 1 or offsets[0] != 0 or offsets[-1] != rows:
        raise InternalError("the offsets of a table do not fit its columns.")
    if (np.diff(offsets) < 1).any():
        raise InternalError("a trajectory has no points.")
    back = data.t[1:] < data.t[:-1]
    if rows and (back & ~ragged.first_of_group(offsets)[1:]).any():
        raise InternalError("a trajectory is not sorted by time.")


def must_be_read(*tables: object, of: Any = Trajectories) -> None:
    """Refuse a path or a frame, which nobody has read yet, and another shape than is wanted."""
    for table in tables:
        if not isinstance(table, of):
            raise InputError(
                f"trajectories are wanted, and this is a {type(table).__name__}.",
                "Read it first: data = wayveil.read(...)",
            )


def steps(degrees: Floats) -> Ints:
    """Give degrees as whole numbers of 1e-7."""
    scaled = degrees * STEPS_PER_DEGREE
    return np.rint(scaled, out=scaled).astype(np.int64)


def rounded(degrees: Floats) -> Floats:
    """Round degrees to 1e-7, so that every file format gives the same number back."""
    return steps(degrees) / STEPS_PER_DEGREE
