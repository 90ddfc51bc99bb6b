from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.reference import km
from tests.reference.generalization import tile
from tests.visits import MINUTE_MS, TILE, rows_of, towns
from wayveil import geo
from wayveil.chance import Chance
from wayveil.d410 import translated
from wayveil.errors import Infeasible
from wayveil.kinds import Anonymizer, Draft
from wayveil.methods.protected_generalization import ProtectedGeneralization
from wayveil.run import anonymize
from wayveil.shapes import Trajectories

methods = st.builds(
    ProtectedGeneralization,
    k=st.integers(2, 4),
    knowledge=st.integers(1, 4),
    time_interval=st.sampled_from([None, None, 10, 60]),
    strategy=st.sampled_from(["avg", "centroid"]),
    time_strategy=st.sampled_from(["keep", "same"]),
    attacker_time=st.sampled_from([None, None, "none", "exact", 300, 7200]),
)


def rounded(draft: Draft) -> list[list[km.Row]]:
    """The rows as they pass the door."""
    return rows_of(draft.data)


@given(towns(), methods)
def test_what_it_gives_is_km_anonymous_and_sorted(
    data: Trajectories, method: ProtectedGeneralization
) -> None:
    draft = method(data, Chance.seeded(1))
    assume(len(draft.data))
    (claim,) = method.claims()
    known = claim.as_json()["params"]["attacker_time"]
    rows, owners = rounded(draft), data.owner[draft.origin.sources].tolist()
    assert all(map(km.has_order, rows))
    assert km.fewest(rows, owners, method.knowledge, known) >= method.k


@given(towns(), methods)
def test_the_release_holds_or_there_is_none(
    data: Trajectories, method: ProtectedGeneralization
) -> None:
    try:
        release = anonymize(data, method, unit="trajectory", seed=1)
    except Infeasible:
        return
    assert {check.verdict.answer for check in release.verify(data)} == {"yes"}


@given(towns(), methods)
def test_every_place_is_near_a_point_of_its_own_source(
    data: Trajectories, method: ProtectedGeneralization
) -> None:
    """Cells lie within blocks of four tiles by four, so none is farther than that."""
    draft = method(data, Chance.seeded(1))
    for source, row in zip(draft.origin.sources, range(len(draft.data)), strict=True):
        own = slice(data.offsets[source], data.offsets[source + 1])
        out = slice(draft.data.offsets[row], draft.data.offsets[row + 1])
        for lat, lon, t in zip(
            draft.data.lat[out], draft.data.lon[out], draft.data.t[out], strict=True
        ):
            then = data.t[own] == t if method.time_strategy == "keep" else np.True_
            away = geo.metres(data.lat[own], data.lon[own], lat, lon)
            assert away[np.broadcast_to(then, away.shape)].min() < 5 * 500 * 2**0.5


@given(towns(spread=0.0), st.sampled_from(["avg", "centroid"]), st.sampled_from(["keep", "same"]))
def test_nothing_goes_where_nothing_is_rare(
    data: Trajectories, strategy: str, time_strategy: str
) -> None:
    """Everybody thrice: all visits stay, each in its own tile."""
    thrice = data.take(np.repeat(np.arange(len(data)), 3)).each_alone().renumbered()
    thrice = Trajectories(thrice.lat, thrice.lon, thrice.t, thrice.offsets, thrice.id, thrice.id)
    method = ProtectedGeneralization.model_validate(
        {"strategy": strategy, "time_strategy": time_strategy}
    )
    draft = method(thrice, Chance.seeded(1))
    assert (draft.removed.points, len(draft.data)) == (0, len(thrice))


def trips(places: list[list[float]], minutes: list[list[int]] | None = None) -> Trajectories:
    """Trips along a meridian, in tiles, a minute a step unless said otherwise."""
    n, rows = len(places), [row for trip in places for row in trip]
    times = minutes or [list(range(len(trip))) for trip in places]
    codes = np.arange(n, dtype=np.int32)
    return Trajectories(
        48.0021 + TILE * np.array(rows), np.full(len(rows), 16.401),
        MINUTE_MS * np.array([minute for trip in times for minute in trip]),
        np.append(0, np.cumsum([len(trip) for trip in places])), codes, codes,
    )  # fmt: skip


