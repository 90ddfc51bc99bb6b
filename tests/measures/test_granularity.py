"""Boxes measured: as exact as they are, counted by sample, and told apart by whom they are for."""

from __future__ import annotations

import numpy as np
import pytest

from wayveil import Release, anonymize, measure
from wayveil.cells import Cells
from wayveil.contract.by_hand import boxes, trips
from wayveil.contract.tables import ordinary
from wayveil.errors import Infeasible, InputError
from wayveil.kinds import Measure
from wayveil.record import Origin

TWO = trips([(10, 0, 0), (70, 50, 0), (130, 50, 0)], [(10, 900, 0)])
#: The first person's first box holds two samples; the second person's box holds none of theirs.
FOUND = boxes([(0, 120, 0, 0, 100, 100), (120, 180, 0, 0, 50, 0)], [(0, 60, 0, 0, 100, 100)])
ORIGIN = Origin.one_each(np.arange(2))


def test_samples_count_not_boxes() -> None:
    long = Measure.named("time_granularity")(TWO, FOUND, ORIGIN)
    wide = Measure.named("space_granularity")(TWO, FOUND, ORIGIN)
    assert (long.value, long.n, long.detail["median"]) == (5 / 3, 3, 2)
    assert wide.value == pytest.approx(0.15, abs=1e-4)


def test_a_box_of_somebody_else_covers_nothing() -> None:
    assert Measure.named("coverage")(TWO, FOUND, ORIGIN).value == 3 / 4
    crossed = Origin.one_each(np.array([1, 0]))
    with pytest.raises(Infeasible, match="no sample lies"):
        Measure.named("time_granularity")(
            TWO, boxes([(0, 9, 0, 0, 1, 1)], [(0, 9, 0, 0, 1, 1)]), crossed
        )


def test_without_a_record_nothing_is_measured() -> None:
    release: Release[Cells] = anonymize(ordinary(), "kmerge_groups", seed=1)
    with pytest.raises(InputError, match="--record"):
        measure(ordinary(), release.data)
