from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wayveil
from tests.aggregations.towns import table, towns, trips_of
from tests.reference import reconstruction as reference
from tests.reference.attacks import away
from wayveil import geo
from wayveil.attacks import reconstruction
from wayveil.attacks.reconstruction import Reconstruction, Streets
from wayveil.chance import Chance
from wayveil.geo import METRES_PER_DEGREE
from wayveil.kernels.arrays import Floats
from wayveil.kinds import Whereabouts
from wayveil.nearness import Nearness
from wayveil.shapes import Trajectories

MINUTE = 60_000
STREET = 130 / METRES_PER_DEGREE
BLIND = {"streets": "unknown"}


def said(attack: Reconstruction, released: Trajectories, original: Trajectories) -> Whereabouts:
    known = attack.knows(original, Chance.seeded(1))
    return attack.guess(known.clues, released, Chance.seeded(1))


def commuters(n: int = 12) -> Trajectories:
    """People who go east on one street, 130 m north of the equator, 5 m/s, off by some metres."""
    each = [
        [
            (
                minute * MINUTE,
                STREET + (who % 3 - 1) * 1e-5,
                (300 * minute + 25 * who) / METRES_PER_DEGREE,
            )
            for minute in range(12)
        ]
        for who in range(n)
    ]
    return table(each)


@settings(max_examples=40, deadline=None)
@given(towns(), st.sampled_from([30, 400]), st.sampled_from([0.1, 2.0]))
def test_without_streets_it_is_steady_and_no_farther_than_points_were_moved(
    data: Trajectories, moved: int, swerve: float
) -> None:
    got = said(Reconstruction(moved=moved, swerve=swerve, **BLIND), data, data)
    vectors, row = np.stack(geo.vectors(data.lat, data.lon), 1), 0
    for trip in trips_of(data):
        z, seconds = vectors[row : row + len(trip)], [t / 1000 for t, *_ in trip]
        columns = [
            reference.steadied(column.tolist(), seconds, moved / np.sqrt(6), swerve)
            for column in (z - z[0]).T
        ]
        for point, x in zip(z, np.stack(columns, 1) + z[0], strict=True):
            off = float(np.linalg.norm(x - point))
            place = point + (x - point) * min(1, moved / max(off, 1e-9))
            lat, lon = geo.degrees(*(np.array([each]) for each in place))
            assert away((got.lat[row], got.lon[row]), (lat[0], lon[0])) < 0.2
            row += 1


def test_worked_by_hand() -> None:
    """Three points a second apart, the middle one 7 m off: 2, 3 and 2 m, as in the kernel's test.

    With 2 m at most that points were moved, only the middle one goes less far than it would.
    """
    metres = np.array([0, 7, 0])
    trip = table([[(i * 1000, m / METRES_PER_DEGREE, 16.0) for i, m in enumerate(metres)]])
    free = Reconstruction(moved=np.sqrt(6) * 1.0, swerve=1, **BLIND)
    got = said(free, trip, trip).lat * METRES_PER_DEGREE
    held = [2, 7 - np.sqrt(6), 2]
    assert got == pytest.approx(held, abs=1e-3)


def test_on_tiles_it_comes_closer_and_with_a_map_closer_still() -> None:
    data = commuters()
    release = wayveil.anonymize(data, "simple_generalization", seed=1)
    found = [
        wayveil.attack(
            data, release.data, "reconstruction", record=release.record, seed=1, streets=streets
        ).release
        for streets in ("unknown", "known")
    ]
    blind, mapped = found
    assert isinstance(blind, Nearness)
    assert isinstance(mapped, Nearness)
    assert blind.published.value == mapped.published.value
    assert blind.metres["mean_after"] < 0.95 * blind.metres["mean_before"]
    assert mapped.metres["mean_after"] < 0.6 * mapped.metres["mean_before"]
    assert mapped.published.value < 0.5 * mapped.success.value


def test_exact_places_stay_as_they_are() -> None:
    data = commuters()
    answer = said(Reconstruction(moved=0), data, data)
    assert answer.lat == pytest.approx(data.lat, abs=1e-12)
    alone = table([[(0, 48.0, 16.0), (1, 48.0, 16.0)]])
    assert said(Reconstruction(**BLIND), alone, alone).lat == pytest.approx(alone.lat, abs=1e-12)


def test_how_coarse_a_release_is_shows_in_its_places() -> None:
    """Points on a grid of 300 m: half of the diagonal of its squares."""
    grid = [
        (0, i * 300 / METRES_PER_DEGREE, j * 300 / METRES_PER_DEGREE)
        for i in range(3)
        for j in range(3)
    ]
    data = table([[point] for point in grid])
    published = np.stack(geo.vectors(data.lat, data.lon), 1)
    found = reconstruction._coarseness(data, published)
    assert found == pytest.approx(300 / np.sqrt(2), rel=1e-4)


@pytest.mark.parametrize(("crowd", "there"), [(4, True), (5, False)])
def test_a_street_is_where_many_people_are(crowd: int, there: bool) -> None:
    """Four people at one corner, one of them twice; the release puts somebody 60 m away."""
    corner, aside = (0, 48.0, 16.0), (0, 48.0 + 60 / METRES_PER_DEGREE, 16.0)
    original = table([[corner]] * 5, [0, 1, 2, 3, 3])
    released = table([[aside]])
    got = said(Reconstruction(moved=100, crowd=crowd), released, original)
    drawn = away((got.lat[0], got.lon[0]), corner[1:]) < 1
    assert drawn == there


def test_streets_can_be_those_of_the_release() -> None:
    """Five who stand together draw a sixth, 60 m off, from the release alone."""
    aside = (0, 48.0 + 60 / METRES_PER_DEGREE, 16.0)
    released = table([[(0, 48.0, 16.0)]] * 5 + [[aside]])
    far = table([[(0, 10.0, 10.0)]])
    got = said(Reconstruction(moved=100, streets="released"), released, far)
    assert away((got.lat[5], got.lon[5]), (48.0, 16.0)) < 1
    stays = said(Reconstruction(moved=100, streets="known", crowd=1), released, far)
    assert away((stays.lat[5], stays.lon[5]), aside[1:]) < 0.1


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    data, attack = commuters(), Reconstruction(moved=300)
    whole: Floats = said(attack, data, data).lat
    monkeypatch.setattr(reconstruction, "_BLOCK", 17)
    assert said(attack, data, data).lat == pytest.approx(whole, abs=1e-12)


PLACES = st.tuples(*[st.integers(-300, 300)] * 3)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(PLACES, min_size=1, max_size=6),
    st.lists(st.tuples(PLACES, st.integers(1, 9)), min_size=1, max_size=12),
)
def test_places_are_drawn_as_the_reference_draws_them(
    places: list[tuple[int, ...]], streets: list[tuple[tuple[int, ...], int]]
) -> None:
    where, crowd = (np.array(column, dtype=float) for column in zip(*streets, strict=True))
    got = Reconstruction(street=50)._drawn(np.array(places, dtype=float), Streets(where, crowd))
    expected = [reference.drawn(place, streets, 100) for place in places]
    assert got == pytest.approx(np.array(expected), abs=1e-6)
