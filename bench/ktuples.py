"""Random k-tuples made alike, as in paper 004, Table II: k-merge, one coarse grain, W4M, GLOVE.

W4M has no boxes. Its grain is how far samples were moved: by how many minutes, and kilometres into
the cylinder; the mean over those not deleted, the pivot's (which stay) counting too. The first of
a tuple is the pivot. Per cent deleted and created are of the samples there were.

python -m bench.ktuples [DAYS]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

import wayveil
from wayveil.cells import Cells
from wayveil.joined import joined
from wayveil.kernels import merging
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Draft, Measure, Reading
from wayveil.methods._editing import Editor
from wayveil.methods.glove import Merging
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.slots import Slots

TUPLES: Final = 100
GRAINS: Final = ((2, 4), (4, 10), (8, 20))
_LIMITS: Final = np.array([480.0, 200.0])
#: δ = 2 km, at most four hours, and waiting an hour is as bad as 3.6 km.
_WAITING: Final = Editor(delta=2000, patience=4 * 3600, speed=1)


def main(days: str = "14") -> None:
    """Print a row for each k: the mean over tuples of the mean over samples."""
    data = joined(wayveil.synthesize("cdr", users=1_000, days=int(days), seed=1)).data
    print(
        f"{len(data):,} subscribers, {days} days, {data.n_points:,} samples, {TUPLES} random tuples"
    )
    coarse = "  ".join(f"{hours}h-{km}km" for hours, km in GRAINS)
    print(
        f"{'k':>2} | k-merge: min    km | static, % alike: {coarse} "
        "| W4M: % deleted  created   min    km | GLOVE: min    km"
    )
    for k in (2, 5, 8):
        rng = np.random.default_rng(k)
        tuples = [data.take(rng.choice(len(data), k, replace=False)) for _ in range(TUPLES)]
        best, glove = (mean(tuples, how) for how in (k_merged, gloved))
        walked = np.array([waited(some) for some in tuples]).mean(axis=0)
        alike = [100 * np.mean([same(some, *grain) for some in tuples]) for grain in GRAINS]
        shares = " ".join(f"{share:9.1f}" for share in alike)
        print(f"{k:2} | {best[0]:12.0f} {best[1]:5.2f} | {shares:>36} |", end="")
        print(f" {walked[0]:14.1f} {walked[1]:8.1f} {walked[2]:5.0f} {walked[3]:5.2f} |", end="")
        print(f" {glove[0]:10.0f} {glove[1]:5.2f}", flush=True)


def mean(tuples: Sequence[Trajectories], how: Callable[[Trajectories], Ints]) -> Floats:
    found: Floats = np.array([granularity(some, how(some)) for some in tuples]).mean(axis=0)
    return found


def granularity(some: Trajectories, boxes: Ints) -> tuple[float, float]:
    """Give the boxes to all, and measure minutes and kilometres."""
    n = len(some)
    number = np.arange(1, dtype=np.int32)
    cells = grid(some).cells(boxes, np.array([len(boxes)]), number, number)
    draft: Draft[Cells] = Draft(cells.take(np.zeros(n, np.int64)), Origin.one_each(np.arange(n)))
    names = ("time_granularity", "space_granularity")
    found: list[Reading] = [Measure.named(m)(some, draft.data, draft.origin) for m in names]
    return found[0].value, found[1].value


def grid(some: Trajectories) -> Slots:
    return Slots.over(some, 100, 60)


def k_merged(some: Trajectories) -> Ints:
    return merging.merged(grid(some).of(some), np.arange(len(some)))


def gloved(some: Trajectories) -> Ints:
    boxes, counts = grid(some).tightest(some)
    records = np.split(boxes, np.cumsum(counts)[:-1])
    ((record, _),) = Merging(records, _LIMITS).until(len(some))
    return record


def waited(some: Trajectories) -> tuple[float, float, float, float]:
    """Give per cent deleted and created, and by how many minutes and kilometres samples moved."""
    members = np.arange(len(some))
    edited = _WAITING.edit(some, members, np.zeros_like(members))
    true = edited.own >= 0
    deleted, created = some.n_points - true.sum(), (~true).sum()
    moved = edited.late[true].mean() / 60, edited.strayed[true].mean() / 1000
    return 100 * deleted / some.n_points, 100 * created / some.n_points, *moved


def same(some: Trajectories, hours: int, km: int) -> bool:
    """Whether one coarse grain makes all of them alike."""
    return len(set(Slots.over(some, km * 1000, hours * 3600).boxed(some).shapes())) == 1


if __name__ == "__main__":
    main(*sys.argv[1:])
