"""What SwapMob leaves of a Markov chain: every quantity before and after, on three partitions.

    python -m bench.markov_swapped CABS.parquet

SwapMob exchanges futures in cells of 0.001 degrees at the ends of minutes. The chain is estimated
on the same cells, on coarser ones that are made of whole cells, and on finer ones. `share` is
Σ|a - b| / Σ(a + b) over all rows: 0 if all are equal, 1 if nothing is common.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

import wayveil
from wayveil.analyses._visits import Visits
from wayveil.analyses.markov_model import MarkovModel
from wayveil.chance import Chance
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Anonymizer, Meeting
from wayveil.likeness import Likeness
from wayveil.model import Model
from wayveil.shapes import STEPS_PER_DEGREE, Trajectories
from wayveil.tessellations.degrees import Degrees

SWAP_SIZE, MINUTE = 0.001, 60
SIZES = {"finer": 0.0005, "the same": SWAP_SIZE, "coarser": 0.004, "still coarser": 0.01}
_HEAD = ("quantity", "rows", "differing", "largest difference", "share")

Keyed = tuple[Ints, Floats]


def main(*files: str) -> None:
    """Print a table for each file, meeting and partition of the model."""
    for file in files:
        data = wayveil.read(file)
        print(f"{data!r}")
        print(f"\nSwapMob on a partition of {SWAP_SIZE} degrees and {MINUTE} s")
        after = swapped(data, Meeting.named("partition", size=SWAP_SIZE, interval=MINUTE))
        for name, size in SIZES.items():
            print(f"\nmodel on {name} cells: {size} degrees")
            table(data, after, Degrees(size=size))
        print("\nSwapMob with the meeting `threshold`, 0.2 km and 30 s; nobody is removed")
        after = swapped(data, Meeting.named("threshold"))
        print(f"\nmodel on cells of {SWAP_SIZE} degrees")
        table(data, after, Degrees(size=SWAP_SIZE))


def swapped(data: Trajectories, meeting: Meeting) -> Trajectories:
    """Swap, and say how much was."""
    draft = Anonymizer.named("swapmob", meeting=meeting, min_n_swap=0)(data, Chance.seeded(1))
    mixed = np.unique(draft.data.of_point[draft.origin.of_point != draft.data.of_point])
    print(f"{len(meeting(data)):,} meetings; {len(mixed):,} of {len(data):,} published "
          "trajectories hold points of others")  # fmt: skip
    after: Trajectories = draft.data
    return after


def table(before: Trajectories, after: Trajectories, tiles: Degrees) -> None:
    """Print how each quantity differs."""
    print(f"{_HEAD[0]:42} {_HEAD[1]:>8} {_HEAD[2]:>9} {_HEAD[3]:>19} {_HEAD[4]:>7}")
    for like in [*preserved(before, after, tiles), *others(before, after, tiles)]:
        told = "equal" if like.equal else f"{like.differing:,}"
        print(f"{like.what:42} {like.rows:8,} {told:>9} {like.largest:19,.6g} {like.share:7.4f}")


def preserved(before: Trajectories, after: Trajectories, tiles: Degrees) -> list[Likeness]:
    """Compare the points and the chain."""
    part = MarkovModel(tessellation=tiles, time_step=MINUTE)
    places = Likeness.of("points", points(before), points(after))
    return [places, *part.whole(before).compare(part.whole(after))]


def others(before: Trajectories, after: Trajectories, tiles: Degrees) -> list[Likeness]:
    """Compare what is no part of the chain."""
    exact, second = MarkovModel(tessellation=tiles), MarkovModel(tessellation=tiles, order=2)
    by_hour = MarkovModel(tessellation=tiles, time_step=MINUTE, time_of_day=3600)
    found = [
        _of("transitions", "transitions by hour of day", by_hour, before, after),
        _of("T in s", "T in s by hour of day", by_hour, before, after),
        _of("T in s", "T in s, times not rounded down", exact, before, after),
        _of("transitions", "transitions of order 2", second, before, after),
    ]
    alone = before.each_alone(), after.each_alone()
    one, other = (MarkovModel(tessellation=tiles)(d, Chance.seeded(1)).data for d in alone)
    assert isinstance(one, Model)
    assert isinstance(other, Model)
    shown = next(like for like in one.compare(other) if like.what == "transitions")
    found.append(replace(shown, what="transitions of k = 5 trajectories"))
    each = (rest(before, tiles), rest(after, tiles))
    return [*found, *(Likeness.of(what, each[0][what], each[1][what]) for what in each[0])]


def _of(
    what: str, name: str, part: MarkovModel, before: Trajectories, after: Trajectories
) -> Likeness:
    likes: list[Likeness] = part.whole(before).compare(part.whole(after))
    return replace(next(like for like in likes if like.what == what), what=name)


def points(data: Trajectories) -> Keyed:
    """Count equal points."""
    columns = [data.t, np.rint(data.lat * STEPS_PER_DEGREE), np.rint(data.lon * STEPS_PER_DEGREE)]
    return counted(*(column.astype(np.int64) for column in columns))


def rest(data: Trajectories, tiles: Degrees) -> dict[str, Keyed]:
    """Count single stays, finished ones, and the ends of trajectories."""
    cells = tiles.cells(data.lat, data.lon)
    visits = Visits.of(data, cells, MINUTE * 1000)
    done = np.append(~visits.begins[1:], False)
    held = (visits.end - visits.start) // 1000
    first, last = cells[data.offsets[:-1]], cells[data.offsets[1:] - 1]
    finished = np.unique(visits.cell[done], return_inverse=True)
    return {
        "holding times, by cell (stays)": counted(visits.cell, held),
        "holding times, of all cells (stays)": counted(held),
        "time in finished stays only, in s": (
            finished[0][:, None], np.bincount(finished[1], held[done]).astype(float),
        ),
        "first and last cell (trajectories)": counted(first, last),
        "last cell (trajectories)": counted(last),
    }  # fmt: skip


def counted(*columns: Ints) -> Keyed:
    """Count equal rows."""
    keys, times = np.unique(np.column_stack(columns), axis=0, return_counts=True)
    return keys, times.astype(np.float64)


if __name__ == "__main__":
    main(*sys.argv[1:])
