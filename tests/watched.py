"""People seen now and then over some hours: small, and with company."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from wayveil.kernels import ragged
from wayveil.shapes import Trajectories

HOUR = 3_600_000


def table(people: list[list[tuple[int, int]]]) -> Trajectories:
    """Make a table of people, each with (minute, place), places 100 m apart."""
    rows = np.array([sample for samples in people for sample in sorted(samples)])
    number = np.arange(len(people), dtype=np.int32)
    return Trajectories(
        lat=48 + rows[:, 1] * 1e-3,
        lon=np.full(len(rows), 16.0),
        t=480_000 * HOUR + rows[:, 0] * 60_000,
        offsets=ragged.offsets_of(np.array([len(samples) for samples in people])),
        id=number,
        owner=number,
    )


_SAMPLES = st.lists(
    st.tuples(st.integers(0, 6 * 60 - 1), st.integers(0, 20)), min_size=1, max_size=9
)


@st.composite
def crowds(draw: st.DrawFn) -> Trajectories:
    """Draw people over six hours, some of whom do as others do, or are seen in every hour."""
    people = draw(st.lists(_SAMPLES, min_size=2, max_size=6))
    for _ in range(draw(st.integers(0, 3))):
        shift = draw(st.integers(0, 5))
        model = draw(st.sampled_from(people))
        people = [*people, [(minute // 60 * 60 + shift, place) for minute, place in model]]
    for _ in range(draw(st.integers(0, 5))):
        place = draw(st.integers(0, 20))
        people = [*people, [(60 * hour + place, place) for hour in range(6)]]
    return table(people)
