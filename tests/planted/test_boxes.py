"""A box that nobody visited, and a box of others: the claim and the door catch each."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from wayveil import Release, anonymize
from wayveil.cells import Cells
from wayveil.contract.tables import ordinary


@pytest.fixture(scope="module")
def sound() -> Release[Cells]:
    return anonymize(ordinary(), "kmerge_groups", k=3, seed=1)


def answers(release: Release[Cells]) -> dict[str, str]:
    return {check.name: check.verdict.answer for check in release.verify(ordinary())}


def test_a_sound_release_holds(sound: Release[Cells]) -> None:
    assert set(answers(sound).values()) == {"yes"}


def test_a_box_that_nobody_visited_is_caught(sound: Release[Cells]) -> None:
    """Every copy of one record is moved by a whole degree: they stay alike, and are false."""
    shapes = np.array(sound.data.shapes())
    moved = np.isin(sound.data.of_row, np.flatnonzero(shapes == shapes[0])) * 10_000_000
    data = replace(sound.data, south=sound.data.south + moved, north=sound.data.north + moved)
    found = answers(replace(sound, data=data))
    assert found["k_anonymous"] == "yes"
    assert found["boxes_visited"] == found["digest"] == "no"


def test_one_copy_that_differs_is_caught(sound: Release[Cells]) -> None:
    east = sound.data.east.copy()
    east[0] += 1
    assert answers(replace(sound, data=replace(sound.data, east=east)))["k_anonymous"] == "no"
