from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given

import wayveil
from tests.tables import tables
from wayveil import progress
from wayveil.contract.tables import ordinary
from wayveil.errors import Infeasible, InputError, ParameterError, UnknownPart
from wayveil.kinds import Filter
from wayveil.methods.simple_generalization import SimpleGeneralization
from wayveil.run import anonymize, measure
from wayveil.shapes import Names, Trajectories
from wayveil.walk import apply_filters


@given(tables())
def test_any_table_is_released_with_its_claims_checked(data: Trajectories) -> None:
    release = anonymize(data, "simple_generalization", seed=1)
    assert not release.verify(data).broken
    assert [item.verdict.answer for item in release.certificate.judged] == ["yes", "yes"]


def test_a_method_is_a_name_with_parameters_a_recipe_or_a_part() -> None:
    recipe = {"name": "simple_generalization", "params": {"tile_size": "900m"}}
    ways = [
        anonymize(ordinary(), "simple_generalization", tile_size=900, seed=1),
        anonymize(ordinary(), recipe, seed=1),
        anonymize(ordinary(), SimpleGeneralization(tile_size=900), seed=1),
    ]
    assert len({release.certificate.digest for release in ways}) == 1
    with pytest.raises(ParameterError, match="not both"):
        anonymize(ordinary(), SimpleGeneralization(), tile_size=3)
    with pytest.raises(UnknownPart):
        anonymize(ordinary(), "nothing")


def test_one_filter_or_measure_may_stand_without_a_list() -> None:
    sieve = {"name": "min_locations", "params": {"points": 2}}
    ways: list[Any] = ["min_locations", sieve, Filter.read(sieve)]
    for alone in ways:
        several, listed = (apply_filters(ordinary(), form)[0] for form in (alone, [alone]))
        assert several.offsets.tolist() == listed.offsets.tolist()
    assert len(measure(ordinary(), ordinary(), "trajectories_removed")) == 1


def test_chance_is_secret_unless_a_seed_is_given() -> None:
    one, other = (anonymize(ordinary(), "simple_generalization") for _ in range(2))
    assert one.certificate.chance == "secret"
    assert one.certificate.digest != other.certificate.digest
    assert not set(one.data.names.id_texts()) & set(other.data.names.id_texts())


def test_the_unit_is_the_user_where_there_are_users() -> None:
    assert anonymize(ordinary(), "simple_generalization").certificate.unit == "user"
    nameless = replace(ordinary().each_alone(), names=Names(pl.Series(range(90))))
    assert anonymize(nameless, "simple_generalization").certificate.unit == "trajectory"
    with pytest.raises(ParameterError, match="no column of users"):
        anonymize(nameless, "simple_generalization", unit="user")


def test_a_unit_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ParameterError, match="Units are trajectory and user"):
        anonymize(ordinary(), "simple_generalization", unit="person")  # type: ignore[arg-type]


@pytest.mark.parametrize("unread", [None, "trips.csv", pl.DataFrame()])
def test_data_must_have_been_read(unread: Any) -> None:
    with pytest.raises(InputError, match=r"Read it first: data = wayveil.read"):
        anonymize(unread, "simple_generalization")
    with pytest.raises(InputError, match="Read it first"):
        measure(ordinary(), unread)


def test_the_record_of_another_release_is_no_help() -> None:
    one, other = (anonymize(ordinary(), "simple_generalization", seed=seed) for seed in (1, 2))
    assert measure(ordinary(), one.data, ["rmse"], one.record)
    with pytest.raises(InputError, match="does not belong"):
        measure(ordinary(), one.data, ["rmse"], other.record)


def test_the_record_knows_where_each_trajectory_comes_from() -> None:
    release = anonymize(ordinary(), "simple_generalization", seed=1, unit="user")
    assert release.record is not None
    assert release.record.owner.tolist() == ordinary().owner.tolist()
    sources = release.record.origin.sources
    assert release.data.lengths.tolist() == ordinary().lengths[sources].tolist()
    alone = anonymize(ordinary(), "simple_generalization", seed=1, unit="trajectory").record
    assert alone is not None
    assert alone.owner.tolist() == list(range(90))


def at_least(points: int) -> dict[str, object]:
    return {"name": "min_locations", "params": {"points": points}}


def test_filters_come_first_and_the_origin_still_speaks_of_the_table_read() -> None:
    release = anonymize(ordinary(), "simple_generalization", filters=[at_least(20)])
    long = np.flatnonzero(ordinary().lengths >= 20)
    assert release.record is not None
    assert sorted(release.record.origin.sources) == long.tolist()
    assert release.record.removed.trajectories == 90 - len(long)
    assert not release.verify(ordinary()).broken


def test_nothing_left_is_infeasible_and_says_why() -> None:
    with pytest.raises(Infeasible, match="90 left out: fewer than 1000 points"):
        anonymize(ordinary(), "simple_generalization", filters=[at_least(1000)])
    with pytest.raises(Infeasible):
        apply_filters(ordinary().take(np.zeros(0, np.int64)), [])


def test_measures_use_the_record_or_equal_ids() -> None:
    release = anonymize(ordinary(), "simple_generalization", seed=1)
    [(part, reading)] = measure(ordinary(), release.data, ["trajectories_removed"], release.record)
    assert part.name == "trajectories_removed"
    assert reading.value == 0
    foreign = ordinary().take(np.array([3, 4, 4]))
    [(_, reading)] = measure(ordinary(), foreign, ["trajectories_removed"])
    assert reading.value == pytest.approx(1 - 2 / 90)


class Watcher:
    def __init__(self) -> None:
        self.stages: list[str] = []

    def start(self, stage: str, total: int | None) -> None:
        self.stages.append(stage)

    def advance(self, steps: int) -> None:
        pass


def test_progress_is_told_to_whoever_asks() -> None:
    watcher = Watcher()
    with progress.reporting(watcher):
        anonymize(ordinary(), "simple_generalization")
    assert watcher.stages == ["filter", "anonymize", "release", "check"]
    anonymize(ordinary(), "simple_generalization")
    assert len(watcher.stages) == 4


class Breaker(Watcher):
    def advance(self, steps: int) -> None:
        raise KeyboardInterrupt


def test_a_reporter_can_call_work_off() -> None:
    def work() -> Iterator[int]:
        yield from progress.track([1, 2, 3], "counting")

    with progress.reporting(Breaker()), pytest.raises(KeyboardInterrupt):
        list(work())


def test_public_names_are_sorted_and_load_on_use() -> None:
    assert wayveil.__all__ == sorted(wayveil.__all__)
    for name in wayveil.__all__:
        assert getattr(wayveil, name) is not None
    with pytest.raises(AttributeError):
        wayveil.nothing  # noqa: B018
    assert {"read", "anonymize"} <= set(dir(wayveil))


def test_a_table_that_was_filtered_before_has_a_record_of_its_own() -> None:
    some, _ = apply_filters(ordinary(), [at_least(20)])
    release = anonymize(some, "simple_generalization", seed=1)
    assert release.record is not None
    assert sorted(release.record.origin.sources) == list(range(len(some)))
    assert release.record.owner.tolist() == some.owner.tolist()
    assert not release.verify(some).broken
