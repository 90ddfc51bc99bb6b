"""Clusters of an epoch: people far from each other are hardly ever in one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.watched import HOUR, table
from wayveil.chance import Chance
from wayveil.kernels.arrays import Codes
from wayveil.methods import _spectral
from wayveil.methods._epochs import Epochs
from wayveil.slots import Slots


def two_towns(each: int) -> Epochs:
    """People of two towns 20 km apart, in hour 0; in hour 1 only one of them is seen."""
    lot = np.random.default_rng(3)
    places = [int(place) + 200 * town for town in range(2) for place in lot.integers(0, 20, each)]
    people = [[(int(lot.integers(60)), place)] for place in places]
    people[0].append((90, places[0]))
    data = table(people)
    return Epochs.of(data, Slots.over(data, 100, 60), HOUR, 2)


def apart(labels: Codes, each: int) -> bool:
    """Whether at least nine in ten of each town are where few of the other are."""
    shares = [
        np.bincount(town, minlength=labels.max() + 1) / each
        for town in (labels[:each], labels[each:])
    ]
    return bool(np.minimum(*shares).sum() < 0.1)


def test_two_towns_are_two_clusters_at_least() -> None:
    labels = _spectral.clusters(two_towns(300), Chance.seeded(1))
    assert apart(labels[:, 0], 300)
    assert labels[0, 1] == 0
    assert (labels[1:, 1] == -1).all()


def test_the_rest_follow_the_landmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_spectral, "_LANDMARKS", 510)
    labels = _spectral.clusters(two_towns(400), Chance.seeded(1))
    assert (labels[:, 0] >= 0).all()
    assert apart(labels[:, 0], 400)


def test_few_people_are_one_cluster() -> None:
    assert (_spectral.clusters(two_towns(20), Chance.seeded(1))[:, 0] == 0).all()
