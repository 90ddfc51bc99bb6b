"""How evenly a place is shared among those who visit it."""

from __future__ import annotations

from typing import ClassVar, Final

import numpy as np

from wayveil.kernels.arrays import Floats
from wayveil.kinds import Measure, Reading, Topic
from wayveil.measures._means import compared
from wayveil.measures._tiles import Presence, per_tile, presence
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.tiled import Tiled

_NATS_PER_BIT: Final = float(np.log(2))


class UncorrelatedLocationEntropy(Tiled, Measure):
    """Change of the mean over the tiles of the entropy of whose the points there are.

    -Σ p lb p, where p is the share of a tile's points that one trajectory has (D4.10, 6.4.2.1).
    As in scikit-mobility's documentation, with tiles for locations and trajectories for
    individuals; its code takes natural logarithms, and what it would print is in the detail as
    `original_nats` and `released_nats`. The change is the same. Four trajectories with a point
    each have 2 bits, two of them 1 bit: a change of -0.5.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> here = [(0, 0, 0)]
    >>> value_of(UncorrelatedLocationEntropy(), trips(here, here, here, here), trips(here, here))
    -0.5
    """

    topic: ClassVar[Topic] = "places"

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Compare the two means."""
        found = (entropies(presence(data, self.tiles())) for data in (original, released))
        reading = compared("bits", *found)
        nats = {f"{side}_nats": reading.detail[side] * _NATS_PER_BIT for side in _SIDES}
        return Reading(reading.value, reading.unit, reading.n, {**reading.detail, **nats})


_SIDES: Final = ("original", "released")


def entropies(found: Presence) -> Floats:
    """Give the entropy of each tile, in bits."""
    share = found.points / np.repeat(per_tile(found.points, found), found.crowds)
    return -per_tile(share * np.log2(share), found) + 0.0
