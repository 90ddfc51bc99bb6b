from __future__ import annotations

import json
import stat
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wayveil.contract.tables import ordinary
from wayveil.errors import InputError
from wayveil.record import Origin
from wayveil.release import Release, certificate_path
from wayveil.run import anonymize


@pytest.fixture
def release() -> Release:
    return anonymize(ordinary(), "simple_generalization", seed=1)


@pytest.mark.parametrize("ending", [".csv", ".csv.gz", ".parquet"])
def test_what_is_written_verifies_when_read_back(
    release: Release, tmp_path: Path, ending: str
) -> None:
    path, papers = tmp_path / f"out{ending}", tmp_path / "record.json"
    release.write(path, record=papers)
    stranger = Release.open(path).verify()
    assert not stranger.broken
    assert [check.name for check in stranger.unchecked] == ["no_identifiers"]
    holder = Release.open(path, record=papers).verify(ordinary())
    assert not holder.broken
    assert not holder.unchecked


def test_the_file_has_the_promised_columns_only(release: Release, tmp_path: Path) -> None:
    release.write(tmp_path / "out.csv")
    header = (tmp_path / "out.csv").read_text().splitlines()[0]
    assert header == "trajectory_id,timestamp,lat,lon"


def test_the_record_is_for_its_owners_eyes(release: Release, tmp_path: Path) -> None:
    release.write(tmp_path / "out.csv", record=tmp_path / "record.json")
    assert stat.S_IMODE((tmp_path / "record.json").stat().st_mode) == 0o600
    text = (tmp_path / "record.json").read_text()
    for secret in ("trip-", "person-", "secret-", "lat"):
        assert secret not in text


def test_rows_may_be_shuffled_by_other_tools(release: Release, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    release.write(path)
    head, *rows = path.read_text().splitlines()
    order = np.random.default_rng(1).permutation(len(rows))
    path.write_text("\n".join([head, *(rows[i] for i in order)]))
    assert not Release.open(path).verify().broken


def test_a_changed_point_breaks_the_digest_and_the_claim(release: Release, tmp_path: Path) -> None:
    lat = release.data.lat.copy()
    lat[0] += 1e-7
    changed = replace(release, data=replace(release.data, lat=lat))
    assert {check.name for check in changed.verify().broken} == {"digest", "tile_centres"}


def test_a_dropped_trajectory_is_noticed_and_the_record_no_longer_fits(release: Release) -> None:
    fewer = replace(release, data=release.data.take(np.arange(50)))
    checks = fewer.verify(ordinary())
    assert "digest" in {check.name for check in checks.broken}
    assert "no_identifiers" in {check.name for check in checks.unchecked}


def test_an_extra_column_is_noticed(release: Release) -> None:
    leaky = replace(release, data=replace(release.data, extra=ordinary().extra))
    assert {check.name for check in leaky.verify().broken} == {"columns"}


def test_another_record_or_original_is_noticed(release: Release) -> None:
    other = anonymize(ordinary(), "simple_generalization", seed=2)
    swapped = replace(release, record=other.record)
    assert "record" in {check.name for check in swapped.verify().broken}
    assert "original" in {check.name for check in release.verify(ordinary(80)).broken}


def test_a_record_of_the_wrong_length_is_noticed(release: Release) -> None:
    assert release.record is not None
    shorter = replace(release.record, origin=Origin.one_each(np.arange(3)))
    checks = replace(release, record=shorter).verify(ordinary())
    assert {check.name for check in checks.broken} == {"record"}


def test_a_kept_column_is_promised(tmp_path: Path) -> None:
    release = anonymize(ordinary(), "simple_generalization", seed=1, keep=["note"])
    release.write(tmp_path / "out.parquet")
    assert not Release.open(tmp_path / "out.parquet").verify().broken
    told = json.loads(certificate_path(tmp_path / "out.parquet").read_text())
    assert told["release"]["columns"][-1] == "note"


def test_nothing_is_overwritten_without_force(release: Release, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    certificate_path(path).write_text("mine")
    with pytest.raises(InputError, match="--force"):
        release.write(path)
    assert not path.exists()
    assert certificate_path(path).read_text() == "mine"
    release.write(path, force=True)
    assert not Release.open(path).verify().broken


def test_without_a_certificate_the_file_is_only_data(release: Release, tmp_path: Path) -> None:
    release.write(tmp_path / "out.csv")
    certificate_path(tmp_path / "out.csv").unlink()
    with pytest.raises(InputError, match="there is no certificate"):
        Release.open(tmp_path / "out.csv")


def test_it_shows_itself_without_data(release: Release) -> None:
    found = release.verify(ordinary())
    assert repr(found).startswith("<Verification: digest yes, columns yes, record yes")
    assert "<td>tile_centres</td>" in found._repr_html_()
    for text in (repr(release), release._repr_html_()):
        assert "90" in text
        assert "trip-" not in text
        assert str(float(release.data.lat[0])) not in text