def made(data: Trajectories, **params: Any) -> Draft:
    return ProtectedGeneralization(**params)(data, Chance.seeded(1))


def test_a_visit_is_one_row_at_the_time_of_its_first_point() -> None:
    draft = made(trips([[0, 0.1, 8, 0.0]] * 3))
    assert draft.data.lengths.tolist() == [3, 3, 3]
    assert draft.data.t[:3].tolist() == [0, 2 * MINUTE_MS, 3 * MINUTE_MS]


def test_the_mean_is_that_of_what_stays() -> None:
    """The fourth trip alone goes to another far tile, and loses that visit only."""
    draft = made(trips([[0.0], [0.1], [0.2], [0.1, 40]]), tile_size=500)
    assert draft.data.lengths.tolist() == [1, 1, 1, 1]
    np.testing.assert_allclose(draft.data.lat, 48.0021 + 0.1 * TILE, atol=6e-6)
    assert [(d.cause, d.points) for d in draft.removed] == [("would single somebody out", 1)]


def test_visits_that_meet_when_one_between_goes_become_one() -> None:
    draft = made(trips([[0.0, 40, 0.1]] + [[0.0]] * 3))
    assert draft.data.lengths.tolist() == [1, 1, 1, 1]
    assert draft.removed.points == 1


def test_a_loop_counts_as_two_visits() -> None:
    """Only one goes there and back: knowing both visits would be enough."""
    draft = made(trips([[0.0, 8, 0]] + [[0.0, 8]] * 3), k=3)
    assert draft.data.lengths.tolist() == [2, 2, 2, 2]


def test_same_publishes_the_middle_of_the_level() -> None:
    data = trips([[0, 8]] * 3, [[61, 119]] * 3)
    draft = made(data, time_interval=60, time_strategy="same")
    assert draft.data.t.tolist() == [90 * MINUTE_MS] * 6
    untimed = made(data, time_strategy="same")
    assert untimed.data.t.tolist() == [0] * 6


def test_small_tiles_are_joined_and_large_ones_are_not() -> None:
    """Nine points make a tile large; two neighbours of fewer become one cell."""
    apart = made(trips([[0.0]] * 9 + [[1.0]] * 9), strategy="centroid")
    assert len(np.unique(apart.data.lat)) == 2
    joined = made(trips([[0.0]] * 3 + [[1.0]] * 3), strategy="centroid")
    assert len(np.unique(joined.data.lat)) == 1
    assert tile(joined.data.lat[0], joined.data.lon[0], 500) in {
        tile(48.0021 + TILE * step, 16.401, 500) for step in (0, 1)
    }


def test_people_count_once() -> None:
    data = trips([[0.0]] * 4)
    by_two = Trajectories(
        data.lat, data.lon, data.t, data.offsets, data.id, np.array([0, 0, 0, 1], np.int32)
    )
    assert len(made(data).data) == 4
    assert not len(made(by_two).data)


def test_parameter_files_of_d410_are_understood() -> None:
    file = {
        "method": "ProtectedGeneralization",
        "input_file": "cabs.csv",
        "output_folder": "out",
        "params": {
            "k": 4, "knowledge": 3, "tile_size": 300, "time_interval": 15,
            "strategy": "centroid", "time_strategy": "same",
        },
    }  # fmt: skip
    assert Anonymizer.read(translated(file)["method"]) == ProtectedGeneralization(
        k=4, knowledge=3, tile_size=300, time_interval=15, strategy="centroid", time_strategy="same"
    )


@pytest.mark.parametrize(
    ("params", "known"),
    [
        ({}, "none"),
        ({"time_interval": 10}, 600),
        ({"time_interval": 10, "attacker_time": "exact"}, "exact"),
        ({"attacker_time": "1h"}, 3600),
    ],
)
def test_what_the_attacker_knows_of_times(params: dict[str, Any], known: object) -> None:
    (claim,) = ProtectedGeneralization(**params).claims()
    assert claim.as_json()["params"] == {"k": 3, "knowledge": 2, "attacker_time": known}
