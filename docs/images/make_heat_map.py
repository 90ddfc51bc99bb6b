"""Draw the heat map of the explanation: python docs/images/make_heat_map.py"""

from pathlib import Path

import wayveil
from wayveil.report.heatmap import heatmap_svg
from wayveil.shapes import Findings


def picture() -> str:
    """The heat map of the synthetic city."""
    city = wayveil.synthesize("city", seed=1, trajectories=3000, users=300)
    release = wayveil.analyze(city, "quadtree_heatmap", min_k=5, seed=1)
    assert not isinstance(release, Findings)
    return heatmap_svg(release.data, standalone=True)


if __name__ == "__main__":
    Path(__file__).with_name("heat-map.svg").write_text(picture(), "utf-8")
