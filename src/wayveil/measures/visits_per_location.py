"""How many points a place has."""

from __future__ import annotations

from typing import ClassVar

from wayveil.kinds import Measure, Reading, Topic
from wayveil.measures._means import compared
from wayveil.measures._tiles import per_tile, presence
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.tiled import Tiled


class VisitsPerLocation(Tiled, Measure):
    """Change of the mean number of points in a tile that has any. (D4.10, 6.4.2.1)

    What scikit-mobility calls visits are points, and its locations are tiles here. Three points in
    one tile and one in another are 2 a tile; all four in one are 4: a change of 1.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> before = trips([(0, 0, 0), (9, 0, 0), (60, 5000, 0)], [(0, 0, 0)])
    >>> value_of(VisitsPerLocation(), before, trips([(0, 0, 0)] * 3, [(0, 0, 0)]))
    1.0
    """

    topic: ClassVar[Topic] = "places"

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Compare the two means."""
        found = (presence(data, self.tiles()) for data in (original, released))
        return compared("points per tile", *(per_tile(each.points, each) for each in found))
