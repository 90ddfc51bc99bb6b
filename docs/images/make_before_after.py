"""Draw the README's picture: python docs/images/make_before_after.py"""

from pathlib import Path

import wayveil
from wayveil.report.maps import STYLE, Frame, map_svg

GAP, HEAD = 40, 70
LABELS = (("3,000 raw trips", "--line"), ("Released: means of 5 people or more", "--line"))


def picture() -> str:
    """Both maps side by side, on a background of their own."""
    city = wayveil.synthesize("city", seed=1, trajectories=3000, users=300, days=3)
    release = wayveil.anonymize(city, "microaggregation", k=5, seed=1)
    frame = Frame.around(city)
    maps = (map_svg(data, frame, "") for data in (city, release.data))
    width, height = 2 * frame.width + 3 * GAP, frame.height + HEAD + GAP
    sides = "".join(map(_side, maps, LABELS, (GAP, frame.width + 2 * GAP), (frame, frame)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="0 0 {width} {height}" '
        'role="img" aria-label="The same city before and after: lines along streets become dots">'
        f'<style>{STYLE}</style><rect class="paper" width="{width}" height="{height}" rx="24"/>'
        f"{sides}</svg>\n"
    )


def _side(drawn: str, label: tuple[str, str], left: int, frame: Frame) -> str:
    text, colour = label
    look = f"fill: var({colour}); font-size: 34px; font-weight: 600; text-anchor: start"
    place = f'<svg x="{left}" y="{HEAD}" width="{frame.width}" height="{frame.height}" '
    return f'<text style="{look}" x="{left}" y="50">{text}</text>{drawn.replace("<svg ", place, 1)}'


if __name__ == "__main__":
    Path(__file__).with_name("before-after.svg").write_text(picture(), "utf-8")
