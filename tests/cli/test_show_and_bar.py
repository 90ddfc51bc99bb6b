from __future__ import annotations

import json
import time

import numpy as np
import pytest

from wayveil import progress
from wayveil.cli._bar import Bar
from wayveil.cli._show import Voice, aligned, as_json, counted, labelled, size


def test_tables_are_plain_and_aligned() -> None:
    table = Voice().table(("name", "n"), [("a", 1_200), ("longer", None), ("b", 0.5)])
    assert table == "name    n\na       1,200\nlonger\nb       0.5"
    assert aligned([["a", "b"]]) == "a  b"


def test_labels_are_written_once() -> None:
    assert labelled([("A", 1), ("A", 2), ("", 3)]) == [
        "A         1", "          2", "          3",
    ]  # fmt: skip


def test_json_has_no_numbers_that_are_none() -> None:
    value = {"a": float("nan"), "b": [np.float64(1.5), np.int64(2), float("inf")], "c": {1: None}}
    assert json.loads(as_json(value)) == {"a": None, "b": [1.5, 2, None], "c": {"1": None}}


def test_words_for_amounts() -> None:
    assert [counted(n, "trajectory") for n in (0, 1, 2)] == [
        "0 trajectories", "1 trajectory", "2 trajectories",
    ]  # fmt: skip
    assert [size(n) for n in (0, 1e6, 1.5e9)] == ["1 MB", "1 MB", "1.5 GB"]


def test_a_bar_is_drawn_after_a_while(capsys: pytest.CaptureFixture[str]) -> None:
    bar = Bar(patience=0.02)
    with bar.watched(), progress.reporting(bar):
        for _ in progress.track(range(5), "first"):
            time.sleep(0.02)
        progress.stage("second", 3)
        progress.advance(2)
        assert bar._drawn is not None
        shown, task = bar._drawn
        assert (shown.tasks[task].description, shown.tasks[task].completed) == ("second", 2)
        assert shown.live.is_started
    assert not shown.live.is_started
    assert capsys.readouterr().out == ""


def test_no_bar_is_drawn_for_quick_work() -> None:
    bar = Bar(patience=0.05)
    with bar.watched():
        bar.start("quick", None)
    time.sleep(0.08)
    bar._draw()
    assert bar._drawn is None
