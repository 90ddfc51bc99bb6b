"""Blocks: who is in them, and bounds that never exceed what they bound."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernels.paths import WEIGHTS, exactly, some
from wayveil.kernels import blocks as kernel
from wayveil.kernels import search
from wayveil.kernels.arrays import Ints
from wayveil.kernels.blocks import SIZE, Blocks
from wayveil.kernels.classes import Singles, slack
from wayveil.kernels.compiled import compiled
from wayveil.kernels.paths import Paths


@compiled
def bounds_of(
    made: Blocks, paths: Paths, i: int, c: int, weight: float, margin: tuple[float, float]
) -> tuple[float, Singles]:
    """The bounds of a class and of its blocks, as a search makes them."""
    q = search.query(made, paths, i, 1, weight, margin)
    whole = search._class_bounds(made, paths, q)[c]
    h, blocks = search._match(made, paths, q, c), slice(made.first[c], made.first[c + 1])
    bounds = q.bounds[blocks]
    bounds[:] = 0
    search.add_gaps(bounds, made, made.slowest[blocks], q.boxes[:h], 0, q.at, q.own, q.pull)
    return whole, bounds / np.float32(h)


def members(made: Blocks, c: int, b: int) -> Ints:
    low = made.classes.first[c] + b * SIZE
    return made.classes.member[low : low + made.present[made.first[c] + b]]


def everybody(made: Blocks) -> list[int]:
    """All members; every array must agree on where they are."""
    out: list[int] = []
    for c in range(len(made.classes.length)):
        for b in range(made.first[c + 1] - made.first[c]):
            for place, who in enumerate(members(made, c, b).tolist()):
                assert made.class_of[who] == c
                assert made.slot[who] == made.classes.first[c] + b * SIZE + place
                out.append(who)
    return sorted(out)


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    weight=st.sampled_from(WEIGHTS),
    reach=st.sampled_from([0.0, 1_000.0, 1_000_000.0]),
    leavers=st.integers(0, 190),
)
def test_bounds_never_exceed_a_distance(
    seed: int, weight: float, reach: float, leavers: int
) -> None:
    """Beyond what the error of single precision allows, and however many have left."""
    paths = some(seed, 200, longest=4, reach=reach)
    made, margin = kernel.blocks(paths, weight, np.arange(200)), slack(paths, weight)
    gone = np.random.default_rng(seed).permutation(200)[:leavers]
    for leaver in gone:
        kernel.leave(made, int(leaver))
    assert everybody(made) == sorted(set(range(200)) - set(gone.tolist()))
    i = seed % 200
    for c in range(len(made.classes.length)):
        whole, bounds = bounds_of(made, paths, i, c, weight, margin)
        for b, bound in enumerate(bounds):
            inside = members(made, c, b)
            if not len(inside):
                continue
            least = float(exactly(paths, i, inside, weight).min()) * (1 + margin[1]) + margin[0]
            assert np.sqrt(float(bound)) <= least
            assert np.sqrt(float(whole)) <= least


def test_some_of_the_paths_in_blocks_of_neighbours() -> None:
    paths = some(1, 500, longest=2)
    who = np.random.default_rng(1).permutation(500)[:300]
    made = kernel.blocks(paths, 0.006, who)
    assert everybody(made) == sorted(who.tolist())
    assert (made.slot[np.setdiff1d(np.arange(500), who)] == -1).all()
    assert made.present.max() <= SIZE
    widths = np.diff(made.first)
    assert widths.tolist() == [-(-count // SIZE) for count in np.diff(made.classes.first)]


@pytest.mark.parametrize("n", [1, SIZE - 1, SIZE, SIZE + 1, 3 * SIZE])
def test_blocks_are_full_but_for_the_last_of_a_length(n: int) -> None:
    made = kernel.blocks(some(0, n, longest=1), 0.0, np.arange(n))
    assert made.present.tolist() == [SIZE] * ((n - 1) // SIZE) + [(n - 1) % SIZE + 1]
    assert everybody(made) == list(range(n))
