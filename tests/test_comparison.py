from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wayveil
from wayveil import run as engine
from wayveil.comparison import Plan, labelled, named, seal, split
from wayveil.contract.tables import ordinary
from wayveil.errors import InputError, ParameterError
from wayveil.kinds import Anonymizer

METHODS = [
    Anonymizer.named("simple_generalization"),
    Anonymizer.named("microaggregation", k=3),
    Anonymizer.named("microaggregation", k=5),
]
PLAN = Plan.of(["rmse", "record_linkage", "trajectories_removed"], ["unicity"], holdout=0.2)


def test_every_run_is_measured_attacked_and_certified(tmp_path: Path) -> None:
    runs = wayveil.compare(ordinary(), METHODS, PLAN, tmp_path)
    assert [run.label for run in runs] == [
        "simple_generalization",
        "microaggregation k=3",
        "microaggregation k=5",
    ]
    for run in runs:
        assert list(run.values) == [
            "rmse", "record_linkage", "record_linkage.reverse", "record_linkage.bound",
            "trajectories_removed", "unicity",
        ]  # fmt: skip
        papers = json.loads((tmp_path / "runs" / run.document["certificate"]).read_text())
        assert papers["recipe"]["method"] == run.document["method"]
        assert papers["release"]["trajectories"] == run.document["released"]["trajectories"]
        assert run.document["attacks"][0]["control"]["n"] > 0
    rated = [run.rated("rmse", "record_linkage") for run in runs]
    assert rated[2] is not None
    assert rated[2].risk <= 100 / 5
    assert runs[0].rated("rmse", "no_such_measure") is None
    assert (runs[0].unit("rmse"), runs[0].unit("unicity")) == ("m", "share found")


def test_what_is_done_is_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped in the third run, it goes on with the third run and ends as if never stopped."""
    calls: list[Any] = []
    real = engine.anonymize

    def anonymize(*args: Any, **settings: Any) -> Any:
        calls.append(args[1])
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(*args, **settings)

    monkeypatch.setattr(engine, "anonymize", anonymize)
    with pytest.raises(KeyboardInterrupt):
        wayveil.compare(ordinary(), METHODS, PLAN, tmp_path / "a")
    assert len(list((tmp_path / "a" / "runs").glob("*.certificate.json"))) == 2
    assert not list((tmp_path / "a" / "runs").glob(".*"))
    runs = wayveil.compare(ordinary(), METHODS, PLAN, tmp_path / "a")
    assert calls == [*METHODS, METHODS[2]]
    whole = wayveil.compare(ordinary(), METHODS, PLAN, tmp_path / "b")
    for run, other in zip(runs, whole, strict=True):
        assert {**run.document, "seconds": None} == {**other.document, "seconds": None}


def test_other_data_another_plan_or_another_method_is_another_run() -> None:
    table, fewer = ordinary(), ordinary().take(np.arange(50))
    seals = {
        seal(table, PLAN),
        seal(fewer, PLAN),
        seal(table.each_alone(), PLAN),
        seal(table, Plan.of(["rmse"])),
        seal(table, Plan.of(["rmse"], seed=1)),
    }
    assert len(seals) == 5
    assert len({named(method, "x") for method in METHODS}) == 3
    assert seal(table, PLAN) == seal(ordinary(), PLAN)


def test_a_damaged_result_is_made_again(tmp_path: Path) -> None:
    (file,) = _files(tmp_path, METHODS[:1])
    whole = json.loads(file.read_text())
    file.write_text("[]")
    wayveil.compare(ordinary(), METHODS[:1], PLAN, tmp_path)
    assert {**json.loads(file.read_text()), "seconds": 0} == {**whole, "seconds": 0}


def _files(folder: Path, methods: list[Anonymizer]) -> list[Path]:
    wayveil.compare(ordinary(), methods, PLAN, folder)
    return [p for p in (folder / "runs").glob("*.json") if "certificate" not in p.name]


def test_what_cannot_be_released_is_said_and_kept(tmp_path: Path) -> None:
    (run,) = wayveil.compare(
        ordinary(), [Anonymizer.named("microaggregation", k=500)], PLAN, tmp_path
    )
    assert run.failed
    assert "fewer than k" in run.failed
    assert run.values == {}


def test_boxes_are_compared_by_what_is_about_boxes(tmp_path: Path) -> None:
    plan = Plan.of(["rmse", "coverage"])
    (run,) = wayveil.compare(ordinary(), [Anonymizer.named("kmerge_groups")], plan, tmp_path)
    assert run.values == {"coverage": 1}
    assert run.document["released"]["cells"] > 0


def test_whole_people_are_withheld() -> None:
    table = ordinary()
    rest, withheld = split(table, 0.1)
    assert withheld is not None
    assert len(rest) + len(withheld) == len(table)
    assert withheld.n_owners == 3
    assert not set(rest.owner.tolist()) & set(withheld.owner.tolist())
    assert split(table, 0.0)[1] is None
    assert split(table, 0.1)[1].owner.tolist() == withheld.owner.tolist()  # type: ignore[union-attr]
    with pytest.raises(ParameterError, match="nobody"):
        split(table, 0.99)


def test_labels_tell_apart_and_no_more() -> None:
    part = Anonymizer.read
    inner = {"name": "simple_mdav", "params": {}}
    other = part({"name": "microaggregation", "params": {"clustering_method": inner}})
    assert labelled([METHODS[1]]) == ["microaggregation"]
    assert labelled([METHODS[1], METHODS[2]]) == ["microaggregation k=3", "microaggregation k=5"]
    assert labelled([other]) == ["microaggregation clustering_method=simple_mdav"]
    size = Anonymizer.named("simple_generalization", tile_size=250.0)
    assert labelled([size]) == ["simple_generalization tile_size=250"]


def test_nothing_to_compare_and_nowhere_to_write(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="no method"):
        wayveil.compare(ordinary(), [], PLAN, tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be made"):
        wayveil.compare(ordinary(), METHODS, PLAN, tmp_path / "file")
