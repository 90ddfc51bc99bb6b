"""Loss against k for three clusterings, as figures and as a picture.

python -m bench.loss_by_k TRIPS.parquet [PICTURE.svg]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import wayveil
from bench.microaggregation import draft_of
from wayveil.kinds import Clustering, Distance, Measure
from wayveil.methods.microaggregation import Microaggregation
from wayveil.report.charts import Axis, Points, lines_svg

CLUSTERINGS = ("simple_mdav", "farthest_first", "refined")
KS = (2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100)
LOSSES = ("rmse", "mean_distance")


def main(trips: str, picture: str = "") -> None:
    """Print a table of both losses, and draw them."""
    data = wayveil.read(trips).each_alone()
    distance = Distance.named("martinez2021")
    found: dict[str, list[tuple[float, float]]] = {}
    print(f"{'k':>4} {'clustering':16} {'rmse':>9} {'mean_distance':>14}")
    for k in KS:
        for name in CLUSTERINGS:
            losses = losses_of(data, name, k, distance)
            print(f"{k:4} {name:16} {losses[0]:9.1f} {losses[1]:14.1f}", flush=True)
            for measure, loss in zip(LOSSES, losses, strict=True):
                found.setdefault(f"{name}: {measure}", []).append((k, loss))
    if picture:
        Path(picture).write_text(drawn(found), "utf-8")


def losses_of(data: Any, clustering: str, k: int, distance: Any) -> list[float]:
    """Anonymize and read off both losses."""
    method = Microaggregation(
        k=k, clustering_method=Clustering.named(clustering, trajectory_distance=distance)
    )
    draft = draft_of(method, data)
    return [
        Measure.named(name, trajectory_distance=distance)(data, draft.data, draft.origin).value
        for name in LOSSES
    ]


def drawn(found: dict[str, list[tuple[float, float]]]) -> str:
    """Draw the losses."""
    lines: dict[str, Points] = dict(sorted(found.items(), key=lambda item: item[0].split(": ")[1]))
    return lines_svg(lines, "What a group of k costs", Axis("k", log=True), Axis("metres"))


if __name__ == "__main__":
    main(*sys.argv[1:])
