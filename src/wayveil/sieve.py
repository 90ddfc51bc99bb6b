"""Filters that look at one thing at a time: several of them cost one copy of the table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import ClassVar, Literal

import numpy as np

from wayveil.kernels.arrays import Mask
from wayveil.kinds import Filter
from wayveil.record import Tally
from wayveil.shapes import Trajectories

Grain = Literal["trajectory", "point"]


class Sieve(Filter):
    """A filter that judges each trajectory, or each point, by itself alone.

    What it says of one does not depend on which others there are: so neighbouring sieves of one
    grain are asked about the same table, and what any of them refuses goes in one step.
    """

    grain: ClassVar[Grain]

    @property
    @abstractmethod
    def cause(self) -> str:
        """Say why something went, as in: fewer than 5 points."""

    @abstractmethod
    def stays(self, data: Trajectories) -> Mask:
        """Mark the trajectories, or the points, that stay."""

    def __call__(self, data: Trajectories) -> tuple[Trajectories, Tally]:
        """Take out what does not stay."""
        return sift(data, [self])


def applied(data: Trajectories, filters: Iterable[Filter]) -> tuple[Trajectories, Tally]:
    """Apply filters in order, neighbouring sieves of one grain together."""
    tally = Tally()
    for step in _steps(filters):
        sieves = [each for each in step if isinstance(each, Sieve)]
        data, gone = sift(data, sieves) if sieves else step[0](data)
        tally += gone
    return data, tally


def _steps(filters: Iterable[Filter]) -> Iterator[Sequence[Filter]]:
    for grain, run in groupby(filters, key=lambda each: getattr(each, "grain", None)):
        some = list(run)
        yield from ([some] if grain else ([each] for each in some))


def sift(data: Trajectories, sieves: Sequence[Sieve]) -> tuple[Trajectories, Tally]:
    """Keep what stays in all of the sieves; what several would take out counts for the first."""
    of_points = sieves[0].grain == "point"
    left, tally = np.ones(data.n_points if of_points else len(data), np.bool_), Tally()
    for sieve in sieves:
        both = left & sieve.stays(data)
        gone = _missing_points(data, left, both) if of_points else _missing(data, left, both)
        tally += Tally.of(sieve.cause, *gone)
        left = both
    if not tally.drops:
        return data, tally
    return (data.where(left) if of_points else data.take(left)), tally


def _missing(data: Trajectories, before: Mask, after: Mask) -> tuple[int, int]:
    """Count the trajectories that go now, and their points."""
    gone = before & ~after
    return int(gone.sum()), int(data.lengths[gone].sum())


def _missing_points(data: Trajectories, before: Mask, after: Mask) -> tuple[int, int]:
    """Count the trajectories that lose their last point now, and the points that go."""
    points = int(before.sum()) - int(after.sum())
    if not points:
        return 0, 0
    whole = (int(np.logical_or.reduceat(left, data.offsets[:-1]).sum()) for left in (before, after))
    return next(whole) - next(whole), points
