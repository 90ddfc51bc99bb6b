from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import wayveil
from tests.aggregations.towns import table, towns
from tests.reference import attacks as reference
from wayveil.attacks.multi_point import MultiPoint
from wayveil.chance import Chance
from wayveil.contract.tables import ordinary
from wayveil.shapes import Trajectories

HOUR = 3_600_000


@settings(deadline=None, max_examples=60)
@given(
    towns(), st.integers(1, 3), st.booleans(), st.sampled_from([20, 150]), st.sampled_from([30, 90])
)
def test_all_who_were_near_every_point_are_named(
    data: Trajectories, known: int, by_user: bool, space: int, time: int
) -> None:
    attack = MultiPoint(
        known=known, space=space, time=time, unit="user" if by_user else "trajectory"
    )
    names, group = np.unique(data.owner if by_user else np.arange(len(data)), return_inverse=True)
    told = attack.knows(data, Chance.seeded(1))
    has = np.bincount(group[data.of_point])
    assert told.about.tolist() == names[has >= known].tolist()
    guesses = attack.guess(told.clues, data, Chance.seeded(1))
    points = list(zip(data.lat, data.lon, data.t, group[data.of_point], strict=True))
    clues = list(zip(told.clues.lat, told.clues.lon, told.clues.t, strict=True))
    for i, target in enumerate(told.about.tolist()):
        near = []
        for *where, t in clues[i * known : (i + 1) * known]:
            close = [p for p in points if abs(p[2] - t) <= time * 1000]
            near.append({p[3] for p in close if reference.away(p[:2], where) <= space})
        fit = set.intersection(*near)
        assert names.tolist().index(target) in fit
        answer = guesses.items[guesses.offsets[i] : guesses.offsets[i + 1]]
        assert sorted(answer) == np.flatnonzero(np.isin(group, list(fit))).tolist()


def test_no_edge_of_a_tile_or_an_hour_saves_anybody() -> None:
    """Every known point is within reach of its own, on whatever side of an edge it is recalled."""
    got = wayveil.attack(ordinary(), ordinary(), "multi_point", known=1, seed=1)
    assert got.release.success.value > 0.95
    assert got.release.abstained == 0


def test_who_knows_how_far_points_were_moved_looks_as_far() -> None:
    data = table([[(0, 48.2, 16.4)], [(0, 48.3, 16.4)]])
    moved = table([[(0, 48.203, 16.4)], [(0, 48.303, 16.4)]])
    known = MultiPoint(known=1).knows(data, Chance.seeded(1))
    sizes = [
        np.diff(MultiPoint(known=1, moved=far).guess(known.clues, moved, Chance.seeded(1)).offsets)
        for far in (0, 400)
    ]
    assert [each.tolist() for each in sizes] == [[0, 0], [1, 1]]


def test_memory_is_as_good_as_said_and_no_better() -> None:
    data = table([[(HOUR, 48.2, 16.4)]] * 2_000)
    clues = MultiPoint(known=1, space=100, time=300).knows(data, Chance.seeded(1)).clues
    away = np.array(
        [reference.away(p, (48.2, 16.4)) for p in zip(clues.lat, clues.lon, strict=True)]
    )
    late = np.abs(clues.t - HOUR) / 1000
    assert away.max() <= 100
    assert late.max() <= 300
    # Evenly over a disc half lie beyond radius / sqrt(2); over an interval the mean is its half.
    assert abs((away > 100 / np.sqrt(2)).mean() - 0.5) < 0.05
    assert abs(late.mean() - 150) < 10
