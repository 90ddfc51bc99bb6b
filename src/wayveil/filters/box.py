"""A part of the earth between two parallels and two meridians."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, BeforeValidator, Field

from wayveil.kernels.arrays import Mask
from wayveil.shapes import Trajectories
from wayveil.sieve import Sieve

_Lat = Annotated[float, Field(ge=-90, le=90)]
_Lon = Annotated[float, Field(ge=-180, le=180)]


class Sides(NamedTuple):
    """The sides of a box in degrees."""

    west: _Lon
    south: _Lat
    east: _Lon
    north: _Lat


def _split(value: Any) -> Any:
    return value.split(",") if isinstance(value, str) else value


def _upright(sides: Sides) -> Sides:
    if sides.south > sides.north:
        raise ValueError("the south must not lie north of the north")
    return sides


class Box(Sieve):
    """Leave out points outside a box; those on its edge stay.

    A trajectory that leaves the box and comes back stays one: `max_gap` after it cuts there.
    """

    grain = "point"

    sides: Annotated[Sides, BeforeValidator(_split), AfterValidator(_upright)] = Sides(
        -180, -90, 180, 90
    )
    """West, south, east and north in degrees, as in 16.2,48.1,16.6,48.3; the west may lie east of
    the east: such a box crosses 180 degrees."""

    @property
    def cause(self) -> str:
        """Say why something went."""
        return "outside the box"

    def stays(self, data: Trajectories) -> Mask:
        """Mark the points inside and on the edge."""
        west, south, east, north = self.sides
        from_west, to_east = data.lon >= west, data.lon <= east
        along = (from_west & to_east) if west <= east else (from_west | to_east)
        if abs(west) == 180 or abs(east) == 180:
            along = along | (abs(data.lon) == 180)
        return along & (data.lat >= south) & (data.lat <= north)
