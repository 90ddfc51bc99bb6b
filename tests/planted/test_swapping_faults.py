"""Faults in meetings and in swapped releases: the contract, a claim or the engine catches each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import pytest

from tests.meetings.test_threshold import missed
from wayveil.chance import Chance
from wayveil.contract import meetings
from wayveil.contract.tables import busy
from wayveil.errors import ClaimBroken, InternalError, WayveilError
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Draft, Groups, Meeting
from wayveil.meetings.partition import Partition
from wayveil.meetings.threshold import Threshold
from wayveil.methods.swap_locations import SwapLocations
from wayveil.methods.swapmob import SwapMob
from wayveil.release import Release
from wayveil.run import anonymize
from wayveil.shapes import Names, Trajectories


class Lonely(Partition):
    """Let everybody meet, also with themselves. (planted)"""

    def __call__(self, data: Trajectories) -> Groups:
        return super().__call__(data.each_alone())


class Doubled(Partition):
    """Name each member twice. (planted)"""

    def __call__(self, data: Trajectories) -> Groups:
        groups = super().__call__(data)
        return Groups(np.repeat(groups.members, 2), 2 * groups.offsets, groups.t)


class Backwards(Partition):
    """Go through the meetings from the last to the first. (planted)"""

    def __call__(self, data: Trajectories) -> Groups:
        groups = super().__call__(data)
        last = np.arange(len(groups))[::-1]
        rows = ragged.rows_of(groups.offsets, last)
        sizes = np.diff(groups.offsets)[last]
        return Groups(groups.members[rows], ragged.offsets_of(sizes), groups.t[last])


class Early(Partition):
    """Meet before the first point. (planted)"""

    def __call__(self, data: Trajectories) -> Groups:
        groups = super().__call__(data)
        return replace(groups, t=groups.t - 10**9)


class Binned(Threshold):
    """Look for meetings in bins of time only. (planted)"""

    def __call__(self, data: Trajectories) -> Groups:
        width = round(1000 * self.temporal_thold)
        apart = data.t // width * 10 * width + data.t % width
        groups = super().__call__(replace(data, t=apart))
        return replace(groups, t=groups.t // (10 * width) * width + groups.t % (10 * width))


@pytest.mark.parametrize(
    ("part", "check", "told"),
    [
        (Lonely, meetings.brings_owners_together, "a group has one owner"),
        (Lonely, meetings.keeps_people_apart_from_themselves, "meets themselves"),
        (Doubled, meetings.brings_owners_together, "twice in a group"),
        (Backwards, meetings.follows_time, "time goes back"),
        (Early, meetings.follows_time, "before they set out"),
    ],
)
def test_the_contract_catches_it(
    part: type[Meeting], check: Callable[[Any], None], told: str
) -> None:
    with pytest.raises(WayveilError, match=told):
        check(part)


def test_a_meeting_missed_at_the_edge_of_a_bin_is_noticed() -> None:
    few = busy().take(np.arange(20))
    assert not missed(Threshold(), few)
    assert missed(Binned(), few)


class Sourceless(SwapMob):
    """Say of one point too few whose it is. (planted)"""

    name: ClassVar[str] = "swapmob"

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        draft = super().__call__(data, rng)
        assert draft.origin.of_point is not None
        return replace(draft, origin=replace(draft.origin, of_point=draft.origin.of_point[1:]))


class Slandering(SwapMob):
    """Say of one point that it is somebody else's. (planted)"""

    name: ClassVar[str] = "swapmob"

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        draft = super().__call__(data, rng)
        assert draft.origin.of_point is not None
        whose = draft.origin.of_point.copy()
        whose[0] = whose[whose != whose[0]][0]
        return replace(draft, origin=replace(draft.origin, of_point=whose))


class Inventing(SwapMob):
    """Move one point by the smallest step. (planted)"""

    name: ClassVar[str] = "swapmob"

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        draft = super().__call__(data, rng)
        lat = draft.data.lat.copy()
        lat[5] += 1e-7
        return replace(draft, data=replace(draft.data, lat=lat))


