"""How fast tables are read and written, and with how much memory; each step in a fresh process.

Run `python bench/io.py [POINTS [FOLDER]]`. The table has 14 points a trajectory on average, once
with ids of 26 letters in shuffled order (as our releases have) and once with whole numbers in
order, which need no sorting.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

MEAN_LENGTH = 14
ENDINGS = ("csv", "csv.gz", "parquet")


def main(points: int, folder: Path) -> None:
    for ids in ("int", "text"):
        make(points, ids, folder / f"{ids}.parquet")
    print(f"{points:,} points\n| step | seconds | peak MB |\n|---|---|---|")
    for ids in ("int", "text"):
        for ending in ENDINGS:
            for step in ("write", "read"):
                report(step, ids, ending, folder)


def make(points: int, ids: str, path: Path) -> None:
    import polars as pl

    rng = np.random.default_rng(1)
    starts = np.sort(rng.choice(points, points // MEAN_LENGTH, replace=False))
    starts[0] = 0
    codes = np.searchsorted(starts, np.arange(points), side="right") - 1
    names = pl.Series(np.arange(len(starts)))
    if ids == "text":
        letters = rng.integers(97, 123, (len(starts), 26)).astype(np.uint8).tobytes().decode()
        names = pl.Series([letters[k : k + 26] for k in range(0, len(letters), 26)])
    t = 1_212_909_287_000 + np.cumsum(rng.integers(1_000, 90_000, points))
    frame = pl.DataFrame(
        {
            "trajectory_id": names[codes],
            "timestamp": pl.Series(t).cast(pl.Datetime("ms", "UTC")),
            "lat": np.round(37.5 + rng.random(points) / 2, 7),
            "lon": np.round(-122.5 + rng.random(points) / 2, 7),
        }
    )
    frame.write_parquet(path)


def report(step: str, ids: str, ending: str, folder: Path) -> None:
    command = [sys.executable, __file__, step, ids, ending, str(folder)]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, peak = out.split()
    print(f"| {step} {ending}, {ids} ids | {seconds} | {peak} |", flush=True)


def step(what: str, ids: str, ending: str, folder: str) -> None:
    from wayveil.io import read, write

    path = Path(folder) / f"{ids}-written.{ending}"
    data = read(Path(folder) / f"{ids}.parquet") if what == "write" else None
    if data is not None and ids == "text":  # shuffled as a release is, so that reading must sort
        data = data.take(np.random.default_rng(2).permutation(len(data)))
    start = time.perf_counter()
    if data is None:
        read(path)
    else:
        write(data, path, force=True)
    seconds = time.perf_counter() - start
    print(f"{seconds:.2f}", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


if __name__ == "__main__":
    if len(sys.argv) == 5:
        step(*sys.argv[1:])
    else:
        size = int(sys.argv[1]) if len(sys.argv) > 1 else 15_000_000
        with tempfile.TemporaryDirectory() as made:
            main(size, Path(sys.argv[2] if len(sys.argv) > 2 else made))
