"""Seconds, memory and size of each format, and whether a release that went through it verifies.

Run `python -m bench.formats [POINTS]`. Each step is a fresh process; the table has 14 points a
trajectory on average and the ids of a release, and is compared by the digest of its certificate.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MEAN_LENGTH = 14


def main(points: int, folder: Path) -> None:
    from wayveil.io import FORMATS

    made = folder / "made.parquet"
    make(points, made)
    print(f"{points:,} points, {points // MEAN_LENGTH:,} trajectories")
    print("| format | write s | read s | verified | file MB | peak MB writing | reading |")
    print("|---|---|---|---|---|---|---|")
    for format in FORMATS:
        path = folder / f"table.{format}"
        write, wrote, seal = step("write", format, made, path)
        read, held, found = step("read", format, made, path)
        same = "yes" if seal == found else "no"
        size = path.stat().st_size / 1e6
        row = (format, write, read, same, f"{size:.0f}", wrote, held)
        print(f"| {' | '.join(row)} |", flush=True)


def make(points: int, path: Path) -> None:
    import numpy as np
    import polars as pl

    rng = np.random.default_rng(1)
    n = points // MEAN_LENGTH
    lengths = 2 + rng.multinomial(points - 2 * n, np.full(n, 1 / n))
    letters = rng.integers(97, 123, (n, 26)).astype(np.uint8).tobytes().decode()
    names = sorted(letters[k : k + 26] for k in range(0, len(letters), 26))
    t = 1_212_909_287_000 + np.cumsum(rng.integers(1_000, 90_000, points))
    frame = pl.DataFrame(
        {
            "trajectory_id": pl.Series(names)[np.repeat(np.arange(n), lengths)],
            "timestamp": pl.Series(t).cast(pl.Datetime("ms", "UTC")),
            "lat": np.round(37.5 + rng.random(points) / 2, 7),
            "lon": np.round(-122.5 + rng.random(points) / 2, 7),
        }
    )
    frame.write_parquet(path)


def step(what: str, format: str, made: Path, path: Path) -> list[str]:
    command = [sys.executable, __file__, what, format, str(made), str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def measured(what: str, format: str, made: Path, path: Path) -> None:
    from wayveil.certificate import digest
    from wayveil.io import Understanding, load, read, write

    data = read(made) if what == "write" else None
    start = time.perf_counter()
    if data is not None:
        write(data, path, format=format, force=True)
    else:
        data = load(path, Understanding(format=format)).data
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{seconds:.2f}", peak, digest(data))


if __name__ == "__main__":
    if len(sys.argv) == 5:
        measured(sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))
    else:
        with tempfile.TemporaryDirectory() as made_here:
            main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, Path(made_here))
