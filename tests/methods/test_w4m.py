"""Wait for Me: all within δ / 2 of their pivot at its times, and every point accounted for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from tests.distances.nearby import laid_out
from wayveil import anonymize, geo
from wayveil.chance import Chance
from wayveil.contract.by_hand import trips
from wayveil.contract.tables import busy, ordinary
from wayveil.errors import Infeasible
from wayveil.joined import joined
from wayveil.methods._editing import Edited, Editor
from wayveil.methods.w4m import WaitForMe
from wayveil.shapes import Trajectories


def edit(data: Trajectories, delta: float, patience: float = 3600) -> Edited:
    """Everybody waits for the first."""
    members = np.arange(len(data))
    return Editor(delta, patience, 1.0).edit(data, members, np.zeros_like(members))


@pytest.mark.parametrize("delta", [0.0, 0.03, 50.0, 5000.0])
def test_all_go_with_the_pivot(delta: float) -> None:
    people = joined(ordinary()).data
    edited = edit(people, delta)
    first, n = slice(0, int(people.lengths[0])), len(people)
    assert edited.data.t.tolist() == np.tile(people.t[first], n).tolist()
    centre = np.tile(people.lat[first], n), np.tile(people.lon[first], n)
    assert geo.metres(edited.data.lat, edited.data.lon, *centre).max() <= max(0, delta / 2)
    assert edited.data.lat[first].tolist() == people.lat[first].tolist()


def test_points_that_need_not_move_stay_to_the_last_bit() -> None:
    people = joined(busy()).data
    edited = edit(people, 100_000)
    true = edited.own >= 0
    assert edited.data.lat[true].tolist() == people.lat[edited.own[true]].tolist()
    assert not edited.strayed[true].any()


def test_a_pair_by_hand() -> None:
    """The pivot walks east; the other is 1 km north, 10 s late, and not seen in minute 2."""
    pivot = [(0, 0, 0), (60, 0, 60), (120, 0, 120), (180, 0, 180)]
    other = [(0, 1000, 10), (60, 1000, 70), (180, 1000, 190), (180, 1000, 9000)]
    edited = edit(laid_out(pivot, other), 1000, patience=20)
    assert edited.own.tolist() == [0, 1, 2, 3, 4, 5, -1, 6]
    assert edited.late[[4, 5, 7]].tolist() == [10, 10, 10]
    assert edited.strayed[[4, 5, 7]] == pytest.approx(500, abs=0.1)
    assert (edited.edits.moved, edited.edits.created) == (3, 1)
    north = edited.data.lat[4:] * geo.METRES_PER_DEGREE
    assert north == pytest.approx(500, abs=0.1)
    # At minute 2 the other was at x = 110 m, under way from 60 to 180, and is drawn in half way.
    assert edited.data.lon[6] * geo.METRES_PER_DEGREE == pytest.approx(115, abs=0.1)


@pytest.mark.parametrize("unit", ["user", "trajectory"])
@pytest.mark.parametrize("k", [2, 7])
def test_every_point_is_accounted_for(unit: str, k: int) -> None:
    data = busy() if unit == "user" else busy().each_alone()
    draft = WaitForMe(k=k)(data, Chance.seeded(1))
    assert draft.edits is not None
    kept = data.n_points - draft.removed.points
    assert draft.data.n_points == kept + draft.edits.created
    assert draft.removed.trajectories + len(draft.origin.everybody) == len(data)
    assert draft.removed.trajectories <= len(data) / 10


def test_with_no_width_all_are_copies_of_the_pivot() -> None:
    release = anonymize(busy(), "w4m", k=3, delta=0, seed=1)
    assert {judged.claim.name for judged in release.certificate.judged} >= {"k_anonymous"}
    assert min(Counter(release.data.shapes()).values()) >= 3


def test_the_certificate_says_who_is_found_by_exact_points() -> None:
    """The pivots at least, whose records are published as they are."""
    release = anonymize(busy(), "w4m", k=7, delta=10, seed=1, unit="trajectory")
    measured = next(j for j in release.certificate.judged if j.claim.name == "attack_success")
    pivots = {*release.data.shapes()} & {*replace(busy(), extra=None).shapes()}
    assert 81 / 14 < len(pivots) <= 90 / 7
    assert isinstance(measured.verdict.found, float)
    assert measured.verdict.found >= round(len(pivots) / 90, 4)


def test_who_is_far_from_all_is_left_out() -> None:
    rng = np.random.default_rng(1)
    starts = [*rng.normal(0, 50, 12).tolist(), 200_000]
    data = trips(*[[(60 * n, x + 80 * n, x) for n in range(5)] for x in starts])
    draft = WaitForMe(k=3, trash=0.1)(data, Chance.seeded(1))
    assert [(drop.trajectories, drop.points) for drop in draft.removed] == [(1, 5)]
    assert 12 not in draft.origin.sources
    with_all = WaitForMe(k=3, trash=0)(data, Chance.seeded(1))
    assert 12 in with_all.origin.sources


def test_people_who_were_never_seen_at_one_time_are_refused() -> None:
    apart = busy().each_alone().take(np.arange(20)).renumbered()
    days = 86_400_000 * np.arange(20)
    apart = replace(apart, t=apart.t + days[apart.of_point])
    with pytest.raises(Infeasible, match=r"20 of 20 trajectories have no company of k - 1 = 2"):
        WaitForMe(k=3)(apart, Chance.seeded(1))
    assert len(WaitForMe(k=3, patience=30 * 86_400)(apart, Chance.seeded(1)).data) >= 18


def test_too_few_people_are_refused() -> None:
    with pytest.raises(Infeasible, match="fewer than k = 31"):
        WaitForMe(k=31)(ordinary(), Chance.seeded(1))
