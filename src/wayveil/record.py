"""What the publisher keeps at home: where each released row comes from, and what was dropped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from wayveil.errors import InputError
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Ints

SCHEMA: Final = 1


@dataclass(frozen=True)
class Drop:
    """How many trajectories and points one cause removed."""

    cause: str
    trajectories: int
    points: int


@dataclass(frozen=True)
class Tally:
    """All that was removed, by cause: nothing is dropped in silence."""

    drops: tuple[Drop, ...] = ()

    @classmethod
    def of(cls, cause: str, trajectories: int, points: int) -> Tally:
        """Tally one cause; none at all if it removed nothing."""
        return cls((Drop(cause, trajectories, points),) if trajectories or points else ())

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.drops + other.drops)

    def __iter__(self) -> Iterator[Drop]:
        return iter(self.drops)

    @property
    def trajectories(self) -> int:
        """How many trajectories are gone."""
        return sum(drop.trajectories for drop in self)

    @property
    def points(self) -> int:
        """How many points are gone."""
        return sum(drop.points for drop in self)

    def as_json(self) -> list[dict[str, Any]]:
        """Give the causes as plain values."""
        return [vars(drop) for drop in self]


@dataclass(frozen=True, eq=False)
class Origin:
    """The sources of each released trajectory.

    Released trajectory j comes from `sources[offsets[j]:offsets[j + 1]]`; while a method works
    these are places in the table it was given, in a record they are ids of the table read.
    """

    sources: Ints
    offsets: Ints

    @classmethod
    def one_each(cls, sources: Ints) -> Origin:
        """Say that every released trajectory comes from one source."""
        return cls(sources, np.arange(len(sources) + 1))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def through(self, ids: Codes) -> Origin:
        """Turn places into ids of the table read."""
        return Origin(ids[self.sources].astype(np.int64), self.offsets)

    def reordered(self, order: Ints) -> Origin:
        """Follow a new order of the released trajectories."""
        lengths = np.diff(self.offsets)[order]
        rows = ragged.rows_of(self.offsets, order)
        return Origin(self.sources[rows], ragged.offsets_of(lengths))


@dataclass(frozen=True, eq=False)
class Record:
    """The private record of one release. It holds no coordinate and no id of the original."""

    key: str
    secret: bool
    unit: str
    origin: Origin
    owner: Codes
    original_digest: str
    release_digest: str
    removed: Tally = field(default_factory=Tally)
    seconds: Mapping[str, float] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Give the record as plain values."""
        return {
            "schema": SCHEMA,
            "warning": "Private: this file says which source each released trajectory comes from.",
            "key": self.key,
            "secret": self.secret,
            "unit": self.unit,
            "original_digest": self.original_digest,
            "release_digest": self.release_digest,
            "removed": self.removed.as_json(),
            "seconds": {name: round(value, 3) for name, value in self.seconds.items()},
            "origin": {
                "sources": self.origin.sources.tolist(),
                "offsets": self.origin.offsets.tolist(),
            },
            "owner": self.owner.tolist(),
        }

    @classmethod
    def from_json(cls, value: Any) -> Record:
        """Read a record back."""
        try:
            if value["schema"] != SCHEMA:
                raise InputError("the record is of another version of wayveil.")
            origin = Origin(_ints(value["origin"]["sources"]), _ints(value["origin"]["offsets"]))
            return cls(
                key=str(value["key"]),
                secret=bool(value["secret"]),
                unit=str(value["unit"]),
                origin=origin,
                owner=_ints(value["owner"]).astype(np.int32),
                original_digest=str(value["original_digest"]),
                release_digest=str(value["release_digest"]),
                removed=Tally(tuple(Drop(**drop) for drop in value["removed"])),
                seconds=dict(value["seconds"]),
            )
        except (KeyError, TypeError, ValueError, OverflowError):
            raise InputError("this is not a record of wayveil, or it is damaged.") from None


def _ints(values: Any) -> Ints:
    return np.asarray(values, dtype=np.int64)
