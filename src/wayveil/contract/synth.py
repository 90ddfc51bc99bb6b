"""What synthesizers must do."""

from __future__ import annotations

import numpy as np

from wayveil.chance import Chance
from wayveil.contract.tools import must, same, silence
from wayveil.kinds import Synth


def depends_on_chance_alone(part: type[Synth]) -> None:
    """Equal seeds give equal data, other seeds other data, and nothing is printed."""
    with silence():
        one, two, other = (part.example()(Chance.seeded(seed)) for seed in (1, 1, 2))
    must(same(one, two), "two runs under one seed differ")
    must(not same(one, other), "another seed gives the same data")


def stays_on_earth(part: type[Synth]) -> None:
    """Coordinates are finite and in range, and somebody owns each trajectory."""
    data = part.example()(Chance.seeded(1))
    must(len(data) > 0, "it made nothing")
    must(
        (np.abs(data.lat) <= 90).all() and (np.abs(data.lon) <= 180).all(),
        "a point is off the earth",
    )
    must(data.has_owners, "nobody owns the trajectories")
