from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aggregations.towns import table, towns
from tests.reference import attacks as reference
from wayveil.attacks._halves import Halves
from wayveil.attacks.heatmap import Heatmap
from wayveil.attacks.mobility_markov import MobilityMarkov
from wayveil.attacks.poi_retrieval import PoiRetrieval
from wayveil.attempt import knowledge
from wayveil.chance import Chance
from wayveil.clock import MS_PER_DAY
from wayveil.errors import Infeasible
from wayveil.kinds import Tessellation
from wayveil.shapes import Trajectories

TILES = Tessellation.named("square", size=200)
HOUR = 3_600_000
A, B, C = ((48.2 + n * 0.01, 16.4) for n in range(3))


def weights(kind: type[Halves], cells: list[int]) -> Counter[Any]:
    """Points in each cell, or steps from cell to cell."""
    if kind is Heatmap:
        return Counter(cells)
    return Counter((a, b) for a, b in pairwise(cells) if a != b)


@settings(deadline=None, max_examples=60)
@given(towns(), st.sampled_from([Heatmap, MobilityMarkov]))
def test_the_most_alike_in_the_second_half_is_named(
    data: Trajectories, kind: type[Heatmap] | type[MobilityMarkov]
) -> None:
    attack = kind(tiles=TILES, days=1)
    known = attack.knows(data, Chance.seeded(1))
    middle = (int(data.t.min()) + int(data.t.max()) + 1) // 2
    cells, whose = TILES.cells(data.lat, data.lon), data.owner[data.of_point]
    order = np.lexsort((data.t, whose))
    halves: list[dict[int, Counter[Any]]] = [{}, {}]
    for person in np.unique(data.owner).tolist():
        for half, late in zip(halves, (False, True), strict=True):
            rows = [i for i in order if whose[i] == person and (data.t[i] >= middle) == late]
            found = weights(kind, cells[rows].tolist())
            if found:
                half[person] = found
    assert known.about.tolist() == sorted(halves[0])
    guesses = attack.guess(known.clues, data, Chance.seeded(1))
    for i, person in enumerate(known.about.tolist()):
        likeness = {p: reference.alike(halves[0][person], other) for p, other in halves[1].items()}
        most = max(likeness.values(), default=0.0)
        best = [p for p, value in likeness.items() if value > 0 and value >= most * (1 - 1e-9)]
        answer = guesses.items[guesses.offsets[i] : guesses.offsets[i + 1]]
        assert sorted(answer) == np.flatnonzero(np.isin(data.owner, best)).tolist()


def days_of(places: list[tuple[float, float]], day: int) -> list[tuple[int, float, float]]:
    return [(day * MS_PER_DAY + hour * HOUR, *place) for hour, place in enumerate(places)]


def weeks(*habits: list[tuple[float, float]]) -> Trajectories:
    """Everybody does the same for four days, each as one trajectory."""
    return table([list(chain(*(days_of(habit, day) for day in range(4)))) for habit in habits])


def named(attack: Halves, data: Trajectories) -> list[list[int]]:
    known = attack.knows(data, Chance.seeded(1))
    guesses = attack.guess(known.clues, data, Chance.seeded(1))
    return [part.tolist() for part in np.split(guesses.items, guesses.offsets[1:-1])]


@pytest.mark.parametrize("kind", [Heatmap, MobilityMarkov])
def test_people_of_different_habits_are_told_apart(kind: type[Halves]) -> None:
    assert named(kind(), weeks([A, B], [A, C], [A, C])) == [[0], [1, 2], [1, 2]]


def test_steps_tell_apart_what_heat_maps_do_not() -> None:
    data = weeks([A, B, C, A], [A, C, B, A])
    assert named(Heatmap(), data) == [[0, 1], [0, 1]]
    assert named(MobilityMarkov(), data) == [[0], [1]]


def test_only_stays_make_a_place() -> None:
    """Both pass B and C; one stays in A for two hours, the other in C."""
    data = weeks([B, A, A, A, C], [B, A, C, C, C])
    assert named(PoiRetrieval(duration=7200), data) == [[0], [1]]
    with pytest.raises(Infeasible):
        knowledge(PoiRetrieval(duration=4 * 3600), data, Chance.seeded(1))


@pytest.mark.parametrize("kind", [Heatmap, MobilityMarkov, PoiRetrieval])
def test_one_day_is_too_little(kind: type[Halves]) -> None:
    data = table([days_of([A, A, A, B], 0), days_of([A, C, C, C], 0)])
    known = kind().knows(data, Chance.seeded(1))
    assert (len(known.about), known.left_out) == (0, 2)
