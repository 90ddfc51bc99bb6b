"""Every place becomes the centre of its tile."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from wayveil.chance import Chance
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Anonymizer, Claim, Draft
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.tiled import Tiled


class SimpleGeneralization(Tiled, Anonymizer):
    """Move every point to the centre of its tile, and keep the times. (D4.10, 6.3.3.1)

    It hides where within a tile somebody was, and nothing else: who knows a few tiles and times
    of a person usually finds the one trajectory that has them. Points that lie on no tile are left
    out.
    """

    overlapping_strategy: Literal["all", "one"] = "all"
    """Of successive points in one tile, publish all, or one at their mean time."""

    def claims(self) -> tuple[Claim, ...]:
        """Every published place is a tile's centre."""
        return (Claim.named("tile_centres", tessellation=self.tiles()),)

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        """Replace the points."""
        on = self.on_tiles(data)
        merge = self.overlapping_strategy == "one"
        kept, cells = _merged(on.data, on.cells) if merge else (on.data, on.cells)
        lat, lon = self.tiles().centres(cells)
        return Draft(replace(kept, lat=lat, lon=lon), Origin.one_each(on.sources), on.removed)


def _merged(data: Trajectories, cells: Ints) -> tuple[Trajectories, Ints]:
    """Keep the first point of every run of points in one tile, at their mean time."""
    runs = ragged.runs(cells, data.offsets)
    first = runs[:-1]
    offsets = np.searchsorted(runs, data.offsets)
    t = ragged.mean_times(data.t, runs)
    lat, lon = data.lat[first], data.lon[first]
    merged = replace(data, lat=lat, lon=lon, t=t, offsets=offsets, extra=None)
    return merged, cells[first]
