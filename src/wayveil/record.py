"""What the publisher keeps at home: where each released row comes from, and what was dropped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final

import numpy as np

from wayveil.errors import InputError
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Ints
from wayveil.kernels.radix import distinct
from wayveil.shapes import Shape, Tracks, Trajectories

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


@dataclass(frozen=True)
class Edits:
    """How many of the released points a method moved, in place or time, and how many it made up."""

    moved: int
    created: int

    def as_json(self) -> dict[str, int]:
        """Give the counts as plain values."""
        return dict(vars(self))

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Edits:
        """Read them back."""
        return cls(int(value["moved"]), int(value["created"]))


@dataclass(frozen=True, eq=False, repr=False)
class Company:
    """Who else is in each released trajectory, and from when to when.

    In released trajectory j the sources `sources[r]`, for r from `offsets[j]` to `offsets[j + 1]`,
    are merged from epoch `first[r]` to `last[r]`, both included. An epoch has `epoch` ms, and
    epoch 0 began in 1970.
    """

    _columns: ClassVar[tuple[str, ...]] = ("sources", "first", "last", "offsets")

    sources: Ints
    first: Ints
    last: Ints
    offsets: Ints
    epoch: int

    def through(self, ids: Codes) -> Company:
        """Turn places into ids of the table read."""
        return replace(self, sources=ids[self.sources].astype(np.int64))

    def reordered(self, order: Ints) -> Company:
        """Follow a new order of the released trajectories."""
        rows = ragged.rows_of(self.offsets, order)
        sources, first, last = (c[rows] for c in (self.sources, self.first, self.last))
        offsets = ragged.offsets_of(np.diff(self.offsets)[order])
        return Company(sources, first, last, offsets, self.epoch)

    def as_json(self) -> dict[str, Any]:
        """Give the columns as plain values."""
        columns = {name: getattr(self, name).tolist() for name in self._columns}
        return columns | {"epoch": self.epoch}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Company:
        """Read them back."""
        sources, first, last, offsets = (_ints(value[name]) for name in cls._columns)
        made = cls(sources, first, last, offsets, int(value["epoch"]))
        if not len(sources) == len(first) == len(last) == offsets[-1]:
            raise ValueError
        return made


@dataclass(frozen=True, eq=False, repr=False)
class Origin:
    """The sources of each released trajectory.

    Released trajectory j stands for `sources[offsets[j]:offsets[j + 1]]`; while a method works
    these are places in the table it was given, in a record they are ids of the table read. Where
    points changed places between trajectories, `of_point` names the source of each released
    point: j stands for those with whom it is to be compared, and has points of others besides.
    `among` says, where the lot decided, among how many units it drew for each point; `company`,
    where others hide in a trajectory for some time, who they are.
    """

    sources: Ints
    offsets: Ints
    of_point: Ints | None = None
    among: Ints | None = None
    company: Company | None = None

    @classmethod
    def one_each(
        cls, sources: Ints, of_point: Ints | None = None, among: Ints | None = None
    ) -> Origin:
        """Say that every released trajectory stands for one source."""
        return cls(sources, np.arange(len(sources) + 1), of_point, among)

    @classmethod
    def by_ids(cls, original: Trajectories, released: Tracks) -> Origin | None:
        """Pair a foreign release with its original by equal ids, if every id of it is one."""
        known, published = original.names.id_texts(), released.names.id_texts()
        if not known or not published:
            return None
        places = {known[code]: place for place, code in enumerate(original.id)}
        sources = [places.get(published[code], -1) for code in released.id]
        return None if -1 in sources else cls.one_each(np.array(sources, dtype=np.int64))

    @classmethod
    def untold(cls) -> Origin:
        """Name no source: what is released stands for nobody in particular."""
        return cls.one_each(np.empty(0, np.int64))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __repr__(self) -> str:
        return f"<Origin of {len(self):,} released trajectories>"

    def fits(self, released: Shape) -> bool:
        """Whether it speaks of as many trajectories, and points, as are released."""
        if not isinstance(released, Tracks):
            return len(self) == 0
        columns = (self.of_point, self.among)
        told = self.company is None or len(self.company.offsets) == len(self.offsets)
        return (
            told
            and len(self) == len(released)
            and all(column is None or len(column) == released.n_rows for column in columns)
        )

    @property
    def everybody(self) -> Ints:
        """All sources of which anything is released, each once."""
        points = self.sources[:0] if self.of_point is None else self.of_point
        return distinct(np.append(self.sources, points))

    def belongs(self, originals: int, released: int) -> bool:
        """Whether it can be that of a release of so many trajectories, of so many originals."""
        everybody = self.everybody
        inside = len(everybody) > 0 and 0 <= everybody[0] <= everybody[-1] < originals
        return bool(inside) and len(self) == released

    def partners(self, originals: int) -> Ints:
        """Give for each original the first released trajectory that names it as a source, or -1."""
        first = np.full(originals, -1)
        # Of equal places the last value stays: the first released one, since it comes last here.
        first[self.sources[::-1]] = ragged.group_of_rows(self.offsets)[::-1]
        return first

    def through(self, ids: Codes) -> Origin:
        """Turn places into ids of the table read."""
        of_point = None if self.of_point is None else ids[self.of_point].astype(np.int64)
        sources = ids[self.sources].astype(np.int64)
        company = None if self.company is None else self.company.through(ids)
        return Origin(sources, self.offsets, of_point, self.among, company)

    def reordered(self, order: Ints, points: Ints) -> Origin:
        """Follow a new order of the released trajectories, whose points begin at these offsets."""
        lengths = np.diff(self.offsets)[order]
        rows = ragged.rows_of(self.offsets, order)
        follow = ragged.rows_of(points, order)
        of_point, among = (None if c is None else c[follow] for c in (self.of_point, self.among))
        company = None if self.company is None else self.company.reordered(order)
        return Origin(self.sources[rows], ragged.offsets_of(lengths), of_point, among, company)

    def as_json(self) -> dict[str, Any]:
        """Give the sources as plain values."""
        told = {"sources": self.sources.tolist(), "offsets": self.offsets.tolist()}
        columns = {"of_point": self.of_point, "among": self.among}
        by_point = {name: c.tolist() for name, c in columns.items() if c is not None}
        company = {} if self.company is None else {"company": self.company.as_json()}
        return told | by_point | company

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Origin:
        """Read the sources back."""
        columns = (value.get("of_point"), value.get("among"))
        of_point, among = (None if column is None else _ints(column) for column in columns)
        company = Company.from_json(value["company"]) if "company" in value else None
        return cls(_ints(value["sources"]), _ints(value["offsets"]), of_point, among, company)


@dataclass(frozen=True, eq=False, repr=False)
class Record:
    """The private record of one release. It holds no coordinate and no id of the original.

    `edits` are told by methods that edit points one by one, and are None for all others.
    """

    key: str
    secret: bool
    unit: str
    origin: Origin
    owner: Codes
    original_digest: str
    release_digest: str
    removed: Tally = field(default_factory=Tally)
    seconds: Mapping[str, float] = field(default_factory=dict)
    edits: Edits | None = None

    def __repr__(self) -> str:
        return f"<Record: private, of {len(self.origin):,} released trajectories>"

    def belongs_to(self, original_digest: str, release_digest: str) -> None:
        """Refuse to speak of any other original or release."""
        if (self.original_digest, self.release_digest) != (original_digest, release_digest):
            raise InputError("the record does not belong to this original and this release.")

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
            "origin": self.origin.as_json(),
            "owner": self.owner.tolist(),
        } | ({} if self.edits is None else {"edits": self.edits.as_json()})

    @classmethod
    def from_json(cls, value: Any) -> Record:
        """Read a record back."""
        try:
            if value["schema"] != SCHEMA:
                raise InputError("the record is of another version of wayveil.")
            record = cls(
                key=str(value["key"]),
                secret=bool(value["secret"]),
                unit=str(value["unit"]),
                origin=Origin.from_json(value["origin"]),
                owner=_ints(value["owner"]).astype(np.int32),
                original_digest=str(value["original_digest"]),
                release_digest=str(value["release_digest"]),
                removed=Tally(tuple(Drop(**drop) for drop in value["removed"])),
                seconds=dict(value["seconds"]),
                edits=Edits.from_json(value["edits"]) if "edits" in value else None,
            )
            _check(record)
            return record
        except (AttributeError, KeyError, IndexError, TypeError, ValueError, OverflowError):
            raise InputError("this is not a record of wayveil, or it is damaged.") from None


def _check(record: Record) -> None:
    """Raise if the parts of a record do not fit one another."""
    bytes.fromhex(record.key)
    origin, everybody = record.origin, record.origin.everybody
    whole = origin.offsets[0] == 0 and origin.offsets[-1] == len(origin.sources)
    known = not len(everybody) or 0 <= everybody[0] <= everybody[-1] < len(record.owner)
    if not (whole and known and (np.diff(origin.offsets) >= 0).all()):
        raise ValueError
    if record.unit not in ("trajectory", "user"):
        raise ValueError
    if origin.company is not None:
        _check_company(origin.company, len(origin), len(record.owner))


def _check_company(company: Company, released: int, originals: int) -> None:
    steps, known = np.diff(company.offsets), company.sources
    if len(steps) != released or company.offsets[0] != 0 or (steps < 0).any() or company.epoch < 1:
        raise ValueError
    if len(known) and not 0 <= known.min() <= known.max() < originals:
        raise ValueError


def _ints(values: Any) -> Ints:
    return np.asarray(values, dtype=np.int64)
