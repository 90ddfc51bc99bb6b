"""Files appear whole or not at all, and nothing is written over by accident."""

from __future__ import annotations

import stat
from pathlib import Path

import polars as pl
import pytest

from wayveil.errors import InputError
from wayveil.io import load, read, read_json, refuse_existing, whole, write, write_json

TABLE = pl.DataFrame({"tid": [1], "t": [5], "lat": [1.5], "lon": [2.5]})


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_a_failing_block_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), whole(path, force=True) as partial:
        partial.write_text(str(1 / 0))
    assert (path.read_text(), names(tmp_path)) == ("old", ["a.csv"])
    with whole(path, force=True) as partial:
        partial.write_text("new")
    assert (path.read_text(), names(tmp_path)) == ("new", ["a.csv"])


def test_a_failing_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pl.DataFrame, "write_parquet", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write(read(TABLE), tmp_path / "a.parquet")
    assert names(tmp_path) == []


def test_a_file_that_came_up_meanwhile_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    with pytest.raises(InputError, match="--force"), whole(path):
        path.write_text("theirs")
    assert (path.read_text(), names(tmp_path)) == ("theirs", ["a.csv"])


def test_private_files_are_private_from_the_start(tmp_path: Path) -> None:
    with whole(tmp_path / "a", private=True) as partial:
        assert stat.S_IMODE(partial.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600
    write(read(TABLE), tmp_path / "b.csv", private=True)
    assert stat.S_IMODE((tmp_path / "b.csv").stat().st_mode) == 0o600
    write(read(TABLE), tmp_path / "c.csv")
    assert stat.S_IMODE((tmp_path / "c.csv").stat().st_mode) & 0o077


def test_existing_files_and_inputs_are_not_written_over(tmp_path: Path) -> None:
    path, link, hard = tmp_path / "a.csv", tmp_path / "link.csv", tmp_path / "hard.csv"
    path.write_text("x")
    link.symlink_to(path)
    hard.hardlink_to(path)
    refuse_existing([tmp_path / "new.csv"], inputs=[path, "-"])
    refuse_existing([path], force=True)
    with pytest.raises(InputError, match=r"a.csv exists.\nAdd --force"):
        refuse_existing([path])
    for other in (path, link, hard):
        with pytest.raises(InputError, match="also an input"):
            refuse_existing([other], inputs=[path], force=True)
    with pytest.raises(InputError, match="is a folder"):
        refuse_existing([tmp_path], force=True)
    with pytest.raises(InputError, match="--force"):
        write(read(TABLE), path)


def test_missing_files_are_named_with_their_neighbours(tmp_path: Path) -> None:
    write(read(TABLE), tmp_path / "taxis.csv")
    with pytest.raises(InputError, match=r"(?s)no file .*taxi.csv.*Did you mean taxis.csv\?"):
        load(tmp_path / "taxi.csv")
    with pytest.raises(InputError, match="no folder"):
        load(tmp_path / "no" / "taxi.csv")
    with pytest.raises(InputError, match="no folder"):
        write(read(TABLE), tmp_path / "no" / "taxi.csv")
    with pytest.raises(InputError, match=r"(?s)xlsx does not say its format.*--format csv"):
        write(read(TABLE), tmp_path / "taxis.xlsx")
    with pytest.raises(InputError, match="nothing can be written to a int"):
        write(read(TABLE), 7)


def test_json_comes_back_and_broken_json_is_not_quoted(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_json({"a": [1, "é"]}, path, private=True)
    assert read_json(path) == {"a": [1, "é"]}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text('{"poison-id": ')
    with pytest.raises(InputError, match="is not JSON") as caught:
        read_json(path)
    assert "poison" not in str(caught.value)
    with pytest.raises(InputError, match="no file"):
        read_json(tmp_path / "b.json")
