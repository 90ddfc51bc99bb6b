from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.crowds import crowds
from tests.reference import swapping
from tests.rows import trips
from wayveil.chance import Chance
from wayveil.claims.pairs_at_least_k import PairsAtLeastK
from wayveil.contract.tables import busy
from wayveil.errors import ParameterError
from wayveil.kinds import Tessellation
from wayveil.methods.swap_locations import SwapLocations
from wayveil.run import anonymize
from wayveil.shapes import Trajectories

SEEDS = st.integers(0, 9)
METHODS = st.builds(
    SwapLocations,
    k=st.integers(2, 4),
    min_r_s=st.sampled_from([0, 30, 100]),
    max_r_s=st.sampled_from([100, 150, 400]),
    min_r_t=st.sampled_from([0, 30]),
    max_r_t=st.sampled_from([30, 200]),
    tile_size=st.sampled_from([100, 1000]),
)


def groups(method: SwapLocations, data: Trajectories, seed: int) -> list[list[int]]:
    group = method._groups(data, Chance.seeded(seed))
    return [np.flatnonzero(group == g).tolist() for g in np.unique(group[group >= 0])]


def near(method: SwapLocations, a: swapping.Point, b: swapping.Point, slack: float) -> bool:
    reach, late = method.max_r_s + slack, 1000 * method.max_r_t
    return swapping.metres(a, b) <= reach and abs(a[0] - b[0]) <= late


@given(data=crowds(), method=METHODS, seed=SEEDS)
def test_a_group_has_k_people_near_one_of_them(
    data: Trajectories, method: SwapLocations, seed: int
) -> None:
    points = [p for trip in trips(data) for p in trip]
    owner = data.owner[data.of_point]
    for members in groups(method, data, seed):
        people = owner[members].tolist()
        assert len(set(people)) == len(people) >= method.k
        close = [[near(method, points[a], points[b], 1e-3) for b in members] for a in members]
        assert any(all(row) for row in close)


@given(data=crowds(), method=METHODS, seed=SEEDS)
def test_who_is_left_over_has_not_enough_people_left_near(
    data: Trajectories, method: SwapLocations, seed: int
) -> None:
    """Whoever finds k - 1 others who are left over too would have made a group."""
    points = [p for trip in trips(data) for p in trip]
    owner = data.owner[data.of_point].tolist()
    left = set(range(len(points))) - {p for members in groups(method, data, seed) for p in members}
    for p in left:
        others = {
            owner[q] for q in left
            if owner[q] != owner[p] and near(method, points[p], points[q], -1e-3)
        }  # fmt: skip
        assert len(others) < method.k - 1


@given(data=crowds(max_size=8, users=8), seed=SEEDS)
def test_the_first_group_is_of_those_whom_the_radii_reach_first(
    data: Trajectories, seed: int
) -> None:
    """The centre is drawn by lot; its group is the k - 1 nearest people, the lot deciding ties."""
    method = SwapLocations(k=3, min_r_s=20, max_r_s=400, min_r_t=15, max_r_t=300)
    points = [p for trip in trips(data) for p in trip]
    owner = data.owner[data.of_point].tolist()
    made = groups(method, data, seed)
    firsts = 0
    for centre in range(len(points)):
        others = [(owner[q], points[q]) for q in range(len(points)) if owner[q] != owner[centre]]
        best: dict[int, float] = {}
        for grown, who in swapping.reached(points[centre], others, (20, 400), (15_000, 300_000)):
            best[who] = min(grown, best.get(who, 2.0))
        if len(best) >= 2:
            worst = sorted(best.values())[1]
            for members in made:
                inside = [owner[m] for m in members if m != centre]
                firsts += centre in members and all(
                    best.get(who, 2.0) <= worst + 1e-6 for who in inside
                )
    assert firsts >= bool(made)


@given(data=crowds(), method=METHODS, seed=SEEDS)
def test_points_stay_true_and_go_to_slots_of_their_group(
    data: Trajectories, method: SwapLocations, seed: int
) -> None:
    draft = method(data, Chance.seeded(seed))
    origin, published = draft.origin, trips(draft.data)
    assert origin.of_point is not None
    assert origin.among is not None
    sources = iter(origin.of_point.tolist())
    originals = [Counter(trip) for trip in trips(data)]
    for trip in published:
        for point in trip:
            originals[next(sources)][point] -= 1
    assert all(count >= 0 for trip in originals for count in trip.values())
    assert origin.among.min(initial=method.k) >= method.k
    assert draft.removed.points == data.n_points - draft.data.n_points
    assert draft.removed.trajectories == len(data) - len(origin.everybody)


@given(data=crowds(), method=METHODS, seed=SEEDS)
def test_every_step_is_shared(data: Trajectories, method: SwapLocations, seed: int) -> None:
    draft = method(data, Chance.seeded(seed))
    cells = method.tiles().cells(draft.data.lat, draft.data.lon)
    tiles: list[list[object]] = [
        part.tolist() for part in np.split(cells, draft.data.offsets[1:-1])
    ]
    rarest = swapping.rarest_step(tiles) if len(draft.data) else None
    assert rarest is None or rarest >= method.k


def test_each_of_a_group_is_published_in_each_slot_as_often() -> None:
    """Three people at one place and time: the six permutations come about as often."""
    each = np.arange(3, dtype=np.int32)
    three = Trajectories(
        np.array([48.1, 48.10001, 48.10002]),
        np.full(3, 16.1),
        np.zeros(3, np.int64),
        np.arange(4),
        each,
        each,
    )
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(1200):
        origin = SwapLocations()(three, Chance.seeded(seed)).origin
        assert origin.of_point is not None
        seen[tuple(origin.of_point.tolist())] += 1
    assert len(seen) == 6
    assert 140 < min(seen.values()) <= max(seen.values()) < 260


def test_radii_must_grow() -> None:
    with pytest.raises(ParameterError, match="min_r_s must be at most max_r_s"):
        SwapLocations(min_r_s=600)


def test_the_certificate_says_what_is_proved_and_what_is_verified() -> None:
    release = anonymize(busy(), "swap_locations", k=4, seed=1)
    papers = release.certificate.as_json()
    grades = {one["name"]: one["grade"] for one in [*papers["claims"], *papers["measured"]]}
    assert grades == {
        "no_identifiers": "verified", "true_points": "verified", "exchanged_among": "proved",
        "pairs_at_least_k": "verified", "attack_success": "measured",
    }  # fmt: skip
    assert not release.verify(busy()).unchecked


@given(data=crowds(), size=st.sampled_from([100, 300, 2000]))
def test_the_claim_finds_the_rarest_step(data: Trajectories, size: float) -> None:
    tiles = Tessellation.named("square", size=size)
    cells = tiles.cells(data.lat, data.lon)
    expected = swapping.rarest_step([part.tolist() for part in np.split(cells, data.offsets[1:-1])])
    assert PairsAtLeastK(k=2, tessellation=tiles).check(data).found == expected
