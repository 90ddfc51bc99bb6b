"""What a report finds out, and what it says where there is nothing to find out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import wayveil
from tests.report.towns import town
from wayveil.cells import Cells
from wayveil.kernels.arrays import Mask
from wayveil.measures._readings import every
from wayveil.release import Release
from wayveil.report import study
from wayveil.report.study import ATTACKS, BOX_ATTACKS, Study
from wayveil.shapes import Trajectories


@cache
def release_of(method: str) -> Release:
    return wayveil.anonymize(town(), method, seed=1)


@cache
def tiled() -> Study:
    return Study.of(town(), release_of("simple_generalization"))


def test_every_measure_is_read_or_says_why_not() -> None:
    assert sorted(part.name for part, _ in tiled().readings) == sorted(
        part.name for part in every()
    )
    silent = {part.name: reading for part, reading in tiled().readings if not reading.applies}
    assert "wayveil measures" in silent["normalized_rmse"].detail["not_applicable"]


def test_attacks_are_tried_and_judged() -> None:
    assert len(tiled().tried) == len(ATTACKS)
    trials = [one.trial for one in tiled().tried if one.trial]
    assert {trial.attack.name for trial in trials} == {"unicity", "own_share", "reconstruction"}
    assert all(trial.raw.success.value >= trial.release.success.value for trial in trials)


def test_what_takes_long_is_named_and_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(study._SLOW_ABOVE, "reconstruction", len(town()) - 1)
    tried = Study.of(town(), release_of("simple_generalization")).tried
    (left,) = (one for one in tried if one.trial is None)
    assert "wayveil attack reconstruction" in left.why_not


def test_an_attack_that_has_nothing_to_go_by_says_so() -> None:
    short = town().where(_first_two(town()))
    study = Study.of(short, wayveil.anonymize(short, "simple_generalization", seed=1))
    (first, *_) = study.tried
    assert first.trial is None
    assert "too little is known" in first.why_not


def _first_two(data: Trajectories) -> Mask:
    since: Mask = np.arange(data.n_points) - data.offsets[:-1][data.of_point] < 2
    return since


def test_without_a_record_it_says_what_that_costs() -> None:
    study = Study.of(town(), replace(release_of("simple_generalization"), record=None))
    assert study.tried == ()
    assert "--record" in study.gaps[0]
    silent = [part.name for part, reading in study.readings if not reading.applies]
    assert "record_linkage" in silent


def test_boxes_are_checked_and_measured_and_attacked_as_boxes() -> None:
    made = wayveil.anonymize(town(12), "kmerge_groups", k=2, seed=1)
    study = Study.of(town(12), made)
    assert study.points is None
    assert [part.name for part, _ in study.readings] == [part.name for part in every(Cells)]
    assert study.readings
    trials = [one.trial for one in study.tried if one.trial]
    assert [trial.attack.name for trial in trials] == list(BOX_ATTACKS)
    assert all(trial.raw.success.value > trial.release.success.value for trial in trials)
    assert "a release of cells" in study.gaps[0]
    assert not study.verification.broken


def test_where_no_measure_applies_each_says_so() -> None:
    made = wayveil.anonymize(town(12), "kmerge_groups", k=2, seed=1)
    study = Study.of(town(12), replace(made, record=None))
    assert study.readings
    assert not any(reading.applies for _, reading in study.readings)
    assert len(study.gaps) == 2


def test_counts_are_checked_only() -> None:
    made = wayveil.analyze(town(), "tile_counts", seed=1)
    assert isinstance(made, Release)
    study = Study.of(town(), made)
    assert (study.readings, study.tried) == ((), ())
    assert "there are none in a release of counts" in study.gaps[1]
    assert not study.verification.broken
