"""Faults in protected generalizations: the claim or the method's last check catches each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

from tests.visits import MINUTE_MS, TILE
from wayveil.chance import Chance
from wayveil.claims.km_anonymous import KmAnonymous
from wayveil.errors import ClaimBroken, InternalError
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Draft
from wayveil.methods import _cells, protected_generalization
from wayveil.methods._cells import Cells, Place
from wayveil.methods.protected_generalization import ProtectedGeneralization
from wayveil.release import Release
from wayveil.run import anonymize
from wayveil.shapes import Trajectories


def city() -> Trajectories:
    """Sixty trips of six points in a town of four by four tiles, within an hour."""
    rng = np.random.default_rng(11)
    n, length = 60, 6
    tiles = rng.integers(0, 4, (2, n * length)) + rng.uniform(-0.4, 0.4, (2, n * length))
    t = np.sort(rng.integers(0, 60 * MINUTE_MS, (n, length)), axis=1)
    codes = np.arange(n, dtype=np.int32)
    return Trajectories(
        48.0021 + TILE * tiles[0], 16.401 + TILE * 1.5 * tiles[1], t.ravel(),
        np.arange(0, n * length + 1, length), codes, codes,
    )  # fmt: skip


class Short(ProtectedGeneralization):
    """Leave combinations of k - 1, and promise k. (planted)"""

    name: ClassVar[str] = "protected_generalization"

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        return ProtectedGeneralization(k=self.k - 1)(data, rng)


class Forgetful(ProtectedGeneralization):
    """Look at pairs of visits only, whatever the attacker knows. (planted)"""

    name: ClassVar[str] = "protected_generalization"

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        return ProtectedGeneralization(knowledge=2)(data, rng)


class Punctual(ProtectedGeneralization):
    """Promise intervals, and publish the times. (planted)"""

    name: ClassVar[str] = "protected_generalization"

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        return ProtectedGeneralization()(data, rng)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (Short(k=3), "km_anonymous: asked 3, found 2"),
        (Forgetful(knowledge=3), "km_anonymous: asked 3, found [12]"),
        (Punctual(time_interval=10), "km_anonymous: asked 3, found [12]"),
        (Punctual(time_interval=60, attacker_time="exact"), "km_anonymous: asked 3, found 1"),
        (
            Punctual(time_interval=60, time_strategy="same", attacker_time="exact"),
            "km_anonymous: asked 3, found 1",
        ),
    ],
    ids=["below k", "pairs only", "interval", "exact", "same"],
)
def test_the_claim_catches_it(fault: ProtectedGeneralization, told: str) -> None:
    with pytest.raises(ClaimBroken, match=told):
        anonymize(city(), fault, unit="trajectory", seed=1)


def shared(cells: Cells, lat: Floats, lon: Floats) -> Place:
    """Publish the first cell's point for the second, too."""
    lat, lon = lat.copy(), lon.copy()
    lat[1], lon[1] = lat[0], lon[0]
    return lat, lon


def of_another(cells: Cells, lat: Floats, lon: Floats) -> Place:
    """Publish the next cell's point for each."""
    return np.roll(lat, 1), np.roll(lon, 1)


def on_the_edge(cells: Cells, lat: Floats, lon: Floats) -> Place:
    """Publish a point half a tile to the north, as a mean of another shape might lie."""
    return lat + TILE / 2 + 1e-5, lon


@pytest.mark.parametrize("fault", [shared, of_another, on_the_edge])
@pytest.mark.parametrize("strategy", ["avg", "centroid"])
def test_a_place_outside_its_cell_is_caught(
    fault: Callable[[Cells, Floats, Floats], Place], strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound_means, sound_centres = _cells.mean_places, Cells.centres

    def means(cells: Cells, centres: Place, at: Place, cell: Ints, owner: Ints, k: int) -> Place:
        return fault(cells, *sound_means(cells, centres, at, cell, owner, k))

    if strategy == "avg":
        monkeypatch.setattr(protected_generalization, "mean_places", means)
    else:
        monkeypatch.setattr(Cells, "centres", lambda cells: fault(cells, *sound_centres(cells)))
    method = ProtectedGeneralization.model_validate({"strategy": strategy})
    with pytest.raises(InternalError, match="would be published elsewhere"):
        anonymize(city(), method, unit="trajectory", seed=1)


@pytest.fixture(scope="module")
def sound() -> Release:
    method = ProtectedGeneralization(time_interval=30, time_strategy="same", attacker_time="exact")
    return anonymize(city(), method, unit="trajectory", seed=1)


def answer(release: Release) -> str:
    found = {check.name: check.verdict.answer for check in release.verify()}
    return found["km_anonymous"]


def test_a_sound_release_holds(sound: Release) -> None:
    assert answer(sound) == "yes"


def test_rows_of_one_time_in_another_order_are_caught(sound: Release) -> None:
    data, order = sound.data, np.arange(sound.data.n_points)
    together = np.flatnonzero((data.of_point[1:] == data.of_point[:-1]) & (np.diff(data.t) == 0))
    first = together[0]
    order[[first, first + 1]] = order[[first + 1, first]]
    mixed = replace(data, lat=data.lat[order], lon=data.lon[order])
    assert answer(replace(sound, data=mixed)) == "no"


def test_a_visit_that_comes_back_is_caught(sound: Release) -> None:
    """One row moves to a place of its own."""
    lat = sound.data.lat.copy()
    lat[0] -= 1
    assert answer(replace(sound, data=replace(sound.data, lat=lat))) == "no"


def test_a_release_that_loses_a_trajectory_may_fall_below_k() -> None:
    data = city().take(np.arange(3))
    same = data.take(np.zeros(3, np.int64)).renumbered().each_alone()
    claim = KmAnonymous(k=3)
    release = anonymize(same, ProtectedGeneralization(), unit="trajectory", seed=1)
    assert claim.check(release.data).answer == "needs record"
    assert claim.check(release.data.take(np.arange(2))).answer == "no"
