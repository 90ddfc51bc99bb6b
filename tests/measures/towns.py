"""Releases of small tables, and the parts that measure them."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from tests.aggregations.towns import table, towns
from tests.reference.loss import Sources
from wayveil.distances.martinez2021 import Martinez2021
from wayveil.geo import METRES_PER_DEGREE
from wayveil.kernels import ragged
from wayveil.kinds import Distance
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.together import together

SPACE = Martinez2021(p_lambda=0)


def origin_of(sources: Sources) -> Origin:
    """The origin that lists these sources."""
    flat = np.array([i for each in sources for i in each], dtype=np.int64)
    return Origin(flat, ragged.offsets_of(np.array([len(each) for each in sources])))


def north(*metres: float) -> Trajectories:
    """Trips of one point on one meridian, so many metres north of the equator."""
    return table([[(0, m / METRES_PER_DEGREE, 16.0)] for m in metres])


@st.composite
def releases(draw: st.DrawFn) -> tuple[Trajectories, Trajectories, Sources]:
    """An original, a release that has little to do with it, and who it says comes from whom."""
    original = draw(towns())
    middle = original.lat[0], original.lon[0]
    places = draw(st.lists(st.integers(-9, 9), min_size=1, max_size=6))
    released = table([[(0, middle[0] + p * 1e-4, middle[1])] for p in places])
    who = st.lists(st.integers(0, len(original) - 1), min_size=1, max_size=3, unique=True)
    sources = draw(st.lists(who, min_size=len(places), max_size=len(places)))
    return original, released, sources


def matrix(distance: Distance, original: Trajectories, released: Trajectories) -> Any:
    """All distances: the originals first, then the released."""
    both = together(original, released)
    prepared, everyone = distance.prepare(both, basis=original), np.arange(len(both))
    out = np.empty((len(both), len(both)))
    for i in everyone:
        distance.row(prepared, int(i), everyone, out[i])
    return out
