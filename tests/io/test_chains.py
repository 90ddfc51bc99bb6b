from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wayveil.analysis import analyze
from wayveil.certificate import digest
from wayveil.contract.tables import crowded
from wayveil.errors import InputError
from wayveil.io import read_model, write_model
from wayveil.release import Release


def made(**params: Any) -> Release[Any]:
    release = analyze(crowded(), "markov_model", seed=1, tile_size=1_500, **params)
    assert isinstance(release, Release)
    return release


SOME: dict[str, dict[str, Any]] = {
    "plain": {},
    "order 2": {"order": 2, "k": 3},
    "times of day": {"time_of_day": 6 * 3600, "k": 3},
}


@pytest.mark.parametrize("params", SOME.values(), ids=SOME)
def test_what_is_written_is_read_back(params: dict[str, Any], tmp_path: Path) -> None:
    release = made(**params)
    release.write(tmp_path / "m.json")
    again = Release.open(tmp_path / "m.json")
    assert digest(again.data) == digest(release.data)
    assert not again.verify().broken


def damaged(change: Any) -> Any:
    def tell(path: Path) -> None:
        value = json.loads(path.read_text())
        change(value)
        path.write_text(json.dumps(value))

    return tell


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b"48.2, 16.4"),
        damaged(lambda v: v.update(total=18_518)),
        damaged(lambda v: v["moves"].update(total=v["moves"]["times"])),
        damaged(lambda v: v["cells"].update(total=v["cells"]["lat"])),
        damaged(lambda v: v["moves"].pop("units")),
        damaged(lambda v: v["moves"]["path"].__setitem__(0, [0, -1])),
        damaged(lambda v: v["stays"]["ms"].__setitem__(0, 0.5)),
        damaged(lambda v: v["stays"]["ms"].pop()),
        damaged(lambda v: v["stays"]["bin"].__setitem__(0, 7)),
        damaged(lambda v: v["moves"]["times"].__setitem__(0, 1)),
        damaged(lambda v: v["moves"]["units"].__setitem__(0, 0)),
        damaged(lambda v: v["cells"]["lat"].__setitem__(0, 200.0)),
        damaged(lambda v: v["cells"]["lon"].__setitem__(0, float("nan"))),
        damaged(lambda v: v.update(schema=2)),
    ],
)
def test_what_is_damaged_is_refused(spoil: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    write_model(made().data, path)
    spoil(path)
    with pytest.raises(InputError, match="or is damaged"):
        read_model(path)


def test_models_are_json(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="models are written with"):
        write_model(made().data, tmp_path / "m.parquet")


def test_no_file_tells_a_total() -> None:
    release = made()
    told = json.dumps(release.certificate.as_json())
    moves = release.data.moves.times
    for total in (crowded().n_points, len(crowded()), int(moves.sum()), crowded().n_owners):
        assert str(total) not in told
