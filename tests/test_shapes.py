from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import tables
from wayveil.errors import InternalError
from wayveil.shapes import Names, Trajectories, rounded, steps


def small() -> Trajectories:
    return Trajectories(
        lat=np.array([1.0, 2.0, 3.0]),
        lon=np.array([4.0, 5.0, 6.0]),
        t=np.array([0, 10, 5]),
        offsets=np.array([0, 2, 3]),
        id=np.arange(2, dtype=np.int32),
        owner=np.array([1, 0], dtype=np.int32),
        names=Names(pl.Series(["a-secret-id", "b"]), pl.Series(["anna", "otto"])),
        extra=pl.DataFrame({"note": ["x", "y", "z"]}),
    )


def test_columns_cannot_be_written() -> None:
    data = small()
    for column in (data.lat, data.lon, data.t, data.offsets, data.id, data.owner):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0


def test_the_callers_array_stays_writable() -> None:
    mine = np.array([1.0])
    one = np.zeros(1, np.int32)
    Trajectories(mine, mine, np.zeros(1, np.int64), np.array([0, 1]), one, one)
    mine[0] = 2


@pytest.mark.parametrize(
    "broken",
    [
        {"lat": np.zeros(2)},
        {"offsets": np.array([0, 1, 2])},
        {"offsets": np.array([0, 3])},
        {"offsets": np.array([0, 0, 3])},
        {"owner": np.zeros(1, np.int32)},
        {"t": np.array([10, 0, 5])},
    ],
    ids=["short column", "rows without owner", "ids left over", "empty", "owners", "unsorted"],
)
def test_a_table_that_does_not_fit_together_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises(InternalError):
        replace(small(), **broken)  # type: ignore[arg-type]


@given(tables(), st.data())
def test_take_gives_the_rows_of_the_chosen(data: Trajectories, draw: st.DataObject) -> None:
    some = draw.draw(st.lists(st.integers(0, len(data) - 1), max_size=6))
    chosen = np.array(some, dtype=np.int64)
    taken = data.take(chosen)
    assert taken.id.tolist() == data.id[chosen].tolist()
    assert taken.owner.tolist() == data.owner[chosen].tolist()
    for place, source in enumerate(some):
        here = slice(taken.offsets[place], taken.offsets[place + 1])
        there = slice(data.offsets[source], data.offsets[source + 1])
        for column in ("lat", "lon", "t"):
            assert getattr(taken, column)[here].tolist() == getattr(data, column)[there].tolist()


@given(tables(), st.data())
def test_where_keeps_points_and_forgets_empty_trajectories(
    data: Trajectories, draw: st.DataObject
) -> None:
    n = data.n_points
    keep = np.array(draw.draw(st.lists(st.booleans(), min_size=n, max_size=n)), dtype=np.bool_)
    left = data.where(keep)
    assert left.t.tolist() == data.t[keep].tolist()
    assert left.id[left.of_point].tolist() == data.id[data.of_point[keep]].tolist()


@given(tables(), st.data())
def test_cut_moves_nothing(data: Trajectories, draw: st.DataObject) -> None:
    n = data.n_points
    starts = np.array(draw.draw(st.lists(st.booleans(), min_size=n, max_size=n)), dtype=np.bool_)
    pieces = data.cut(starts)
    assert pieces.t is data.t or pieces.t.tolist() == data.t.tolist()
    assert pieces.id[pieces.of_point].tolist() == data.id[data.of_point].tolist()
    inside = np.setdiff1d(pieces.offsets[:-1], data.offsets[:-1])
    assert set(inside) <= set(np.flatnonzero(starts))


def test_extra_columns_follow_their_rows() -> None:
    extra = small().take(np.array([1, 0])).extra
    assert extra is not None
    assert extra["note"].to_list() == ["z", "x", "y"]


@given(tables())
def test_shapes_are_equal_exactly_where_all_points_are(data: Trajectories) -> None:
    table = [
        tuple(zip(steps(data.lat[a:b]), steps(data.lon[a:b]), data.t[a:b], strict=True))
        for a, b in zip(data.offsets[:-1], data.offsets[1:], strict=True)
    ]
    shapes = data.shapes()
    for i, one in enumerate(table):
        for j, other in enumerate(table):
            assert (shapes[i] == shapes[j]) == (one == other)


def test_a_kept_column_counts_in_the_shape() -> None:
    two = np.arange(2, dtype=np.int32)
    twins = Trajectories(np.ones(2), np.ones(2), np.zeros(2, np.int64), np.arange(3), two, two)
    assert len(set(twins.shapes())) == 1
    assert len(set(replace(twins, extra=pl.DataFrame({"c": ["p", "q"]})).shapes())) == 2
    assert len(set(replace(twins, extra=pl.DataFrame({"c": ["p", "p"]})).shapes())) == 1
    assert len(set(replace(twins, extra=pl.DataFrame({"c": ["p", None]})).shapes())) == 2


def test_each_alone_gives_every_trajectory_its_own_owner() -> None:
    alone = small().each_alone()
    assert alone.n_owners == 2
    assert not alone.has_owners


def test_what_it_shows_of_itself_are_counts_and_days() -> None:
    for text in (repr(small()), small()._repr_html_()):
        assert "2" in text
        assert "1970-01-01" in text
        for secret in ("secret-id", "anna", "4.0"):
            assert secret not in text


@given(st.floats(-180, 180))
def test_rounded_degrees_are_whole_steps(degrees: float) -> None:
    once = rounded(np.array([degrees]))
    assert abs(once[0] - degrees) <= 0.51e-7
    assert steps(once) == steps(np.array([degrees]))
    assert float(f"{once[0]:.7f}") == once[0]
