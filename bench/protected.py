"""What protected generalization takes and keeps: time, and trajectories and locations against k.

python -m bench.protected CABS.parquet [PICTURE.svg]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import wayveil
from wayveil.methods.protected_generalization import ProtectedGeneralization
from wayveil.report.charts import Axis, lines_svg
from wayveil.run import anonymize
from wayveil.shapes import Trajectories

KS = (3, 5, 10, 20, 25, 50, 100)
#: Per cent of trajectories removed, as Table 1 of D4.10 has it, on the same cabs.
TABLE_1 = {3: 19.65, 5: 37.21, 10: 59.02, 25: 79.33, 50: 83.33, 100: 99.43}


def main(cabs: str, picture: str = "") -> None:
    """Print the times, then what is kept for each k; draw it if asked."""
    data = wayveil.read(cabs)
    print(f"{len(data):,} trajectories, {data.n_points:,} locations, {data.n_owners} users; 500 m")
    seconds(data)
    lines: dict[str, list[tuple[float, float]]] = {"trajectories": [], "locations": []}
    print(f"\n{'':8}{'knowledge 2':^24}{'knowledge 3':^24}  D4.10, Table 1")
    heads = f"{'removed':>11} {'locations':>11}"
    print(
        f"{'k':>4}    {heads} {heads}  {'removed':>14}   (per cent; trajectories, then locations)"
    )
    for k in KS:
        two, three = (removed(data, k, knowledge) for knowledge in (2, 3))
        told = f"{TABLE_1[k]:14.2f}" if k in TABLE_1 else f"{'-':>14}"
        print(f"{k:4}    {two[0]:11.2f} {two[1]:11.2f} {three[0]:11.2f} {three[1]:11.2f}  {told}")
        for line, share in zip(lines.values(), two, strict=True):
            line.append((k, share))
    if picture:
        lines["trajectories, D4.10's own (Table 1)"] = list(TABLE_1.items())
        title = f"What goes of {len(data):,} taxi trips so that k share any two visits"
        chart = lines_svg(lines, title, Axis("k", log=True), Axis("per cent removed"))
        Path(picture).write_text(chart, "utf-8")


def seconds(data: Trajectories) -> None:
    """Print what a whole release takes, its check included: the best of three."""
    for knowledge in (2, 3):
        method = ProtectedGeneralization(knowledge=knowledge)
        laps = []
        for _ in range(4):
            start = time.perf_counter()
            release = anonymize(data, method, seed=1)
            laps.append(time.perf_counter() - start)
        assert release.record is not None
        share = 100 - 100 * release.record.removed.points / data.n_points
        rows = release.data.n_points
        print(f"k 3, knowledge {knowledge}: {min(laps[1:]):.2f} s; ", end="")
        print(f"{share:.1f} % of locations kept, in {rows:,} rows", flush=True)


def removed(data: Trajectories, k: int, knowledge: int) -> tuple[float, float]:
    """Give the per cent of trajectories and of locations that a release had to leave out."""
    release = anonymize(data, ProtectedGeneralization(k=k, knowledge=knowledge), seed=1)
    assert release.record is not None
    gone = release.record.removed
    return 100 * gone.trajectories / len(data), 100 * gone.points / data.n_points


if __name__ == "__main__":
    main(*sys.argv[1:])
