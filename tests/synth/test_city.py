"""The synthetic city: exact, repeatable, and plausible in the ways that methods rely on."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import KDTree

from wayveil.chance import Chance
from wayveil.errors import ParameterError
from wayveil.filters.max_speed import MaxSpeed
from wayveil.geo import Plane
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.speeds import step_speeds
from wayveil.kinds import Synth
from wayveil.shapes import Trajectories, rounded
from wayveil.synth._setting import FIRST_DAY_MS
from wayveil.synth.city import City, network_of

DAY_MS = 86_400_000


@cache
def town() -> Trajectories:
    """One city that many tests look at."""
    return City(trajectories=6_000, users=150, days=14)(Chance.seeded(7))


def plan_of(data: Trajectories) -> tuple[Floats, Floats]:
    """Metres east and north of the default centre."""
    return Plane(City().latitude, City().longitude).project(data.lat, data.lon)


def same(a: Trajectories, b: Trajectories) -> bool:
    columns = ("lat", "lon", "t", "offsets", "id", "owner")
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in columns)


def first_trips_of_days(data: Trajectories) -> Ints:
    starts = data.t[data.offsets[:-1]]
    key = data.owner.astype(np.int64) * 1_000 + (starts - FIRST_DAY_MS) // DAY_MS
    first: Ints = np.unique(key, return_index=True)[1]
    return first


@given(
    users=st.integers(1, 60),
    more=st.integers(0, 400),
    days=st.integers(1, 40),
    seed=st.integers(0, 3),
)
@settings(max_examples=8, deadline=None)
def test_there_are_exactly_as_many_trips_and_users_as_asked_for(
    users: int, more: int, days: int, seed: int
) -> None:
    data = City(trajectories=users + more, users=users, days=days)(Chance.seeded(seed))
    assert len(data) == users + more
    assert data.n_owners == users
    assert data.names.ids is not None
    assert data.names.owners is not None
    assert data.names.ids.to_list() == list(range(users + more))
    assert data.names.owners.to_list() == list(range(users))
    assert data.lengths.min() >= 2


def test_equal_chance_gives_equal_data_and_other_chance_other_data() -> None:
    city = City(trajectories=80, users=9)
    assert same(city(Chance.seeded(5)), city(Chance.seeded(5)))
    assert not same(city(Chance.seeded(5)), city(Chance.seeded(6)))


def test_what_was_drawn_before_makes_no_difference() -> None:
    city, used = City(trajectories=80, users=9), Chance.seeded(5)
    used.random(100)
    used.spawn("streets").random(100)
    used.spawn("fixes").numpy().random(100)
    assert same(city(Chance.seeded(5)), city(used))


def test_one_seed_is_one_city_however_many_live_there() -> None:
    few = City(trajectories=50, users=50)(Chance.seeded(7))
    assert street_distances(few, 7).mean() < 30


def test_trips_are_numbered_person_by_person_in_order_of_time_and_never_overlap() -> None:
    data = town()
    starts, ends = data.t[data.offsets[:-1]], data.t[data.offsets[1:] - 1]
    assert (np.diff(data.owner) >= 0).all()
    follows = np.diff(data.owner) == 0
    assert (starts[1:] > ends[:-1])[follows].all()


def test_the_first_day_is_monday_the_second_of_march_2026() -> None:
    days = (town().t - FIRST_DAY_MS) / DAY_MS
    assert np.datetime64(FIRST_DAY_MS, "ms") == np.datetime64("2026-03-02")
    assert days.min() >= 0
    assert days.max() < 14.3
    assert set(np.unique(days.astype(int))) >= set(range(14))


def test_positions_are_whole_numbers_of_1e_7_degrees_and_times_rise_strictly() -> None:
    data = town()
    assert np.array_equal(rounded(data.lat), data.lat)
    assert np.array_equal(rounded(data.lon), data.lon)
    inner = ~ragged.first_of_group(data.offsets)[1:]
    assert (np.diff(data.t)[inner] > 0).all()


@pytest.mark.parametrize(
    ("sampling", "noise"), [(30, 8), (1, 8), (1, 200), (5, 60), (600, 200), (30, 0)]
)
def test_nothing_moves_faster_than_200_km_an_hour(sampling: float, noise: float) -> None:
    city = City(trajectories=1_500, users=200, sampling=sampling, noise=noise)
    data = city(Chance.seeded(3))
    speeds = step_speeds(data.lat, data.lon, data.t, data.offsets) * 3.6
    assert speeds.max() < 200
    assert len(MaxSpeed(speed=200)(data)[0]) == len(data)


def test_speeds_are_those_of_a_city() -> None:
    data = town()
    speeds = step_speeds(data.lat, data.lon, data.t, data.offsets) * 3.6
    slow, middle, fast = np.percentile(speeds, [20, 50, 98])
    assert slow < 7
    assert 8 < middle < 30
    assert 45 < fast < 90


def test_sampling_is_irregular_around_its_mean() -> None:
    data = town()
    gaps = np.diff(data.t)[~ragged.first_of_group(data.offsets)[1:]] / 1_000
    assert 27 < gaps.mean() < 36
    assert gaps.std() > 15
    assert gaps.max() > 120
    assert 11 < data.lengths.mean() < 18


def street_distances(data: Trajectories, seed: int) -> Floats:
    streets = network_of(Chance.seeded(seed))
    share = np.linspace(0, 1, 12)[:, None]
    x = streets.x[streets.start] * (1 - share) + streets.x[streets.end] * share
    y = streets.y[streets.start] * (1 - share) + streets.y[streets.end] * share
    tree = KDTree(np.column_stack([x.ravel(), y.ravel()]))
    return np.asarray(tree.query(np.column_stack(plan_of(data)))[0])


def test_positions_lie_on_streets_but_for_noise() -> None:
    distances = street_distances(town(), 7)
    assert np.median(distances) < 9
    assert 12 < np.percentile(distances, 99.9) < 110
    assert np.median(street_distances(town(), 8)) > 2 * np.median(distances)


def test_people_start_their_days_at_home_and_mostly_come_back() -> None:
    data = town()
    x, y = plan_of(data)
    first = first_trips_of_days(data)
    owner, at = data.owner[first], data.offsets[first]
    home = np.array(
        [[np.median(x[at[owner == u]]), np.median(y[at[owner == u]])] for u in range(150)]
    )
    away = np.hypot(x[at] - home[owner, 0], y[at] - home[owner, 1])
    assert np.mean(away < 60) > 0.95
    assert len(np.unique(home.round(0), axis=0)) > 140
    last = data.offsets[np.append(first[1:], len(data))] - 1
    back = np.hypot(x[last] - home[owner, 0], y[last] - home[owner, 1])
    assert np.mean(back < 100) > 0.8


def test_people_keep_to_few_places() -> None:
    data = town()
    x, y = plan_of(data)
    ends = data.offsets[1:] - 1
    blocks = np.rint(x[ends] / 200) * 1_000 + np.rint(y[ends] / 200)
    for user in range(0, 150, 10):
        counts = np.unique(blocks[data.owner == user], return_counts=True)[1]
        assert np.sort(counts)[-4:].sum() > 0.4 * counts.sum()


def test_workdays_peak_in_the_morning_and_weekends_do_not() -> None:
    data = town()
    day, ms = np.divmod(data.t[data.offsets[:-1]] - FIRST_DAY_MS, DAY_MS)
    hour, weekend = ms // 3_600_000, day % 7 >= 5
    morning = (hour >= 7) & (hour < 10)
    assert morning[~weekend].mean() > max(0.18, 2 * morning[weekend].mean())
    assert ((hour >= 1) & (hour < 4)).mean() < 0.01


def test_the_middle_is_denser_than_the_outskirts() -> None:
    away = np.hypot(*plan_of(town()))
    inner, outer = np.mean(away < 2_500) / 2_500**2, np.mean((away > 5_000) & (away < 8_000))
    assert inner > 3 * outer / (8_000**2 - 5_000**2)
    assert away.max() < 11_000


def test_one_trip_of_one_person() -> None:
    data = City(trajectories=1, users=1, days=1)(Chance.seeded(0))
    assert len(data) == 1
    assert data.n_owners == 1


def test_one_very_busy_person() -> None:
    data = City(trajectories=700, users=1, days=7)(Chance.seeded(2))
    assert len(data) == 700
    starts, ends = data.t[data.offsets[:-1]], data.t[data.offsets[1:] - 1]
    assert (starts[1:] > ends[:-1]).all()


def test_the_city_can_lie_elsewhere() -> None:
    data = City(trajectories=30, users=3, latitude=-33.0, longitude=179.99)(Chance.seeded(1))
    assert np.abs(data.lat + 33).max() < 0.1
    assert ((data.lon > 179.8) | (data.lon < -179.8)).all()


def test_more_users_than_trips_is_an_error_that_helps() -> None:
    with pytest.raises(ParameterError, match=r"5 trips are too few for 6 users.*at most 5 users"):
        City(trajectories=5, users=6)


@pytest.mark.parametrize(
    "params",
    [
        {"trajectories": 0},
        {"trajectories": 20_000_001},
        {"users": 0},
        {"days": 0},
        {"sampling": 0},
        {"noise": -1},
        {"latitude": 91},
        {"sise": 3},
    ],
)
def test_parameters_out_of_bounds_are_errors(params: dict[str, float]) -> None:
    with pytest.raises(ParameterError, match="city: "):
        City(**params)


def test_the_city_is_in_the_catalogue_and_can_be_written_down() -> None:
    city = Synth.named("city", trajectories=7, users=2, noise="5m")
    assert "city" in Synth.names()
    assert Synth.read(city.as_json()) == city
