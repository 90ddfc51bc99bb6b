"""Synthetic call records: sparse, by day, at antennas, near home."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wayveil.chance import Chance
from wayveil.geo import metres
from wayveil.kernels.arrays import Ints
from wayveil.shapes import Trajectories
from wayveil.synth import cdr
from wayveil.synth._setting import FIRST_DAY_MS
from wayveil.synth.cdr import Cdr

HOUR_MS = 3_600_000


@cache
def network() -> Trajectories:
    """One network that many tests look at."""
    return Cdr(users=800, days=14)(Chance.seeded(3))


def hours() -> Ints:
    since: Ints = (network().t - FIRST_DAY_MS) // HOUR_MS
    return since % 24


@given(
    users=st.integers(1, 40),
    days=st.integers(1, 20),
    antennas=st.integers(3, 60),
    rate=st.sampled_from([0.001, 0.75, 4]),
    seed=st.integers(0, 3),
)
@settings(max_examples=12, deadline=None)
def test_everybody_is_heard_of_within_the_days_at_an_antenna(
    users: int, days: int, antennas: int, rate: float, seed: int
) -> None:
    data = Cdr(users=users, days=days, antennas=antennas, rate=rate)(Chance.seeded(seed))
    assert len(data) == data.n_owners == users
    assert FIRST_DAY_MS <= data.t.min() <= data.t.max() < FIRST_DAY_MS + days * 24 * HOUR_MS
    assert len(np.unique(np.stack([data.lat, data.lon]), axis=1).T) <= antennas


def test_many_are_listened_to_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """In blocks that do not come out even, everybody is heard of about as often as at once."""
    monkeypatch.setattr(cdr, "_AT_ONCE", 90)
    data = Cdr(users=800, days=14)(Chance.seeded(3))
    assert len(data) == 800
    assert data.n_points == pytest.approx(network().n_points, rel=0.05)
    assert np.unique(data.lat).tolist() == np.unique(network().lat).tolist()


def test_the_rate_is_that_asked_for_and_people_differ() -> None:
    rates = network().lengths / (14 * 24)
    assert rates.mean() == pytest.approx(0.75, rel=0.1)
    assert np.quantile(rates, 0.95) > 5 * np.quantile(rates, 0.05)


def test_nights_are_quiet() -> None:
    of_hour = np.bincount(hours(), minlength=24)
    assert of_hour[2:5].sum() * 10 < of_hour[17:20].sum()


def test_calls_come_in_bursts() -> None:
    gaps = np.diff(network().t)
    within = np.delete(gaps, network().offsets[1:-1] - 1)
    assert np.mean(within < 10 * 60_000) > 0.25
    assert np.median(within) > 10 * 60_000


def test_nights_are_spent_in_few_places() -> None:
    data, night = network(), hours() < 6
    nights = [np.flatnonzero((data.of_point == who) & night) for who in range(100)]
    shares = [
        len({*zip(data.lat[calls], data.lon[calls], strict=True)}) / len(calls)
        for calls in nights
        if len(calls) >= 10
    ]
    assert np.mean(shares) < 0.4


def test_most_people_stay_near_home() -> None:
    data = network()
    first = data.offsets[:-1][data.of_point]
    away = metres(data.lat, data.lon, data.lat[first], data.lon[first])
    assert np.median(away) < 8_000
    assert away.max() < 60_000


def test_a_nation_is_larger_than_a_city() -> None:
    nation = Cdr(users=300, days=2, area="nation")(Chance.seeded(3))
    assert np.ptp(nation.lat) > 5 * np.ptp(network().lat)
