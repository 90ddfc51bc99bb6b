"""Where and when people live who do not exist."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from wayveil.geo import Plane
from wayveil.kernels.arrays import Floats
from wayveil.kinds import Synth
from wayveil.shapes import rounded

#: Monday, 2 March 2026, midnight in UTC.
FIRST_DAY_MS: Final = 1_772_409_600_000


class Setting(Synth):
    """What synthesizers have in common: a place on earth, and a first day."""

    days: Annotated[int, Field(ge=1, le=366)] = 7
    """Number of days, from Monday, 2 March 2026."""

    latitude: Annotated[float, Field(ge=-80, le=80)] = 41.1
    """Degrees north of the centre; by default it lies in the open Mediterranean."""

    longitude: Annotated[float, Field(ge=-180, le=180)] = 4.2
    """Degrees east of the centre."""

    def degrees(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Turn metres east and north of the centre into degrees, as they are published."""
        lat, lon = Plane(self.latitude, self.longitude).unproject(x, y)
        return rounded(lat), rounded(lon)