class Doubling(SwapMob):
    """Publish one trajectory's first point twice. (planted)"""

    name: ClassVar[str] = "swapmob"

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        draft = super().__call__(data, rng)
        lat, lon, t = draft.data.lat.copy(), draft.data.lon.copy(), draft.data.t.copy()
        lat[1], lon[1], t[1] = lat[0], lon[0], t[0]
        assert draft.origin.of_point is not None
        whose = draft.origin.of_point.copy()
        whose[1] = whose[0]
        origin = replace(draft.origin, of_point=whose)
        return replace(draft, data=replace(draft.data, lat=lat, lon=lon, t=t), origin=origin)


@pytest.mark.parametrize(
    ("fault", "error", "told"),
    [
        (Sourceless, InternalError, "without saying where it comes from"),
        (Slandering, ClaimBroken, "true_points: asked 0, found 1"),
        (Inventing, ClaimBroken, "true_points: asked 0, found 1"),
        (Doubling, ClaimBroken, "true_points: asked 0, found 1"),
    ],
)
def test_nothing_is_released(fault: type[SwapMob], error: type[WayveilError], told: str) -> None:
    with pytest.raises(error, match=told):
        anonymize(busy(), fault(meeting="partition"), seed=1)


@pytest.fixture(scope="module")
def sound() -> Release:
    return anonymize(busy(), "swapmob", meeting="partition", seed=1)


def answers(release: Release) -> dict[str, str]:
    return {check.name: check.verdict.answer for check in release.verify(busy())}


def test_verify_catches_a_point_that_nobody_had(sound: Release) -> None:
    assert set(answers(sound).values()) == {"yes"}
    t = sound.data.t.copy()
    t[-1] += 1
    assert answers(replace(sound, data=replace(sound.data, t=t)))["true_points"] == "no"


def test_verify_catches_a_point_that_is_taken_out(sound: Release) -> None:
    keep = np.ones(sound.data.n_points, np.bool_)
    keep[1] = False
    found = answers(replace(sound, data=sound.data.where(keep)))
    assert found["digest"] == "no"
    assert found["true_points"] == "needs record"


def test_verify_catches_ids_of_those_who_set_out_there(sound: Release) -> None:
    """The reference implementation keeps them: whose the first or last point is, is then public."""
    assert sound.record is not None
    ids = busy().names.ids
    assert ids is not None
    kept = replace(sound.data, names=Names(ids=ids[sound.record.origin.sources]))
    assert answers(replace(sound, data=kept))["no_identifiers"] == "no"


class Rare(SwapLocations):
    """Remove too little: steps that only k - 1 share are published. (planted)"""

    name: ClassVar[str] = "swap_locations"

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        draft = SwapLocations(k=self.k - 1, tile_size=self.tile_size)(data, rng)
        among = np.full(draft.data.n_points, self.k)
        return replace(draft, origin=replace(draft.origin, among=among))


class Few(SwapLocations):
    """Exchange among k - 1, and remove as for k. (planted)"""

    name: ClassVar[str] = "swap_locations"

    def _groups(self, data: Trajectories, rng: Chance) -> Ints:
        return SwapLocations(k=self.k - 1)._groups(data, rng)


class SamePerson(SwapLocations):
    """Exchange among trajectories, some of one person. (planted)"""

    name: ClassVar[str] = "swap_locations"

    def _groups(self, data: Trajectories, rng: Chance) -> Ints:
        return super()._groups(data.each_alone(), rng)


@pytest.mark.parametrize(
    ("fault", "error", "told"),
    [
        (Rare, ClaimBroken, "pairs_at_least_k: asked 5, found 4"),
        (Few, ClaimBroken, "exchanged_among: asked 5, found 4"),
        (SamePerson, ClaimBroken, "exchanged_among: asked 5, found"),
    ],
)
def test_no_points_are_exchanged(
    fault: type[SwapLocations], error: type[WayveilError], told: str
) -> None:
    with pytest.raises(error, match=told):
        anonymize(busy(), fault(k=5, tile_size=300), seed=1)


@pytest.fixture(scope="module")
def exchanged() -> Release:
    return anonymize(busy(), "swap_locations", tile_size=300, seed=1)


def test_verify_catches_a_step_below_k(exchanged: Release) -> None:
    assert set(answers(exchanged).values()) == {"yes"}
    lat = exchanged.data.lat.copy()
    lat[0] += 1.0
    found = answers(replace(exchanged, data=replace(exchanged.data, lat=lat)))
    assert found["pairs_at_least_k"] == found["true_points"] == "no"
