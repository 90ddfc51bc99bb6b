from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.crowds import crowds
from tests.reference import swapping
from tests.rows import trips
from wayveil.chance import Chance
from wayveil.contract.tables import busy
from wayveil.errors import Infeasible
from wayveil.kinds import Draft, Meeting
from wayveil.meetings.partition import Partition
from wayveil.meetings.threshold import Threshold
from wayveil.methods import swapmob
from wayveil.methods.swapmob import SwapMob
from wayveil.run import anonymize
from wayveil.shapes import Trajectories

MEETINGS = st.sampled_from([Threshold(), Threshold(spatial_thold=1), Partition(size=0.002)])
SEEDS = st.integers(0, 9)


def with_sources(draft: Draft) -> list[list[tuple[int, swapping.Point]]]:
    assert draft.origin.of_point is not None
    sources, points = draft.origin.of_point.tolist(), trips(draft.data)
    cuts = draft.data.offsets.tolist()
    return [
        list(zip(sources[a:b], own, strict=True))
        for (a, b), own in zip(pairwise(cuts), points, strict=True)
    ]


@given(data=crowds(), meeting=MEETINGS, seed=SEEDS)
def test_it_equals_the_plain_version(data: Trajectories, meeting: Meeting, seed: int) -> None:
    draft = SwapMob(meeting=meeting, min_n_swap=0)(data, Chance.seeded(seed))
    found = meeting(data)
    cuts = found.offsets.tolist()
    groups = [
        (int(t), found.members[a:b].tolist())
        for t, (a, b) in zip(found.t, pairwise(cuts), strict=True)
    ]
    drawn = Chance.seeded(seed).random(len(found.members)).tolist()
    luck = [drawn[a:b] for a, b in pairwise(cuts)]
    assert with_sources(draft) == swapping.swapped(trips(data), groups, luck)
    assert draft.origin.sources.tolist() == list(range(len(data)))


@given(data=crowds(), least=st.integers(0, 4), seed=SEEDS)
def test_who_crosses_too_few_is_removed(data: Trajectories, least: int, seed: int) -> None:
    method = SwapMob(meeting=Threshold(spatial_thold=0.5), min_n_swap=least)
    draft = method(data, Chance.seeded(seed))
    groups = [set(members) for _, members in swapping.threshold(
        trips(data), data.owner.tolist(), 500, 30_000
    )]  # fmt: skip
    stay, before = set(range(len(data))), set[int]()
    while stay != before:
        before = stay
        mixed = [g & stay for g in groups if len({data.owner[i] for i in g & stay}) > 1]
        stay = {i for i in stay if sum(i in g for g in mixed) >= least}
    assert draft.origin.everybody.tolist() == sorted(stay)
    assert draft.removed.trajectories == len(data) - len(stay)
    assert draft.removed.points == data.n_points - draft.data.n_points


def test_a_block_after_the_other_gives_a_release_too(monkeypatch: Any) -> None:
    monkeypatch.setattr(swapmob, "_BLOCK", 50)
    draft = SwapMob()(busy(), Chance.seeded(1))
    assert sorted(draft.data.t.tolist()) == sorted(
        t for i in draft.origin.sources for t in busy().take(np.array([i])).t.tolist()
    )


def test_neither_past_nor_future_stays_with_its_owner() -> None:
    """Two who meet once: half of the time each goes on as the other, and ids tell nothing."""
    each = np.arange(2, dtype=np.int32)
    place, t = np.array([1.0, 1.0, 2.0, 1.0, 1.0, 3.0]), np.array([0, 10_000, 90_000] * 2)
    two = Trajectories(place, place, t, np.array([0, 3, 6]), each, each)
    ends = []
    for seed in range(400):
        origin = SwapMob(meeting="partition")(two, Chance.seeded(seed)).origin
        assert origin.of_point is not None
        ends.append(origin.of_point[[2, 5]].tolist())
    assert all(sorted(pair) == [0, 1] for pair in ends)
    assert 160 < sum(pair == [1, 0] for pair in ends) < 240


def test_every_permutation_is_as_likely() -> None:
    """Four who meet at once: each of the 24 futures comes about as often."""
    n = 4
    each = np.arange(n, dtype=np.int32)
    lat, t = np.tile([1.0, 2.0], n), np.tile([0, 90_000], n)
    four = Trajectories(lat, lat, t, np.arange(n + 1) * 2, each, each)
    seen: dict[tuple[int, ...], int] = {}
    for seed in range(2400):
        origin = SwapMob(meeting="partition")(four, Chance.seeded(seed)).origin
        assert origin.of_point is not None
        key = tuple(origin.of_point[1::2].tolist())
        seen[key] = seen.get(key, 0) + 1
    assert len(seen) == 24
    assert 60 < min(seen.values()) <= max(seen.values()) < 140


def test_the_default_of_min_n_swap_depends_on_the_meeting() -> None:
    assert SwapMob().least == 1
    assert SwapMob(meeting="partition").least == 0
    assert SwapMob(meeting="partition", min_n_swap=3).least == 3


def test_nobody_is_left() -> None:
    with pytest.raises(Infeasible, match="remove every trajectory"):
        anonymize(busy(), "swapmob", min_n_swap=1_000_000)


def test_the_certificate_promises_nothing_and_measures() -> None:
    release = anonymize(busy(), "swapmob", meeting="partition", seed=1)
    papers = release.certificate.as_json()
    assert [claim["name"] for claim in papers["claims"]] == ["no_identifiers", "true_points"]
    assert [one["name"] for one in papers["measured"]] == [
        "whole_trajectories", "attack_success", "attack_success",
    ]  # fmt: skip
    for one in papers["measured"]:
        assert one["grade"] == "measured"
        assert one["promise"].startswith("No formal promise.")
        assert 0 < one["verdict"]["found"] < 1


def test_kept_columns_go_with_their_points() -> None:
    release = anonymize(busy(), "swapmob", keep=["note"], seed=1)
    before, after = busy().extra, release.data.extra
    assert before is not None
    assert after is not None
    points = zip(busy().t.tolist(), np.round(busy().lat, 7).tolist(), strict=True)
    notes = dict(zip(before["note"], points, strict=True))
    published = zip(release.data.t.tolist(), release.data.lat.tolist(), strict=True)
    assert [notes[note] for note in after["note"]] == list(published)
