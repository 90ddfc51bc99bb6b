from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aggregations.towns import table, towns, trips_of
from tests.measures.towns import origin_of, releases
from tests.reference import reconstruction as reference
from tests.reference.loss import Sources, pairs
from wayveil.chance import Chance
from wayveil.errors import InputError
from wayveil.geo import METRES_PER_DEGREE
from wayveil.kinds import Whereabouts
from wayveil.nearness import Nearness, near
from wayveil.shapes import Trajectories

MINUTE = 60_000


def along(*points: tuple[int, float]) -> list[tuple[int, float, float]]:
    """A trip on the equator: minutes, and metres east."""
    return [(minute * MINUTE, 0.0, east / METRES_PER_DEGREE) for minute, east in points]


def east(*metres: float, within: float = 100) -> Whereabouts:
    lon = np.array(metres) / METRES_PER_DEGREE
    return Whereabouts(np.zeros_like(lon), lon, within)


def compared(
    answer: Whereabouts, original: Trajectories, released: Trajectories, sources: Sources
) -> Nearness:
    everybody = np.arange(len(original))
    origin = origin_of(sources)
    return near(answer, everybody, original, released, origin, Chance.seeded(1))


def test_worked_by_hand() -> None:
    """Two went east, one of them is released, in two points 10 minutes apart.

    The attacker says 0 m and 1,000 m, where the release says 500 m twice: so 450 m after four and
    a half minutes, and 1,000 m at the end and after it. The truth was 0, 600, 980 and 2,000 m: the
    first, the third and no other within 100 m, and of the release the second alone.
    """
    truth = along((0, 0), (5, 600 + 1), (10, 980), (20, 2000))
    original = table([truth, along((0, 0))])
    released = table([along((0, 500), (10, 500))])
    got = compared(east(0, 1000), original, released, [[0]])
    assert got.success.value == pytest.approx(2 / 4 / 2)
    assert got.published.value == 0
    assert got.precision is not None
    assert (got.precision.value, got.precision.n, got.abstained) == (0.5, 1, 1)
    # Off before: 500, 101, 480 and 1,500 m; after: 0, 101, 20 and 1,000 m.
    expected = [(500 + 480) / 2, 2581 / 4, (20 + 101) / 2, 1121 / 4]
    assert list(got.metres.values()) == pytest.approx(expected, rel=1e-3)
    assert got.as_json()["metres"] == got.metres


def test_chance_takes_the_track_of_somebody_at_random() -> None:
    """Of two released tracks one is right for each: half are found by chance."""
    original = table([along((0, 0)), along((0, 900))] * 100)
    sources = [[i] for i in range(200)]
    got = compared(east(*[0, 900] * 100), original, original, sources)
    assert got.success.value == 1
    assert got.chance == pytest.approx(0.5, abs=0.08)


@settings(max_examples=50, deadline=None)
@given(releases(), towns(), st.sampled_from([10, 100, 1000]))
def test_it_equals_the_reference(
    drawn: tuple[Trajectories, Trajectories, Sources], other: Trajectories, within: int
) -> None:
    """The same points at the same places, said of trips that are not those released."""
    original, _, sources = drawn
    released = other.take(np.arange(len(sources)) % len(other)).renumbered()
    answer = Whereabouts(released.lat + 1e-4, released.lon, within)
    said = [[(t, lat + 1e-4, lon) for t, lat, lon in trip] for trip in trips_of(released)]
    got = compared(answer, original, released, sources)
    partner, truth = dict(pairs(len(original), sources)), trips_of(original)
    for rate, tracks in ((got.success, said), (got.published, trips_of(released))):
        shares = [
            reference.near(truth[i], tracks[partner[i]], within) if i in partner else 0.0
            for i in range(len(truth))
        ]
        assert rate.value == pytest.approx(np.mean(shares), abs=1e-9)


def test_a_record_of_another_release_is_refused() -> None:
    with pytest.raises(InputError, match="does not belong"):
        compared(east(0), table([along((0, 0))]), table([along((0, 0))]), [[1]])
