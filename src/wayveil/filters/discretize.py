"""No more than one position in each place and time."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wayveil import clock
from wayveil.filters._firsts import firsts
from wayveil.kinds import Filter
from wayveil.part import Metres, Seconds
from wayveil.record import Tally
from wayveil.shapes import Trajectories
from wayveil.tiled import Tiled


class Discretize(Tiled, Filter):
    """Keep one point of each trajectory in each tile and interval: the first, as it is.

    Points stay where and when they were: a filter never moves one. To publish the tiles' centres
    instead, apply `simple_generalization`.
    """

    tile_size: Annotated[Metres, Field(ge=1, le=1_000_000)] = 100
    """Side of a square tile."""

    interval: Annotated[Seconds, Field(ge=0.001)] = 60
    """Length of an interval; they are counted from 1970 in UTC."""

    def __call__(self, data: Trajectories) -> tuple[Trajectories, Tally]:
        """Keep the first of each."""
        on = self.on_tiles(data)
        bins = on.data.t // clock.milliseconds(self.interval)
        first = firsts(trajectory=on.data.of_point, bin=bins, cell=on.cells)
        again = Tally.of("again in one tile and interval", 0, int((~first).sum()))
        return (on.data.where(first) if again.drops else on.data), on.removed + again
