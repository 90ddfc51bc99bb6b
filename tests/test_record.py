from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from wayveil.errors import InputError
from wayveil.record import Edits, Origin, Record, Tally

RECORD = Record(
    key="00ff",
    secret=True,
    unit="user",
    origin=Origin(np.array([4, 2, 0]), np.array([0, 2, 3])),
    owner=np.array([0, 0, 1, 1, 2], dtype=np.int32),
    original_digest="sha256:a",
    release_digest="sha256:b",
    removed=Tally.of("too fast", 2, 9) + Tally.of("too short", 1, 1),
    seconds={"anonymize": 0.25},
)


def test_a_record_survives_json() -> None:
    again = Record.from_json(json.loads(json.dumps(RECORD.as_json())))
    assert again.as_json() == RECORD.as_json()
    assert again.removed.trajectories == 3
    assert again.removed.points == 10


def test_edits_are_in_it_where_a_method_tells_them() -> None:
    edited = replace(RECORD, edits=Edits(moved=5, created=2))
    assert Record.from_json(json.loads(json.dumps(edited.as_json()))).edits == Edits(5, 2)
    assert "edits" not in RECORD.as_json()


@pytest.mark.parametrize(
    "broken",
    [
        None,
        [],
        {},
        {**RECORD.as_json(), "schema": 99},
        {**RECORD.as_json(), "origin": {"sources": "x", "offsets": []}},
        {**RECORD.as_json(), "origin": {"sources": [2**70], "offsets": []}},
        {**RECORD.as_json(), "origin": [1, 2]},
        {**RECORD.as_json(), "origin": {"sources": [4, 2, 0], "offsets": [0, 2]}},
        {**RECORD.as_json(), "origin": {"sources": [4, 2, 0], "offsets": [0, 4, 3]}},
        {**RECORD.as_json(), "origin": {"sources": [5], "offsets": [0, 1]}},
        {**RECORD.as_json(), "origin": {"sources": [-1], "offsets": [0, 1]}},
        {**RECORD.as_json(), "owner": [0]},
        {**RECORD.as_json(), "key": "no hex"},
        {**RECORD.as_json(), "unit": "person"},
        {**RECORD.as_json(), "edits": {"moved": 1}},
        {**RECORD.as_json(), "edits": [1, 2]},
        {**RECORD.as_json(), "edits": {"moved": "some", "created": 1}},
        {key: value for key, value in RECORD.as_json().items() if key != "owner"},
    ],
)
def test_anything_else_is_refused(broken: object) -> None:
    with pytest.raises(InputError):
        Record.from_json(broken)


def test_it_shows_no_secret() -> None:
    assert repr(RECORD) == "<Record: private, of 2 released trajectories>"
    assert repr(RECORD.origin) == "<Origin of 2 released trajectories>"


def test_it_speaks_of_one_original_and_one_release() -> None:
    RECORD.belongs_to("sha256:a", "sha256:b")
    for others in (("sha256:b", "sha256:b"), ("sha256:a", "sha256:a")):
        with pytest.raises(InputError, match="does not belong"):
            RECORD.belongs_to(*others)


#: Two released trajectories of two and three points, whose points changed places.
SWAPPED = Origin(np.array([1]), np.array([0, 0, 1]), of_point=np.array([3, 1, 1, 3, 4]))


def test_an_origin_follows_a_new_order() -> None:
    turned = RECORD.origin.reordered(np.array([1, 0]), np.array([0, 2, 5]))
    assert turned.sources.tolist() == [0, 4, 2]
    assert turned.offsets.tolist() == [0, 1, 3]
    assert turned.of_point is None
    assert len(turned) == 2


def test_points_follow_it_too() -> None:
    turned = SWAPPED.reordered(np.array([1, 0]), np.array([0, 2, 5]))
    assert turned.of_point is not None
    assert turned.of_point.tolist() == [1, 3, 4, 3, 1]
    assert turned.offsets.tolist() == [0, 1, 1]
    assert turned.everybody.tolist() == [1, 3, 4]
    again = Origin.from_json(json.loads(json.dumps(turned.as_json())))
    assert again.as_json() == turned.as_json()


def test_places_become_ids_of_the_table_read() -> None:
    ids = np.array([10, 20, 30, 40, 50], dtype=np.int32)
    assert RECORD.origin.through(ids).sources.tolist() == [50, 30, 10]
    assert SWAPPED.through(ids).everybody.tolist() == [20, 40, 50]


def test_causes_that_removed_nothing_are_not_listed() -> None:
    assert not list(Tally.of("nothing", 0, 0))
