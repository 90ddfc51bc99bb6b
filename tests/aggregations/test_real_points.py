"""The aggregations that publish real trajectories or points."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aggregations.towns import labels_for, table, towns, trips_of
from tests.reference import aggregations as reference
from wayveil.aggregations.closest_locations_to_mean_trajectory import (
    ClosestLocationsToMeanTrajectory,
)
from wayveil.aggregations.closest_trajectory_to_mean_trajectory import (
    ClosestTrajectoryToMeanTrajectory,
)
from wayveil.aggregations.mean_trajectory import MeanTrajectory
from wayveil.aggregations.medoid import Medoid
from wayveil.distances.martinez2021 import Martinez2021
from wayveil.flat import flat
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Aggregation, Distance
from wayveil.shapes import Trajectories
from wayveil.together import together

SPACE = Martinez2021(p_lambda=0)
LOCATIONS = ClosestLocationsToMeanTrajectory()
CLOSEST = ClosestTrajectoryToMeanTrajectory(trajectory_distance=SPACE)
MEDOID = Medoid(trajectory_distance=SPACE)


def at(*lats: float) -> Trajectories:
    """Trips of one point, north of each other."""
    return table([[(0, lat, 0.0)] for lat in lats])


def matrix(data: Trajectories, distance: Distance, basis: Trajectories) -> list[list[float]]:
    prepared, everyone = distance.prepare(data, basis=basis), np.arange(len(data))
    out = np.empty((len(data), len(data)))
    for i in everyone:
        distance.row(prepared, int(i), everyone, out[i])
    return [[float(d) for d in row] for row in out]


@settings(deadline=None)
@given(towns(), st.data())
def test_the_member_nearest_to_the_mean(data: Trajectories, draws: st.DataObject) -> None:
    labels = labels_for(draws.draw, len(data))
    aggregation = ClosestTrajectoryToMeanTrajectory()
    mean = MeanTrajectory().each(data, labels)
    far = matrix(together(data, mean), aggregation.trajectory_distance, data)
    for label, trip in enumerate(trips_of(aggregation.each(data, labels))):
        members = np.flatnonzero(labels == label).tolist()
        least = min(far[len(data) + label][m] for m in members)
        near = [m for m in members if far[len(data) + label][m] <= least * (1 + 1e-9)]
        assert trip == trips_of(data)[near[0]]


@settings(deadline=None)
@given(towns(), st.data())
def test_the_medoid(data: Trajectories, draws: st.DataObject) -> None:
    labels = labels_for(draws.draw, len(data))
    aggregation = Medoid()
    far = matrix(data, aggregation.trajectory_distance, data)
    for label, trip in enumerate(trips_of(aggregation.each(data, labels))):
        members = np.flatnonzero(labels == label)
        owners = data.owner[members].tolist()
        middle = reference.medoid(lambda i, j: far[i][j], members.tolist(), owners)
        assert trip == trips_of(data)[middle]


@settings(deadline=None)
@given(towns(), st.data())
def test_the_nearest_locations(data: Trajectories, draws: st.DataObject) -> None:
    labels = labels_for(draws.draw, len(data))
    mean = MeanTrajectory().each(data, labels)
    paths = flat(together(data, mean), basis=data)
    rows = list(zip(data.t.tolist(), data.lat.tolist(), data.lon.tolist(), strict=True))
    for label, trip in enumerate(trips_of(LOCATIONS.each(data, labels))):
        own = np.flatnonzero(labels[data.of_point] == label).tolist()
        chosen = []
        for wanted in range(mean.offsets[label], mean.offsets[label + 1]):
            w = data.n_points + wanted
            gaps = [
                (
                    (paths.x[r] - paths.x[w]) ** 2 + (paths.y[r] - paths.y[w]) ** 2,
                    abs(paths.t[r] - paths.t[w]),
                    r,
                )
                for r in own
            ]
            chosen.append(rows[min(gaps)[2]])
        assert trip == sorted(chosen, key=lambda point: point[0])


def test_worked_by_hand() -> None:
    """At 0, 1, 1.5, 7 and 8: the mean is at 3.5, its nearest at 1.5, which is the median too."""
    assert CLOSEST(at(0.0, 1.0, 1.5, 7.0, 8.0)).lat.tolist() == [1.5]
    assert LOCATIONS(at(0.0, 1.0, 1.5, 7.0, 8.0)).lat.tolist() == [1.5]
    assert MEDOID(at(0.0, 1.0, 1.5, 7.0, 8.0)).lat.tolist() == [1.5]
    assert CLOSEST(at(0.0, 1.0, 5.0)).lat.tolist() == [1.0]


def test_mean_and_median_part() -> None:
    """The mean of these is 1.94 and nearest to 0.9; in the middle is 0.3."""
    lats = (0.0, 0.1, 0.2, 0.9, 6.0, 6.1, 0.3)
    assert MEDOID(at(*lats)).lat.tolist() == [0.3]
    assert CLOSEST(at(*lats)).lat.tolist() == [0.9]


@pytest.mark.parametrize("aggregation", [CLOSEST, MEDOID], ids=lambda part: part.name)
def test_ties_go_to_the_first(aggregation: Aggregation) -> None:
    assert aggregation(at(2.0, 1.0)).lat.tolist() == [2.0]
    assert aggregation(at(1.0, 2.0)).lat.tolist() == [1.0]
    crowd = table([[(0, 1.0, 0.0)]] * 10 + [[(0, 2.0, 0.0)]], [0] * 10 + [1])
    assert aggregation(crowd).lat.tolist() == [1.0]
    assert aggregation(crowd.take(np.arange(11)[::-1])).lat.tolist() == [2.0]


def test_ten_trips_of_one_person_have_one_vote() -> None:
    """Ten of one person at 0, two others at 2 and 3: the middle person is the one at 2."""
    trips = [[(0, lat, 0.0)] for lat in [0.0] * 10 + [2.0, 3.0]]
    assert MEDOID(table(trips, [0] * 10 + [1, 2])).lat.tolist() == [2.0]
    assert MEDOID(table(trips)).lat.tolist() == [0.0]
    assert CLOSEST(table(trips, [0] * 10 + [1, 2])).lat.tolist() == [2.0]


def test_a_way_there_and_back_keeps_its_order() -> None:
    """Of two points at one place the one nearest in time is taken."""
    trip = [(0, 0.0, 0.0), (60_000, 0.1, 0.1), (120_000, 0.0, 0.0)]
    assert trips_of(LOCATIONS(table([trip, trip]))) == [trip]


def test_points_keep_their_own_times_and_are_sorted() -> None:
    """The mean runs from 0.0 to 0.5 north; who was at 0.5 was there before who was at 0.0."""
    data = table(
        [
            [(900, 0.0, 0.0), (901, 0.9, 0.0)],
            [(0, -0.4, 0.0), (1, 0.5, 0.0)],
            [(0, 0.4, 0.0), (1, 0.1, 0.0)],
        ]
    )
    assert trips_of(LOCATIONS(data)) == [[(1, 0.5, 0.0), (900, 0.0, 0.0)]]


PARTS = [ClosestTrajectoryToMeanTrajectory, ClosestLocationsToMeanTrajectory, Medoid]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_they_say_that_they_publish_real_points(part: type[Aggregation]) -> None:
    assert part.publishes_real_points
    second = (part.__doc__ or "").split("\n\n")[1]
    assert "It publishes" in second
    assert "1 in k" in second


@pytest.mark.parametrize("aggregation", [CLOSEST, MEDOID, LOCATIONS], ids=lambda part: part.name)
@settings(deadline=None)
@given(data=towns(), draws=st.data())
def test_clusters_do_not_mix(
    aggregation: Aggregation, data: Trajectories, draws: st.DataObject
) -> None:
    """What the others are grouped into changes nothing."""
    labels = labels_for(draws.draw, len(data))
    whole = trips_of(aggregation.each(data, labels))
    for label, trip in enumerate(whole):
        assert trips_of(aggregation.each(data, _against_the_rest(labels, label)))[0] == trip


def _against_the_rest(labels: Ints, label: int) -> Ints:
    others: Ints = (labels != label).astype(np.int64)
    return others
