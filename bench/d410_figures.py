"""D4.10's comparison of methods laid out again: its Table 1 and its figures 26 to 31.

    python -m bench.d410_figures CABS.parquet FOLDER

CABS is the file of `d410_cabs`. Every method with k is run for k from 3 to 100, the others once,
all with trajectories as the unit, as D4.10 has it. Prints what each run takes (seconds of all
processors, kernels warm), loses and gives away, and draws each figure into the folder.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import wayveil
from wayveil.errors import Infeasible
from wayveil.report.charts import Axis, Points, lines_svg
from wayveil.run import anonymize, measure

KS = (3, 5, 10, 25, 50, 100)
PEER_LAMBDA = 0.00657901067783612
DISTANCE = {"name": "martinez2021", "params": {"p_lambda": PEER_LAMBDA}}
WITH_K: dict[str, dict[str, Any]] = {
    "microaggregation": {
        "name": "microaggregation",
        "params": {
            "clustering_method": {"name": "refined", "params": {"trajectory_distance": DISTANCE}}
        },
    },
    "time_part, 60 s": {"name": "time_part_microaggregation", "params": {"interval": 60}},
    "time_part, 900 s": {"name": "time_part_microaggregation", "params": {"interval": 900}},
    "time_part, 3600 s": {"name": "time_part_microaggregation", "params": {"interval": 3600}},
    "swap_locations": {"name": "swap_locations", "params": {}},
    "protected_generalization": {"name": "protected_generalization", "params": {}},
}
WITHOUT_K: dict[str, dict[str, Any]] = {
    "simple_generalization": {"name": "simple_generalization", "params": {}},
    "swapmob": {
        "name": "swapmob",
        "params": {
            "meeting": {
                "name": "threshold",
                "params": {"spatial_thold": 0.1, "temporal_thold": 60},
            }
        },
    },
}
#: Per cent of trajectories removed, for k = 3, 5, 10, 25, 50 and 100 (Table 1 of D4.10).
TABLE_1 = {
    "swap_locations": (1.46, 3.40, 12.82, 42.99, 97.64, 97.70),
    "protected_generalization": (19.65, 37.21, 59.02, 79.33, 83.33, 99.43),
    "simple_generalization": (0.1,) * 6,
    "swapmob": (18.74,) * 6,
}
MEASURES: tuple[Any, ...] = (
    {"name": "rmse", "params": {"trajectory_distance": DISTANCE}},
    {"name": "rmse_all", "params": {"trajectory_distance": DISTANCE}},
    "propensity_score",
    {"name": "record_linkage", "params": {"trajectory_distance": DISTANCE}},
)
SLICED = [name for name in WITH_K if name.startswith(("microaggregation", "time_part"))]
ONE_EACH = [name for name in (*WITH_K, *WITHOUT_K) if not name.endswith((" 60 s", "3600 s"))]
FIGURES = (
    ("figure-26", "RMSE of slices of time", "metres", "rmse", SLICED),
    ("figure-27", "Propensity score of slices of time", "U", "propensity_score", SLICED),
    ("figure-28", "Processor time for slices of time", "seconds", "seconds", SLICED),
    ("figure-29", "RMSE of survivors", "metres", "rmse", ONE_EACH),
    ("figure-30", "Propensity score", "U", "propensity_score", ONE_EACH),
    ("figure-31", "Exact record linkage", "per cent", "record_linkage", ONE_EACH),
    ("removed-trajectories", "Trajectories removed", "per cent", "trajectories", ONE_EACH),
    ("removed-locations", "Locations removed", "per cent", "locations", ONE_EACH),
)
COLUMNS = ("seconds", "trajectories", "locations", *("rmse", "rmse_all"), "propensity_score")

Row = dict[str, float]


def main(cabs: str, folder: str) -> None:
    """Run all, print a row each, and draw."""
    data = wayveil.read(cabs)
    print(f"{len(data):,} trajectories, {data.n_points:,} locations; per cent removed")
    heads = (*COLUMNS, "record_linkage", "Table 1")
    print(f"{'method':26} {'k':>4} " + " ".join(f"{head:>16}" for head in heads), flush=True)
    found: dict[str, dict[int, Row]] = {}
    for recipe in (*WITH_K.values(), *WITHOUT_K.values()):
        judged(data.take(np.arange(500)), recipe)
    for name, recipe in {**WITH_K, **WITHOUT_K}.items():
        for place, k in enumerate(KS):
            if name in WITHOUT_K and place:
                found[name][k] = found[name][KS[0]]
                continue
            row = judged(data, recipe if name in WITHOUT_K else with_k(recipe, k))
            found.setdefault(name, {})[k] = row
            shown = [row.get(head) for head in heads[:-1]]
            shown.append(TABLE_1[name][place] if name in TABLE_1 else 0.0)
            told = " ".join(f"{'-' if value is None else f'{value:.4g}':>16}" for value in shown)
            print(f"{name:26} {k:4} {told}", flush=True)
    for name, title, unit, column, only in FIGURES:
        chart = drawn(found, only, column, title, unit)
        Path(folder, f"d410-{name}.svg").write_text(chart, "utf-8")


def with_k(recipe: dict[str, Any], k: int) -> dict[str, Any]:
    """Add k to a recipe."""
    return {**recipe, "params": {**recipe["params"], "k": k}}


def judged(data: Any, recipe: dict[str, Any]) -> Row:
    """Release and measure; of a release that cannot be, only that everything is removed."""
    start = time.process_time()
    try:
        release = anonymize(data, recipe, unit="trajectory", seed=1)
    except Infeasible:
        return {"trajectories": 100.0, "locations": 100.0}
    seconds = time.process_time() - start
    assert release.record is not None
    gone = release.record.removed
    row = {
        "seconds": seconds,
        "trajectories": 100 * gone.trajectories / len(data),
        "locations": 100 * gone.points / data.n_points,
    }
    for part, reading in measure(data, release.data, MEASURES, release.record):
        if reading.applies:
            row[part.name] = reading.value
    return row


def drawn(
    found: dict[str, dict[int, Row]], names: list[str], column: str, title: str, unit: str
) -> str:
    """Draw a column against k, a line a method."""
    lines: dict[str, Points] = {
        name: [(k, row[column]) for k, row in found[name].items() if column in row]
        for name in names
    }
    return lines_svg(
        {name: line for name, line in lines.items() if line},
        f"{title}, by k",
        Axis("k", log=True),
        Axis(unit),
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
