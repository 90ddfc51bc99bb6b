"""Somebody who strays, comes late, walks alone, or walks with themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from wayveil import Release, anonymize
from wayveil.contract.tables import busy
from wayveil.errors import ClaimBroken
from wayveil.kernels.arrays import Floats
from wayveil.kinds import Verdict
from wayveil.shapes import Trajectories

DELTA = 200


@pytest.fixture(scope="module")
def sound() -> Release:
    return anonymize(busy(), "w4m", k=3, delta=DELTA, seed=1)


def verdict(release: Release) -> Verdict:
    return next(c.verdict for c in release.verify(busy()) if c.name == "k_delta_anonymous")


def test_a_sound_release_holds(sound: Release) -> None:
    assert verdict(sound).answer == "yes"
    assert verdict(replace(sound, record=None)).answer == "needs record"


def strays(data: Trajectories) -> Trajectories:
    """One point, twice δ to the north."""
    lat = data.lat.copy()
    lat[7] += 2 * DELTA / 111_195
    return replace(data, lat=lat)


def comes_late(data: Trajectories) -> Trajectories:
    """The last point of one, by a millisecond."""
    t = data.t.copy()
    t[data.offsets[4] - 1] += 1
    return replace(data, t=t)


def stays_away(data: Trajectories) -> Trajectories:
    """All but two of one group."""
    group = np.flatnonzero(data.t[data.offsets[:-1]] == data.t[0])
    alike = [g for g in group if data.lengths[g] == data.lengths[0]]
    return data.take(np.setdiff1d(np.arange(len(data)), alike[2:]))


@pytest.mark.parametrize("fault", [strays, comes_late, stays_away])
def test_a_tampered_release_is_caught_by_anyone(
    sound: Release, fault: Callable[[Trajectories], Trajectories]
) -> None:
    broken = replace(sound, data=fault(sound.data), record=None)
    assert verdict(broken).answer == "no"


def test_company_that_is_oneself_is_caught(sound: Release) -> None:
    assert sound.record is not None
    owner = sound.record.owner % 2
    alone = replace(sound, record=replace(sound.record, owner=owner))
    assert verdict(alone).answer == "no"
    assert verdict(alone).found in (1, 2)


def test_an_editor_that_moves_nobody_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def stay(lat: Floats, lon: Floats, *centre: object) -> tuple[Floats, Floats]:
        return lat, lon

    monkeypatch.setattr("wayveil.geo.drawn_in", stay)
    with pytest.raises(ClaimBroken, match="k_delta_anonymous"):
        anonymize(busy(), "w4m", k=3, delta=DELTA, seed=1)
