"""k-merge, against every partition there is."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.merging import Sample, best_merge
from wayveil.kernels import merging, ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.merging import Samples

#: Few slots, so that times tie and places repeat.
_TRACK = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=5
).map(lambda samples: sorted(samples, key=lambda sample: sample[0]))
_TRACKS = st.lists(_TRACK, min_size=2, max_size=4)


def samples_of(tracks: list[list[Sample]]) -> Samples:
    t, x, y = np.array([s for track in tracks for s in track], np.int64).reshape(-1, 3).T
    lengths = np.array([len(track) for track in tracks])
    return Samples(t.copy(), x.copy(), y.copy(), ragged.offsets_of(lengths))


def cost_of(boxes: Ints) -> int:
    t0, t1, x0, x1, y0, y1 = boxes.T
    return int(((t1 - t0 + 1) * (x1 - x0 + 1 + y1 - y0 + 1)).sum())


@given(_TRACKS)
@settings(max_examples=300, deadline=None)
def test_it_costs_as_little_as_the_best_of_all_partitions(tracks: list[list[Sample]]) -> None:
    samples, members = samples_of(tracks), np.arange(len(tracks))
    out = np.empty(1)
    merging.costs(samples, members.reshape(1, -1), out)
    boxes = merging.merged(samples, members)
    assert out[0] == best_merge(tracks) == cost_of(boxes)
    assert (boxes[1:, 0] > boxes[:-1, 1]).all()


@given(_TRACKS)
@settings(max_examples=100, deadline=None)
def test_every_box_holds_everybody_and_every_sample_is_in_one(tracks: list[list[Sample]]) -> None:
    boxes = merging.merged(samples_of(tracks), np.arange(len(tracks)))
    for track in tracks:
        t, x, y = np.array(track).T[:, :, None]
        inside = (boxes[:, 0] <= t) & (t <= boxes[:, 1]) & (boxes[:, 2] <= x) & (x <= boxes[:, 3])
        inside &= (boxes[:, 4] <= y) & (y <= boxes[:, 5])
        assert (inside.sum(axis=1) == 1).all()
        assert inside.any(axis=0).all()


@given(_TRACKS)
@settings(max_examples=50, deadline=None)
def test_the_order_of_members_does_not_matter(tracks: list[list[Sample]]) -> None:
    forwards, out = np.arange(len(tracks)), np.empty(2)
    groups = np.stack([forwards, forwards[::-1]])
    merging.costs(samples_of(tracks), groups, out)
    assert out[0] == out[1]


def test_two_by_hand() -> None:
    """Two meet at minute 0 in one slot, and at minutes 10 and 12 two slots apart."""
    samples = samples_of([[(0, 3, 3), (10, 5, 5)], [(0, 3, 3), (12, 7, 5)]])
    boxes = merging.merged(samples, np.array([0, 1]))
    assert boxes.tolist() == [[0, 0, 3, 3, 3, 3], [10, 12, 5, 7, 5, 5]]
    assert cost_of(boxes) == 1 * 2 + 3 * (3 + 1)


def test_who_has_no_sample_cannot_be_merged() -> None:
    some = samples_of([[(0, 1, 1)], [(5, 1, 1)]])
    samples = some._replace(offsets=np.array([0, 1, 1, 2]))
    out = np.empty(2)
    merging.costs(samples, np.array([[0, 1], [1, 1]]), out)
    assert np.isinf(out).all()
    assert len(merging.merged(samples, np.array([0, 1]))) == 0
