"""Draw the README's picture: python docs/images/make_before_after.py"""

from pathlib import Path

from side_by_side import side_by_side

import wayveil
from wayveil.report.maps import Frame, map_svg

LABELS = ("3,000 raw trips", "Released: means of 5 people or more")
ABOUT = "The same city before and after: lines along streets become dots"


def picture() -> str:
    """Both maps side by side."""
    city = wayveil.synthesize("city", seed=1, trajectories=3000, users=300, days=3)
    release = wayveil.anonymize(city, "microaggregation", k=5, seed=1)
    frame = Frame.around(city)
    maps = [map_svg(data, frame, "") for data in (city, release.data)]
    return side_by_side(maps, LABELS, frame, ABOUT)


if __name__ == "__main__":
    Path(__file__).with_name("before-after.svg").write_text(picture(), "utf-8")
