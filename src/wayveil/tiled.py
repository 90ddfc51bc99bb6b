"""What parts that work on tiles have in common: squares of one size, or tiles of any other kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from pydantic import Field

from wayveil.kernels.arrays import Ints
from wayveil.kernels.radix import distinct
from wayveil.kinds import Tessellation
from wayveil.part import Metres, Part
from wayveil.record import Tally
from wayveil.shapes import Trajectories


@dataclass(frozen=True)
class OnTiles:
    """A table whose points all lie on tiles, and what had to go for that."""

    data: Trajectories
    cells: Ints
    sources: Ints
    """The place of each trajectory in the table that was given."""
    removed: Tally

    @classmethod
    def laid(cls, data: Trajectories, tiles: Tessellation) -> OnTiles:
        """Lay a table on tiles: points that lie on none go, and trajectories without any others."""
        cells = tiles.cells(data.lat, data.lon)
        on = cells >= 0
        if on.all():
            return cls(data, cells, np.arange(len(data)), Tally())
        kept = data.where(on)
        sources = distinct(data.of_point[on])
        gone = len(data) - len(kept), data.n_points - kept.n_points
        return cls(kept, cells[on], sources, Tally.of("outside the tiles", *gone))


class Tiled(Part):
    """A part that works on tiles."""

    tile_size: Annotated[Metres, Field(ge=1, le=1_000_000)] = 500
    """Side of a square tile."""

    tessellation: Tessellation | None = None
    """Tiles of another kind, instead of squares."""

    def tiles(self) -> Tessellation:
        """Give the tiles."""
        return self.tessellation or Tessellation.named("square", size=self.tile_size)

    def on_tiles(self, data: Trajectories) -> OnTiles:
        """Lay a table on the tiles; what lies on none is removed and tallied."""
        return OnTiles.laid(data, self.tiles())
