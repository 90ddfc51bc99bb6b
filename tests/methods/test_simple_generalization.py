from __future__ import annotations

from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reference.generalization import generalized
from tests.tables import tables
from wayveil.chance import Chance
from wayveil.methods.simple_generalization import SimpleGeneralization
from wayveil.shapes import Trajectories

STRATEGIES: list[Literal["all", "one"]] = ["all", "one"]


@pytest.mark.parametrize("strategy", STRATEGIES)
@given(data=tables(), size=st.sampled_from([50.0, 500.0, 20_000.0]))
def test_it_equals_the_plain_version(
    data: Trajectories, size: float, strategy: Literal["all", "one"]
) -> None:
    method = SimpleGeneralization(tile_size=size, overlapping_strategy=strategy)
    draft = method(data, Chance.seeded(1))
    assert len(draft.data) == len(data)
    assert draft.origin.sources.tolist() == list(range(len(data)))
    for i in range(len(data)):
        expected = generalized(rows(data, i), size, strategy)
        got = rows(draft.data, i)
        assert [t for t, _, _ in got] == [t for t, _, _ in expected]
        np.testing.assert_allclose(
            [place for _, *place in got], [place for _, *place in expected], atol=1e-9
        )


def rows(data: Trajectories, i: int) -> list[tuple[int, float, float]]:
    span = slice(data.offsets[i], data.offsets[i + 1])
    columns = data.t[span].tolist(), data.lat[span].tolist(), data.lon[span].tolist()
    return list(zip(*columns, strict=True))


def test_one_keeps_a_tile_that_is_visited_twice() -> None:
    out_and_back = Trajectories(
        np.array([10.0, 10.0, 10.2, 10.0]), np.zeros(4), np.array([0, 9, 20, 30]),
        np.array([0, 4]), np.zeros(1, np.int32), np.zeros(1, np.int32),
    )  # fmt: skip
    draft = SimpleGeneralization(overlapping_strategy="one")(out_and_back, Chance.seeded(1))
    assert draft.data.t.tolist() == [4, 20, 30]


def test_it_promises_the_tiles_and_nothing_else() -> None:
    claims = SimpleGeneralization(tile_size=250).claims()
    assert [claim.as_json() for claim in claims] == [
        {
            "name": "tile_centres",
            "params": {"tessellation": {"name": "square", "params": {"size": 250}}},
        }
    ]
