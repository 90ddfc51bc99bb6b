from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from tests.cotrajectories import cotrajectory
from wayveil.analyses._paths import Paths
from wayveil.analyses._spread import spread
from wayveil.analyses.swap_graph import SwapGraph, digits
from wayveil.analysis import analyze
from wayveil.contract.tables import busy
from wayveil.errors import Infeasible, ParameterError
from wayveil.kernels import pathcount
from wayveil.kernels.scaled import log10, ones
from wayveil.meetings.partition import Partition
from wayveil.shapes import Findings, Trajectories


def found(data: Trajectories, **params: Any) -> Any:
    made = analyze(data, "swap_graph", unit="trajectory", seed=1, **params)
    assert isinstance(made, Findings)
    json.dumps(made.values, allow_nan=False)
    return made.values


def two(t: list[int]) -> Trajectories:
    """Two in one place in the first minute, apart in the next."""
    each = np.arange(2, dtype=np.int32)
    lat, n = np.array([1.0, 2.0, 1.0, 3.0]), len(t)
    return Trajectories(lat[:n], lat[:n], np.array(t), np.array([0, 2, n]), each, each)


def test_two_who_meet_once() -> None:
    values = found(two([0, 90_000, 10_000, 100_000]), exact=True)
    assert values["all"]["paths"] == values["all"]["candidates"] == "4"
    assert values["meetings"] == 1
    assert values["swaps"]["mean"] == 1
    assert values["known"]["asked"] == 4
    assert values["known"]["log10_paths"]["mean"] == pytest.approx(np.log10(2))
    alike = values["known"]["in_common"]
    assert (alike["asked"], alike["certain_points"]["mean"]) == (10, 1)
    assert alike["share_in_common"]["mean"] == pytest.approx(0.75)  # (1 + 1/4 + 1/4) / 2
    assert values["first_point_known"]["log10_effective_by_lot"]["mean"] == pytest.approx(
        np.log10(2)
    )
    assert (
        found(two([0, 90_000, 10_000, 100_000]), known="first_last")["known"]["only_one_of_paths"]
        == 1
    )


def test_who_ends_at_a_meeting_ends_like_others_there() -> None:
    each, lat = np.arange(2, dtype=np.int32), np.array([1.0, 1.0])
    one_point_each = Trajectories(lat, lat, np.array([0, 1000]), np.arange(3), each, each)
    both_end = found(one_point_each, exact=True)
    assert both_end["all"]["paths"] == "4"
    assert both_end["all"]["candidates"] == "2"
    assert both_end["first_point_known"]["log10_effective_by_lot"]["mean"] == 0


def test_large_counts_are_as_exact_as_whole_numbers() -> None:
    """A few hundred meetings: more paths than a float can count."""
    rng = np.random.default_rng(1)
    n, length = 12, 900
    each = np.arange(n, dtype=np.int32)
    lat = 48.0005 + 0.001 * rng.integers(0, 4, n * length).astype(np.float64)
    t = np.tile(np.arange(length) * 60_000, n)
    data = Trajectories(lat, lat, t, np.arange(n + 1) * length, each, each)
    paths = Paths.of(data, Partition()(data))
    sums = list(pathcount.exact(paths.graph.members, paths.graph.offsets, [1] * n))
    assert sums[-1] > 10**400
    assert np.abs(log10(paths.to) - [math.log10(number) for number in sums]).max() < 1e-9
    assert log10(paths.total())[0] == pytest.approx(math.log10(paths.exact_total()), abs=1e-9)
    check_pairs(paths)


def check_pairs(paths: Paths) -> None:
    """Paths between vertices far apart, in columns, against whole numbers one by one."""
    graph, trips = paths.graph, np.arange(12)
    told = log10(paths.first_and_last(trips))
    for i in trips:
        first, last = graph.head[graph.edges[i]], graph.tail[graph.edges[i + 1] - 1]
        now = [0] * len(trips)
        now[graph.members[graph.offsets[first]]] = 1
        cut = slice(graph.offsets[first], graph.offsets[last + 1])
        offsets = graph.offsets[first : last + 2] - graph.offsets[first]
        *_, count = pathcount.exact(graph.members[cut], offsets, now)
        assert told[i] == pytest.approx(math.log10(count), abs=1e-9)


@pytest.mark.parametrize("known", ["point", "first_last", "several"])
def test_findings_tell_of_no_one(known: Any) -> None:
    values = found(
        busy(), known=known, sample=20, meeting={"name": "partition", "params": {"size": 0.003}}
    )
    text = json.dumps(values)
    assert not any(f"{place:.4f}" in text for place in busy().lat[:200])
    assert not any(name in text for name in ("trip-", "person-", "secret-"))
    assert values["known"]["asked"] == {"point": busy().n_points}.get(known, 20)


def test_who_was_seen_in_an_area_is_asked_with_filters() -> None:
    box = {"name": "box", "params": {"sides": [16, 48.0, 17, 48.0009]}}
    data = cotrajectory(5)
    seen = found(data, seen_in=box, ended_in=box)["seen"]
    inside = data.lat <= 48.0009
    last = inside[data.offsets[1:] - 1]
    assert seen["trajectories"] == last.sum()
    assert seen["log10_paths"] >= seen["log10_candidates"]
    nowhere = {"name": "box", "params": {"sides": [0, 0, 1, 1]}}
    assert found(data, seen_in=nowhere)["seen"]["log10_paths"] is None
    with pytest.raises(ParameterError, match="looks at each point"):
        SwapGraph(seen_in={"name": "min_locations"})


def test_too_many_known_points_are_refused() -> None:
    with pytest.raises(Infeasible, match="no trajectory has 100 points"):
        found(busy(), known="several", points=100)


def test_the_spread_of_weighted_values() -> None:
    told = spread(np.array([2.0, 1.0, 4.0, 9.0]), np.array([1, 2, 1, 0]))
    assert told["mean"] == 2
    assert told["quantiles"]["0.5"] == 1
    assert told["quantiles"]["1"] == 4
    assert told["cumulative"][0] == [1, 0.5]
    assert told["cumulative"][-1] == [4, 1]


def test_long_numbers_in_parts() -> None:
    assert digits(10**9000 + 7) == "1" + "0" * 8999 + "7"
    assert log10(ones(3)).tolist() == [0, 0, 0]
