"""The baseline: alike or gone."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from wayveil.chance import Chance
from wayveil.contract.by_hand import trips
from wayveil.contract.tables import ordinary
from wayveil.errors import Infeasible
from wayveil.kernels.boxes import box_of
from wayveil.methods.static_generalization import StaticGeneralization

#: Two who are within 100 m of each other in two hours, one who is elsewhere, one who leaves early.
FOUR = trips(
    [(60, 10, 10), (4000, 20, 20)],
    [(600, 50, 50), (5000, 60, 60)],
    [(60, 5000, 10), (4000, 5000, 20)],
    [(60, 10, 10)],
)


def test_who_is_alike_is_published_and_who_is_not_is_tallied() -> None:
    draft = StaticGeneralization(k=2, space=2000, time=3600)(FOUR, Chance.seeded(1))
    assert draft.origin.sources.tolist() == [0, 1]
    assert [(drop.trajectories, drop.points) for drop in draft.removed] == [(2, 3)]
    assert (box_of(draft.data.boxes(), FOUR.take(np.arange(2)).positions()) >= 0).all()
    assert (draft.data.end - draft.data.start == 3_600_000).all()


@pytest.mark.parametrize("k", [2, 3])
def test_what_is_published_is_shared_by_k(k: int) -> None:
    part = StaticGeneralization(k=k, space=100_000, time=86_400 * 5)
    draft = part(ordinary(300, 100), Chance.seeded(1))
    counts = Counter(draft.data.shapes())
    assert len(draft.data) == 0 or min(counts.values()) >= k
    assert draft.removed.trajectories + len(draft.origin.sources) == 300


def test_too_few_people_are_refused() -> None:
    with pytest.raises(Infeasible, match="fewer than k = 5"):
        StaticGeneralization(k=5)(FOUR, Chance.seeded(1))
