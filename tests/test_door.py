from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given

from tests.tables import tables
from wayveil.chance import Chance
from wayveil.contract.tables import ordinary
from wayveil.door import pass_door
from wayveil.errors import ParameterError
from wayveil.kinds import Draft
from wayveil.record import Origin
from wayveil.shapes import Trajectories, rounded


def draft_of(data: Trajectories) -> Draft:
    return Draft(data, Origin.one_each(np.arange(len(data))))


@given(tables())
def test_what_goes_in_comes_out_rounded_and_the_origin_knows_where(data: Trajectories) -> None:
    released, origin = pass_door(draft_of(data), Chance.seeded(1))
    assert released.names.ids is not None
    assert released.names.ids.is_sorted()
    assert sorted(origin.sources) == list(range(len(data)))
    for place, source in enumerate(origin.sources):
        here = slice(released.offsets[place], released.offsets[place + 1])
        there = slice(data.offsets[source], data.offsets[source + 1])
        assert released.lat[here].tolist() == rounded(data.lat[there]).tolist()
        assert released.lon[here].tolist() == rounded(data.lon[there]).tolist()
        assert released.t[here].tolist() == data.t[there].tolist()


def test_nothing_else_goes_through() -> None:
    released, _ = pass_door(draft_of(ordinary()), Chance.seeded(1))
    assert released.extra is None
    assert released.names.owners is None
    assert released.id.tolist() == released.owner.tolist() == list(range(len(released)))


def test_the_order_is_uniform() -> None:
    few = ordinary().take(np.arange(3))
    firsts = Counter(
        int(pass_door(draft_of(few), Chance.seeded(seed))[1].sources[0]) for seed in range(600)
    )
    assert min(firsts.values()) > 150


def test_a_column_goes_through_on_request() -> None:
    colours = pl.DataFrame({"mode": ["bus"] * ordinary().n_points, "name": "anna"})
    data = replace(ordinary(), extra=colours)
    released, _ = pass_door(draft_of(data), Chance.seeded(1), keep=["mode"])
    assert released.extra is not None
    assert released.extra.columns == ["mode"]


def test_a_column_that_is_not_there_is_told() -> None:
    with pytest.raises(ParameterError, match=r"no column 'colour'.*\n.*note"):
        pass_door(draft_of(ordinary()), Chance.seeded(1), keep=["colour"])
    bare = replace(ordinary(), extra=None)
    with pytest.raises(ParameterError, match="no column can be kept"):
        pass_door(draft_of(bare), Chance.seeded(1), keep=["note"])
