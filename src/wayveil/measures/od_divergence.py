"""Whether trips still lead from and to the same places."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from wayveil import geo
from wayveil.kernels.arrays import Ints
from wayveil.kernels.numbering import numbered
from wayveil.kinds import Measure, Reading, Topic
from wayveil.measures._shares import UNIT, divergence, histograms, shift_on_map
from wayveil.measures._tiles import Visits, visits
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.tiled import Tiled


class OdDivergence(Tiled, Measure):
    """How far trips are distributed over pairs of origin and destination otherwise than before.

    Jensen-Shannon divergence of the shares of all trips that each pair of tiles has, the tile of
    the first point and that of the last. Beside it the earth mover's distances of origins and of
    destinations. Two trips there and back, both published as there: half are of another pair,
    0.311 as in `visits_divergence`; there are many pairs and few trips for each, so that small
    shifts read high here.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> there, back = [(0, 0, 0), (60, 5000, 0)], [(0, 5000, 0), (60, 0, 0)]
    >>> value_of(OdDivergence(), trips(there, back), trips(there, there))
    0.311
    """

    topic: ClassVar[Topic] = "places"

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Compare the two tables of pairs."""
        tiles, plane = self.tiles(), geo.plane(original.lat, original.lon)
        ends = [_ends(visits(data, tiles)) for data in (original, released)]
        moved = [
            shift_on_map(plane, tiles, *histograms(one, other))
            for one, other in zip(*ends, strict=True)
        ]
        _, before, after = histograms(*_pairs(*ends))
        told = {
            "origins_earth_movers": moved[0],
            "destinations_earth_movers": moved[1],
            "earth_movers_unit": "m",
            "pairs": {"original": int((before > 0).sum()), "released": int((after > 0).sum())},
        }
        return Reading(divergence(before, after), UNIT, len(ends[0][0]), told)


def _ends(found: Visits) -> tuple[Ints, Ints]:
    return found.tile[found.offsets[:-1]], found.tile[found.offsets[1:] - 1]


def _pairs(before: tuple[Ints, Ints], after: tuple[Ints, Ints]) -> tuple[Ints, Ints]:
    """Give each pair of tiles one number, the same on both sides."""
    tiles, place = numbered(np.concatenate([*before, *after]))
    cuts = np.cumsum([len(before[0]), len(before[1]), len(after[0])])
    first, last, new_first, new_last = np.split(place, cuts)
    return first * len(tiles) + last, new_first * len(tiles) + new_last
