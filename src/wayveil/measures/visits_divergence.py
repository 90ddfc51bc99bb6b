"""Whether places are still visited as much."""

from __future__ import annotations

from typing import ClassVar

from wayveil import geo
from wayveil.kinds import Measure, Reading, Topic
from wayveil.measures._shares import UNIT, divergence, histograms, shift_on_map
from wayveil.measures._tiles import visits
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.tiled import Tiled


class VisitsDivergence(Tiled, Measure):
    """How far the visits are distributed over the tiles otherwise than before.

    Jensen-Shannon divergence of the shares of all visits that each tile has; a visit is a maximal
    run of points in one tile. Beside it the earth mover's distance: how far visits moved on
    average. Of visits to two tiles 5 km apart, both published in one, half changed place:
    (1/2 lb 2 + 1/2 lb 2/3 + lb 4/3) / 2 = 0.311, and 2.5 km on average.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> here, there = [(0, 100, 100)], [(0, 5100, 100)]
    >>> value_of(VisitsDivergence(), trips(here, there), trips(here, here))
    0.311
    """

    topic: ClassVar[Topic] = "places"

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Compare the two maps."""
        tiles = self.tiles()
        one, other = visits(original, tiles), visits(released, tiles)
        cells, before, after = histograms(one.tile, other.tile)
        plane = geo.plane(original.lat, original.lon)
        told = {
            "earth_movers": shift_on_map(plane, tiles, cells, before, after),
            "earth_movers_unit": "m",
            "tiles": {"original": int((before > 0).sum()), "released": int((after > 0).sum())},
            "visits": {"original": len(one.tile), "released": len(other.tile)},
        }
        return Reading(divergence(before, after), UNIT, len(one.tile), told)
