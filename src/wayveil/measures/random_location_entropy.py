"""How many trajectories a place has seen."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from wayveil.kinds import Measure, Reading, Topic
from wayveil.measures._means import compared
from wayveil.measures._tiles import presence
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.tiled import Tiled


class RandomLocationEntropy(Tiled, Measure):
    """Change of the mean over the tiles of lb(number of trajectories there). (D4.10, 6.4.2.1)

    As in scikit-mobility, with tiles for locations and trajectories for individuals, since a
    release does not say whose its trajectories are. A tile that four trajectories visit has 2
    bits, and 1 bit if only two of them are left: a change of -0.5.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> here = [(0, 0, 0)]
    >>> value_of(RandomLocationEntropy(), trips(here, here, here, here), trips(here, here))
    -0.5
    """

    topic: ClassVar[Topic] = "places"

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Compare the two means."""
        found = (presence(data, self.tiles()).crowds for data in (original, released))
        return compared("bits", *map(np.log2, found))
