from __future__ import annotations

import numpy as np
import pytest

from tests.measures.towns import SPACE, north, origin_of
from wayveil.contract.tables import ordinary
from wayveil.measures.rmse import Rmse
from wayveil.measures.rmse_all import RmseAll
from wayveil.record import Origin


def test_worked_by_hand() -> None:
    """Moved by 3 m; two removed, 500 m from the mean, which lies 500 m north."""
    got = RmseAll(trajectory_distance=SPACE)(
        north(0, 0, 1000, 1000), north(3, 0), origin_of([[0], [1]])
    )
    assert got.value == pytest.approx(((9 + 0 + 500**2 * 2) / 4) ** 0.5, rel=1e-6)
    assert (got.n, got.unit, got.detail["removed"]) == (4, "m", 2)


def test_without_removals_it_is_the_rmse() -> None:
    data, origin = ordinary(), Origin.one_each(np.arange(90)[::-1])
    assert RmseAll()(data, data, origin).value == pytest.approx(Rmse()(data, data, origin).value)


def test_leaving_out_what_is_hard_makes_nothing_better() -> None:
    """The rmse of the best tenth looks good; of all, removing is worse than moving."""
    data = ordinary()
    shuffled = Origin.one_each(np.roll(np.arange(90), 1))
    whole = {part: part()(data, data, shuffled).value for part in (Rmse, RmseAll)}
    best = Origin.one_each(np.arange(9))
    few = {part: part()(data, data.take(np.arange(9)), best).value for part in (Rmse, RmseAll)}
    assert few[Rmse] == 0 < whole[Rmse]
    assert few[RmseAll] > 0.4 * whole[RmseAll]
