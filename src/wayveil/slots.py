"""Slots: the grain of space and time in which operators' data is generalized. (paper 004, III-A)"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from wayveil import clock, geo
from wayveil.cells import Cells
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Ints
from wayveil.kernels.merging import Samples
from wayveil.shapes import STEPS_PER_DEGREE, Names, Trajectories, steps

_SOUTH_POLE: int = -90 * STEPS_PER_DEGREE
_HALF_WAY: int = 180 * STEPS_PER_DEGREE


@dataclass(frozen=True)
class Slots:
    """A grid over the earth and the clock, for one region.

    Slots of space are `tall` and `wide` steps of 1e-7 degrees, about square at the latitude of
    the region; they are counted from the south pole, and from the meridian opposite to the
    region's (`middle`), so that no region is torn. Slots of time are `long` ms, counted from
    1970.
    """

    tall: int
    wide: int
    long: int
    middle: int

    @classmethod
    def over(cls, data: Trajectories, metres: float, seconds: float) -> Slots:
        """Choose the grid for a table, by its middle in whole degrees."""
        centre = geo.plane(data.lat, data.lon)
        step = metres / geo.METRES_PER_DEGREE * STEPS_PER_DEGREE
        narrow = max(np.cos(np.radians(centre.lat)), 1e-3)
        middle = round(centre.lon) * STEPS_PER_DEGREE
        return cls(round(step), round(step / narrow), clock.milliseconds(seconds), middle)

    def of(self, data: Trajectories) -> Samples:
        """Give the slot of each point."""
        east = (steps(data.lon) - self.middle + _HALF_WAY) % (2 * _HALF_WAY)
        north = steps(data.lat) - _SOUTH_POLE
        return Samples(data.t // self.long, east // self.wide, north // self.tall, data.offsets)

    def boxed(self, data: Trajectories) -> Cells:
        """Give a table as the finest boxes: one for each slot of time in which there are points."""
        boxes, lengths = self.tightest(data)
        return replace(self.cells(boxes, lengths, data.id, data.owner), names=data.names)

    def tightest(self, data: Trajectories) -> tuple[Ints, Ints]:
        """Give these as rows of slots (first and last of t, x and y), and each one's number."""
        t, x, y, offsets = self.of(data)
        starts = ragged.runs(t, offsets)[:-1]
        ends = [f.reduceat(column, starts) for column in (x, y) for f in (np.minimum, np.maximum)]
        whose = np.searchsorted(offsets, starts, side="right") - 1
        boxes = np.column_stack([t[starts], t[starts], *ends])
        return boxes, np.bincount(whose, minlength=len(data))

    def cells(self, boxes: Ints, lengths: Ints, id: Codes, owner: Codes) -> Cells:
        """Turn boxes (first and last slot of t, of x and of y, a row each) into cells."""
        t0, t1, x0, x1, y0, y1 = boxes.T
        west = x0 * self.wide + self.middle - _HALF_WAY
        # A region may lie across the antimeridian: its boxes begin within the usual degrees.
        turn = np.where(west < -_HALF_WAY, 2 * _HALF_WAY, 0)
        turn -= np.where(west >= _HALF_WAY, 2 * _HALF_WAY, 0)
        return Cells(
            start=t0 * self.long,
            end=(t1 + 1) * self.long,
            south=y0 * self.tall + _SOUTH_POLE,
            north=np.minimum((y1 + 1) * self.tall, -2 * _SOUTH_POLE) + _SOUTH_POLE,
            west=west + turn,
            east=west + turn + (x1 + 1 - x0) * self.wide,
            offsets=ragged.offsets_of(lengths),
            id=id,
            owner=owner,
            names=Names(),
        )
