from __future__ import annotations

from xml.etree import ElementTree

from wayveil.report.charts import Axis, choices_svg

SERIES = {"<one>": {"k=3": (1.0, 30.0), "k=5": (2.0, 20.0)}, "other": {"": (4.0, 25.0)}}


def test_choices_are_dots_with_labels_and_the_front_is_a_line() -> None:
    svg = choices_svg(SERIES, [(1.0, 30.0), (2.0, 20.0)], "a & b", Axis("m"), Axis("%"))
    root = ElementTree.fromstring(svg)
    texts = [each.text for each in root.iter() if each.tag.endswith("text")]
    assert {"<one>", "other", "k=3", "k=5", "a & b", "m", "%"} <= set(texts)
    dots = [each for each in root.iter() if each.tag.endswith("circle")]
    assert len(dots) == 3 + 2
    (front, _) = (each for each in root.iter() if each.tag.endswith("polyline"))
    ends = [tuple(map(float, spot.split(","))) for spot in front.attrib["points"].split()]
    assert ends[0][0] < ends[1][0]
    assert ends[0][1] < ends[1][1]
